"""What a bot asks for when it starts: where the gateway is, and who it is itself."""

from deploy.sandbox import objects
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def where_gateway(world: World, _: Call) -> Json:
    return {"url": world.gateway}


def where_bots_gateway(world: World, _: Call) -> Json:
    starts = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 1}
    return {"url": world.gateway, "shards": 1, "session_start_limit": starts}


def own_user(world: World, _: Call) -> Json:
    return objects.own_user(world.server.bot)


def own_application(world: World, _: Call) -> Json:
    return objects.application(world.server, world.application, world.context.privileged)


ENDPOINTS = (
    Endpoint("GET", "/gateway", where_gateway, open=True),
    Endpoint("GET", "/gateway/bot", where_bots_gateway),
    Endpoint("GET", "/users/@me", own_user),
    Endpoint("GET", "/oauth2/applications/@me", own_application),
    Endpoint("GET", "/applications/@me", own_application),
)
