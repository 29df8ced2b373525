"""The card of a leaderboard."""

from dataclasses import replace

import pytest

from bot.cards.colours import BAD, BRONZE, DIM, GOLD, GOOD, INK, MARKED, SILVER
from bot.cards.content import Leaderboard, LeaderboardRow
from tests.bot.cards.looking import alike, colour, misplaced, opened
from tests.bot.cards.samples import CASUAL_LADDER, LADDER, NO_LADDER, drawn, picture


def with_row(row: LeaderboardRow) -> Leaderboard:
    return replace(LADDER, rows=(row,))


ANA = LeaderboardRow("12", ("Ana",), "1512", "41–30", "wwltw")


def test_it_says_who_is_how_good() -> None:
    assert [each.text for each in drawn(with_row(ANA)).texts] == [
        *("Divisor Duel leaderboard", "Number Nerds", "rating", "W–L", "last 5"),
        *("12", "Ana", "1512", "41–30"),
        "8 of 23 rated players · 1 provisional",
    ]


def test_all_of_it_is_in_the_words_for_those_who_cannot_see_it() -> None:
    rows = (ANA, LADDER.rows[3], LADDER.rows[-1], replace(ANA, form=""))
    assert picture(replace(LADDER, rows=rows)).alt == (
        "Divisor Duel leaderboard, Number Nerds. "
        "12: Ana, rating 1512, 41–30, last W W L T W. "
        "4: Bo (marked), rating 1498, 39–33, last L W L W L. "
        "–: sigma_7, rating 1388 (provisional), 2–1, last W L W. "
        "12: Ana, rating 1512, 41–30. "
        "8 of 23 rated players · 1 provisional."
    )
    assert picture(NO_LADDER).alt == ("Parity Duel leaderboard, Number Nerds. Nobody is rated yet.")


def test_a_card_without_a_footer_ends_below_its_last_row() -> None:
    canvas = drawn(replace(with_row(ANA), footer=""))
    assert "" not in [each.text for each in canvas.texts]
    assert canvas.box.bottom == drawn(with_row(ANA)).box.bottom - 40


def test_ten_long_names_are_all_in_the_words() -> None:
    names = [f"{'Longname' * 3}{'ABCDEFGHIJ'[nth] * 8}" for nth in range(10)]
    rows = [
        LeaderboardRow(str(nth + 101), (name,), "1512?", "1041–1030–100", "wwltw", yours=True)
        for nth, name in enumerate(names)
    ]
    alt = picture(replace(LADDER, rows=tuple(rows))).alt
    assert all(name in alt for name in names)
    assert len(alt) <= 1024


@pytest.mark.parametrize(
    ("form", "shapes"),
    [
        ("wlt", ["disc", "cross", "dash"]),
        ("wwwww", ["disc"] * 5),
        ("lwwwwww", ["disc"] * 5),
        ("", []),
    ],
)
def test_the_last_results_are_told_apart_by_shape_and_colour(form: str, shapes: list[str]) -> None:
    """The oldest is on the left, and the latest below the end of what the column is called."""
    canvas = drawn(with_row(replace(ANA, form=form)))
    image = opened(canvas.picture("")).convert("RGB")
    found = []
    for shape in sorted(canvas.shapes, key=lambda shape: shape.box.left):
        x, y = (round(each) for each in shape.box.middle)
        kinds = {GOOD: "disc", BAD: "cross", DIM: "dash"}
        above = image.getpixel((x, y - 6))
        middle = image.getpixel((x, y))
        assert isinstance(above, tuple)
        assert isinstance(middle, tuple)
        assert alike(middle, colour(shape.colour))
        assert alike(above, colour(shape.colour)) == (kinds[shape.colour] == "disc")
        found.append(kinds[shape.colour])
    assert found == shapes
    if shapes:
        assert max(each.box.middle[0] for each in canvas.shapes) == 668


@pytest.mark.parametrize(("place", "medal"), [("1", GOLD), ("2", SILVER), ("3", BRONZE)])
def test_the_first_three_have_medals(place: str, medal: str) -> None:
    row = replace(ANA, place=place, form="")
    (shape,) = drawn(with_row(row)).shapes
    assert shape.colour == medal
    assert drawn(with_row(replace(row, place="4"))).shapes == []
    assert drawn(with_row(replace(row, place="–"))).shapes == []


def test_your_own_row_is_marked() -> None:
    for yours in (False, True):
        image = opened(picture(with_row(replace(ANA, yours=yours))))
        pixel = image.getpixel((250, 150))
        assert isinstance(pixel, tuple)
        assert alike(pixel, colour(MARKED)) == yours


def test_a_provisional_rating_is_dimmed_and_in_question() -> None:
    def looks(row: LeaderboardRow) -> dict[str, str]:
        texts = drawn(with_row(row)).texts
        return {each.text: each.style.colour for each in texts if each.text in ("Ana", "1512", "?")}

    assert looks(ANA) == {"Ana": INK, "1512": INK}
    assert looks(replace(ANA, provisional=True)) == {"Ana": DIM, "1512": DIM, "?": DIM}


def test_a_casual_player_is_dimmed_and_has_no_rating() -> None:
    texts = drawn(CASUAL_LADDER).texts
    looks = {each.text: each.style.colour for each in texts}
    assert (looks["Ana"], looks["sigma_7"], looks["casual"]) == (INK, DIM, DIM)
    assert "?" not in looks
    ends = [each.ink.right for each in texts if each.text in ("1512", "casual")]
    assert ends == pytest.approx([424] * 3, abs=1)
    assert "–: sigma_7 (marked), casual, 12–1, last W L W W W." in picture(CASUAL_LADDER).alt


def test_figures_end_below_one_another() -> None:
    rows = (ANA, replace(ANA, rating="903", provisional=True), replace(ANA, rating="11512"))
    texts = drawn(replace(LADDER, rows=rows)).texts
    ends = [each.ink.right for each in texts if each.text in ("1512", "903", "11512")]
    assert ends == pytest.approx([424] * 3, abs=1)


def test_it_is_as_high_as_it_has_rows() -> None:
    heights = [drawn(replace(LADDER, rows=(ANA,) * count)).box.bottom for count in (0, 1, 2, 10)]
    assert [each - heights[0] for each in heights] == [0, 56, 112, 560]


def test_without_rows_there_are_no_columns() -> None:
    texts = [each.text for each in drawn(NO_LADDER).texts]
    assert texts == ["Parity Duel leaderboard", "Number Nerds", "Nobody is rated yet"]


def test_nothing_is_too_long() -> None:
    wide = LeaderboardRow(
        "1000000", ("W" * 32,), "123456789", "10000–10000–10000", "wwwww", provisional=True
    )
    value = Leaderboard("title " * 30, "server " * 30, (wide,) * 10, "footer " * 40)
    assert misplaced(drawn(value)) == []
