"""What a finished duel has done to ratings, as its board tells it."""

import pytest
from simcord import MemberActor

from bot.text.english import English
from tests.bot.simcord.players import veterans
from tests.bot.simcord.server import Hall, answer, private, text_of

UNMOVED = f"-# {English.RATINGS_UNCHANGED}"
GIVEN_UP = f"-# {English.ENDED_EARLY}"


async def end(hall: Hall, *moves: int) -> list[str]:
    """What stands between the headline and the moves, of a duel that Ana begins."""
    await hall.play(await hall.rated(size=3), *moves)
    return hall.lines()[-1].splitlines()[1:-1]


async def gives_up(hall: Hall, who: MemberActor) -> list[str]:
    asked = private(await who.slash(hall.games, "duel resign"))
    await who.click(asked, label="Resign")
    return hall.lines()[-1].splitlines()[1:]


async def test_newcomers_move_one_another(hall: Hall) -> None:
    assert await end(hall, 2, 1, 3) == ["@ana **1662** (+162) · @bo **1338** (−162)"]
    assert await end(hall, 1, 2) == ["@ana **1433** (−229) · @bo **1567** (+229)"]


async def test_the_more_is_known_of_two_the_less_a_result_says(hall: Hall) -> None:
    await veterans(hall, hall.ana, hall.bo, hall.cy, hall.join("di"))
    assert await end(hall, 2, 1, 3) == ["@ana **1889** (+32) · @bo **1505** (−27)"]
    assert await end(hall, 1, 2) == ["@ana **1737** (−152) · @bo **1629** (+124)"]


async def test_a_newcomer_moves_nobody_who_is_settled(hall: Hall) -> None:
    """Who wins, wins: a settled player's result only counts."""
    await veterans(hall, hall.ana, hall.cy, hall.join("di"), hall.join("ed"))
    assert await end(hall, 1, 2) == ["@ana **1857** (±0) · @bo **1865** (+365)", UNMOVED]
    assert await hall.standing(hall.ana) == (6, 1)


async def test_newcomers_among_the_settled_move_nobody(hall: Hall) -> None:
    four = [hall.join(name) for name in ("di", "ed", "flo", "gus")]
    await veterans(hall, *four)
    assert await end(hall, 2, 1, 3) == ["@ana **1500** (±0) · @bo **1500** (±0)", UNMOVED]


async def test_who_gives_up_at_once_loses_and_nobody_gains(hall: Hall) -> None:
    """A friend could give points away without playing."""
    await hall.rated(size=3)
    assert await gives_up(hall, hall.ana) == [
        "@ana **1338** (−162) · @bo **1500** (±0)",
        GIVEN_UP,
    ]
    assert await hall.standing(hall.bo) == (1, 0)


async def test_after_two_moves_who_wins_gains(hall: Hall) -> None:
    await hall.play(await hall.rated(), 20, 10)
    assert await gives_up(hall, hall.ana) == [
        "@ana **1338** (−162) · @bo **1662** (+162)",
        "20 **10**",
    ]


async def test_a_game_that_ends_after_one_move_is_not_given_up(hall: Hall) -> None:
    board = await hall.rated("split", size=5)
    await hall.play(board, 1)
    assert hall.lines()[-1].splitlines()[1:] == [
        "@ana **1662** (+162) · @bo **1338** (−162)",
        "5 > 1",
    ]


async def test_who_lets_the_time_run_out_before_the_first_move(hall: Hall) -> None:
    await hall.rated(size=3, clock="10m")
    await hall.env.advance_time(11 * 60)
    assert hall.lines()[-1].splitlines()[1:] == [
        "@ana **1338** (−162) · @bo **1500** (±0)",
        GIVEN_UP,
    ]


async def test_what_a_moderator_ends_moves_nobody(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.rated(), 20, 10)
    await boss.slash(hall.games, "duel-admin end", duel="1")
    assert hall.lines()[-1].splitlines()[1:] == ["20 **10**"]
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert "Nobody has finished a rated duel" in text_of(ladder)


async def test_the_board_again_tells_the_same(hall: Hall) -> None:
    await end(hall, 2, 1, 3)
    told = hall.lines()[-1]
    await end(hall, 1, 2)
    await hall.restart()
    shown = answer(await hall.ana.slash(hall.games, "duel board", duel="1"))
    assert hall.read(shown) == told


async def test_ratings_of_one_game_are_those_of_that_game(hall: Hall) -> None:
    """What a board tells is the ladder of its game; over all games it comes to something else."""
    await hall.played(hall.bo, hall.ana, "parity")
    assert await end(hall, 2, 1, 3) == ["@ana **1662** (+162) · @bo **1338** (−162)"]
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert hall.read(ladder).splitlines()[1:3] == ["1. @ana 1567? · 1–1", "2. @bo 1433? · 1–1"]


async def test_a_new_season_begins_at_the_start(hall: Hall, boss: MemberActor) -> None:
    board = await hall.rated(size=3)
    await hall.played(hall.bo, hall.cy)
    await boss.slash(hall.games, "duel-admin reset", confirm="season 2")
    await hall.play(board, 2, 1, 3)
    assert hall.last().content.splitlines()[1].count("162)") == 2, "it counts where it ends"
    ladder = hall.read(answer(await hall.ana.slash(hall.games, "duel leaderboard")))
    assert ladder.splitlines()[:3] == [
        "🏆 **All games** · season 2",
        "1. @ana 1662? · 1–0",
        "2. @bo 1338? · 0–1",
    ]


@pytest.mark.parametrize("by", ["ana", "bo"])
async def test_the_end_pings_as_before(hall: Hall, by: str) -> None:
    """The mentions beside the ratings ping nobody who was there."""
    moves = (2, 1, 3) if by == "ana" else (1, 2)
    await end(hall, *moves)
    assert hall.pinged(by="/callback") == [hall.bo.id if by == "ana" else hall.ana.id]
