"""Render log entries as the bot would write them, in each of its formats."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from structlog.dev import ConsoleRenderer, plain_traceback
from structlog.processors import JSONRenderer, format_exc_info

from bot.host.logs import Redactor, one_line

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gabcde.a_secret-that.nobody-may-see"  # noqa: S105
HIDE = Redactor(TOKEN)


def as_json(entry: Mapping[str, Any]) -> str:
    said = format_exc_info(None, "", dict(entry))
    return HIDE(None, "", JSONRenderer()(None, "", said))


def at_the_console(entry: Mapping[str, Any]) -> str:
    said = one_line(None, "", format_exc_info(None, "", dict(entry)))
    return HIDE(
        None, "", ConsoleRenderer(colors=False, exception_formatter=plain_traceback)(None, "", said)
    )


def forged(entry: Mapping[str, Any]) -> Iterator[str]:
    """Yield each way in which an entry could pass for several records, or move the cursor."""
    line = as_json(entry)
    if len(line.splitlines()) != 1 or not line.isascii() or not line.isprintable():
        yield f"more than a line: {line!r}"
    elif json.loads(line).keys() != {*map(str, entry)} - {"exc_info"} | _traced(entry):
        yield f"other keys: {line}"
    first, *others = at_the_console(entry).splitlines()
    if not all(each.startswith("  | ") for each in others):
        yield f"a line of its own: {others}"
    if not all(each.isprintable() for each in (first, *others)):
        yield f"not only text: {first!r} {others!r}"


def _traced(entry: Mapping[str, Any]) -> set[str]:
    return {"exception"} if entry.get("exc_info") else set()
