"""The program that works beside the bot: it does one thing after another, as it is asked to on its
standard input. It ends with the bot, which alone writes there."""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress
from typing import IO

# How much less of a busy processor it gets than the bot. At the lowest priority it would get next
# to nothing, and a board waits for its picture.
NICER = 10


def main() -> None:
    # A signal to all of the bot's processes lets the bot finish what it has begun.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    asked, done = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may get among the results
    with suppress(EOFError, BrokenPipeError):
        _work(asked, done)
        # The first work took much longer, as all that it needs was loaded for it.
        with suppress(OSError, AttributeError):  # not allowed, or not known on this system
            os.nice(NICER)
        while True:
            _work(asked, done)


def _work(asked: IO[bytes], done: IO[bytes]) -> None:
    done.write(_done(pickle.load(asked)))  # noqa: S301  (the bot has written it)
    done.flush()


def _done(work: bytes) -> bytes:
    """Return whether the work is done, and its result or else why not."""
    try:
        function, of = pickle.loads(work)  # noqa: S301
        return pickle.dumps((True, function(*of)))
    except Exception:  # noqa: BLE001  (the bot logs it)
        return pickle.dumps((False, traceback.format_exc()))


if __name__ == "__main__":
    main()
