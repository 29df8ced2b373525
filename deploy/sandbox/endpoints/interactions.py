"""Answers to interactions, and what follows them."""

from deploy.sandbox import forms
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import attached, check_fits, edited
from deploy.sandbox.faults import Aim
from deploy.sandbox.interactions.interaction import Answer, Interaction
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

WEBHOOK = "/webhooks/{application}/{token}"
ANSWER = WEBHOOK + "/messages/{message}"


def answer(world: World, call: Call) -> Json | None:
    asked = world.interactions.waiting(call.path["interaction"], call.path["token"])
    pressed = asked.pressed
    form = forms.callback(
        call.body,
        call.names,
        to=asked.kind,
        v2=pressed is not None and pressed.is_v2,
        attached=attached(pressed),
        from_message=pressed is not None,
        strict=call.strict,
    )
    if pressed and form["type"] == Answer.CHANGE:
        check_fits(pressed, form["data"], call, "data")
    # Nothing has happened between this look and the next, as nobody else is served meanwhile.
    told = world.interactions.answer(asked, form["type"], form.get("data") or {}, call.files)
    return told if call.asks_for("with_response") else None


def follow_up(world: World, call: Call) -> Json:
    asked = _answered(world, call)
    form = forms.message(call.body, call.names, interaction=True, strict=call.strict)
    return world.interactions.add(asked, form, call.files).payload


def read_answer(world: World, call: Call) -> Json:
    return world.interactions.find(_answered(world, call), call.path["message"]).payload


def edit_answer(world: World, call: Call) -> Json:
    asked = _answered(world, call)
    found = world.interactions.find(asked, call.path["message"])
    return world.interactions.change(asked, found, edited(found, call), call.files).payload


def delete_answer(world: World, call: Call) -> None:
    found = world.interactions.find(_answered(world, call), call.path["message"])
    world.messages.delete(found)


def _answered(world: World, call: Call) -> Interaction:
    return world.interactions.answered(call.path["application"], call.path["token"])


ENDPOINTS = (
    Endpoint(
        "POST",
        "/interactions/{interaction}/{token}/callback",
        answer,
        Aim.ANSWERS,
        open=True,
    ),
    Endpoint("POST", WEBHOOK, follow_up, Aim.POSTS, "token", open=True),
    Endpoint("GET", ANSWER, read_answer, limited_by="token", open=True),
    Endpoint("PATCH", ANSWER, edit_answer, Aim.EDITS, "token", open=True),
    Endpoint("DELETE", ANSWER, delete_answer, Aim.EDITS, "token", open=True),
)
