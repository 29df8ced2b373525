"""What a bot asks for when it starts: where the gateway is, and what application it is."""

from deploy.sandbox import api_errors
from deploy.sandbox.application import application
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def where_gateway(world: World, _: Call) -> Json:
    return {"url": world.gateway}


def where_bots_gateway(world: World, _: Call) -> Json:
    return {
        "url": world.gateway,
        "shards": world.scale.recommended,
        "session_start_limit": world.starts.told,
    }


def own_application(world: World, _: Call) -> Json:
    return application(world.servers, world.application, world.context.privileged)


def no_emojis(world: World, call: Call) -> Json:
    if call.path["application"] != world.application:
        raise api_errors.not_yours()
    return {"items": []}


def no_sticker_packs(_: World, __: Call) -> Json:
    return {"sticker_packs": []}


def none(_: World, __: Call) -> list[Json]:
    return []


ENDPOINTS = (
    Endpoint("GET", "/gateway", where_gateway, open=True),
    Endpoint("GET", "/gateway/bot", where_bots_gateway),
    Endpoint("GET", "/oauth2/applications/@me", own_application),
    Endpoint("GET", "/applications/@me", own_application),
    Endpoint("GET", "/applications/{application}/emojis", no_emojis),
    Endpoint("GET", "/sticker-packs", no_sticker_packs, open=True),
    Endpoint("GET", "/soundboard-default-sounds", none),
    Endpoint("GET", "/voice/regions", none),
)
