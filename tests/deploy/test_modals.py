"""Modals: forms that the bot opens, and the interaction that it receives when one is submitted."""

from typing import Any

import pytest

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, BO, CHANGE, DUELS, FORM, MESSAGE, Club

NAME = {"type": 4, "custom_id": "name", "style": 1}
LABELLED = {"type": 18, "label": "Name", "component": NAME}
OLD = {"type": 1, "components": [NAME | {"label": "Name", "custom_id": "old"}]}
GAMES = [{"label": each, "value": each} for each in ("parity", "split", "divisor")]
GAME = {"type": 18, "label": "Game", "component": {"type": 3, "custom_id": "g", "options": GAMES}}
TEXT = {"type": 10, "content": "Hello"}


def modal(*components: Any) -> dict[str, Any]:
    return {"custom_id": "m", "title": "Form", "components": list(components)}


async def opened(club: Club, line: GatewayClient, *components: Any) -> Any:
    """The interaction that the form is the answer to."""
    asked = await club.asked(line)
    assert (await club.answer(asked, FORM, modal(*components))).status == 204
    return asked


async def fill_in(club: Club, asked: Any, person: str = ANA, **values: Any) -> Any:
    return await club.act(person, "forms", form=asked["id"], values=values)


async def test_a_form_opens_for_who_asked(club: Club, line: GatewayClient) -> None:
    ana, bo = await club.sit(ANA), await club.sit(BO)
    asked = await opened(club, line, LABELLED)
    frame = await ana.hear("form")
    assert (frame["id"], frame["channel"], frame["modal"]["title"]) == (asked["id"], DUELS, "Form")
    assert frame["modal"]["components"][0]["component"]["custom_id"] == "name"
    assert await ana.states("answered") == ["waiting", "answered"]
    await club.say(BO, "hello")
    await bo.message()
    assert "form" not in [each["type"] for each in bo.heard]


async def test_a_bot_hears_what_was_filled_in(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    asked = await opened(club, line, LABELLED, GAME, OLD)
    sent = await fill_in(club, asked, name="Ana", g=["split"], old="x")
    told = await line.event("INTERACTION_CREATE")
    assert (sent.status, sent.body) == (200, {"interaction": told["id"]})
    assert (told["type"], told["data"]["custom_id"]) == (5, "m")
    name, game, old = told["data"]["components"]
    assert (name["type"], name["component"]["type"]) == (18, 4)
    assert (name["component"]["custom_id"], name["component"]["value"]) == ("name", "Ana")
    assert (game["component"]["type"], game["component"]["values"]) == (3, ["split"])
    assert (old["type"], old["components"][0]["value"]) == (1, "x")
    assert "message" not in told
    await seat.hear("form")
    assert (await seat.hear("interaction"))["state"] == "answered"
    assert (await seat.hear("interaction"))["source"] == {"kind": "form"}


async def test_an_answer_to_a_form_is_a_message(club: Club, line: GatewayClient) -> None:
    await fill_in(club, await opened(club, line, LABELLED), name="Ana")
    told = await line.event("INTERACTION_CREATE")
    said = await club.answer(told, MESSAGE, {"content": "Hello, Ana"}, "?with_response=1")
    message = said.body["resource"]["message"]
    about = message["interaction_metadata"]
    # The command that was answered with the form.
    assert (about["type"], about["triggering_interaction_metadata"]["type"]) == (5, 2)
    assert message["content"] == "Hello, Ana"


async def from_a_message(club: Club, line: GatewayClient) -> Any:
    pressed = await club.pressed(line)
    assert (await club.answer(pressed, FORM, modal(LABELLED))).status == 204
    await fill_in(club, pressed, name="Ana")
    told = await line.event("INTERACTION_CREATE")
    assert told["message"]["id"] == pressed["message"]["id"]
    return told


async def test_a_form_of_a_message_brings_it_along(club: Club, line: GatewayClient) -> None:
    told = await from_a_message(club, line)
    said = await club.answer(told, MESSAGE, {"content": "Hello"}, "?with_response=1")
    referred = said.body["resource"]["message"]["message_reference"]
    assert referred["message_id"] == told["message"]["id"]


async def test_a_form_of_a_message_may_change_it(club: Club, line: GatewayClient) -> None:
    told = await from_a_message(club, line)
    assert (await club.answer(told, CHANGE, {"content": "Hello"})).status == 204
    assert (await club.original("GET", told)).id == told["message"]["id"]


async def test_a_form_does_not_open_another(club: Club, line: GatewayClient) -> None:
    await fill_in(club, await opened(club, line, LABELLED), name="Ana")
    told = await line.event("INTERACTION_CREATE")
    assert (await club.answer(told, FORM, modal(LABELLED))).complaint == (400, 50035)
    assert (await club.answer(told, CHANGE, {"content": "x"})).complaint == (400, 50035)


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ({}, "", "Something has to be filled in."),
        ({}, 5, "Something has to be filled in."),
        ({}, ["x"], "Something has to be filled in."),
        ({"required": False}, 5, "Something has to be filled in."),
        ({"min_length": 3}, "ab", "This must be 3 to 4000 characters long."),
        ({"max_length": 1}, "ab", "This must be 0 to 1 characters long."),
        ({}, "x" * 4001, "This must be 0 to 4000 characters long."),
    ],
)
async def test_a_text_is_as_the_form_wants_it(
    club: Club, line: GatewayClient, field: dict[str, Any], value: Any, why: str
) -> None:
    asked = await opened(club, line, LABELLED | {"component": NAME | field})
    assert (await fill_in(club, asked, name=value)).why == (400, why)
    # A form that was refused stays open.
    await fill_in(club, asked, name="Ana" if "max_length" not in field else "A")
    assert (await line.event("INTERACTION_CREATE"))["type"] == 5


