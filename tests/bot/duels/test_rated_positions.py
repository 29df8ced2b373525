"""Two positions are the same if they are played on in the same way, however they came about."""

from dataclasses import dataclass
from typing import Any

import pytest

from bot.duels.rated_positions import positions_of, require_not_in_rated_duel
from engine.duel import Playing
from engine.games import set_up
from engine.games.game import Game
from engine.record import Record
from engine.refusal import InRatedDuel
from storage.match import Match
from tests.bot.text.duels import ANA, after, match, of


@dataclass
class Running:
    """A store in which Ana plays one rated duel, and a request of hers."""

    duel: Playing
    player = ANA

    async def rated_running(self, player: int) -> tuple[Match, ...]:
        assert player == ANA
        return (match(self.duel),)


async def is_refused(played: Record, game: Game[Any], moves: str = "") -> bool:
    """Whether help with the positions of a game is refused while this one is being played."""
    duel = after(of(played.game), " ".join(map(played.game.text, played.moves)))
    assert isinstance(duel, Playing)
    running: Any = Running(duel)
    helped = positions_of(Record.replay(game, moves.split()))
    try:
        await require_not_in_rated_duel(running, running, helped)
    except InRatedDuel:
        return True
    return False


def record(key: str, moves: str = "", **options: Any) -> Record:
    return Record.replay(set_up(key, options), moves.split())


@pytest.mark.parametrize(
    ("played", "other", "moves"),
    [
        (record("divisor", "6 3", size=9), record("divisor", size=9), "6 3 9"),
        # The numbers are gone, whether the host struck them out or players took them.
        (
            record("divisor", "9", size=9, board="drawn", gone=[6], opening=[3]),
            record("divisor", size=9),
            "6 3 9",
        ),
        # The same table, where the other seat is to move.
        (record("split", numbers=[9]), record("split", size=12), "9"),
    ],
)
async def test_the_same_position(played: Record, other: Record, moves: str) -> None:
    assert await is_refused(played, other.game, moves)


@pytest.mark.parametrize(
    ("played", "other", "moves"),
    [
        (record("divisor", "6 3", size=9), record("divisor", size=9), "6 1 3"),
        (record("divisor", "6 3", size=9), record("divisor", size=10), "6 3"),
        (record("divisor", "6 3", size=9), record("divisor", size=9, rule="steps"), "6 3"),
        (record("parity", "6 3", size=9), record("evenodd", size=9), "6 3"),
    ],
)
async def test_another_position(played: Record, other: Record, moves: str) -> None:
    assert not await is_refused(played, other.game, moves)
