"""The messages of all channels: written, edited, deleted, and who may read them."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil

from deploy.sandbox import api_errors, objects
from deploy.sandbox.context import Context
from deploy.sandbox.files import File
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild import threads
from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.ids import born
from deploy.sandbox.messages import message_events
from deploy.sandbox.messages.post import EPHEMERAL, HAS_THREAD, LOADING, V2, Post, fill
from deploy.sandbox.objects import Json

# How long Discord knows a nonce again: "the past few minutes".
NONCES = 3 * 60_000
NEVER = ("", 0)
# A place keeps no more than this. Somebody who plays that much has no need of the first ones.
KEPT = 5_000

# The fields whose change marks a message as edited.
MARKED = ("content", "embeds", "attachments")

Plain, PinNotice, ThreadNotice, Reply, SlashAnswer, MenuAnswer = 0, 6, 18, 19, 20, 23


class MessageStore:
    def __init__(self, context: Context) -> None:
        self._context = context
        self._posts: defaultdict[str, OrderedDict[str, Post]] = defaultdict(OrderedDict)
        self._by_id: dict[str, Post] = {}
        self._nonces: dict[tuple[str, str, str], tuple[str, int]] = {}

    def write(  # noqa: PLR0913  (a message is made of this much)
        self,
        place: Place,
        author: Person,
        form: Json,
        files: Mapping[str, File] | None = None,
        *,
        kind: int = Plain,
        reader: str | None = None,
        more: Json | None = None,
    ) -> Post:
        """A new message, unless it is one that has come before by its nonce."""
        nonce = form.get("nonce")
        key = (place.id, author.id, str(nonce))
        if form.get("enforce_nonce") and nonce is not None and (known := self._known(*key)):
            return known
        payload = objects.message(self._context.ids.new(), place, author, kind) | (more or {})
        post = Post(payload, place, author, reader)
        if reference := form.get("message_reference"):
            referred = self.find(place.id, reference["message_id"])
            reference = objects.reference(place, referred.id)
            payload |= {"type": Reply, "message_reference": reference}
            post.replied = referred.author
        payload["flags"] = form.get("flags", 0) | (EPHEMERAL if reader else 0)
        if nonce is not None:
            payload["nonce"] = nonce
            self._forget_nonces()
            self._nonces[key] = (post.id, self._context.now())
        fill(self._context, post, form, files or {})
        self.show(post)
        here = self._posts[place.id]
        here[post.id] = self._by_id[post.id] = post
        self._last(post)
        if place.kind is Kind.THREAD and not reader:
            mentioned = (each["id"] for each in payload["mentions"])
            threads.join(self._context, place, [author.id, *mentioned])
            if place.archived:
                threads.change(self._context, place, {"archived": False})
        if len(here) > KEPT:
            self._forget(next(iter(here.values())))
        message_events.announce(self._context, "MESSAGE_CREATE", post, self.told(post))
        return post

    def change(self, post: Post, form: Json, files: Mapping[str, File] | None = None) -> Post:
        """An edit. What the form doesn't say stays as it is. Discord doesn't mark a message as
        edited that has only other components than before."""
        before = {key: post.payload[key] for key in MARKED}
        if "flags" in form:
            kept = post.payload["flags"] & (EPHEMERAL | V2 | HAS_THREAD)
            post.payload["flags"] = kept | form["flags"]
        fill(self._context, post, form, files or {})
        if post.is_v2 or any(post.payload[key] != before[key] for key in MARKED):
            post.payload["edited_timestamp"] = objects.stamp(self._context.now())
        self.update(post)
        return post

    def fill_in(self, post: Post, form: Json, files: Mapping[str, File] | None = None) -> Post:
        """Fills in a deferred response. Discord doesn't mark it as edited."""
        post.payload["flags"] &= ~LOADING
        # A response that was deferred as ephemeral stays so, and the other way round.
        post.payload["flags"] |= (form.get("flags") or 0) & ~EPHEMERAL
        fill(self._context, post, form, files or {})
        self.update(post)
        return post

    def delete(self, post: Post) -> None:
        self._delete(post)
        message_events.announce_gone(self._context, [post])

    def delete_bulk(self, posts: Sequence[Post]) -> None:
        """Deletes messages of one channel at once."""
        for each in posts:
            self._delete(each)
        message_events.announce_gone(self._context, posts, bulk=True)

    def slowed(self, place: Place, person: Person) -> int:
        """Returns how many seconds slow mode has somebody wait."""
        exempt = May.MANAGE_MESSAGES | May.MANAGE_CHANNELS
        if not place.slowmode or exempt & self._context.servers.of(place).may(person, place):
            return 0
        theirs = (born(each.id) for each in self.within(place) if each.author == person)
        since = self._context.now() - max(theirs, default=0)
        return max(0, ceil(place.slowmode - since / 1000))

    def delete_of(self, server: Server, person: Person, chosen: Callable[[Post], bool]) -> None:
        """Deletes messages of somebody's in all channels of a server."""
        for place in server.places.values():
            theirs = [each for each in self.within(place) if each.author == person]
            if found := [each for each in theirs if chosen(each)]:
                self.delete_bulk(found)

    def forget_all(self, place: Place) -> None:
        """Forgets the messages of a channel that is deleted. Discord tells nobody of each."""
        for each in list(self.within(place)):
            self._forget(each)

    def _delete(self, post: Post) -> None:
        self._forget(post)
        gone = {"type": "deleted", "channel": post.place.id, "message": post.id}
        self._tell(post, gone)

    def find(self, place: str, message: str) -> Post:
        post = self._posts[place].get(message)
        if post is None:
            raise api_errors.unknown_message()
        return post

    def has(self, place: str, message: str) -> bool:
        return message in self._posts[place]

    def seen(self, person: Person, message: str) -> Post | None:
        found = self._by_id.get(message)
        return found if found and self.can_read(person, found) else None

    def read_by(self, person: Person, server: Server) -> Iterator[Post]:
        """All that somebody can see in a server and in direct messages, oldest first in each
        place."""
        for there in (server, self._context.servers.direct):
            for place in there.places.values():
                yield from (each for each in self.within(place) if self.can_read(person, each))

    def can_read(self, person: Person, post: Post) -> bool:
        if post.reader not in (None, person.id):
            return False
        return May.VIEW in self._context.servers.of(post.place).may(person, post.place)

    def posts(self) -> Iterator[Post]:
        for posts in self._posts.values():
            yield from posts.values()

    def within(self, place: Place) -> Iterator[Post]:
        """The messages of a place, oldest first."""
        return iter(self._posts[place.id].values() if place.id in self._posts else ())

    def restore(self, post: Post) -> None:
        """One of an earlier time. Nobody comes back to fill in what somebody was waiting for."""
        if not post.payload["flags"] & LOADING:
            self._posts[post.place.id][post.id] = self._by_id[post.id] = post
            self._last(post)
            self._context.ids.has_been(post.id)

    def restore_without(self, place: str, message: str) -> None:
        self._posts[place].pop(message, None)
        self._by_id.pop(message, None)

    def _known(self, place: str, author: str, nonce: str) -> Post | None:
        self._forget_nonces()
        message, _ = self._nonces.get((place, author, nonce), NEVER)
        if message and message not in self._posts[place]:
            raise api_errors.unknown_message()  # it has been deleted
        return self._posts[place].get(message)

    def _forget_nonces(self) -> None:
        long_ago = self._context.now() - NONCES
        self._nonces = {key: each for key, each in self._nonces.items() if each[1] >= long_ago}

    def told(self, post: Post) -> Json:
        """Returns a message as the bot may read it, with the one that it replies to, or null if
        that was deleted."""
        told, server = post.payload, self._context.servers.of(post.place)
        reference = told.get("message_reference")
        if reference and told["type"] in (Reply, MenuAnswer):
            referred = self._posts[reference["channel_id"]].get(reference["message_id"])
            told = told | {"referenced_message": referred and referred.payload}
        direct = post.place.kind is Kind.DIRECT
        whole = direct or Intent.MESSAGE_CONTENT in self._context.privileged
        return told if whole else message_events.readable(told, server)

    def update(self, post: Post) -> None:
        """Shows a message that has changed, and tells bots of it."""
        self.show(post)
        message_events.announce(self._context, "MESSAGE_UPDATE", post, self.told(post))

    def show(self, post: Post) -> None:
        """Notes a message as it is now, and shows it to everybody who can read it."""
        self._context.note(post.noted)
        frame = {"type": "message", "message": post.shown}
        self._tell(post, frame)

    def _tell(self, post: Post, frame: Json) -> None:
        server = self._context.servers.of(post.place)
        self._context.subscribers.tell(server, frame, lambda person: self.can_read(person, post))

    def _last(self, post: Post) -> None:
        if post.reader is None:
            last = self._context.servers.of(post.place).last_messages
            last[post.place.id] = max(last.get(post.place.id, "0"), post.id, key=int)

    def _forget(self, post: Post) -> None:
        self._posts[post.place.id].pop(post.id, None)
        self._by_id.pop(post.id, None)
        self._context.note({"gone": post.id, "channel": post.place.id})
        for attachment in post.files.values():
            self._context.shelf.throw_away(attachment)
