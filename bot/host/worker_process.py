"""Has work done by another process, such as drawing cards: in this one, all moves would wait for
Python's lock until it is done."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from types import TracebackType
from typing import IO, NamedTuple, Self, TypeVar, TypeVarTuple, cast

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

PROGRAM = "bot.host.worker_program"
# How many seconds it may take to end.
PATIENCE = 0.5
# Settings of the bot, such as its token, which have nothing to do with the work.
SETTINGS = ("DISCORD_", "DUELHOST_")


class WorkFailed(Exception):
    """The work can't be done. It says why as the program's traceback."""


class _Program(NamedTuple):
    process: "subprocess.Popen[bytes]"
    asked: IO[bytes]
    done: IO[bytes]


class WorkerProcess:
    """It is started for the first work, as not every bot has any, and again if it was killed."""

    def __init__(self) -> None:
        self._program: _Program | None = None
        self._one_by_one = Lock()
        self._ended = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _type: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._ended = True
        self.stop()

    @property
    def pid(self) -> int | None:
        return self._program.process.pid if self._program else None

    def run(self, function: Callable[[*Ts], T], *of: *Ts) -> T:
        """Return what a function of a module of ours returns. This waits until it is done, so it is
        not for the event loop. What is cut short is begun again: it changes nothing."""
        work = pickle.dumps((function, of))
        with self._one_by_one:
            try:
                done, result = self._ask(work)
            except (OSError, EOFError, ValueError, pickle.UnpicklingError) as error:
                if self._ended:
                    raise WorkFailed("the end has cut it short") from error
                self.stop()
                done, result = self._ask(work)
        if not done:
            raise WorkFailed(result)
        return cast(T, result)

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

    def _ask(self, work: bytes) -> tuple[bool, object]:
        """Whether the work was done, and its result or else why not."""
        if self._ended:
            raise WorkFailed("nothing is done any more")
        program = self._program = self._program or _started()
        # Bytes, so that work that can't be read is read to its end.
        pickle.dump(work, program.asked)
        program.asked.flush()
        answer: tuple[bool, object] = pickle.load(program.done)  # noqa: S301  (a program of ours)
        return answer


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
