"""The commands of the application."""

from deploy.sandbox import api_errors, forms
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

COMMANDS = "/applications/{application}/commands"


def register(world: World, call: Call) -> list[Json]:
    _own(world, call)
    return world.register(forms.commands(call.body, strict=call.strict))


def registered(world: World, call: Call) -> list[Json]:
    _own(world, call)
    return world.commands.registered


def _own(world: World, call: Call) -> None:
    if call.path["application"] != world.application:
        raise api_errors.not_yours()


ENDPOINTS = (
    Endpoint("GET", COMMANDS, registered),
    Endpoint("PUT", COMMANDS, register),
)
