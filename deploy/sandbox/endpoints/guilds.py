"""The server and its members."""

from deploy.sandbox import api_errors, objects
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def guild(world: World, call: Call) -> Json:
    _in_server(world, call)
    return objects.guild(world.server)


def member(world: World, call: Call) -> Json:
    _in_server(world, call)
    found = world.server.member(call.path["user"])
    if found is None:
        raise api_errors.unknown_member()
    return objects.member(found)


def _in_server(world: World, call: Call) -> None:
    if call.path["guild"] != world.server.id:
        raise api_errors.unknown_guild()


ENDPOINTS = (
    Endpoint("GET", "/guilds/{guild}", guild),
    Endpoint("GET", "/guilds/{guild}/members/{user}", member),
)
