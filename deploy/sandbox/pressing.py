"""What somebody presses, chooses from, or fills in: only what a message really has."""

from collections.abc import Iterator
from typing import Any

from deploy.sandbox.objects import Json
from deploy.sandbox.post import Post
from deploy.sandbox.resolving import Refused, mentionable, resolved
from deploy.sandbox.server import Server

STRINGS, TEXT, USERS, ROLES, MENTIONABLES, CHANNELS = 3, 4, 5, 6, 7, 8
SELECTS = (STRINGS, USERS, ROLES, MENTIONABLES, CHANNELS)


def inside(components: list[Json]) -> Iterator[Json]:
    """All of them, however deep."""
    for each in components:
        yield each
        yield from inside(each.get("components") or [])
        yield from inside([each[key] for key in ("accessory", "component") if each.get(key)])


def pressed(server: Server, post: Post, custom_id: str, values: list[str]) -> Json:
    """What the bot is told of a button or a select."""
    for each in inside(post.payload["components"]):
        if each.get("custom_id") == custom_id:
            if each.get("disabled"):
                raise Refused("This is switched off.")
            told = {
                "component_type": each["type"],
                "custom_id": custom_id,
                "id": each["id"],
            }
            if each["type"] in SELECTS:
                return told | _chosen(server, post, each, values)
            return told
    raise Refused("The message has no such button.")


def filled_in(form: Json, values: dict[str, Any]) -> Json:
    """What the bot is told of a form, in the shape that the form had."""
    fields = {each["custom_id"] for each in inside(form["components"]) if each.get("custom_id")}
    if unknown := values.keys() - fields:
        raise Refused(f"The form has no {min(unknown)}.")
    components = [_answered(each, values) for each in form["components"]]
    return {
        "custom_id": form["custom_id"],
        "components": [each for each in components if each],
        "resolved": {},
    }


def _chosen(server: Server, post: Post, select: Json, values: list[str]) -> Json:
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if len(set(values)) != len(values) or not least <= len(values) <= most:
        raise Refused(f"Choose {least} to {most}.")
    kind = select["type"]
    if kind == STRINGS:
        if set(values) - {each["value"] for each in select["options"]}:
            raise Refused("That isn't among the choices.")
        return {"values": values}
    ids = {
        USERS: {"users": values},
        ROLES: {"roles": values},
        CHANNELS: {"channels": values},
        MENTIONABLES: mentionable(server, values),
    }[kind]
    return {"values": values} | resolved(server, post.place, **ids)


def _answered(component: Json, values: dict[str, Any]) -> Json:
    kind = component["type"]
    if "component" in component:
        inner = _answered(component["component"], values)
        return {"type": kind, "id": component.get("id", 0), "component": inner}
    if "components" in component:
        inners = [_answered(each, values) for each in component["components"]]
        return {"type": kind, "id": component.get("id", 0), "components": inners}
    if not component.get("custom_id"):
        return {}
    told: Json = {"type": kind, "id": component.get("id", 0), "custom_id": component["custom_id"]}
    if kind == TEXT:
        return told | {"value": _written(component, values.get(component["custom_id"], ""))}
    return told | {"values": values.get(component["custom_id"], [])}


def _written(field: Json, value: Any) -> str:
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not isinstance(value, str) or (field.get("required", True) and not value):
        raise Refused("Something has to be filled in.")
    if value and not least <= len(value) <= most:
        raise Refused(f"This must be {least} to {most} characters long.")
    return value
