"""The commands of the application: global ones, and those of one server."""

from typing import Any

from deploy.sandbox import api_errors, forms
from deploy.sandbox.endpoints.call import Call, Created, Endpoint
from deploy.sandbox.interactions.command_store import Scope, editable, unlocalized
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

GLOBAL = "/applications/{application}/commands"
GUILD = "/applications/{application}/guilds/{guild}/commands"


def registered(world: World, call: Call) -> list[Json]:
    return [_shown(each, call) for each in world.command_store.registered(_scope(world, call))]


def replace(world: World, call: Call) -> list[Json]:
    scope = _scope(world, call)
    return world.command_store.replace(forms.commands(call.body, strict=call.strict), scope)


def add(world: World, call: Call) -> Json | Created:
    scope = _scope(world, call)
    command, new = world.command_store.add(forms.command(call.body, strict=call.strict), scope)
    return Created(command) if new else command


def find(world: World, call: Call) -> Json:
    return _shown(world.command_store.find(_scope(world, call), call.path["command"]), call)


def change(world: World, call: Call) -> Json:
    scope = _scope(world, call)
    known = world.command_store.find(scope, call.path["command"])
    form = forms.command(_merged(known, call.body), strict=call.strict)
    return world.command_store.change(scope, known, form)


def delete(world: World, call: Call) -> None:
    world.command_store.delete(_scope(world, call), call.path["command"])


def permissions(world: World, call: Call) -> list[Json]:
    """Nobody restricts the use of a command further here."""
    _scope(world, call)
    return []


def _scope(world: World, call: Call) -> Scope:
    if call.path["application"] != world.application:
        raise api_errors.not_yours()
    scope = call.path.get("guild")
    if scope is not None and world.servers.get(scope) is None:
        raise api_errors.missing_access()
    return scope


def _shown(command: Json, call: Call) -> Json:
    return command if call.asks_for("with_localizations") else unlocalized(command)


def _merged(known: Json, body: Any) -> Any:
    """A command's type can't be changed."""
    return editable(known) | body | {"type": known["type"]} if isinstance(body, dict) else body


def _endpoints(path: str) -> tuple[Endpoint, ...]:
    return (
        Endpoint("GET", path, registered),
        Endpoint("PUT", path, replace),
        Endpoint("POST", path, add),
        Endpoint("GET", path + "/{command}", find),
        Endpoint("PATCH", path + "/{command}", change),
        Endpoint("DELETE", path + "/{command}", delete),
    )


ENDPOINTS = (
    Endpoint("GET", GUILD + "/permissions", permissions),
    *_endpoints(GLOBAL),
    *_endpoints(GUILD),
)
