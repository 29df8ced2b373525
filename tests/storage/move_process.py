"""Moves a database in a process that is killed half-way: it says so when it is there, and waits."""

import sys
import threading

from storage import moving
from storage.engines import database_at

HALFWAY = "halfway"


def wait_halfway(done: int, total: int) -> None:
    if done > total // 2:
        print(HALFWAY, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    moving.STRIDE = 1
    moving.move(database_at(sys.argv[1]), database_at(sys.argv[2]), wait_halfway)
