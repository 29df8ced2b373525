"""Games that went as they go every time between players who know them."""

from typing import Any

import pytest

from engine.games import GAMES, set_up
from engine.record import Record
from tests.engine.countdown import Countdown


@pytest.mark.parametrize(
    ("record", "is_known"),
    [
        ("divisor/size=20/11-1-13", True),
        ("divisor/size=20/13-1-11", True),
        ("divisor/size=20/19-1-17", True),
        ("divisor/size=40/23-1-29", True),
        # The second player need not have taken 1.
        ("divisor/size=20/12-1-13", False),
        ("divisor/size=20/11-1-6-3-9-18-2-10-5-15", False),
        ("divisor/size=3,rule=steps/3-2-1", False),
        ("divisor/size=20,gone=2.3,opening=11/1-13", False),
        ("parity/size=4/1-2-3-4", True),
        ("parity/size=3/1-2-3", True),
        # Whoever opens an odd size with an even number gives it away.
        ("parity/size=3/2-1", False),
        ("evenodd/size=4/2-1-4-3", True),
        ("parity/size=4,rule=doubles/2-1-4", False),
        ("parity/size=6,gone=6/1-2-3-4-5", False),
        ("split/size=16/1", True),
        ("split/size=16/2", True),
        ("split/size=16/5-2", False),
        ("split/size=3,keep=both/2", False),
        ("split/numbers=3.4/4:1-3:1", False),
        ("sequence//6-5-2-3-9-4-7-8-1", False),
    ],
)
def test_the_known_way(record: str, is_known: bool) -> None:
    key, options, moves = record.split("/")
    known = {option.key: option for option in GAMES[key].options()}
    names = {name: option for option in known.values() for name in option.names}
    pairs = (each.split("=") for each in options.split(",") if each)
    game: Any = set_up(key, {name: names[name].read(value) for name, value in pairs})
    played = Record.replay(game, moves.split("-"))
    assert game.known_way(played.moves) is is_known


def test_a_game_from_a_package_has_none_unless_it_says_so() -> None:
    assert not Countdown(4).known_way((3, 1))
