"""Scenes of the terminal: what hosts read, and what two at one keyboard do."""

from collections.abc import Iterator, Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from typer.main import get_command

from bot.cli import app
from bot.text import storage_failures, terminal
from bot.text.english import English
from bot.text.troubles import trouble
from engine.ids import Instant
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage import trouble as storage_troubles
from storage.location import ServerAddress
from storage.trouble import DatabaseTrouble, Trouble, WrongStanding
from tests.bot.text.facts import FACTS, filled
from tests.bot.text.rendered import Scenes

# Words that are typed, and not read.
TYPED = {"COMMANDS"}
RANK = Rank(Rating(1507.3456, 80.09), Instant(0), 4)
SERVER = ServerAddress("db.example", "5432", "duelhost", "bot")
SAMPLES: Mapping[str, Any] = dict(FACTS) | {
    "where": Path("/srv/duelhost.db"),
    "option": "sslmod",
    "ours": 222,
    "read": 2000,
    "written": 1999,
    "sqlstate": "42P01",
    "stored": Standing(1, 2, 0, -2, "wll"),
    "counted": Standing(3, 1, 0, 2, "wlww", RANK),
}


def terminal_texts(words: type[English]) -> Scenes:
    yield from _troubles()
    for name, text in {**vars(storage_failures), **vars(terminal)}.items():
        if not name.isupper() or name in TYPED | {"TROUBLES", "SERVER_TROUBLES"}:
            continue
        if isinstance(text, Mapping):
            for key, each in text.items():
                yield f"{name} {key}", filled(each)
        else:
            yield name, text if name == "REQUEST" else filled(text)
    for name in ("WINS", "DEMANDS", "STUCK"):
        texts: Mapping[str, str] = getattr(words, name)
        for key in texts:
            yield f"{name} {key}", filled(texts[key])
    yield "HELP", "\n".join(_helps())


def _troubles() -> Scenes:
    classes = [each for each in vars(storage_troubles).values() if isinstance(each, type)]
    for each in classes:
        if issubclass(each, Trouble) and each not in (Trouble, DatabaseTrouble):
            facts = {field.name: SAMPLES[field.name] for field in fields(each)}  # type: ignore[arg-type]
            if each.code in storage_failures.TROUBLES:
                yield each.code, trouble(each(**facts))
            if each.code in storage_failures.SERVER_TROUBLES:
                on_server = each(**facts | {"where": SERVER})
                yield f"{each.code}, on a server", trouble(on_server)
    one, other = Standing(1, form="l"), Standing(1, form="w")
    yield "wrong-standing, none is stored", trouble(WrongStanding(4, 9, "all", 1, None, one))
    same = WrongStanding(4, 9, "all", 1, one, other)
    yield "wrong-standing, in what isn't shown", trouble(same)


def _helps() -> Iterator[str]:
    group = get_command(app)
    for name, command in getattr(group, "commands", {}).items():
        yield f"{name}: {command.help}"
