"""The messages of a channel: read page by page, or many deleted at once."""

from collections.abc import Sequence

from deploy.sandbox import api_errors, forms
from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import check_may_moderate, may_read_back, place_of
from deploy.sandbox.faults import Aim
from deploy.sandbox.ids import born
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

# Two weeks, in milliseconds.
OLD = 14 * 24 * 3_600_000
MESSAGES = "/channels/{channel}/messages"


def read(world: World, call: Call) -> list[Json]:
    """Lists messages, the newest first. Those that only one person sees are in no list."""
    place, wanted = place_of(world, call), query.limit(call, 50, 100)
    before, after, around = (query.snowflake(call, key) for key in ("before", "after", "around"))
    if not may_read_back(world, place):
        return []
    oldest_first = [each for each in world.messages.within(place) if not each.reader]
    if around is not None:
        found = _around(oldest_first, around, wanted)
    elif before is not None:
        found = [each for each in oldest_first if int(each.id) < before][-wanted:]
    elif after is not None:
        found = [each for each in oldest_first if int(each.id) > after][:wanted]
    else:
        found = oldest_first[-wanted:]
    return [world.messages.told(each) for each in reversed(found)]


def delete_many(world: World, call: Call) -> None:
    """Deletes messages of the last two weeks at once. Those that aren't there don't matter."""
    place = place_of(world, call)
    check_may_moderate(world, place)
    ids = forms.message_ids(call.body, strict=call.strict)
    if any(born(each) < world.context.now() - OLD for each in ids):
        raise api_errors.too_old()
    found = [
        world.messages.find(place.id, each) for each in ids if world.messages.has(place.id, each)
    ]
    if public := [each for each in found if not each.reader]:
        world.messages.delete_bulk(public)


def _around(posts: Sequence[Post], middle: int, wanted: int) -> list[Post]:
    """Returns the message with this id, if it is there, and about as many before as after it."""
    before = [each for each in posts if int(each.id) < middle]
    rest = posts[len(before) :]
    half = wanted // 2
    return [*(before[-half:] if half else []), *rest[: wanted - half]]


ENDPOINTS = (
    Endpoint("GET", MESSAGES, read),
    Endpoint("POST", MESSAGES + "/bulk-delete", delete_many, Aim.EDITS, "channel"),
)
