"""Sets a scene back to how it began, so that each deed finds the same rows and messages. Messages
that were posted since stay."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from copy import deepcopy
from pathlib import Path

from tests.bot.hostile.scene import DATABASE, Scene


class Again:
    def __init__(self, scene: Scene, db: sqlite3.Connection) -> None:
        self._scene = scene
        self._db = db
        self._first = scene.rows()
        self._messages = deepcopy(scene.world.env.backend.messages)

    def set_back(self) -> None:
        """A scene takes a hundred times as long to set."""
        rows = self._scene.rows()
        with self._db as db:
            for name in rows:
                if rows[name] != (first := self._first[name]):
                    values = ", ".join("?" * len(next(iter(rows[name] | first))))
                    db.execute(f"DELETE FROM {name}")  # noqa: S608
                    db.executemany(f"INSERT INTO {name} VALUES ({values})", first)  # noqa: S608
        self._restore_messages()
        self._forget()

    def _restore_messages(self) -> None:
        """Undo edits and deletions of the messages that a press may be on."""
        shown = self._scene.world.env.backend.messages
        for channel, messages in self._messages.items():
            for number, message in messages.items():
                if shown[channel].get(number) != message:
                    shown[channel][number] = deepcopy(message)

    def _forget(self) -> None:
        """The bot also remembers in memory what players chose."""
        notifications = self._scene.world.client.services.notifications
        for each in self._scene.world.people:
            notifications.forget(self._scene.guild, self._scene.player(each))


@contextmanager
def again(scene: Scene, folder: Path) -> Iterator[Again]:
    with closing(sqlite3.connect(folder / DATABASE)) as db:
        db.execute("PRAGMA synchronous = OFF")
        yield Again(scene, db)
