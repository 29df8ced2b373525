"""The settings of a host: in the environment, or in a file `.env` in this folder."""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    AnyHttpUrl,
    BeforeValidator,
    Field,
    IPvAnyAddress,
    SecretStr,
    ValidationError,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from bot.cli.arguments import DATABASE
from bot.host.misconfigured import Misconfigured
from bot.interactions.rate_limit import UNLIMITED
from bot.text import terminal
from bot.text.format import listing, quoted

PREFIX = "DUELHOST_"
TOKEN = re.compile(r"[A-Za-z0-9._=+/-]+")


def at_terminal() -> bool:
    """Somebody looks at standard error, which may also be closed."""
    return sys.stderr is not None and sys.stderr.isatty()


def _wrong(code: str, **facts: object) -> PydanticCustomError:
    """Neither pydantic's sentence nor the value: the value may be a secret."""
    return PydanticCustomError(code, "wrong", facts)


def _plain(url: AnyHttpUrl) -> AnyHttpUrl:
    if url.username or url.password or url.query or url.fragment:
        raise _wrong("DUELHOST_DISCORD_URL")
    return url


class Premises(BaseSettings):
    """The settings of the machine that the bot runs on. Commands beside a running bot need to know
    no more, and no token."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_ignore_empty=True,
        case_sensitive=True,
        extra="ignore",
        frozen=True,
        hide_input_in_errors=True,
    )

    database: Path = Field(default=DATABASE, validation_alias="DUELHOST_DATABASE")
    backup_dir: Path | None = Field(default=None, validation_alias="DUELHOST_BACKUP_DIR")
    backup_hours: int = Field(default=24, ge=0, le=8760, validation_alias="DUELHOST_BACKUP_HOURS")
    backup_keep: int = Field(default=14, ge=1, le=10_000, validation_alias="DUELHOST_BACKUP_KEEP")
    status_port: int | None = Field(
        default=None, ge=1, le=65535, validation_alias="DUELHOST_STATUS_PORT"
    )
    status_address: IPvAnyAddress = Field(
        default=IPv4Address("127.0.0.1"), validation_alias="DUELHOST_STATUS_ADDRESS"
    )


class Settings(Premises):
    """All that can be set, each under a key of its own."""

    token_file: Path | None = Field(default=None, validation_alias="DISCORD_TOKEN_FILE")
    token: SecretStr = Field(
        default=SecretStr(""), validation_alias="DISCORD_TOKEN", validate_default=True
    )
    discord_url: Annotated[AnyHttpUrl, AfterValidator(_plain)] | None = Field(
        default=None, validation_alias="DUELHOST_DISCORD_URL"
    )
    cards: bool = Field(default=True, validation_alias="DUELHOST_CARDS")
    player_limit: int = Field(
        default=30, ge=1, le=UNLIMITED, validation_alias="DUELHOST_PLAYER_LIMIT"
    )
    server_limit: int = Field(
        default=500, ge=1, le=UNLIMITED, validation_alias="DUELHOST_SERVER_LIMIT"
    )
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], BeforeValidator(str.lower)
    ] = Field(default="info", validation_alias="DUELHOST_LOG_LEVEL")
    log_format: Annotated[Literal["console", "json"], BeforeValidator(str.lower)] = Field(
        default_factory=lambda: "console" if at_terminal() else "json",
        validation_alias="DUELHOST_LOG_FORMAT",
    )

    @field_validator("token")
    @classmethod
    def _one_token(cls, token: SecretStr, info: ValidationInfo) -> SecretStr:
        file, given = info.data["token_file"], token.get_secret_value().strip()
        if file and given:
            raise _wrong("two-tokens")
        if file:
            given = _held_by(file)
        elif not given:
            raise _wrong("token-missing")
        if not TOKEN.fullmatch(given):
            raise _wrong("no-token", key=_token_key(file))
        return SecretStr(given)

    @property
    def token_key(self) -> str:
        """Where the token comes from, which may be told."""
        return _token_key(self.token_file)

    @property
    def rest(self) -> str | None:
        """Another Discord than the usual one."""
        return str(self.discord_url).rstrip("/") if self.discord_url else None


Chosen = TypeVar("Chosen", bound=Premises)


def read(database: Path) -> Settings:
    """The settings, with the database that was named at the shell or by `database_key`."""
    return _read(Settings).model_copy(update={"database": database})


def premises() -> Premises:
    return _read(Premises)


def _read(what: type[Chosen]) -> Chosen:
    keys = {str(field.validation_alias) for field in Settings.model_fields.values()}
    wrong = [*_unknown({*os.environ, *_file()}, keys)]
    settings = None
    try:
        settings = what()
    except ValidationError as error:
        wrong += [_sentence(each) for each in error.errors(include_url=False, include_input=False)]
    # Not among what pydantic raised: that holds what was set.
    if wrong or settings is None:
        raise Misconfigured(*wrong)
    return settings


def database_key() -> Path:
    """The database that `.env` names. The commands look into the environment by themselves."""
    return Path(_file().get("DUELHOST_DATABASE") or DATABASE)


def _file() -> Mapping[str, str | None]:
    try:
        return DotEnvSettingsSource(Settings).env_vars
    except (OSError, UnicodeDecodeError):
        raise Misconfigured(terminal.SETTINGS["env-file"]) from None


def _held_by(file: Path) -> str:
    try:
        held = file.read_text("utf-8-sig").strip()
    except (OSError, UnicodeDecodeError):
        raise _wrong("no-token-file") from None
    if not held:
        raise _wrong("empty-token-file")
    return held


def _token_key(file: Path | None) -> str:
    return "DISCORD_TOKEN_FILE" if file else "DISCORD_TOKEN"


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


def _sentence(error: Any) -> str:
    """Errors of our own say what they are; of pydantic's it is enough to know the key."""
    text = terminal.SETTINGS.get(error["type"]) or terminal.SETTINGS[error["loc"][0]]
    return text.format(**error.get("ctx", {}))
