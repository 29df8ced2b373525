"""Settings are read from the environment and files, and mistakes in them are reported."""

import os
from dataclasses import fields
from ipaddress import IPv4Address, IPv6Address
from pathlib import Path

import pytest

from bot.host import settings
from bot.host.misconfigured import EXIT_CODE, Misconfigured
from bot.host.settings import DATABASE
from bot.text import storage_failures, terminal
from storage.engines import database_at
from tests.bot.host.discord_stub import TOKEN
from tests.program import Duelhost, Run

MISSING = (
    "DISCORD_TOKEN is missing. Put the bot's token there, in the environment or in a file called "
    ".env, or name a file that holds it in DISCORD_TOKEN_FILE."
)
NO_FILE = (
    "DISCORD_TOKEN_FILE names a file that can't be read. Name one that is there, and let the user "
    "that runs Duelhost read it."
)
UNLIKELY = terminal.SETTINGS["no-token"]
NO_ADDRESS = (
    "DUELHOST_DISCORD_URL can't be used. It has to be like http://127.0.0.1:8080/api/v10, with "
    "http or https, and without a password or a question mark."
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder and an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for key in os.environ:
        if key.startswith(("DISCORD_", settings.PREFIX)):
            monkeypatch.delenv(key)
    return tmp_path


def in_file(*lines: str) -> None:
    Path(".env").write_text("\n".join(lines), encoding="utf-8")


def test_what_is_set_when_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", f" {TOKEN}\n")
    found = settings.read(DATABASE)
    assert found.token == TOKEN
    assert {each.name: getattr(found, each.name) for each in fields(found)} == {
        "token": TOKEN,
        "token_file": None,
        "database": database_at("duelhost.db"),
        "database_file": None,
        "backup_dir": None,
        "backup_hours": 24,
        "backup_keep": 14,
        "status_port": None,
        "status_address": IPv4Address("127.0.0.1"),
        "player_limit": 30,
        "server_limit": 500,
        "shards": None,
        "shards_each": None,
        "rest": None,
        "cards": True,
        "log_level": "info",
        "log_format": "json",
    }
    assert (found.token_key, found.token) == ("DISCORD_TOKEN", TOKEN)


def test_everything_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("token").write_text(f"{TOKEN}\n")
    monkeypatch.setenv("DISCORD_TOKEN_FILE", "token")
    monkeypatch.setenv("DUELHOST_DATABASE", "a.db")
    monkeypatch.setenv("DUELHOST_DISCORD_URL", "http://127.0.0.1:8080/api/v10/")
    monkeypatch.setenv("DUELHOST_CARDS", "off")
    monkeypatch.setenv("DUELHOST_BACKUP_DIR", "copies")
    monkeypatch.setenv("DUELHOST_BACKUP_HOURS", "0")
    monkeypatch.setenv("DUELHOST_BACKUP_KEEP", "1")
    monkeypatch.setenv("DUELHOST_STATUS_PORT", "9464")
    monkeypatch.setenv("DUELHOST_STATUS_ADDRESS", "::1")
    monkeypatch.setenv("DUELHOST_PLAYER_LIMIT", "5")
    monkeypatch.setenv("DUELHOST_SERVER_LIMIT", "50")
    monkeypatch.setenv("DUELHOST_SHARDS", "20")
    monkeypatch.setenv("DUELHOST_LOG_LEVEL", "WARNING")
    monkeypatch.setenv("DUELHOST_LOG_FORMAT", "console")
    found = settings.read("a.db")
    assert found.token == TOKEN
    assert (found.token_key, found.rest) == ("DISCORD_TOKEN_FILE", "http://127.0.0.1:8080/api/v10")
    assert (found.log_level, found.log_format) == ("warning", "console")
    assert not found.cards
    assert (found.backup_dir, found.backup_hours, found.backup_keep) == (Path("copies"), 0, 1)
    assert (found.status_port, found.status_address) == (9464, IPv6Address("::1"))
    assert (found.player_limit, found.server_limit, found.shards) == (5, 50, 20)
    assert found.database == settings.premises().database == database_at("a.db")


@pytest.mark.parametrize(("looking", "chosen"), [(True, "console"), (False, "json")])
def test_somebody_who_looks_gets_the_console(
    monkeypatch: pytest.MonkeyPatch, looking: bool, chosen: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setattr("sys.stderr.isatty", lambda: looking)
    assert settings.read(DATABASE).log_format == chosen


def test_nobody_looks_at_what_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr", None)
    assert not settings.at_terminal()


def test_the_environment_goes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    in_file(f"DISCORD_TOKEN={TOKEN}", "DUELHOST_LOG_LEVEL=error", "DUELHOST_LOG_FORMAT=console")
    monkeypatch.setenv("DUELHOST_LOG_LEVEL", "debug")
    monkeypatch.setenv("DUELHOST_LOG_FORMAT", "")
    found = settings.read(DATABASE)
    assert (found.token, found.log_level, found.log_format) == (TOKEN, "debug", "console")


def test_a_file_as_windows_writes_it_and_others_use_it() -> None:
    in_file(f"\ufeffDISCORD_TOKEN='{TOKEN}'", "database=other", "log_level=other", "PORT=80")
    found = settings.read(DATABASE)
    assert (found.token, found.database, found.log_level) == (TOKEN, database_at(DATABASE), "info")


def test_the_token_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    found = settings.read(DATABASE)
    assert TOKEN not in f"{found} {found!r}"


def wrong() -> tuple[str, ...]:
    with pytest.raises(Misconfigured) as raised:
        settings.read(DATABASE)
    # The exception has no context that could reveal a setting.
    assert raised.value.__context__ is None
    return raised.value.args


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, MISSING),
        ({"DISCORD_TOKEN": ""}, MISSING),
        ({"DISCORD_TOKEN": " \n"}, MISSING),
        ({"DISCORD_TOKEN_FILE": ""}, MISSING),
        ({"discord_token": TOKEN}, MISSING),
        (
            {"DISCORD_TOKEN": TOKEN, "DISCORD_TOKEN_FILE": "nowhere"},
            "DISCORD_TOKEN and DISCORD_TOKEN_FILE are both set. Take one of them away.",
        ),
        ({"DISCORD_TOKEN_FILE": "nowhere"}, NO_FILE),
        ({"DISCORD_TOKEN_FILE": "."}, NO_FILE),
        ({"DISCORD_TOKEN_FILE": "odd"}, NO_FILE),
        (
            {"DISCORD_TOKEN_FILE": "empty"},
            (
                "DISCORD_TOKEN_FILE names a file with nothing in it. Put the bot's token into "
                "that file."
            ),
        ),
        (
            {"DISCORD_TOKEN_FILE": "two"},
            UNLIKELY.format(key="DISCORD_TOKEN_FILE"),
        ),
        (
            {"DISCORD_TOKEN": f"Bot {TOKEN}"},
            UNLIKELY.format(key="DISCORD_TOKEN"),
        ),
    ],
)
def test_a_token_that_cannot_be_had(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], sentence: str
) -> None:
    Path("empty").write_text(" \n")
    Path("two").write_text(f"{TOKEN}\n{TOKEN}\n")
    Path("odd").write_bytes(b"\xff")
    for key, value in given.items():
        monkeypatch.setenv(key, value)
    assert wrong() == (sentence,)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("DUELHOST_DISCORD_URL", "ftp://example.org", NO_ADDRESS),
        ("DUELHOST_DISCORD_URL", "127.0.0.1:8080", NO_ADDRESS),
        ("DUELHOST_DISCORD_URL", "http://bot:secret@example.org", NO_ADDRESS),
        ("DUELHOST_DISCORD_URL", "http://secret@example.org", NO_ADDRESS),
        ("DUELHOST_DISCORD_URL", "http://example.org/?a=b", NO_ADDRESS),
        ("DUELHOST_DISCORD_URL", "http://example.org/#top", NO_ADDRESS),
        (
            "DUELHOST_LOG_LEVEL",
            TOKEN,
            "DUELHOST_LOG_LEVEL has to be debug, info, warning or error.",
        ),
        ("DUELHOST_CARDS", "some", "DUELHOST_CARDS has to be on or off."),
        *(
            ("DUELHOST_BACKUP_HOURS", wrong, terminal.SETTINGS["DUELHOST_BACKUP_HOURS"])
            for wrong in ("-1", "8761", "1.5", "daily")
        ),
        *(
            ("DUELHOST_BACKUP_KEEP", wrong, terminal.SETTINGS["DUELHOST_BACKUP_KEEP"])
            for wrong in ("0", "10001", "all")
        ),
        *(
            ("DUELHOST_STATUS_PORT", wrong, terminal.SETTINGS["DUELHOST_STATUS_PORT"])
            for wrong in ("0", "65536", "http")
        ),
        *(
            ("DUELHOST_STATUS_ADDRESS", wrong, terminal.SETTINGS["DUELHOST_STATUS_ADDRESS"])
            for wrong in ("localhost", "127.0.0.1:80")
        ),
        ("DUELHOST_PLAYER_LIMIT", "0", terminal.SETTINGS["DUELHOST_PLAYER_LIMIT"]),
        ("DUELHOST_SERVER_LIMIT", "none", terminal.SETTINGS["DUELHOST_SERVER_LIMIT"]),
        ("DUELHOST_SHARDS", "0", terminal.SETTINGS["DUELHOST_SHARDS"]),
        ("DUELHOST_SHARDS_EACH", "many", terminal.SETTINGS["DUELHOST_SHARDS_EACH"]),
        ("DUELHOST_LOG_FORMAT", "xml", "DUELHOST_LOG_FORMAT has to be console or json."),
        (
            "DUELHOST_DATBASE",
            "a.db",
            "There is no setting DUELHOST_DATBASE. Call it DUELHOST_DATABASE, or take it away.",
        ),
        (
            "DUELHOST_TOKEN",
            TOKEN,
            "There is no setting DUELHOST_TOKEN. Call it DISCORD_TOKEN, or take it away.",
        ),
        (
            "DUELHOST_DISCORD_TOKEN",
            TOKEN,
            "There is no setting DUELHOST_DISCORD_TOKEN. Call it DISCORD_TOKEN, or take it away.",
        ),
        (
            "duelhost_log_level",
            "info",
            "There is no setting duelhost_log_level. Call it DUELHOST_LOG_LEVEL, or take it away.",
        ),
        (
            "DUELHOST_\x1b[31m",
            "1",
            (
                "There is no setting DUELHOST_�[31m. Take it away, or choose DISCORD_TOKEN, "
                "DISCORD_TOKEN_FILE, DUELHOST_BACKUP_DIR, DUELHOST_BACKUP_HOURS, "
                "DUELHOST_BACKUP_KEEP, DUELHOST_CARDS, DUELHOST_DATABASE, DUELHOST_DATABASE_FILE, "
                "DUELHOST_DISCORD_URL, "
                "DUELHOST_LOG_FORMAT, DUELHOST_LOG_LEVEL, DUELHOST_PLAYER_LIMIT, "
                "DUELHOST_SERVER_LIMIT, DUELHOST_SHARDS, DUELHOST_SHARDS_EACH, "
                "DUELHOST_STATUS_ADDRESS or "
                "DUELHOST_STATUS_PORT."
            ),
        ),
    ],
)
@pytest.mark.parametrize("place", ["environment", "file"])
def test_what_is_set_wrongly(
    monkeypatch: pytest.MonkeyPatch, place: str, key: str, value: str, sentence: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    if place == "environment":
        monkeypatch.setenv(key, value)
    else:
        in_file(f"'{key}'='{value}'")
    assert wrong() == (sentence,)


def test_everything_that_is_wrong_is_said_at_once(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DUELHOST_DB", "a.db")
    monkeypatch.setenv("DUELHOST_LOG_LEVEL", "loud")
    in_file("DUELHOST_LOG_FORMAT=xml")
    typo = "There is no setting DUELHOST_DB. Call it DUELHOST_DATABASE, or take it away."
    level = terminal.SETTINGS["DUELHOST_LOG_LEVEL"]
    layout = terminal.SETTINGS["DUELHOST_LOG_FORMAT"]
    sentences = (typo, MISSING, level, layout)
    assert duelhost("run") == Run(
        EXIT_CODE, "", "".join(f"duelhost: {each}\n" for each in sentences)
    )


@pytest.mark.parametrize("command", ["run", "check"])
def test_a_file_that_cannot_be_read(duelhost: Duelhost, command: str) -> None:
    Path(".env").write_bytes(b"DISCORD_TOKEN=\xff")
    assert duelhost(command) == Run(
        EXIT_CODE,
        "",
        "duelhost: The file .env in this folder can't be read. It has to be UTF-8 text, and the "
        "user that runs Duelhost has to be able to read it.\n",
    )


@pytest.mark.parametrize(
    ("args", "environment", "looked_for"),
    [
        ((), "", "of-file.db"),
        ((), "nowhere/of-environment.db", "of-environment.db"),
        (("--database", "nowhere/of-shell.db"), "nowhere/of-environment.db", "of-shell.db"),
    ],
)
def test_all_commands_mean_the_same_database(
    duelhost: Duelhost,
    monkeypatch: pytest.MonkeyPatch,
    args: tuple[str, ...],
    environment: str,
    looked_for: str,
) -> None:
    in_file("DUELHOST_DATABASE=nowhere/of-file.db", f"DISCORD_TOKEN={TOKEN}")
    monkeypatch.setenv("DUELHOST_DATABASE", environment)
    no_folder = storage_failures.TROUBLES["no-folder"].format(folder="nowhere")
    assert duelhost("check", *args) == Run(1, "", f"duelhost: {no_folder}\n")
    Path("nowhere").mkdir()
    run = duelhost("doctor", "--offline", *args)
    assert f"There is none at nowhere/{looked_for} yet." in run.out


ADDRESS = "postgresql://bot:s3cr3t-and-more@database.example/duels"


@pytest.mark.parametrize("place", ["environment", "file"])
def test_an_address_in_a_file_of_its_own(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """The image names a database already, so an empty value has to count as none."""
    Path("secret").write_text(f"{ADDRESS}\n")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DUELHOST_DATABASE", "")
    if place == "environment":
        monkeypatch.setenv("DUELHOST_DATABASE_FILE", "secret")
    else:
        in_file("DUELHOST_DATABASE_FILE=secret")
    assert settings.premises().database == database_at(ADDRESS)
    assert settings.read().database == database_at(ADDRESS)
    assert settings.database_key() == ADDRESS
    assert settings.read("a.db").database == database_at("a.db")
    Path("secret").write_text("postgresql://bot:s3cr3t@[")
    with pytest.raises(Misconfigured) as raised:
        settings.premises()
    assert "s3cr3t" not in str(raised.value)
    Path("secret").write_text("nowhere/of-secret.db")
    no_folder = storage_failures.TROUBLES["no-folder"].format(folder="nowhere")
    assert duelhost("check") == Run(1, "", f"duelhost: {no_folder}\n")
    assert "There is no database at b.db." in duelhost("check", "--database", "b.db").err


@pytest.mark.parametrize(
    ("secret", "database", "sentence"),
    [
        (ADDRESS, "a.db", terminal.SETTINGS["two-databases"]),
        (
            " \n",
            "",
            (
                "DUELHOST_DATABASE_FILE names a file with nothing in it. Put the database's "
                "address into that file."
            ),
        ),
        (None, "", NO_FILE.replace("DISCORD_TOKEN_FILE", "DUELHOST_DATABASE_FILE")),
    ],
)
def test_an_address_in_a_file_that_cannot_be_had(
    duelhost: Duelhost,
    monkeypatch: pytest.MonkeyPatch,
    secret: str | None,
    database: str,
    sentence: str,
) -> None:
    if secret is not None:
        Path("secret").write_text(secret)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DUELHOST_DATABASE", database)
    monkeypatch.setenv("DUELHOST_DATABASE_FILE", "secret")
    assert wrong() == (sentence,)
    assert duelhost("run").err == f"duelhost: {sentence}\n"


def test_a_file_that_names_no_database(duelhost: Duelhost) -> None:
    in_file("DUELHOST_DATABASE=")
    assert "There is no database at duelhost.db." in duelhost("check").err


def test_each_sentence_has_a_reason() -> None:
    keys = {*settings.DEFAULTS}
    by_key = {each for each in terminal.SETTINGS if each.isupper()}
    assert by_key <= keys
    assert keys - by_key == {
        "DISCORD_TOKEN",
        "DISCORD_TOKEN_FILE",
        "DUELHOST_DATABASE",
        "DUELHOST_DATABASE_FILE",
        "DUELHOST_BACKUP_DIR",
    }
