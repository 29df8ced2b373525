"""What has been written, who may read it, and what becomes of it: answered, edited, deleted."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from deploy.sandbox import complaint, objects
from deploy.sandbox.files import File
from deploy.sandbox.ground import Ground
from deploy.sandbox.mentions import pings
from deploy.sandbox.objects import Json
from deploy.sandbox.permissions import May
from deploy.sandbox.server import Person, Place

EPHEMERAL, LOADING, V2 = 1 << 6, 1 << 7, 1 << 15
# How long Discord knows a nonce again: "the past few minutes".
NONCES = 3 * 60_000
NEVER = ("", 0)
# A place keeps no more than this. Somebody who plays that much has no need of the first ones.
KEPT = 5_000

Plain, Reply, SlashAnswer, MenuAnswer = 0, 19, 20, 23


@dataclass
class Post:
    """A message, as it is now."""

    payload: Json
    place: Place
    author: Person
    # The only one who sees it, if it isn't for everybody.
    reader: str | None = None
    files: dict[str, Json] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    @property
    def is_v2(self) -> bool:
        return bool(self.payload["flags"] & V2)


class Conversation:
    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._posts: dict[str, OrderedDict[str, Post]] = {
            each: OrderedDict() for each in ground.server.places
        }
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
        payload = objects.message(self._ground.ids.new(), place, author, kind) | (more or {})
        post = Post(payload, place, author, reader)
        payload["flags"] = form.get("flags", 0) | (EPHEMERAL if reader else 0)
        if nonce is not None:
            payload["nonce"] = nonce
            self._nonces[key] = (post.id, self._ground.now())
        self._fill(post, form, files or {})
        here = self._posts[place.id]
        here[post.id] = post
        if len(here) > KEPT:
            self._forget(here.popitem(last=False)[1])
        self._show(post)
        return post

    def change(self, post: Post, form: Json, files: Mapping[str, File] | None = None) -> Post:
        """An edit. What the form doesn't say stays as it is."""
        post.payload["edited_timestamp"] = objects.stamp(self._ground.now())
        if "flags" in form:
            kept = post.payload["flags"] & (EPHEMERAL | V2)
            post.payload["flags"] = kept | form["flags"]
        self._fill(post, form, files or {})
        self._show(post)
        return post

    def fill_in(self, post: Post, form: Json, files: Mapping[str, File] | None = None) -> Post:
        """What somebody had to wait for. It doesn't count as an edit."""
        post.payload["flags"] &= ~LOADING
        post.payload["flags"] |= form.get("flags") or 0
        self._fill(post, form, files or {})
        self._show(post)
        return post

    def delete(self, post: Post) -> None:
        self._posts[post.place.id].pop(post.id, None)
        self._forget(post)
        gone = {"type": "deleted", "channel": post.place.id, "message": post.id}
        self._ground.audience.tell(gone, lambda person: self.can_read(person, post))

    def find(self, place: str, message: str) -> Post:
        post = self._posts.get(place, {}).get(message)
        if post is None:
            raise complaint.unknown_message()
        return post

    def read_by(self, person: Person) -> Iterator[Post]:
        """All that somebody can see, oldest first in each place."""
        for posts in self._posts.values():
            yield from (each for each in posts.values() if self.can_read(person, each))

    def can_read(self, person: Person, post: Post) -> bool:
        if post.reader:
            return post.reader == person.id
        return May.VIEW in self._ground.server.may(person, post.place)

    def restore(self, posts: Iterable[Post]) -> None:
        for post in posts:
            self._posts[post.place.id][post.id] = post

    def _known(self, place: str, author: str, nonce: str) -> Post | None:
        message, at = self._nonces.get((place, author, nonce), NEVER)
        if self._ground.now() - at > NONCES:
            return None
        return self._posts[place].get(message)

    def _show(self, post: Post) -> None:
        frame = {"type": "message", "message": post.payload}
        self._ground.audience.tell(frame, lambda person: self.can_read(person, post))

    def _forget(self, post: Post) -> None:
        for attachment in post.files.values():
            self._ground.shelf.throw_away(attachment)

    def _fill(self, post: Post, form: Json, files: Mapping[str, File]) -> None:
        payload = post.payload
        self._attach(post, form, files)
        links = {f"attachment://{each['filename']}": each for each in post.files.values()}
        for key in ("content", "embeds", "components"):
            if key in form:
                payload[key] = _linked(form[key] or type(payload[key])(), links)
        if "components" in form:
            _number(payload["components"])
        shown = str([payload["embeds"], payload["components"]])
        payload["attachments"] = [each for each in post.files.values() if each["url"] not in shown]
        if "content" in form or "components" in form:
            payload |= pings(self._ground.server, post.place, post.author, form | payload)

    def _attach(self, post: Post, form: Json, files: Mapping[str, File]) -> None:
        """A message's files are those that the form names, with the new ones."""
        told = {str(each["id"]): each for each in form.get("attachments") or ()}
        if "attachments" in form:
            for key in [each for each in post.files if each not in told]:
                self._ground.shelf.throw_away(post.files.pop(key))
        for index, file in files.items():
            key = self._ground.ids.new()
            description = told.get(index, {}).get("description")
            post.files[key] = self._ground.shelf.put(key, file, description)


def _linked(value: Any, links: Mapping[str, Json]) -> Any:
    """With the addresses of the files in the place of their names."""
    if isinstance(value, dict):
        linked = {key: _linked(each, links) for key, each in value.items()}
        about = links.get(str(value.get("url")))
        if about:
            linked |= {key: about[key] for key in ("url", "proxy_url", "content_type")}
            linked |= {key: about.get(key) for key in ("width", "height")}
        return linked
    if isinstance(value, list):
        return [_linked(each, links) for each in value]
    return value


def _number(components: list[Json], given: int = 0) -> int:
    """Discord numbers the components of a message that have no number yet."""
    for each in components:
        if not each.get("id"):
            given += 1
            each["id"] = given
        given = _number(each.get("components") or [], given)
        if each.get("accessory"):
            given = _number([each["accessory"]], given)
    return given
