"""Keeps the bot's memory small, and its search for garbage quick."""

import ctypes
import gc
from contextlib import suppress


def settle() -> None:
    """Take what is there now out of the search for garbage, and let go of the rest. At the start
    these are the modules, which would take a tenth of the bot's time, and once it is ready the
    servers: with thousands of them each full search would stop everything for a fifth of a second.
    """
    gc.unfreeze()  # servers of an earlier connection may have become garbage
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)
    with suppress(OSError, AttributeError):  # other systems do it by themselves
        ctypes.CDLL(None).malloc_trim(0)
