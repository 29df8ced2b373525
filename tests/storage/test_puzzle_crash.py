"""Kill -9 at any moment: acknowledged decisions are there, each once, and the file is sound."""

import os
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from storage.sqlite.check import check
from storage.sqlite.file import connect_reading

ROOT = Path(__file__).parents[2]
# What a process has acknowledged: the decisions of an attempt, by player and puzzle.
Seen = dict[tuple[int, int], str]


def live_and_die(path: Path, seen: Seen, lines: int) -> None:
    """Let the process answer puzzles until it has acknowledged this much, and kill it at once."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.puzzle_process", str(path)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        for nth, line in enumerate(process.stdout):
            _, player, number, decisions = line.split()
            before = seen.get((int(player), int(number)), "")
            assert decisions.startswith(before)
            assert decisions.count("=") == before.count("=") + 1
            seen[int(player), int(number)] = decisions
            if nth == lines:
                process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL


@pytest.mark.durable
def test_no_acknowledged_decision_is_lost(path: Path) -> None:
    seen: Seen = {}
    for lines in (20, 45):
        live_and_die(path, seen, lines)
    with closing(connect_reading(path)) as db:
        rows = db.execute("SELECT player, puzzle, decisions FROM attempt").fetchall()
    there = {(player, number): decisions for player, number, decisions in rows}
    assert len(seen) > 10
    for attempt, decisions in seen.items():
        # There may be one more, if the kill cut off its acknowledgement.
        assert there[attempt].startswith(decisions)
        assert there[attempt].count("=") <= decisions.count("=") + 1
    assert list(check(path)) == []
