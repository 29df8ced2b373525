"""Pinned messages."""

from deploy.sandbox import api_errors, objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Kind, Person, Place
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.message_store import (
    MenuAnswer,
    MessageStore,
    PinNotice,
    Plain,
    Reply,
    SlashAnswer,
)
from deploy.sandbox.messages.post import Post

# In one channel.
MOST = 250
WRITTEN = (Plain, Reply, SlashAnswer, MenuAnswer)


class Pins:
    def __init__(self, context: Context, messages: MessageStore) -> None:
        self._context = context
        self._messages = messages

    def of(self, place: Place) -> list[Post]:
        """Returns the pinned messages of a channel, the one pinned last first."""
        found = [each for each in self._messages.within(place) if each.pinned_at]
        return sorted(found, key=lambda each: (each.pinned_at, int(each.id)), reverse=True)

    def pin(self, post: Post, person: Person) -> None:
        """Pins a message, which the channel is told of in a message of its own."""
        self._check(post.place, person)
        if post.payload["type"] not in WRITTEN:
            raise api_errors.system_message()
        if post.pinned_at:
            return
        if len(self.of(post.place)) >= MOST:
            raise api_errors.too_many_pins(MOST)
        self._turn(post, objects.stamp(self._context.now()))
        more = {"message_reference": objects.reference(post.place, post.id)}
        self._messages.write(post.place, person, {"content": ""}, kind=PinNotice, more=more)

    def unpin(self, post: Post, person: Person) -> None:
        self._check(post.place, person)
        if post.pinned_at:
            self._turn(post, None)

    def find_last(self) -> None:
        """Finds out when something was last pinned in each channel."""
        for place in self._context.servers.places():
            if pinned := self.of(place):
                self._context.servers.of(place).last_pins[place.id] = pinned[0].pinned_at

    def _check(self, place: Place, person: Person) -> None:
        may = self._context.servers.of(place).may(person, place)
        # In direct messages both may pin.
        if place.kind is not Kind.DIRECT and May.PIN not in may:
            raise api_errors.missing_permissions()

    def _turn(self, post: Post, pinned_at: str | None) -> None:
        place, server = post.place, self._context.servers.of(post.place)
        post.pinned_at, post.payload["pinned"] = pinned_at, pinned_at is not None
        self._messages.update(post)
        pinned = self.of(place)
        server.last_pins[place.id] = pinned[0].pinned_at if pinned else None
        last = {"last_pin_timestamp": server.last_pins[place.id]}
        intent = Intent.DIRECT_MESSAGES if place.kind is Kind.DIRECT else Intent.GUILDS
        told = objects.location(place) | last
        self._context.announce("CHANNEL_PINS_UPDATE", told, intent)
