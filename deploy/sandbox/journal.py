"""The sandbox's journal: a line of JSON for everything that was written, changed or registered, so
that nothing that was shown is lost when the sandbox is killed."""

import errno
import json
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from deploy.sandbox import membership, threads
from deploy.sandbox.files import File
from deploy.sandbox.objects import Json
from deploy.sandbox.post import Post
from deploy.sandbox.world import World


class Journal:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._entries = list(self._read())
        self._lines: TextIO  # since it has begun

    def application(self) -> str:
        """Returns the application's id, or an empty string if the journal is new."""
        return next((each["application"] for each in self._entries if "application" in each), "")

    def begin(self, world: World) -> None:
        """Bring everything back into the world, and note from now on what happens in it."""
        for entry in self._entries:
            _happen(world, entry)
        self._entries.clear()
        world.pins.find_last()
        attached = [each for post in world.messages.posts() for each in post.files.values()]
        world.shelf.keep(attached)
        # A message that was changed ten times has ten lines. Write each once, as it is now.
        fresh = self._path.with_suffix(".part")
        with fresh.open("w", encoding="utf-8") as lines:
            lines.writelines(_line(each) for each in _all(world))
        fresh.replace(self._path)
        self._lines = self._path.open("a", encoding="utf-8")
        world.context.note = self._write

    def close(self) -> None:
        self._lines.close()

    def _write(self, entry: Json) -> None:
        self._lines.write(_line(entry))
        self._lines.flush()

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


def _line(entry: Json) -> str:
    return json.dumps(entry, separators=(",", ":")) + "\n"


def _all(world: World) -> Iterator[Json]:
    yield {"application": world.application}
    yield world.command_store.noted
    yield from membership.noted(world.server)
    for token, file in world.shelf.files.items():
        yield file.noted(token)
    for place in world.server.places.values():
        if place.owner == world.server.bot.id:
            yield threads.noted(place)
    for post in world.messages.posts():
        yield post.noted
    yield {"last": world.server.last_messages}


def _happen(world: World, entry: Json) -> None:
    if "commands" in entry:
        world.command_store.restore(entry["commands"])
    elif "file" in entry:
        content = b64decode(entry["content"])
        world.shelf.files[entry["file"]] = File(entry["name"], entry["type"], content)
    elif membership.KEYS & entry.keys():
        membership.restore(world.server, entry)
    elif "thread" in entry:
        thread = threads.restored(entry)
        if thread.parent in world.server.places:
            world.server.places[thread.id] = thread
    elif "last" in entry:
        world.server.last_messages.update(entry["last"])
    elif "gone" in entry:
        world.messages.restore_without(entry["channel"], entry["gone"])
    elif "post" in entry and (place := world.server.places.get(entry["post"]["channel_id"])):
        payload = entry["post"]
        author = world.server.known(entry["author"]) or world.server.bot
        post = Post(payload, place, author, entry["reader"], entry["files"])
        post.reactions, post.pinned_at = entry.get("reactions", {}), entry.get("pinned_at")
        world.messages.restore(post)
