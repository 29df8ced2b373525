"""The time, as this machine has it."""

import time

from engine.ids import Instant


def system_clock() -> Instant:
    return Instant(time.time_ns() // 1_000_000)
