"""Has cards drawn by another process: in this one, all moves would wait for Python's lock until a
card is drawn."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from types import TracebackType
from typing import IO, NamedTuple, Self, TypeVarTuple, cast

from bot.cards.picture import Picture

Ts = TypeVarTuple("Ts")

PROGRAM = "bot.host.drawing_program"
# How many seconds it may take to end.
PATIENCE = 0.5
# Settings of the bot, such as its token, which have nothing to do with a card.
SETTINGS = ("DISCORD_", "DUELHOST_")


class CantDraw(Exception):
    """A card can't be drawn. It says why as the program's traceback."""


class _Program(NamedTuple):
    process: "subprocess.Popen[bytes]"
    asked: IO[bytes]
    drawn: IO[bytes]


class DrawingProcess:
    """It is started for the first card, as not every bot draws one, and again if it was killed."""

    def __init__(self) -> None:
        self._program: _Program | None = None
        self._one_by_one = Lock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int | None:
        return self._program.process.pid if self._program else None

    def draw(self, paint: Callable[[*Ts], Picture], *of: *Ts) -> Picture:
        """Wait until a card is drawn, so not on the event loop."""
        work = pickle.dumps((paint, of))
        with self._one_by_one:
            try:
                drawn = self._ask(work)
            except (OSError, EOFError, pickle.UnpicklingError):
                self.stop()
                drawn = self._ask(work)
        if not isinstance(drawn, Picture):
            raise CantDraw(drawn)
        return drawn

    def stop(self) -> None:
        program, self._program = self._program, None
        if program is None:
            return
        with program.process as process:
            with suppress(BrokenPipeError):
                program.asked.close()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()

    def _ask(self, work: bytes) -> object:
        program = self._program = self._program or _started()
        # Bytes, so that work that can't be read is read to its end.
        pickle.dump(work, program.asked)
        program.asked.flush()
        return pickle.load(program.drawn)  # noqa: S301  (a program of ours has written it)


def _started() -> _Program:
    """With the modules of this process and no others: the working folder may have some of the same
    names."""
    others = {key: each for key, each in os.environ.items() if not key.startswith(SETTINGS)}
    process = subprocess.Popen(  # noqa: S603  (a program of ours)
        [sys.executable, "-P", "-m", PROGRAM],
        env=others | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    pipes = (cast(IO[bytes], each) for each in (process.stdin, process.stdout))
    return _Program(process, *pipes)
