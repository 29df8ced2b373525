"""The lines that the bot writes: what is in them, and what can't get into them."""

import json
import logging
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
import structlog

from bot.host import logs, settings
from bot.host.settings import DATABASE
from bot.metrics import REGISTRY
from tests.bot.host.discord_stub import TOKEN

Level = Literal["debug", "info", "warning", "error"]
SetUp = Callable[..., Any]
# A user's text that tries to forge log lines in every way.
FORGED = "7\n2026-01-01T00:00:00Z [info     ] ready\r\x1b[2K\x85\u2028{}"
TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"


@pytest.fixture
def set_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[SetUp]:
    """Set up logging, and restore the global state afterwards."""
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


def test_lines_to_look_into_are_counted(set_up: SetUp) -> None:
    def faults() -> float:
        return REGISTRY.get_sample_value("duelhost_faults_total") or 0

    log, before = set_up("json"), faults()
    log.warning("not one")
    assert faults() == before
    log.error("one")
    logging.getLogger("storage.rows").critical("another, of a library's")
    assert faults() == before + 2


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


# Interaction tokens: one as Discord makes them, and another form.
ASKED_WITH = ["aW50ZXJhY3Rpb246MTIzNDU2Nzg5MDEyMzQ1Njc4:aB-_9.c=", "x_Y-1" * 20]
API = "https://discord.com/api/v10"


@pytest.mark.parametrize("token", ASKED_WITH)
@pytest.mark.parametrize("layout", ["json", "console"])
def test_nor_do_those_of_what_was_asked(
    set_up: SetUp, capsys: pytest.CaptureFixture[str], layout: str, token: str
) -> None:
    """Tokens are hidden wherever discord.py and aiohttp are known to log them."""
    log, library = set_up(layout, "debug"), logging.getLogger("discord.gateway")
    frame = {"t": "INTERACTION_CREATE", "d": {"id": "1", "token": token, "type": 2}}
    library.debug("For Shard ID %s: WebSocket Event: %s", 0, frame)
    library.debug("received %s", json.dumps(frame))
    library.debug("received %r", json.dumps(frame, separators=(",", ":")))
    for address in (
        f"{API}/interactions/12/{token}/callback",
        f"{API}/webhooks/34/{token}?wait=True",
        f"{API}/webhooks/34/{token}",
        f"{API}/webhooks/34/{token}/messages/@original",
    ):
        library.debug("Webhook ID %s with %s %s has returned %s", 34, "POST", address, 204)
        log.warning("an answer didn't get through", failed=f"0, url='{address}'", at=[address])
        try:
            fail(f"404, url=URL({address!r})")
        except ValueError:
            log.exception("wrong")
    shown = capsys.readouterr().err
    assert token not in shown
    assert shown.count(logs.HIDDEN) == 3 + 4 * 4
    # The rest of each line is kept.
    assert f"{API}/interactions/12/{logs.HIDDEN}/callback" in shown
    assert f"'token': '{logs.HIDDEN}', 'type': 2}}" in shown
    assert f"POST {API}/webhooks/34/{logs.HIDDEN}?wait=True" in shown


def test_a_token_by_itself_is_known_by_its_beginning(
    set_up: SetUp, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up("console").info("asked", text=f"<{ASKED_WITH[0]}>")
    assert capsys.readouterr().err.rstrip().endswith(f"text='<aW50ZXJhY3Rpb246{logs.HIDDEN}>'")
    # Behind what JSON makes of the end of a line there is no gap.
    set_up("json").info("asked", text=f"first\n{ASKED_WITH[0]}")
    assert ASKED_WITH[0] not in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["a token of mine", "token: 'x", "/webhooks/a/b", "/interactions/", '"token": 1']
)
def test_what_is_no_token_is_shown(text: str) -> None:
    assert logs.Redactor(TOKEN)(None, "", text) == text


def test_what_cannot_be_written_down_is_not_shown_another_way(
    set_up: SetUp, capsys: pytest.CaptureFixture[str]
) -> None:
    set_up("json")
    logging.getLogger("storage").warning("%d", TOKEN)
    assert capsys.readouterr().err == ""
