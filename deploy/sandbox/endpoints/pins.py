"""Pinned messages, at their paths of today and at the deprecated ones."""

from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import may_read_back, place_of, public_post
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

PINS = "/channels/{channel}/messages/pins"
DEPRECATED = "/channels/{channel}/pins"
MOST = 50


def pins(world: World, call: Call) -> Json:
    wanted, before = query.limit(call, MOST, MOST), query.moment(call, "before")
    found = [each for each in _pinned(world, call) if not before or (each.pinned_at or "") < before]
    return {
        "items": [
            {"pinned_at": each.pinned_at, "message": world.messages.told(each)}
            for each in found[:wanted]
        ],
        "has_more": len(found) > wanted,
    }


def all_pins(world: World, call: Call) -> list[Json]:
    return [world.messages.told(each) for each in _pinned(world, call)[:MOST]]


def pin(world: World, call: Call) -> None:
    _, post = public_post(world, call)
    world.pins.pin(post, world.servers.bot)


def unpin(world: World, call: Call) -> None:
    _, post = public_post(world, call)
    world.pins.unpin(post, world.servers.bot)


def _pinned(world: World, call: Call) -> list[Post]:
    place = place_of(world, call)
    return world.pins.of(place) if may_read_back(world, place) else []


ENDPOINTS = (
    Endpoint("GET", PINS, pins),
    Endpoint("PUT", PINS + "/{message}", pin, limited_by="channel"),
    Endpoint("DELETE", PINS + "/{message}", unpin, limited_by="channel"),
    Endpoint("GET", DEPRECATED, all_pins),
    Endpoint("PUT", DEPRECATED + "/{message}", pin, limited_by="channel"),
    Endpoint("DELETE", DEPRECATED + "/{message}", unpin, limited_by="channel"),
)
