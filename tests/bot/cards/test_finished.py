"""The card of a finished duel, of every game."""

from dataclasses import replace
from random import Random

import pytest

from bot.cards.colours import BAD, DIM, GOOD, LAST, MARKED, ON_LAST, SEATS
from bot.cards.content import Chain, Finish, Side, Step
from engine.games import GAMES
from engine.outcome import Seat
from tests.bot.cards.looking import alike, colour, misplaced, opened
from tests.bot.cards.samples import (
    HUNDRED,
    LEGS,
    SEQUENCES,
    UNPLAYED,
    by_turns,
    drawn,
    finish,
    picture,
)
from tests.builders import random_record
from tests.engine.random_play import sized


def written(value: Finish) -> list[str]:
    return [each.text for each in drawn(value).texts]


def test_it_says_who_has_won_and_why_and_what_that_does() -> None:
    assert written(finish()) == [
        "Bo wins",
        "Ana has no divisor or multiple of 11 left",
        *("1503", "−9", "Ana", "no legal move"),
        *("1507", "+9", "Bo", "winner"),
        *("6", "12", "4", "20", "5", "15", "3", "9", "18", "2", "16", "8", "1", "11"),
        *("rated · #31", "Divisor Duel · 1–20 · 14 moves"),
    ]


def test_all_of_it_is_in_the_words_for_those_who_cannot_see_it() -> None:
    assert picture(finish()).alt == (
        "Bo wins. Ana has no divisor or multiple of 11 left. Divisor Duel, 1–20 · 14 moves. "
        "Player 1: Ana, no legal move, rating 1503, −9. Player 2: Bo, winner, rating 1507, +9. "
        "By turns, Ana first: 6, 12, 4, 20, 5, 15, 3, 9, 18, 2, 16, 8, 1, 11 (end). rated · #31."
    )
    assert picture(SEQUENCES).alt == (
        "Ana wins. 3 even pairs to 1. Sequence Builder, 9 moves. Player 1: Ana, 3 even pairs. "
        "Player 2: Bo, "
        "1 even pair. 8 10 11 12. Ana: 6, 2, 8, 3, 9. 6 8 11. Bo: 5, 1, 7, 4. not rated · #33."
    )
    assert picture(UNPLAYED).alt == "Nobody wins. Parity Duel. Player 1: Ana. Player 2: Bo."
    mixed = Chain("", (Step("1", 1), Step("2", 0), Step("3", 0)))
    assert "Player 2: Bo. Bo: 1. Ana: 2, 3." in picture(replace(UNPLAYED, chains=(mixed,))).alt


def test_more_words_than_discord_takes_are_cut() -> None:
    alt = picture(replace(finish(moves=HUNDRED), why="so it is, " * 200)).alt
    assert len(alt) == 1024
    assert alt.endswith("…")


def test_whoever_has_won_is_marked_and_nobody_if_nobody_has() -> None:
    def grounds(value: Finish) -> list[bool]:
        image = opened(picture(value))
        top = next(each for each in drawn(value).texts if each.text == "Ana").room.top
        pixels = [image.getpixel((x, round(top))) for x in (200, 530)]
        return [isinstance(each, tuple) and alike(each, colour(MARKED)) for each in pixels]

    assert grounds(finish()) == [False, True]
    assert grounds(SEQUENCES) == [True, False]
    assert grounds(UNPLAYED) == [False, False]


@pytest.mark.parametrize(("change", "shown"), [(9, GOOD), (-9, BAD), (0, DIM)])
def test_a_change_is_coloured_by_what_it_is(change: int, shown: str) -> None:
    value = replace(UNPLAYED, sides=(Side(("Ana",), "", 1500, change), Side(("Bo",), "", 1500)))
    (text,) = [each for each in drawn(value).texts if each.text[0] in "+−±"]
    assert text.style.colour == shown


def test_what_there_is_only_one_line_of_stands_in_the_middle() -> None:
    both = replace(UNPLAYED, sides=(Side(("Ana",), "", 1500), Side(("Bo",), "note", 1501, 1)))
    where = {each.text: each.room.middle[1] for each in drawn(both).texts[1:]}
    assert where["1500"] == where["Ana"] or where["1500"] > where["1501"]
    assert where["1501"] < where["1500"] < where["+1"]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("size", [10, 40, 100])
def test_the_moves_of_every_game_are_all_there(key: str, size: int) -> None:
    game = sized(GAMES[key], size)
    for seed in range(3 if size == 10 else 1):
        record = random_record(game, Random(seed))
        texts = " ".join(record.game.text(move) for move in record.moves)
        value = finish(moves=texts)
        assert misplaced(drawn(value)) == []
        after = written(value)[10:]
        assert after[: record.ply] == texts.split()
        assert f": {texts.replace(' ', ', ')} (end)." in picture(value).alt


