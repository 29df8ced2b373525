"""The lines that the bot writes: what is in them, and what can't get into them."""

import json
import logging
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
import structlog

from bot.cli.arguments import DATABASE
from bot.host import logs, settings
from tests.bot.discord_stub import TOKEN

Level = Literal["debug", "info", "warning", "error"]
SetUp = Callable[..., Any]
# Somebody's text that would like to be a line of its own, in every way that there is.
FORGED = "7\n2026-01-01T00:00:00Z [info     ] ready\r\x1b[2K\x85\u2028{}"
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[SetUp]:
    """Everything that is set up once for all is put back."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)

    def made(layout: str, level: Level = "info") -> Any:
        monkeypatch.setenv("DUELHOST_LOG_LEVEL", level)
        monkeypatch.setenv("DUELHOST_LOG_FORMAT", layout)
        logs.set_up(settings.read(DATABASE))
        return structlog.get_logger()

    yield made
    root.handlers, root.level = handlers, level
    for name in logs.TALKATIVE:
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.captureWarnings(capture=False)
    logging.raiseExceptions = True
    structlog.reset_defaults()


def fail(text: str) -> None:
    raise ValueError(text)


def test_a_line_of_json(set_up: SetUp, capsys: pytest.CaptureFixture[str]) -> None:
    set_up("json").info("ready", servers=3)
    line = json.loads(capsys.readouterr().err)
    assert re.fullmatch(TIME, line.pop("timestamp"))
    assert line == {"event": "ready", "level": "info", "logger": __name__, "servers": 3}


def test_a_line_at_the_console(set_up: SetUp, capsys: pytest.CaptureFixture[str]) -> None:
    set_up("console").info("ready", servers=3, name="two words")
    assert re.fullmatch(
        TIME + rf" \[info     \] ready +\[{re.escape(__name__)}\] name='two words' servers=3\n",
        capsys.readouterr().err,
    )


@pytest.mark.parametrize("layout", ["json", "console"])
def test_libraries_speak_the_same_way(
    set_up: SetUp, capsys: pytest.CaptureFixture[str], layout: str
) -> None:
    set_up(layout).warning("%s", "ours")
    logging.getLogger("storage.rows").warning("%s", "theirs")
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.warn("old", stacklevel=1)
    ours, theirs, warned = capsys.readouterr().err.splitlines()
    for line in (ours, theirs, warned):
        assert "warning" in line
        assert re.search(TIME, line)
    assert "storage.rows" in theirs
    assert "py.warnings" in warned


@pytest.mark.parametrize(
    ("level", "least"),
    [
        ("debug", ("debug", "info", "debug")),
        ("info", ("warning", "info", "info")),
        ("warning", ("warning", "warning", "warning")),
        ("error", ("error", "error", "error")),
    ],
)
def test_who_says_how_much(
    set_up: SetUp,
    capsys: pytest.CaptureFixture[str],
    level: Level,
    least: tuple[str, ...],
) -> None:
    log = set_up("json", level)
    for each in ("debug", "info", "warning", "error"):
        getattr(logging.getLogger("discord.gateway"), each)("")
        getattr(logging.getLogger("aiosqlite"), each)("")
        getattr(log, each)("")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    first = {line["logger"]: line["level"] for line in reversed(lines)}
    assert first == dict(zip(("discord.gateway", "aiosqlite", __name__), least, strict=True))


@pytest.mark.parametrize("layout", ["json", "console"])
def test_no_line_can_be_forged(
    set_up: SetUp, capsys: pytest.CaptureFixture[str], layout: str
) -> None:
    log = set_up(layout)
    log.info(FORGED)
    log.info("asked", text=FORGED, texts=[FORGED], error=ValueError(FORGED))
    logging.getLogger("storage").warning("%s", FORGED)
    lines = capsys.readouterr().err.removesuffix("\n").splitlines()
    assert len(lines) == 3
    assert all(line.isprintable() for line in lines)


@pytest.mark.parametrize("foreign", [False, True])
def test_a_traceback_is_indented(
    set_up: SetUp, capsys: pytest.CaptureFixture[str], foreign: bool
) -> None:
    log = set_up("console")
    try:
        fail(FORGED)
    except ValueError:
        (logging.getLogger("storage") if foreign else log).exception("wrong")
    first, *trace = capsys.readouterr().err.removesuffix("\n").splitlines()
    assert re.match(TIME + r" \[error    \] wrong", first)
    assert trace[0] == "  | Traceback (most recent call last):"
    assert "  | ValueError: 7" in trace
    assert all(line.startswith("  | ") and line.isprintable() for line in trace)


def test_a_traceback_in_json(set_up: SetUp, capsys: pytest.CaptureFixture[str]) -> None:
    log = set_up("json")
    try:
        fail(FORGED)
    except ValueError as error:
        log.error("wrong", exc_info=error)  # noqa: TRY400  (as the desk has it)
    line = json.loads(capsys.readouterr().err)
    assert line["exception"].startswith("Traceback (most recent call last):\n")
    assert line["exception"].endswith(f"ValueError: {FORGED}")


class Holder:
    def __repr__(self) -> str:
        return f"<Holder {TOKEN}>"


@pytest.mark.parametrize("layout", ["json", "console"])
def test_the_token_goes_no_further(
    set_up: SetUp, capsys: pytest.CaptureFixture[str], layout: str
) -> None:
    log = set_up(layout, "debug")
    log.info(TOKEN, text=TOKEN, held={"in": [TOKEN]}, holder=Holder(), **{TOKEN: 1})
    logging.getLogger("discord.http").debug("header %s", {"Authorization": f"Bot {TOKEN}"})
    try:
        fail(f"Bot {TOKEN}")
    except ValueError:
        log.exception("wrong")
    shown = capsys.readouterr().err
    assert TOKEN not in shown
    assert shown.count(logs.HIDDEN) == 7
    assert f"ValueError: Bot {logs.HIDDEN}" in shown


def test_what_cannot_be_written_down_is_not_shown_another_way(
    set_up: SetUp, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up("json")
    logging.getLogger("storage").warning("%d", TOKEN)
    assert capsys.readouterr().err == ""
