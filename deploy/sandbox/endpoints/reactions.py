"""Reactions to messages."""

from deploy.sandbox import api_errors, objects
from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Endpoint, Handler
from deploy.sandbox.endpoints.lookup import check_may_moderate, public_post
from deploy.sandbox.messages.reactions import known
from deploy.sandbox.objects import Json
from deploy.sandbox.rate_limits import REACTIONS as ALLOWANCE
from deploy.sandbox.world import World

REACTIONS = "/channels/{channel}/messages/{message}/reactions"
ONE = REACTIONS + "/{emoji}"


def react(world: World, call: Call) -> None:
    _, post = public_post(world, call)
    world.reactions.add(post, call.path["emoji"], world.servers.bot)


def take_back(world: World, call: Call) -> None:
    _, post = public_post(world, call)
    world.reactions.remove(post, call.path["emoji"], world.servers.bot)


def remove(world: World, call: Call) -> None:
    place, post = public_post(world, call)
    person = world.servers.known(call.path["user"])
    if person is not world.servers.bot:
        check_may_moderate(world, place)
    if person is None:
        raise api_errors.unknown_user()
    world.reactions.remove(post, call.path["emoji"], person)


def clear(world: World, call: Call) -> None:
    place, post = public_post(world, call)
    check_may_moderate(world, place)
    world.reactions.clear(post, call.path.get("emoji"))


def people(world: World, call: Call) -> list[Json]:
    """Lists those who have reacted with an emoji, by their ids."""
    _, post = public_post(world, call)
    wanted, after = query.limit(call, 25, 100), query.snowflake(call, "after") or 0
    reacted = post.reactions.get(known(post, call.path["emoji"]), [])
    # Reactions of the other type are those that somebody has paid for.
    found = sorted(map(int, reacted)) if call.query.get("type", "0") == "0" else []
    listed = [str(each) for each in found if each > after][:wanted]
    return [objects.user(each) for each in map(world.servers.known, listed) if each]


def _limited(method: str, path: str, handle: Handler) -> Endpoint:
    return Endpoint(method, path, handle, limited_by="channel", allowance=ALLOWANCE)


ENDPOINTS = (
    Endpoint("GET", ONE, people),
    _limited("DELETE", REACTIONS, clear),
    _limited("DELETE", ONE, clear),
    _limited("PUT", ONE + "/@me", react),
    _limited("DELETE", ONE + "/@me", take_back),
    _limited("DELETE", ONE + "/{user}", remove),
)
