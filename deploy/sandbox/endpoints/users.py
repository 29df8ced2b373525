"""Users, and the bot's own account: its servers and its direct messages."""

from typing import Any

from deploy.sandbox import api_errors, forms, objects
from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.forms.form_errors import UNSUPPORTED, Mistake, tree
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def own_user(world: World, _: Call) -> Json:
    return objects.own_user(world.servers.bot)


def change_own_user(world: World, call: Call) -> Json:
    """Refuses what would change the bot: it keeps its name and its picture here."""
    own = objects.own_user(world.servers.bot)
    asked: dict[str, Any] = call.body if isinstance(call.body, dict) else {}
    says = "The sandbox doesn't change the bot's account."
    changes = [Mistake((key,), UNSUPPORTED, says) for key in asked if own.get(key) != asked[key]]
    if changes:
        raise api_errors.invalid_form(tree(changes))
    return own


def user(world: World, call: Call) -> Json:
    found = world.servers.known(call.path["user"])
    if found is None:
        raise api_errors.unknown_user()
    return objects.user(found)


def own_guilds(world: World, call: Call) -> list[Json]:
    """Lists servers by their ids: those after one, or the last ones before another."""
    after, before = query.snowflake(call, "after") or 0, query.snowflake(call, "before")
    wanted = query.limit(call, 200, 200)
    later = [each for each in world.servers.ids() if after < int(each)]
    earlier = [each for each in later if before is None or int(each) < before]
    ids = earlier[:wanted] if before is None else earlier[-wanted:]
    counted = call.asks_for("with_counts")
    return [
        objects.own_guild(each, counted=counted) for each in map(world.servers.glimpse, ids) if each
    ]


def open_direct(world: World, call: Call) -> Json:
    """Finds the channel for direct messages with somebody. There is one with each member."""
    recipient = forms.recipient_id(call.body, strict=call.strict)
    direct = world.servers.direct
    for place in direct.places.values():
        if place.person == recipient:
            return objects.channel(direct, place)
    raise api_errors.invalid_recipient()


ENDPOINTS = (
    Endpoint("GET", "/users/@me", own_user),
    Endpoint("PATCH", "/users/@me", change_own_user),
    Endpoint("GET", "/users/@me/guilds", own_guilds),
    Endpoint("POST", "/users/@me/channels", open_direct),
    Endpoint("GET", "/users/{user}", user),
)
