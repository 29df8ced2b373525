"""The settings of a host: in the environment, or in a file `.env` in this folder."""

import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.host.misconfigured import Misconfigured
from bot.host.secret_files import held_by
from bot.interactions.rate_limit import UNLIMITED
from bot.text import terminal
from bot.text.format import listing, quoted
from bot.text.troubles import trouble
from storage.database import Database
from storage.engines import database_at
from storage.trouble import Trouble

DATABASE = "duelhost.db"
ENV_FILE = Path(".env")
PREFIX = "DUELHOST_"
TOKEN = re.compile(r"[A-Za-z0-9._=+/-]+")
SWITCH = dict.fromkeys(("on", "true", "yes", "1"), True) | dict.fromkeys(
    ("off", "false", "no", "0"), False
)


def at_terminal() -> bool:
    """Somebody looks at standard error, which may also be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


# The types of settings: each reads a text, or raises a ValueError.


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError
        return number

    return read


def _one_of(*known: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        return known[known.index(text.lower())]

    return read


def _switch(text: str) -> bool:
    if text.lower() not in SWITCH:
        raise ValueError
    return SWITCH[text.lower()]


def _plain_url(text: str) -> str:
    """An address for requests, to which paths can be added."""
    url = urlsplit(text)
    more = url.port == 0 or "@" in url.netloc or re.search(r"[?#\s]", text)
    if more or not url.hostname or url.scheme not in ("http", "https"):
        raise ValueError
    return text.rstrip("/")


def _set_by(key: str, read: Callable[[str], object]) -> dict[str, Any]:
    return {"key": key, "read": read}


@dataclass(frozen=True)
class Premises:
    """The settings of the machine that the bot runs on. Commands beside a running bot need to know
    no more, and no token."""

    database: Database = field(
        default=database_at(DATABASE), metadata=_set_by("DUELHOST_DATABASE", database_at)
    )
    # Holds the database's address, if that has a password.
    database_file: Path | None = field(
        default=None, metadata=_set_by("DUELHOST_DATABASE_FILE", Path)
    )
    backup_dir: Path | None = field(default=None, metadata=_set_by("DUELHOST_BACKUP_DIR", Path))
    backup_hours: int = field(
        default=24, metadata=_set_by("DUELHOST_BACKUP_HOURS", _number(0, 8760))
    )
    backup_keep: int = field(
        default=14, metadata=_set_by("DUELHOST_BACKUP_KEEP", _number(1, 10_000))
    )
    status_port: int | None = field(
        default=None, metadata=_set_by("DUELHOST_STATUS_PORT", _number(1, 65535))
    )
    status_address: IPv4Address | IPv6Address = field(
        default=IPv4Address("127.0.0.1"), metadata=_set_by("DUELHOST_STATUS_ADDRESS", ip_address)
    )


@dataclass(frozen=True)
class Settings(Premises):
    """All that can be set, each under a key of its own."""

    token_file: Path | None = field(default=None, metadata=_set_by("DISCORD_TOKEN_FILE", Path))
    # Not shown where settings are.
    token: str = field(default="", repr=False, metadata=_set_by("DISCORD_TOKEN", str.strip))
    # Another Discord than the usual one.
    rest: str | None = field(default=None, metadata=_set_by("DUELHOST_DISCORD_URL", _plain_url))
    cards: bool = field(default=True, metadata=_set_by("DUELHOST_CARDS", _switch))
    player_limit: int = field(
        default=30, metadata=_set_by("DUELHOST_PLAYER_LIMIT", _number(1, UNLIMITED))
    )
    # How many shards the bot has. Unless it is set, Discord is asked.
    shards: int | None = field(
        default=None, metadata=_set_by("DUELHOST_SHARDS", _number(1, 10_000))
    )
    # How many of them this process takes at most, if others share the database.
    shards_each: int | None = field(
        default=None, metadata=_set_by("DUELHOST_SHARDS_EACH", _number(1, 10_000))
    )
    server_limit: int = field(
        default=500, metadata=_set_by("DUELHOST_SERVER_LIMIT", _number(1, UNLIMITED))
    )
    log_level: str = field(
        default="info",
        metadata=_set_by("DUELHOST_LOG_LEVEL", _one_of("debug", "info", "warning", "error")),
    )
    log_format: str = field(
        default_factory=lambda: "console" if at_terminal() else "json",
        metadata=_set_by("DUELHOST_LOG_FORMAT", _one_of("console", "json")),
    )

    @property
    def token_key(self) -> str:
        """Where the token comes from, which may be told."""
        return _token_key(self.token_file)


# Each setting's default value by its key. Some have none, and one depends on the terminal.
DEFAULTS = {
    str(each.metadata["key"]): None if each.default is MISSING else each.default
    for each in fields(Settings)
}
Chosen = TypeVar("Chosen", bound=Premises)


def read(database: str | None = None) -> Settings:
    """The settings, with the database that was named at the shell, if one was."""
    return _read(Settings, database)


def premises() -> Premises:
    return _read(Premises)


def _read(what: type[Chosen], typed: str | None = None) -> Chosen:
    """Everything that is wrong is said at once, and no exception holds what was set."""
    given = _given()
    wrong = [*_unknown({*given, *os.environ}, {*DEFAULTS})]
    chosen: dict[str, Any] = {}
    for each in fields(what):
        key, reading = each.metadata["key"], each.metadata["read"]
        try:
            if text := _text(key, given, typed):
                chosen[each.name] = reading(text)
            if each.name == "token":
                chosen["token"] = _token(chosen.get("token_file"), chosen.get("token", ""))
        except Misconfigured as said:
            wrong += said.args
        except Trouble as failed:
            wrong.append(trouble(failed))
        except ValueError:
            wrong.append(terminal.SETTINGS[key])
    if what is Settings and chosen.get("backup_dir") and _is_on_server(chosen.get("database")):
        wrong.append(terminal.SETTINGS["server-backups"])
    if wrong:
        raise Misconfigured(*wrong)
    return what(**chosen)


def _text(key: str, given: Mapping[str, str | None], typed: str | None) -> str | None:
    if key != "DUELHOST_DATABASE":
        return given.get(key)
    named = _named_database(given)
    return typed or named


def _is_on_server(database: Database | None) -> bool:
    return database is not None and not isinstance(database.location, Path)


def _token(file: Path | None, given: str) -> str:
    if file and given:
        raise Misconfigured(terminal.SETTINGS["two-tokens"])
    if not file and not given:
        raise Misconfigured(terminal.SETTINGS["token-missing"])
    token = held_by(file, _token_key(file)) if file else given
    if not TOKEN.fullmatch(token):
        raise Misconfigured(terminal.SETTINGS["no-token"].format(key=_token_key(file)))
    return token


def _token_key(file: Path | None) -> str:
    return "DISCORD_TOKEN_FILE" if file else "DISCORD_TOKEN"


def database_key() -> str:
    """The database that `.env` or a secret's file names. The commands look for an address in the
    environment by themselves."""
    return _named_database(_given()) or DATABASE


def _named_database(given: Mapping[str, str | None]) -> str | None:
    database, file = given.get("DUELHOST_DATABASE"), given.get("DUELHOST_DATABASE_FILE")
    if database and file:
        raise Misconfigured(terminal.SETTINGS["two-databases"])
    return held_by(Path(file), "DUELHOST_DATABASE_FILE") if file else database


def _given() -> dict[str, str | None]:
    """Where the environment has an empty value, the file counts."""
    return {**_file(), **{key: text for key, text in os.environ.items() if text}}


def _file() -> Mapping[str, str | None]:
    try:
        return dotenv_values(ENV_FILE, encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise Misconfigured(terminal.SETTINGS["env-file"]) from None


def _unknown(found: set[str], known: set[str]) -> Iterator[str]:
    """A typo is the commonest mistake, and would otherwise go unnoticed."""
    for key in sorted(found - known):
        if key.upper().startswith(PREFIX):
            yield _misspelt(key, known)


def _misspelt(key: str, known: set[str]) -> str:
    """The common prefix of all keys makes none of them a closer match."""
    ends = {each: each for each in known} | {each.partition("_")[2]: each for each in known}
    for close in get_close_matches(key.upper().removeprefix(PREFIX), ends, n=1, cutoff=0.4):
        return terminal.SETTINGS["typo"].format(key=quoted(key), closest=ends[close])
    return terminal.SETTINGS["unknown"].format(key=quoted(key), known=listing(sorted(known), None))
