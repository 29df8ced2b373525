"""The data of interactions with components and modals. Input that Discord's client wouldn't allow
is refused."""

from typing import Any

from deploy.sandbox.guild.guild import Person, Server
from deploy.sandbox.interactions.interaction import Interaction
from deploy.sandbox.interactions.resolved_data import fitting, mentionable, resolved
from deploy.sandbox.messages.component_defaults import SELECTS, inside
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.refused import Refused

STRINGS, TEXT, USERS, ROLES, MENTIONABLES, CHANNELS = 3, 4, 5, 6, 7, 8
NAMED = {USERS: "users", ROLES: "roles", CHANNELS: "channels"}


def pressed(server: Server, post: Post, person: Person, custom_id: str, values: list[str]) -> Json:
    """Returns the data for a pressed button or a used select menu."""
    for each in inside(post.payload["components"]):
        if each.get("custom_id") == custom_id:
            if each.get("disabled"):
                raise Refused("This is switched off.")
            told = {"component_type": each["type"], "custom_id": custom_id, "id": each["id"]}
            if each["type"] not in SELECTS:
                return told
            chosen = _chosen(each, values)
            found = resolved(server, person, post.place, **_ids(server, each, chosen))
            return told | {"values": chosen} | found
    raise Refused("The message has no such button.")


def filled_in(server: Server, asked: Interaction, values: dict[str, Any]) -> Json:
    """Returns the data for a submitted modal."""
    form = asked.form or {}
    fields = {each["custom_id"]: each for each in inside(form["components"]) if "custom_id" in each}
    if unknown := values.keys() - fields:
        raise Refused(f"The form has no {min(unknown)}.")
    components = [_answered(each, values) for each in form["components"]]
    ids: dict[str, list[str]] = {}
    for key, field in fields.items():
        if field["type"] in SELECTS:
            for what, chosen in _ids(server, field, values.get(key) or []).items():
                ids.setdefault(what, []).extend(chosen)
    found = resolved(server, asked.person, asked.place, **ids)
    return {"custom_id": form["custom_id"], "components": components, "resolved": {}} | found


def _chosen(select: Json, values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise Refused("values is a list of texts.")
    least, most = select["min_values"], select["max_values"]
    if not values and select.get("required") is False:
        return values
    if len(set(values)) != len(values) or not least <= len(values) <= most:
        raise Refused(f"Choose {least} to {most}.")
    if select["type"] == STRINGS and set(values) - {each["value"] for each in select["options"]}:
        raise Refused("That isn't among the choices.")
    return values


def _ids(server: Server, select: Json, values: list[str]) -> dict[str, list[str]]:
    """Returns the ids of chosen objects that go into "resolved"."""
    kind = select["type"]
    if kind == MENTIONABLES:
        return mentionable(server, values)
    if kind == CHANNELS:
        for each in values:
            fitting(server, "This", each, select.get("channel_types"))
    return {NAMED[kind]: values} if kind in NAMED else {}


def _answered(component: Json, values: dict[str, Any]) -> Json:
    kind, key = component["type"], component.get("custom_id")
    told: Json = {"type": kind, "id": component["id"]}
    if "component" in component:
        return told | {"component": _answered(component["component"], values)}
    if "components" in component:
        return told | {"components": [_answered(each, values) for each in component["components"]]}
    if key is None:
        return told  # a text, which only stands there
    told["custom_id"] = key
    if kind == TEXT:
        return told | {"value": _written(component, values.get(key, ""))}
    return told | {"values": _chosen(component, values.get(key, []))}


def _written(field: Json, value: Any) -> str:
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not isinstance(value, str) or (field.get("required", True) and not value):
        raise Refused("Something has to be filled in.")
    if value and not least <= len(value) <= most:
        raise Refused(f"This must be {least} to {most} characters long.")
    return value
