"""Another game is one file and its name on the shelf: a small one is added here and everything
that works for the five works for it."""

import json
from pathlib import Path
from random import Random

import pytest

import engine.games
from engine.games import GAMES, set_up
from engine.solve import Fate, fate, solve
from tests.engine.conformance import conforms
from tests.program import Duelhost

COUNTDOWN = '''
"""Countdown."""

from dataclasses import dataclass

from engine.demand import Demand
from engine.games.game import Game, Rules
from engine.games.options import number_option
from engine.games.view import Cell, Choice, Mark, View
from engine.outcome import Seat
from engine.refusal import GameOver, MoveRefused


@dataclass(eq=False)
class TooFar(MoveRefused):
    number: int


@dataclass(frozen=True)
class Countdown(Game[tuple[int, int]]):
    """Count down by 1, 2 or 3; whoever cannot has lost."""

    key = "countdown"
    title = "Countdown"
    pitch = "Count down by 1, 2 or 3 and be the one who says nought."

    size: int = number_option("Where to begin.", default=21, least=1, most=50)

    @property
    def rules(self):
        return Rules("Say nought.", "In turns.", "1, 2 or 3.", "At nought.", "21, 18, 16.")

    def start(self):
        return (self.size, 0)

    def to_move(self, state):
        return Seat.at(state[1])

    def legal(self, state):
        return tuple(range(1, min(3, state[0]) + 1))

    def demand(self, state):
        return Demand.CHOOSE

    def play(self, state, move):
        legal = self.legal(state)
        if not legal:
            raise GameOver(self.to_move(state).other)
        if move not in legal:
            raise TooFar(move, demand=Demand.CHOOSE, legal=legal)
        return (state[0] - move, state[1] + 1)

    def view(self, moves, state):
        legal = self.legal(state)
        return View(
            to_move=self.to_move(state) if legal else None,
            demand=Demand.CHOOSE,
            choices=tuple(Choice(move) for move in legal),
            last=moves[-1] if moves else None,
            outcome=self.outcome(state),
            cells=tuple(Cell(n, Mark.OUT_OF_REACH) for n in range(state[0] + 1)),
        )
'''


@pytest.fixture(autouse=True)
def _countdown_is_on_the_shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "countdown.py").write_text(COUNTDOWN)
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(tmp_path)])
    monkeypatch.setitem(
        GAMES,
        "countdown",
        engine.games._from_shelf("countdown"),
    )


@pytest.mark.parametrize("size", [1, 21, 50])
def test_it_conforms(size: int) -> None:
    conforms(set_up("countdown", {"size": size}), Random(size))


def test_it_is_solved_by_search() -> None:
    game = set_up("countdown", {})
    for number in range(1, 22):
        winning = (number % 4,) if number % 4 else ()
        assert solve(game, (number, 0)).winning == winning
    assert fate(game) is Fate.OPEN
    assert fate(set_up("countdown", {"size": 1})) is Fate.FIRST


def test_it_is_played_and_explained_in_the_terminal(duelhost: Duelhost) -> None:
    played = duelhost("play", "countdown", "--size", "4", typed="4\n2\n2\n")
    assert "\nChoose 1, 2 or 3.\nThat move isn't allowed. You can choose 1, 2 or 3.\n" in played.out
    assert "There is nothing left to choose.\nPlayer 1 has no move. Player 2 wins!" in played.out
    assert "Say nought." in duelhost("rules", "countdown").out
    assert json.loads(duelhost("solve", "countdown").out)["winning"] == ["1"]
