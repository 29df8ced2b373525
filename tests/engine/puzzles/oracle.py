"""Puzzles that somebody else has found and described."""

import json
from pathlib import Path
from typing import Any

from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.split import Split
from engine.record import Record
from tests.missing import missing

ORACLE = Path(__file__).parents[3].parent / "shared/oracle/oracle.json"


def known_puzzles() -> list[dict[str, Any]]:
    if not ORACLE.exists():
        missing(f"{ORACLE} has the puzzles")
    found: list[dict[str, Any]] = json.loads(ORACLE.read_text())["puzzles"]
    return found


def posed(puzzle: dict[str, Any]) -> Record:
    """The position of a puzzle as a record without moves."""
    return Record.start(_game(puzzle))


def _game(puzzle: dict[str, Any]) -> Game[Any]:
    if puzzle["relation"] == "split":
        return Split(tuple(puzzle["live"]), keep=puzzle["keep"])
    size, last = puzzle["size"], puzzle["last"]
    rule = {"divides": "classic", "steps": "steps"}[puzzle["relation"]]
    gone = {*range(1, size + 1)} - {*puzzle["free"], last}
    return Divisor(size, rule=rule, gone=tuple(gone), opening=(last,))
