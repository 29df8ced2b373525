"""The card of a board with many numbers."""

from dataclasses import replace

import pytest

from bot.cards.board import FEW, LOOKS, Grid
from bot.cards.colours import GOOD, SEATS
from engine.games import GAMES
from engine.games.view import Mark
from engine.outcome import Seat
from engine.record import Record
from tests.bot.cards.looking import alike, colour, faint, misplaced, opened
from tests.bot.cards.samples import OPENED, drawn, of, picture, position
from tests.engine.random_play import boards

BOARD, SMALL = (position("divisor", "24 12 6", size=size) for size in (30, 25))


def test_it_says_what_can_be_taken() -> None:
    texts = [each.text for each in drawn(BOARD).texts]
    assert texts[:4] == ["Divisor Duel", "1 to 30 · 27 left · move 4", "Ana", "Bo"]
    assert texts[4:34] == [str(number) for number in range(1, 31)]
    assert texts[34:] == ["you can take", "last", "gone", "out of reach"]


def test_few_numbers_are_large_and_say_how_they_can_be_taken() -> None:
    texts = [each.text for each in drawn(SMALL).texts]
    assert texts[4:14] == ["1", "6÷6", "2", "6÷3", "3", "6÷2", "4", "5", "6", "last"]


def test_long_names_leave_the_title_its_room() -> None:
    names = (("Maximiliana von und zu Gutenberg",), ("W" * 32,))
    canvas = drawn(replace(position("sequence", "5 3 4"), names=names))
    title, _, first, second = [each.text for each in canvas.texts][:4]
    assert title == "Sequence Builder"
    assert first.startswith("Maxi")
    assert second.startswith("WWW")
    assert misplaced(canvas) == []


def test_all_of_it_is_in_the_words_for_those_who_cannot_see_it() -> None:
    assert picture(BOARD).alt == (
        "Divisor Duel, 1 to 30 · 27 left · move 4. Can be taken: 1-3, 18, 30. Last: 6. "
        "Out of reach: 4-5, 7-11, 13-17, 19-23, 25-29. "
        "Taken by ● Ana: 6, 24. Taken by ▲ Bo: 12."
    )
    assert picture(position("parity", "", size=26)).alt == (
        "Parity Duel, 1 to 26 · 26 left · move 1. Can be taken: 1-26. Last: none. "
        "Out of reach: none. Taken by ● Ana: none. Taken by ▲ Bo: none."
    )


def test_numbers_look_like_what_they_are() -> None:
    image = opened(picture(BOARD)).convert("RGB")
    for cell in BOARD.record.view.cells:
        box = Grid.of(30).box(cell.number - 1)
        pixel = image.getpixel((round(box.left + 6), round(box.bottom - 16)))
        assert isinstance(pixel, tuple)
        assert alike(pixel, colour(LOOKS[cell.mark].fill)), cell


def test_what_is_gone_is_struck_out_and_shows_who_took_it() -> None:
    shapes = drawn(BOARD).shapes
    gone = [cell.number for cell in BOARD.record.view.cells if cell.mark is Mark.TAKEN]
    assert gone == [12, 24]
    assert [each.colour for each in shapes[:2]] == [SEATS[seat] for seat in Seat], "which is whose"
    (strike, second), (other, first) = shapes[2:4], shapes[4:6]
    assert strike.colour == other.colour == LOOKS[Mark.TAKEN].ink
    assert (first.colour, second.colour) == (SEATS[Seat.FIRST], SEATS[Seat.SECOND])
    for number, mark, by in ((12, strike, second), (24, other, first)):
        box = Grid.of(30).box(number - 1)
        assert mark.box.middle == pytest.approx(box.middle, abs=2)
        assert box.left < by.box.left
        assert by.box.right < box.right
    # The remaining shape is the stroke of the legend.
    assert len(shapes[6:]) == 1


def test_what_the_host_did_is_seen_and_told() -> None:
    """Struck out are 5, 15, 16 and 40; the host took 24 and 12, then Ana 6 and Bo 3."""
    canvas, grid = drawn(OPENED), Grid.of(40)
    texts = [each.text for each in canvas.texts]
    assert texts[0] == "Divisor Duel (ranked)"
    assert texts[1] == "1 to 40 · 32 left · move 3 · opening 24 12"
    assert texts[-5:] == ["you can take", "last", "gone", "out of reach", "struck out"]
    assert misplaced(canvas) == []
    shapes = canvas.shapes[2:]  # the first two say which is whose
    crossed = [each.box for each in shapes if each.box.bottom - each.box.top > 15]
    struck = [grid.box(number - 1) for number in (5, 15, 16, 40)]
    assert [each.middle for each in crossed] == [
        pytest.approx(each.middle, abs=2) for each in struck
    ]
    (taken,) = [each.box for each in shapes if each.colour in SEATS.values()]
    assert grid.box(5).left < taken.left < taken.right < grid.box(5).right, "nobody took 24 and 12"
    assert "Last: 3. " in picture(OPENED).alt
    assert "Struck out: 5, 15-16, 40. Taken by ● Ana: 6. Taken by ▲ Bo: 3." in picture(OPENED).alt


def test_a_board_without_struck_numbers_says_nothing_of_them() -> None:
    opened_only = position("divisor", "", size=30, opening=[24, 12])
    assert "struck out" not in [each.text for each in drawn(opened_only).texts]
    assert "Struck out" not in picture(opened_only).alt
    assert "opening 24 12. Can be taken" in picture(opened_only).alt


def test_the_last_number_is_named_whichever_row_it_went_to() -> None:
    canvas = drawn(position("sequence", "3 *9", rows="either"))
    texts = [each.text for each in canvas.texts]
    assert texts[texts.index("9") + 1] == "last"


@pytest.mark.parametrize("size", [2, 25, 26, 64, 100])
@pytest.mark.parametrize("key", ["divisor", "parity", "evenodd"])
def test_a_board_of_any_size_is_a_card(key: str, size: int) -> None:
    canvas, grid = drawn(position(key, "2", size=size)), Grid.of(size)
    assert misplaced(canvas) == []
    assert grid.box(size - 1).bottom < canvas.box.bottom
    assert canvas.box.bottom <= canvas.box.right, "Discord shows what is higher than wide smaller"
    columns = {grid.box(nth).left for nth in range(size)}
    assert len(columns) == min(size, 5 if size <= FEW else 10)


def test_so_is_every_other_game_with_numbers_to_take() -> None:
    canvas = drawn(position("sequence", "5 3 4"))
    assert misplaced(canvas) == []
    assert faint(canvas) == []
    assert "3+9=12" in [each.text for each in canvas.texts]
    assert GOOD in {each.colour for each in canvas.shapes}


@pytest.mark.parametrize("key", GAMES)
def test_a_board_with_numbers_fits_in_every_game(key: str) -> None:
    for board in boards(GAMES[key]):
        played = Record.start(board)
        for _ in range(2):
            played = played.play(played.legal[0]) if played.legal else played
        if played.view.cells:
            canvas = drawn(of(played))
            assert misplaced(canvas) == []
            assert faint(canvas) == []
