"""The address of a database: read once, and shown without its password."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

from storage.location import ServerAddress
from storage.postgres.libpq import ConninfoOption, OperationalError, pq
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
LONGEST = 60
SECRETS = ("password", "sslpassword")


@dataclass(frozen=True)
class Server:
    """A database on a server: how to connect to it, and what may be shown of that."""

    address: ServerAddress
    settings: dict[str, str] = field(repr=False)

    @property
    def connect_timeout(self) -> int:
        """How many seconds an attempt to connect may take. Nobody waits for ever."""
        return int(self.settings["connect_timeout"]) or LONGEST

    @property
    def secrets(self) -> tuple[str, ...]:
        """What may be shown nowhere."""
        return tuple(filter(None, map(self.settings.get, SECRETS)))

    def without_password(self, message: str) -> str:
        """Return what a library says, in case it repeats the password."""
        for each in self.secrets:
            message = message.replace(each, "***")
        return message


def server_at(url: str) -> Server:
    """Read the address of a database. One that can't be read isn't shown: a password with a slash
    or a question mark in it may be anywhere."""
    if not url.startswith(SCHEMES) or "\0" in url:
        raise WrongAddress
    try:
        given = _values(pq.Conninfo.parse(url.encode()))
    except (OperationalError, UnicodeEncodeError):
        raise _wrong(url) from None  # the cause would show the address
    known = _values(pq.Conninfo.get_defaults()) | given
    settings = DEFAULTS | known | FIXED
    host = settings.get("host") or settings.get("hostaddr") or "localhost"
    user = settings.get("user", "")
    address = ServerAddress(host, settings["port"], settings.get("dbname", user), user)
    if not _is_plain(address) or not settings["connect_timeout"].isdecimal():
        raise WrongAddress
    return Server(address, settings)


def _values(options: list[ConninfoOption]) -> dict[str, str]:
    return {each.keyword.decode(): each.val.decode() for each in options if each.val is not None}


def _is_plain(address: ServerAddress) -> bool:
    """Whether no part of a password can have got into the address."""
    ports = re.fullmatch(r"\d{0,5}(,\d{0,5})*", address.port)
    return bool(ports) and "@" not in address.host and not re.search("[@/]", address.database)


def conninfo(settings: Mapping[str, str]) -> bytes:
    """Return settings as libpq takes them."""
    return " ".join(f"{key}={_quoted(value)}" for key, value in settings.items()).encode()


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
