"""The log: lines on standard error that nobody else can write."""

import json
import logging
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import quote

import structlog
from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.processors import JSONRenderer, TimeStamper, format_exc_info
from structlog.stdlib import LoggerFactory, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, Processor, WrappedLogger

from bot.current_shard import SHARD
from bot.host.settings import Settings, at_terminal
from bot.json_codec import encode
from bot.metrics import FAULTS

HIDDEN = "[token]"
CONCEALED = "[password]"
# A shorter password is a part of many words: to hide it would show it, and ruin every line.
SHORTEST = 6
TRACE = "exception"
# Every interaction comes with a token of its own. It stands in the answer's address, in the
# gateway's frames, and wherever a word begins as they all do: with `interaction:` in base64.
PASSED_ON = re.compile(
    r"""(/(?:interactions|webhooks)/[0-9]+/|token\\*["']: ?\\*["']|aW50ZXJhY3Rpb246)"""
    r"""[^/?#&\s"'\\<>()\[\]]+"""
)
MARKS = ("/interactions/", "/webhooks/", "token", "aW50ZXJhY3Rpb246")
# Those who say more than anybody needs to know, and what is bad enough.
TALKATIVE = {"discord": logging.WARNING} | dict.fromkeys(
    ("aiosqlite", "asyncio", "filelock"), logging.INFO
)


def set_up(settings: Settings) -> None:
    """Once, before anything is said. What libraries say is made the same lines, but by the
    standard library, which takes several times as long for each as structlog alone."""
    level = logging.getLevelNamesMapping()[settings.log_level.upper()]
    shared: Sequence[Processor] = (
        add_logger_name,
        add_log_level,
        add_shard,
        TimeStamper(fmt="iso", utc=True),
        format_exc_info,
    )
    redactor = Redactor(settings.token, settings.database.secrets)
    shown: Sequence[Processor] = (*_renderers(settings), redactor)
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(counted)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[ProcessorFormatter.remove_processors_meta, *shown],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level)
    for name, least in TALKATIVE.items():
        loud = name == "discord" and level == logging.DEBUG
        logging.getLogger(name).setLevel(level if loud else max(level, least))
    logging.captureWarnings(capture=True)
    # Otherwise what can't be written down is shown as it is, token and all.
    logging.raiseExceptions = False
    structlog.configure(
        processors=[*shared, *shown],
        logger_factory=Lines,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )


class Lines:
    """Writes the lines of one of our modules."""

    def __init__(self) -> None:
        # The module that logs is the first one on the stack that isn't this one or structlog.
        self.name = LoggerFactory(ignore_frame_names=[__name__])().name

    def info(self, line: str) -> None:
        with suppress(OSError, ValueError):  # nobody reads it, or the disk is full
            sys.stderr.write(f"{line}\n")
            sys.stderr.flush()

    debug = warning = info

    def error(self, line: str) -> None:
        FAULTS.inc()
        self.info(line)

    critical = error


def add_shard(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Name the shard that a line is about."""
    if (shard := SHARD.get()) is not None:
        event.setdefault("shard", shard)
    return event


def counted(record: logging.LogRecord) -> bool:
    """Counts the errors of libraries, so that monitoring notices them."""
    if record.levelno >= logging.ERROR:
        FAULTS.inc()
    return True


def _renderers(settings: Settings) -> Sequence[Processor]:
    if settings.log_format == "json":
        return (JSONRenderer(as_json),)
    # Other formatters of exceptions show what the variables hold.
    return one_line, ConsoleRenderer(colors=at_terminal(), exception_formatter=plain_traceback)


def as_json(event: EventDict, **how: Any) -> str:
    """Escapes whatever isn't ASCII, as some of it would begin a line or turn the text around."""
    with suppress(TypeError):  # such as a number of more than 64 bits
        line = encode(event, how["default"])
        if line.isascii():
            return line.decode()
    return json.dumps(event, **how)


def one_line(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Somebody's text can't begin a line of its own, or move the cursor: a traceback is indented,
    and everything else stays in its line."""
    shown: EventDict = {key: _escaped(value) for key, value in event.items() if key != TRACE}
    if TRACE in event:
        lines = str(event[TRACE]).splitlines()
        shown[TRACE] = "\n".join(f"  | {_escaped(line)}" for line in lines)
    return shown


def _escaped(value: Any) -> Any:
    if isinstance(value, (int, float)):
        return value
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode()
        for each in str(value)
    )


class Redactor:
    """The last to see a line: wherever the bot's token may have come from, or that of something it
    was asked, with which anybody could answer in its name, it goes no further."""

    def __init__(self, token: str, passwords: Sequence[str] = ()) -> None:
        self._token = token
        self._passwords = [*_spellings(passwords)]

    def __call__(self, _logger: WrappedLogger, _method: str, line: Any) -> str:
        shown = str(line).replace(self._token, HIDDEN)
        for each in self._passwords:
            shown = shown.replace(each, CONCEALED)
        # Every line comes by, and hardly any has one.
        return (
            PASSED_ON.sub(rf"\1{HIDDEN}", shown) if any(map(shown.__contains__, MARKS)) else shown
        )


def _spellings(passwords: Sequence[str]) -> Iterator[str]:
    """Yield how a line may have passwords: as they are, in a URL, and in JSON."""
    for each in passwords:
        if len(each) >= SHORTEST:
            yield from sorted({each, quote(each, safe=""), json.dumps(each)[1:-1]})
