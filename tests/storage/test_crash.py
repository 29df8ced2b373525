"""Kill -9 at any moment: acknowledged moves are there, no move against the bot is there without its
answer, and the file is sound."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from engine.outcome import Seat
from engine.record import Record
from storage.sqlite.check import check
from storage.sqlite.file import connect_reading

ROOT = Path(__file__).parents[2]


@dataclass
class Seen:
    """The moves that a process has acknowledged in all its runs, by duel."""

    moves: dict[int, list[str]] = field(default_factory=dict)

    def hear(self, line: str) -> None:
        match line.split():
            case ["accepted", number]:
                self.moves[int(number)] = []
            case ["moved", number, ply, *texts]:
                assert len(self.moves[int(number)]) == int(ply) - 1
                self.moves[int(number)] += texts

    @property
    def count(self) -> int:
        return sum(map(len, self.moves.values()))

    def missing(self, path: Path) -> list[str]:
        """Return acknowledged moves that are missing, and moves that the bot hasn't answered. A
        duel may have one move more and the bot's answer, if the kill cut off its
        acknowledgement."""
        with closing(connect_reading(path)) as db:
            rows = db.execute("SELECT id, record, level IS NOT NULL FROM duel").fetchall()
        records = {
            number: (Record.parse(text), with_bot) for number, text, with_bot in rows if text
        }
        lost = [
            f"duel {number}: {record} waits for the bot"
            for number, (record, with_bot) in records.items()
            if with_bot and record.outcome is None and record.to_move is Seat.SECOND
        ]
        for number, moves in self.moves.items():
            record, with_bot = records.get(number, (None, False))
            there = [record.game.text(move) for move in record.moves] if record else []
            most = len(moves) + 1 + with_bot
            if record is None or there[: len(moves)] != moves or len(there) > most:
                lost.append(f"duel {number}: {moves} acknowledged, {there} there")
        return lost


def live_and_die(path: Path, seen: Seen, lines: int, *mistake: str) -> None:
    """Let the process play until it has acknowledged this much, and kill it at once."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.crash_process", str(path), *mistake],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        for _ in range(lines):
            seen.hear(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        # Lines left in the pipe are acknowledged moves too.
        for line in process.stdout:
            seen.hear(line)
    assert process.returncode == -signal.SIGKILL


def lives(path: Path, kills: int, *mistake: str) -> Iterator[list[str]]:
    """Return the moves missing after each kill. The moments are random but the same in every
    run."""
    random, seen = Random(kills), Seen()
    for _ in range(kills):
        live_and_die(path, seen, random.randrange(500), *mistake)
        yield seen.missing(path)
    print(f"{kills} kills, {seen.count} moves acknowledged")


def test_no_acknowledged_move_is_lost(path: Path) -> None:
    assert list(lives(path, 5)) == [[]] * 5
    assert list(check(path)) == []


@pytest.mark.long
def test_no_acknowledged_move_is_lost_in_many_lives(path: Path) -> None:
    assert list(lives(path, 200)) == [[]] * 200
    assert list(check(path)) == []


def test_a_move_that_is_acknowledged_too_early_is_found_out(path: Path) -> None:
    """Without this, the tests above could pass because they don't look."""
    assert any(missing for missing in lives(path, 10, "early"))
