"""The sandbox's journal: a line of JSON for everything that was written, changed or registered, so
that nothing that was shown is lost when the sandbox is killed."""

import errno
import json
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from io import FileIO
from pathlib import Path

from deploy.sandbox.files import File
from deploy.sandbox.guild import channels, membership, threads
from deploy.sandbox.guild.guild import Kind
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

# Bytes that may be added to the journal, or as many as it had, before it is written anew.
GROWS = 64 << 20


class Journal:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries = list(self._read())
        # Since it has begun: bytes that are in it, and that were when it was written anew.
        self._lines: FileIO
        self._size = self._fresh = 0

    def application(self) -> str:
        """Returns the application's id, or an empty string if the journal is new."""
        return next((each["application"] for each in self._entries if "application" in each), "")

    def servers(self) -> int:
        """Returns how many servers there were: as many have to be there again."""
        return max((each["servers"] for each in self._entries if "servers" in each), default=1)

    def begin(self, world: World) -> None:
        """Bring everything back into the world, and note from now on what happens in it."""
        for entry in self._entries:
            _happen(world, entry)
        self._entries.clear()
        world.pins.find_last()
        attached = [each for post in world.messages.posts() for each in post.files.values()]
        world.shelf.keep(attached)
        self._write_anew(world)
        world.context.note = partial(self._write, world)

    def close(self) -> None:
        self._lines.close()

    def _write_anew(self, world: World) -> None:
        """A message that was changed ten times has ten lines. Write each once, as it is now."""
        fresh = self._path.with_suffix(".part")
        with fresh.open("wb") as lines:
            lines.writelines(_line(each) for each in _all(world))
            self._size = self._fresh = lines.tell()
        fresh.replace(self._path)
        self._lines = self._path.open("ab", buffering=0)

    def _write(self, world: World, entry: Json) -> None:
        if self._size - self._fresh > max(GROWS, self._fresh):
            before = self._lines
            self._write_anew(world)
            before.close()
        line = _line(entry)
        try:
            written = 0
            while written < len(line):
                written += self._lines.write(line[written:])
        except OSError:
            # The next line mustn't begin in the middle of this one.
            self._lines.truncate(self._size)
            raise
        self._size += len(line)

    def _read(self) -> Iterator[Json]:
        if not self._path.exists():
            return
        with self._path.open(encoding="utf-8") as lines:
            try:
                # The last one may have been cut off.
                yield from (json.loads(line) for line in lines if line.endswith("\n"))
            except ValueError:
                why = "can't be read; move it away to begin a new conversation"
                raise OSError(errno.EILSEQ, why, self._path) from None


def _line(entry: Json) -> bytes:
    return json.dumps(entry, separators=(",", ":")).encode() + b"\n"


def _all(world: World) -> Iterator[Json]:
    servers = world.servers
    yield {"application": world.application, "servers": servers.count}
    yield world.command_store.noted
    for server in servers.kept:
        yield from membership.noted(server)
        yield from ({"deleted": place} for place in server.deleted)
    for token, file in world.shelf.files.items():
        yield file.noted(token)
    yield from channels.noted(servers.places())
    for place in servers.places():
        if place.kind is Kind.THREAD:
            yield threads.noted(place)
    for post in world.messages.posts():
        yield post.noted
    yield {"last": _merged(each.last_messages for each in (*servers.kept, servers.direct))}


def _happen(world: World, entry: Json) -> None:
    if "commands" in entry:
        world.command_store.restore(entry["commands"])
    elif "file" in entry:
        content = b64decode(entry["content"])
        world.shelf.files[entry["file"]] = File(entry["name"], entry["type"], content)
    elif "last" in entry:
        for key, message in entry["last"].items():
            if place := world.servers.place(key):
                world.servers.of(place).last_messages[key] = message
    elif "gone" in entry:
        world.messages.restore_without(entry["channel"], entry["gone"])
    elif "post" in entry and (place := world.servers.place(entry["post"]["channel_id"])):
        payload = entry["post"]
        author = world.servers.known(entry["author"]) or world.servers.bot
        post = Post(payload, place, author, entry["reader"], entry["files"])
        post.reactions, post.pinned_at = entry.get("reactions", {}), entry.get("pinned_at")
        world.messages.restore(post)
    else:
        _change(world.servers, entry)


def _change(servers: Servers, entry: Json) -> None:
    """Changes who is in a server, or which channels and threads it has. Earlier sandboxes had one
    server, and didn't name it."""
    if membership.KEYS & entry.keys():
        membership.restore(servers[entry.get("server", servers.first.id)], entry)
    elif "place" in entry:
        channels.restore(servers, entry)
    elif "thread" in entry:
        if thread := threads.restored(servers, entry):
            servers.add(thread)
    elif "deleted" in entry and (place := servers.place(entry["deleted"])):
        servers.remove(place)


def _merged(parts: Iterable[Mapping[str, str]]) -> Json:
    return {key: each for part in parts for key, each in part.items()}
