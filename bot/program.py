"""The `duelhost` program: runs a command, and says in a sentence why it failed."""

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from bot.host.misconfigured import EXIT_CODE, Misconfigured
from bot.text.refusals import sentence
from bot.text.troubles import trouble
from engine.refusal import Refusal
from storage.trouble import Trouble


def main(args: Sequence[str] | None = None) -> None:
    _settle_surroundings()
    try:
        try:
            _run(sys.argv[1:] if args is None else args)
        finally:
            sys.stdout.flush()
    except Refusal as refusal:
        _fail(sentence(refusal), 2)
    except Trouble as failed:
        _fail(trouble(failed), 1)
    except Misconfigured as wrong:
        _fail("\nduelhost: ".join(wrong.args), EXIT_CODE)
    except OSError as error:
        # Nobody to read from or nowhere to write to. What could not be written must not be tried
        # again when the interpreter closes its files.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            sys.exit(1)  # a reader that has seen enough, as `head` has, needs no telling
        where = f"{error.filename}: " if error.filename else ""
        _fail(where + (error.strerror or str(error)), 1)


def _run(args: Sequence[str]) -> None:
    if [*args] == ["run"]:
        # The bot runs for months, and what reads command lines would stay in its memory.
        from bot.host.start import start  # noqa: PLC0415

        sys.exit(start())

    from bot.cli import typed  # noqa: PLC0415

    typed(args)


def _settle_surroundings() -> None:
    """Odd bytes, closed files or a terminal of no width are no reason for a traceback."""
    if os.environ.get("COLUMNS") == "0":
        del os.environ["COLUMNS"]
    if sys.stdin is None:
        sys.stdin = io.StringIO()
    if sys.stdout is None:
        _fail(os.strerror(errno.EBADF), 1)
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _fail(why: str, code: int) -> NoReturn:
    print(f"duelhost: {why}", file=sys.stderr)
    sys.exit(code)
