"""Measure the resource use of another process, where this system reports it."""

import os
import sys
import time
from pathlib import Path

TOLD = sys.platform == "linux"
# Linux has a clock of what a process computes, and names it by the process's number turned round.
CPU = 2


def cpu(pid: int) -> float:
    """Return the CPU time of all of the process's threads, user and system, in seconds."""
    return time.clock_gettime((~pid << 3) | CPU) if TOLD else 0.0


def resident(pid: int) -> int:
    """Return the resident memory of the process, in bytes."""
    if not TOLD:
        return 0
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
