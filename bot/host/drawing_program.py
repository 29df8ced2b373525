"""The program that draws cards, one after another, as they are asked for on its standard input. It
ends with the bot, which alone writes there."""

import os
import pickle
import signal
import sys
import traceback
from contextlib import suppress

# How much less of a busy processor it gets than the bot. At the lowest priority it would get next
# to nothing, and a board waits for its picture.
NICER = 10


def main() -> None:
    # A signal to all of the bot's processes lets the bot finish what it has begun.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    with suppress(OSError, AttributeError):  # not allowed, or not known on this system
        os.nice(NICER)
    asked, drawn = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing else may get among the cards
    with suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(_drawn(pickle.load(asked)), drawn)  # noqa: S301  (the bot has written it)
            drawn.flush()


def _drawn(work: bytes) -> object:
    """Return a picture, or why there is none."""
    try:
        paint, of = pickle.loads(work)  # noqa: S301
        return paint(*of)
    except Exception:  # noqa: BLE001  (the bot logs it)
        return traceback.format_exc()


if __name__ == "__main__":
    main()