@pytest.mark.parametrize("moves", [1, 2, 14, 15, 16, 17, 31, 33, 48, 49, 81, 100])
def test_every_move_is_in_its_own_place_under_whoever_made_it(moves: int) -> None:
    canvas = drawn(finish(moves=" ".join(HUNDRED.split()[:moves])))
    # The first two are beside the names, and the last move is marked as the end.
    shapes = canvas.shapes[2:-1]
    assert len(shapes) == moves - 1
    assert canvas.shapes[-1].colour == ON_LAST
    assert {each.colour for each in shapes[::2]} <= {SEATS[Seat.FIRST]}
    assert {each.colour for each in shapes[1::2]} <= {SEATS[Seat.SECOND]}
    assert len({each.box.middle for each in shapes}) == moves - 1
    columns: dict[int, set[str]] = {}
    for each in shapes:
        columns.setdefault(round(each.box.middle[0]), set()).add(each.colour)
    assert all(len(each) == 1 for each in columns.values())
    assert misplaced(canvas) == []


@pytest.mark.parametrize(
    "moves", ["26→17 17→9 9→5", " ".join(["26→17"] * 30), " ".join(["26→17"] * 97)]
)
def test_moves_with_long_names_are_given_room(moves: str) -> None:
    assert [each for each in written(finish(moves=moves)) if "→" in each] == moves.split()


def test_only_the_last_move_of_a_chain_that_ends_is_marked() -> None:
    def marks(value: Finish) -> int:
        pixels = opened(picture(value)).convert("RGB").getcolors(1 << 24) or []
        wide = [
            count for count, each in pixels if isinstance(each, tuple) and alike(each, colour(LAST))
        ]
        return round(sum(wide) / (41 * 56) + 0.3)

    assert marks(finish()) == 1
    assert marks(LEGS) == 2
    assert marks(replace(finish(), chains=(Chain("", by_turns("6 12 4")),))) == 0


def test_what_two_players_built_stands_below_them() -> None:
    where = {each.text: each.room for each in drawn(SEQUENCES).texts}
    assert where["6"].top == where["5"].top
    assert where["5"].left > 350
    alone = replace(SEQUENCES, chains=SEQUENCES.chains[:1])
    assert drawn(alone).box == drawn(SEQUENCES).box
    long = Chain("", tuple(Step(str(nth), 1) for nth in range(9)))
    below = replace(SEQUENCES, chains=(SEQUENCES.chains[0], long))
    assert drawn(below).box.bottom > drawn(SEQUENCES).box.bottom


def test_two_legs_of_it_stand_one_below_the_other() -> None:
    """The second one was begun by the second player, whose place is on the right all the same."""
    legs = (*SEQUENCES.chains, *reversed(SEQUENCES.chains))
    canvas = drawn(replace(SEQUENCES, chains=legs))
    assert misplaced(canvas) == []
    sixes = [each.room for each in canvas.texts if each.text == "6"]
    fives = [each.room for each in canvas.texts if each.text == "5"]
    assert [each.left for each in sixes] == [sixes[0].left] * 2
    assert [each.left for each in fives] == [fives[0].left] * 2
    assert [each.top for each in sixes] == [each.top for each in fives]
    assert sixes[0].top + 80 < sixes[1].top


def test_a_label_with_the_name_says_whose_moves_they_are() -> None:
    named = replace(SEQUENCES.chains[0], label="leg 1 {first}")
    assert (
        "1 even pair. leg 1 Ana: 6, 2, 8, 3, 9." in picture(replace(SEQUENCES, chains=(named,))).alt
    )


def test_who_has_no_name_that_can_be_drawn_is_told_from_the_other_one() -> None:
    value = finish(first=(), second=("\u200b", "漢"))
    assert written(value)[0] == "player 2 wins"
    assert picture(value).alt.startswith("player 2 wins. player 1 has no divisor")


def test_a_long_reason_takes_a_second_line_and_no_third() -> None:
    short, long = (replace(finish(), why="because " * count) for count in (5, 500))
    lines = [each.text for each in drawn(long).texts if each.text.startswith("because")]
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert drawn(long).box.bottom == drawn(short).box.bottom + 32
    assert misplaced(drawn(long)) == []


def test_a_reason_is_not_crowded_out_by_a_name() -> None:
    value = replace(finish(first=("W" * 32,)), why="{first} ran out of time")
    said = " ".join(written(value))
    assert "W… ran out of time" in said
    assert "…" in said.split(" ran")[0]


def test_titles_of_any_length_leave_room_for_the_rest() -> None:
    long = replace(finish(), title="Divisor " * 20, details="details " * 20, footer="foot " * 60)
    assert misplaced(drawn(long)) == []
    assert written(long)[0] == "Bo wins"


def test_a_chain_without_moves_is_left_out() -> None:
    empty = replace(UNPLAYED, chains=(Chain("Leg 1", ()),))
    assert picture(empty) == picture(UNPLAYED)