async def test_what_need_not_be_filled_in_may_stay_empty(club: Club, line: GatewayClient) -> None:
    field = NAME | {"required": False, "min_length": 3}
    asked = await opened(club, line, LABELLED | {"component": field})
    assert (await fill_in(club, asked)).status == 200
    told = await line.event("INTERACTION_CREATE")
    assert told["data"]["components"][0]["component"]["value"] == ""


@pytest.mark.parametrize("values", [[], ["sequence"], ["split", "parity"], "split", [5], None])
async def test_a_choice_is_as_the_form_wants_it(
    club: Club, line: GatewayClient, values: Any
) -> None:
    asked = await opened(club, line, GAME)
    assert (await fill_in(club, asked, g=values)).status == 400


async def test_nothing_need_be_chosen_where_the_form_says_so(
    club: Club, line: GatewayClient
) -> None:
    choice = GAME["component"] | {"required": False}  # type: ignore[operator]
    await fill_in(club, await opened(club, line, GAME | {"component": choice}))
    (game,) = (await line.event("INTERACTION_CREATE"))["data"]["components"]
    assert game["component"]["values"] == []


async def test_a_bot_is_told_who_was_chosen(club: Club, line: GatewayClient) -> None:
    who = {"type": 18, "label": "Who", "component": {"type": 5, "custom_id": "w"}}
    asked = await opened(club, line, who)
    await fill_in(club, asked, w=[BO])
    told = await line.event("INTERACTION_CREATE")
    assert told["data"]["components"][0]["component"]["values"] == [BO]
    assert told["data"]["resolved"]["users"][BO]["username"] == "bo"


async def test_components_of_a_form_are_numbered(club: Club, line: GatewayClient) -> None:
    """Components get Discord's numbers; texts are sent back too, with nothing but their number."""
    await fill_in(club, await opened(club, line, TEXT, LABELLED), name="Ana")
    text, name = (await line.event("INTERACTION_CREATE"))["data"]["components"]
    assert text == {"type": 10, "id": 1}
    assert (name["id"], name["component"]["id"]) == (2, 3)


async def test_texts_are_not_filled_in(club: Club, line: GatewayClient) -> None:
    asked = await opened(club, line, TEXT, LABELLED)
    assert (await fill_in(club, asked, name="Ana")).status == 200


async def test_nothing_else_is_filled_in(club: Club, line: GatewayClient) -> None:
    asked = await opened(club, line, LABELLED)
    refused = await fill_in(club, asked, name="Ana", other="x", another="y")
    assert refused.why == (400, "The form has no another.")


async def test_nobody_fills_in_what_is_not_open_to_them(club: Club, line: GatewayClient) -> None:
    none = (400, "There is no such form.")
    asked = await opened(club, line, LABELLED)
    assert (await fill_in(club, asked, BO, name="Bo")).why == none
    assert (await fill_in(club, {"id": "1"}, name="Ana")).why == none
    assert (await club.act(ANA, "forms", form=asked["id"], values=["x"])).why == none
    assert (await club.act(ANA, "forms", form=asked["id"])).why == none
    assert (await club.act(ANA, "forms", values={})).why == (400, "form is missing.")
    unopened = await club.asked(line)
    assert (await fill_in(club, unopened, name="Ana")).why == none
