"""The address of a database: read once, and shown without its password."""

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from storage.location import ServerAddress
from storage.postgres.libpq import OperationalError, pq
from storage.trouble import UnknownOption, WrongAddress

SCHEMES = ("postgresql://", "postgres://")
# What an address may leave out. A server that has vanished without a word is noticed within some
# twenty seconds, instead of two hours.
DEFAULTS = {
    "connect_timeout": "5",
    "keepalives": "1",
    "keepalives_idle": "10",
    "keepalives_interval": "3",
    "keepalives_count": "3",
    "tcp_user_timeout": "15000",
    "fallback_application_name": "duelhost",
}
# What no address may change.
FIXED = {"client_encoding": "UTF8"}


@dataclass(frozen=True)
class Server:
    """A database on a server: how to connect to it, and what may be shown of that."""

    address: ServerAddress
    conninfo: bytes = field(repr=False)
    password: str | None = field(repr=False)

    def without_password(self, message: str) -> str:
        """Return what a library says, in case it repeats the password."""
        return message.replace(self.password, "***") if self.password else message


def server_at(url: str) -> Server:
    """Read the address of a database. One that can't be read isn't shown: a password with a slash
    or a question mark in it may be anywhere."""
    if not url.startswith(SCHEMES) or "\0" in url:
        raise WrongAddress
    try:
        parsed = pq.Conninfo.parse(url.encode())
    except (OperationalError, UnicodeEncodeError):
        raise _wrong(url) from None  # the cause would show the address
    given = {each.keyword.decode(): each.val.decode() for each in parsed if each.val is not None}
    usual = {
        each.keyword.decode(): each.val.decode()
        for each in pq.Conninfo.get_defaults()
        if each.val is not None
    }
    known = usual | given
    host = given.get("host") or given.get("hostaddr") or usual.get("host") or "localhost"
    port, user = known.get("port", "5432"), known.get("user", "")
    database = known.get("dbname", user)
    if not re.fullmatch(r"\d{0,5}(,\d{0,5})*", port) or "@" in host or re.search("[@/]", database):
        raise WrongAddress
    settings = DEFAULTS | given | FIXED
    return Server(
        ServerAddress(host, port, database, user),
        " ".join(f"{key}={_quoted(value)}" for key, value in settings.items()).encode(),
        known.get("password"),
    )


def _wrong(url: str) -> WrongAddress | UnknownOption:
    """Name an option that is unknown, if it can't be part of a password."""
    before, _, query = url.partition("?")
    options = {each.keyword.decode() for each in pq.Conninfo.get_defaults()} | {"ssl"}
    if "@" in before and "@" not in query:
        for name, _value in parse_qsl(query, keep_blank_values=True):
            if name not in options and re.fullmatch("[a-zA-Z_]+", name):
                return UnknownOption(name)
    return WrongAddress()


def _quoted(value: str) -> str:
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
