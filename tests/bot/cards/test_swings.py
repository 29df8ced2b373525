"""The card of an analysis: who stood to win, move by move."""

from dataclasses import replace

import pytest

from bot.cards.colours import GOLD, INK, SEATS
from bot.cards.content import Swings, SwingsOf
from bot.text.english import English
from engine.outcome import Seat
from tests.bot.cards.looking import alike, colour, misplaced, opened
from tests.bot.cards.samples import (
    RESTLESS,
    TWO_GAMES,
    drawn,
    picture,
    swings_of,
    who_stood_to_win,
)

# Where the lanes of the first game are.
LEFT, RIGHT, UPPER, GAP, LOWER = 60, 676, 178, 205, 232


def texts(value: Swings) -> list[str]:
    return [each.text for each in drawn(value).texts]


def marks(value: Swings, ink: str) -> list[tuple[float, float]]:
    return [each.box.middle for each in drawn(value).shapes if each.colour == ink]


def test_it_says_whose_game_it_was_and_where_it_turned() -> None:
    value = who_stood_to_win(swings_of("2 3", 4))
    assert texts(value) == ["Divisor Duel (1–40) #12", "Ana", "Bo", "move 3", "start", "4"]


def test_each_player_has_a_lane_and_only_one_is_filled() -> None:
    """Not by colours alone: the first player's is above and solid, the other one's hollow."""
    image = opened(picture(who_stood_to_win(swings_of("2", 3)))).convert("RGB")
    first, second = (colour(SEATS[seat]) for seat in Seat)
    for nth in range(4):
        middle = round(LEFT + (nth + 0.5) * (RIGHT - LEFT) / 4)
        above, below = (image.getpixel((middle, y)) for y in (UPPER, LOWER))
        edge = image.getpixel((middle, LOWER - 13))
        stands_first = nth < 2
        assert alike(above, first) == stands_first  # type: ignore[arg-type]
        assert alike(edge, second) != stands_first  # type: ignore[arg-type]
        assert not alike(below, second)  # type: ignore[arg-type]


def test_mistakes_are_crossed_and_the_last_one_stands_out() -> None:
    value = who_stood_to_win(swings_of("1 2 4", 4))
    each = (RIGHT - LEFT) / 5
    crosses = sorted(marks(value, INK))
    assert crosses == [pytest.approx((LEFT + nth * each, GAP)) for nth in (1, 2)]
    assert marks(value, GOLD) == [pytest.approx((LEFT + 4 * each, GAP))]


def test_without_a_mistake_nothing_is_marked() -> None:
    value = who_stood_to_win(swings_of("", 4))
    assert marks(value, INK) == marks(value, GOLD) == []
    assert not [each for each in texts(value) if "move" in each]


def test_a_long_game_goes_on_in_rows_of_the_same_length() -> None:
    value = who_stood_to_win(swings_of("70", 100))
    assert texts(value)[3:] == ["start", "33", "34", "67", "move 70", "68", "100"]


def test_the_longest_game_is_no_taller_than_this() -> None:
    value = who_stood_to_win(RESTLESS, replace(RESTLESS, label="game 2"))
    assert drawn(value).box.bottom < 1500
    assert misplaced(drawn(value)) == []


@pytest.mark.parametrize("moves", [1, 4, 49, 50, 60, 200])
@pytest.mark.parametrize("at", ["first", "last"])
def test_what_the_turning_point_says_stays_on_the_card(moves: int, at: str) -> None:
    value = who_stood_to_win(swings_of("1" if at == "first" else str(moves), moves))
    assert misplaced(drawn(value)) == []


def test_a_game_whose_beginning_is_not_known() -> None:
    value = who_stood_to_win(SwingsOf("", (0, 1, 1), first=30))
    assert texts(value)[3:] == ["move 30", "29", "31"]


def test_all_of_it_is_in_the_words_for_those_who_cannot_see_it() -> None:
    assert picture(TWO_GAMES).alt == (
        "Divisor Duel (1–40) #12, who stood to win. "
        "game 1: Turning point at move 7, from Ana to Bo. "
        "Ana stood to win at first, and the win changed hands at moves 3, 4 and 7. "
        "game 2: Turning point at move 19, from Bo to Ana. "
        "Ana stood to win at first, and the win changed hands at moves 12 and 19."
    )
    assert picture(who_stood_to_win(swings_of("", 4))).alt == (
        f"Divisor Duel (1–40) #12, {English.CARD_SWINGS}. Ana stood to win all along."
    )
