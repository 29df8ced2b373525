"""A scene as it was when it was set, for whoever comes next: what has been done can be done again.
What has been said stays where it was said."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.bot.hostile.scene import DATABASE, Scene


class Again:
    def __init__(self, scene: Scene, db: sqlite3.Connection) -> None:
        self._scene = scene
        self._db = db
        self._first = scene.rows()

    def set_back(self) -> None:
        """A scene takes a hundred times as long to set."""
        rows = self._scene.rows()
        with self._db as db:
            for name in rows:
                if rows[name] != (first := self._first[name]):
                    values = ", ".join("?" * len(next(iter(rows[name] | first))))
                    db.execute(f"DELETE FROM {name}")  # noqa: S608
                    db.executemany(f"INSERT INTO {name} VALUES ({values})", first)  # noqa: S608
        self._forget()

    def _forget(self) -> None:
        """What players chose the bot also remembers."""
        bell = self._scene.world.client.services.notifications
        for each in self._scene.world.people:
            bell.forget(self._scene.guild, self._scene.player(each))


@contextmanager
def again(scene: Scene, folder: Path) -> Iterator[Again]:
    with closing(sqlite3.connect(folder / DATABASE)) as db:
        db.execute("PRAGMA synchronous = OFF")
        yield Again(scene, db)
