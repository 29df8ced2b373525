"""Checks of a bot without starting it and without changing anything: the part of them that
is on this machine."""

import os
import platform
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from rich.filesize import decimal

from bot.host.misconfigured import EXIT_CODE, Misconfigured
from bot.host.settings import Premises, Settings
from bot.text import terminal
from bot.text.format import quoted
from bot.text.troubles import trouble
from engine.durations import HOUR, SECOND
from engine.games import LEFT_OUT
from engine.ids import Instant
from storage.database import Database, Pooler, ServerFacts
from storage.files import followed, last_backup, library_version
from storage.location import Location
from storage.trouble import OldSqlite, ReadOnly, Trouble

LEAST_ROOM = 100_000_000
# Hours after the last backup from which on the next one counts as missed.
LATE = 48
# How much of a reason is shown.
_DETAIL = 200


class Mark(Enum):
    """How something is: what to show for it, in which style, and the exit code that it deserves."""

    FINE = "✔", "green", 0
    OPEN = "–", "dim", 0
    WRONG = "✘", "red", 1
    MISCONFIGURED = "✘", "red", EXIT_CODE

    def __init__(self, sign: str, style: str, code: int) -> None:
        self.sign = sign
        self.style = style
        self.code = code


@dataclass(frozen=True)
class Finding:
    """One of the things that are looked at, and how it is."""

    what: str
    mark: Mark
    text: str


def found(what: str, mark: Mark, code: str, **facts: object) -> Finding:
    return Finding(what, mark, terminal.FINDINGS[code].format(**facts))


def programs() -> Iterator[Finding]:
    yield Finding("python", Mark.FINE, platform.python_version())
    try:
        yield Finding("sqlite", Mark.FINE, library_version())
    except OldSqlite as old:
        yield Finding("sqlite", Mark.WRONG, trouble(old))


def games() -> Iterator[Finding]:
    """The games of installed packages that can't be played, and why."""
    for each in LEFT_OUT:
        why = terminal.LEFT_OUT[each.code].format(detail=quoted(each.detail, _DETAIL))
        facts = {"name": quoted(each.name), "package": quoted(each.package), "why": why}
        yield found("games", Mark.WRONG, "game-left-out", **facts)


def settings(chosen: Settings | Misconfigured) -> Iterator[Finding]:
    if isinstance(chosen, Misconfigured):
        for each in chosen.args:
            yield Finding("settings", Mark.MISCONFIGURED, each)
    else:
        yield found("settings", Mark.FINE, "settings-valid")
        yield found("token", Mark.FINE, "token-set", key=chosen.token_key)


def database(chosen: Database) -> Iterator[Finding]:
    """The database, and what it needs: a disk, or what a server has to allow."""
    path = chosen.location
    if not isinstance(path, Path):
        yield from _server(chosen)
        return
    try:
        path = followed(path)
        yield _database(chosen, path)
    except Trouble as failed:
        yield Finding("database", Mark.WRONG, trouble(failed))
    else:
        free = shutil.disk_usage(path.parent).free
        mark, code = (Mark.WRONG, "no-room") if free < LEAST_ROOM else (Mark.FINE, "room")
        yield found("disk", mark, code, path=path, free=decimal(free))


def backups(location: Location, premises: Premises, now: Instant) -> Iterator[Finding]:
    if not isinstance(location, Path):
        yield found("backups", Mark.OPEN, "backups-elsewhere")
        return
    try:
        yield _backups(location, premises, now)
    except Trouble as failed:
        yield Finding("backups", Mark.WRONG, trouble(failed))


def _backups(path: Path, premises: Premises, now: Instant) -> Finding:
    folder, hours = premises.backup_dir, premises.backup_hours
    if folder is None:
        return found("backups", Mark.OPEN, "backups-off")
    if not folder.is_dir():
        return found("backups", Mark.WRONG, "backups-nowhere", folder=folder)
    if hours and not os.access(folder, os.W_OK):
        return found("backups", Mark.WRONG, "backups-read-only", folder=folder)
    if (made := last_backup(path, folder, now)) is None:
        return found("backups", Mark.OPEN, "backups-none", folder=folder)
    age = (now - made) // HOUR
    late = age > max(LATE, 2 * hours)
    mark, code = (Mark.WRONG, "backups-late") if late else (Mark.FINE, "backups-made")
    return found("backups", mark, code, folder=folder, hours=age)


def _database(chosen: Database, path: Path) -> Finding:
    for each in (path.parent, path):
        if each.exists() and not os.access(each, os.W_OK):
            raise ReadOnly(each)
    if (schema := chosen.schema()) is None:
        return found("database", Mark.OPEN, "database-missing", path=path)
    if schema.found < schema.known:
        return found("database", Mark.OPEN, "database-older", path=path, **vars(schema))
    code = "database-in-use" if chosen.is_in_use() else "database-current"
    return found("database", Mark.FINE, code, path=path, known=schema.known)


def _server(chosen: Database) -> Iterator[Finding]:
    try:
        schema = chosen.schema()
        facts = chosen.server_facts()
        in_use = chosen.is_in_use()
    except Trouble as failed:
        yield Finding("database", Mark.WRONG, trouble(failed))
        return
    about = {"path": chosen}
    if schema is None:
        yield found("database", Mark.OPEN, "server-empty", **about)
    elif schema.found < schema.known:
        yield found("database", Mark.OPEN, "server-older", **about, **vars(schema))
    else:
        code = "database-in-use" if in_use else "database-current"
        yield found("database", Mark.FINE, code, **about, known=schema.found)
    if facts:
        yield from _server_facts(facts)


def _server_facts(facts: ServerFacts) -> Iterator[Finding]:
    yield Finding("postgresql", Mark.FINE, facts.version)
    counts = {"connections": facts.connections, "needed": facts.needed}
    if facts.connections < facts.needed:
        yield found("connections", Mark.WRONG, "few-connections", **counts)
    else:
        yield found("connections", Mark.FINE, "enough-connections", **counts)
    milliseconds = f"{facts.commit * SECOND:.1f}"
    yield found("commits", Mark.FINE, "commits-take", milliseconds=milliseconds)
    if facts.pooler is Pooler.SESSION:
        yield found("pooler", Mark.OPEN, "pooler-session")
    elif facts.pooler is Pooler.TRANSACTION:
        yield found("pooler", Mark.OPEN, "pooler-transaction")
