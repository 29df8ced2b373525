"""Users, and the bot's own account: its servers and its direct messages."""

from typing import Any

from deploy.sandbox import api_errors, forms, objects
from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.forms.form_errors import UNSUPPORTED, Mistake, tree
from deploy.sandbox.guild.guild import Kind
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def own_user(world: World, _: Call) -> Json:
    return objects.own_user(world.server.bot)


def change_own_user(world: World, call: Call) -> Json:
    """Refuses what would change the bot: it keeps its name and its picture here."""
    own = objects.own_user(world.server.bot)
    asked: dict[str, Any] = call.body if isinstance(call.body, dict) else {}
    says = "The sandbox doesn't change the bot's account."
    changes = [Mistake((key,), UNSUPPORTED, says) for key in asked if own.get(key) != asked[key]]
    if changes:
        raise api_errors.invalid_form(tree(changes))
    return own


def user(world: World, call: Call) -> Json:
    found = world.server.known(call.path["user"])
    if found is None:
        raise api_errors.unknown_user()
    return objects.user(found)


def own_guilds(world: World, call: Call) -> list[Json]:
    server = world.server
    after, before = query.snowflake(call, "after"), query.snowflake(call, "before")
    wanted = query.limit(call, 200, 200)
    is_there = int(server.id) > (after or 0) and (before is None or int(server.id) < before)
    known = objects.own_guild(server, counted=call.asks_for("with_counts"))
    return [known][:wanted] if is_there else []


def open_direct(world: World, call: Call) -> Json:
    """Finds the channel for direct messages with somebody. There is one with each member."""
    recipient = forms.recipient_id(call.body, strict=call.strict)
    for place in world.server.places.values():
        if place.kind is Kind.DIRECT and place.person == recipient:
            return objects.channel(world.server, place)
    raise api_errors.invalid_recipient()


ENDPOINTS = (
    Endpoint("GET", "/users/@me", own_user),
    Endpoint("PATCH", "/users/@me", change_own_user),
    Endpoint("GET", "/users/@me/guilds", own_guilds),
    Endpoint("POST", "/users/@me/channels", open_direct),
    Endpoint("GET", "/users/{user}", user),
)
