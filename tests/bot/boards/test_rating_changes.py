"""The board of a finished duel shows how the ratings changed."""

import pytest
from simcord import MemberActor

from bot.text.english import English
from storage.people import Pings
from tests.bot.simcord.messages import answer, text_of
from tests.bot.simcord.players import veterans
from tests.bot.simcord.world import World
from tests.bot.text.says import moves_line, turned

UNMOVED = f"-# {English.RATINGS_UNCHANGED}"
# Where Ana begins with 1, which loses.
TURNED = turned(1, "@ana", 1)
GIVEN_UP = f"-# {English.ENDED_EARLY}"


def told(winner: str, *highlights: str) -> str:
    return English.HIGHLIGHTS.format(winner=winner, highlights=" · ".join(highlights))


async def end(world: World, *moves: int) -> list[str]:
    """Play a duel that Ana begins, and return the board's lines between the headline and the
    moves."""
    await world.play(await world.rated(size=3), *moves)
    return world.lines()[-1].splitlines()[1:-1]


async def gives_up(world: World, who: MemberActor) -> list[str]:
    await world.resign(who)
    return world.lines()[-1].splitlines()[1:]


async def test_newcomers_move_one_another(world: World) -> None:
    assert await end(world, 2, 1, 3) == ["@ana **1662?** (+162) · @bo **1338?** (−162)"]
    assert await end(world, 1, 2) == [
        "@bo **1567?** (+229) · @ana **1433?** (−229)",
        told("@bo", English.UPSET.format(points=324)),
        TURNED,
    ]


async def test_the_more_is_known_of_two_the_less_a_result_says(world: World) -> None:
    await veterans(world, world.ana, world.bo, world.cy, world.join("di"))
    assert await end(world, 2, 1, 3) == [
        "@ana **1889** (+32) · @bo **1505** (−27)",
        told("@ana", English.STREAK.format(count=7), English.BEST_YET),
    ]
    assert await end(world, 1, 2) == [
        "@bo **1629** (+124) · @ana **1737** (−152)",
        told("@bo", English.UPSET.format(points=384), English.BEST_YET),
        TURNED,
    ]


async def test_a_newcomer_moves_nobody_who_is_settled(world: World) -> None:
    """An established player who beats a provisional one gains nothing, but the result counts."""
    await veterans(world, world.ana, world.cy, world.join("di"), world.join("ed"))
    assert await end(world, 1, 2) == [
        "@bo **1865?** (+365) · @ana **1857** (±0)",
        UNMOVED,
        told("@bo", English.UPSET.format(points=357)),
        TURNED,
    ]
    assert await world.standing(world.ana) == (6, 1)


async def test_newcomers_among_the_settled_move_nobody(world: World) -> None:
    four = [world.join(name) for name in ("di", "ed", "flo", "gus")]
    await veterans(world, *four)
    assert await end(world, 2, 1, 3) == ["@ana **1500?** (±0) · @bo **1500?** (±0)", UNMOVED]


async def test_who_gives_up_at_once_loses_and_nobody_gains(world: World) -> None:
    """A friend could give points away without playing."""
    await world.rated(size=3)
    assert await gives_up(world, world.ana) == [
        "@bo **1500?** (±0) · @ana **1338?** (−162)",
        GIVEN_UP,
    ]
    assert await world.standing(world.bo) == (1, 0)


async def test_after_two_moves_who_wins_gains(world: World) -> None:
    await world.play(await world.rated(), 20, 10)
    assert await gives_up(world, world.ana) == [
        "@bo **1662?** (+162) · @ana **1338?** (−162)",
        moves_line("20 **10**"),
    ]


async def test_a_game_that_ends_after_one_move_is_not_given_up(world: World) -> None:
    board = await world.rated("split", size=5)
    await world.play(board, 1)
    assert world.lines()[-1].splitlines()[1:] == [
        "@ana **1662?** (+162) · @bo **1338?** (−162)",
        f"-# {English.KNOWN_WAY}",
        moves_line("5 > 1"),
    ]


async def test_who_lets_the_time_run_out_before_the_first_move(world: World) -> None:
    await world.rated(size=3, clock="10m")
    await world.env.advance_time(11 * 60)
    assert world.lines()[-1].splitlines()[1:] == [
        "@bo **1500?** (±0) · @ana **1338?** (−162)",
        GIVEN_UP,
    ]


async def test_what_a_moderator_ends_moves_nobody(world: World, boss: MemberActor) -> None:
    await world.play(await world.rated(), 20, 10)
    await boss.slash(world.games, "duel-admin end", duel="1")
    assert world.lines()[-1].splitlines()[1:] == [moves_line("20 **10**")]
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert "Nobody has finished a duel" in text_of(ladder)


async def test_the_board_again_tells_the_same(world: World) -> None:
    await end(world, 2, 1, 3)
    told = world.lines()[-1]
    await end(world, 1, 2)
    await world.restart()
    shown = answer(await world.ana.slash(world.games, "duel board", duel="1"))
    assert world.read(shown) == told


async def test_ratings_of_one_game_are_those_of_that_game(world: World) -> None:
    """A board shows the rating changes on its own game's leaderboard; those over all games
    differ."""
    await world.played(world.bo, world.ana, "parity")
    assert await end(world, 2, 1, 3) == ["@ana **1662?** (+162) · @bo **1338?** (−162)"]
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert world.read(ladder).splitlines()[1:3] == ["1. @ana 1567? · 1–1", "2. @bo 1433? · 1–1"]


async def test_a_new_season_begins_at_the_start(world: World, boss: MemberActor) -> None:
    board = await world.rated(size=3)
    await world.played(world.bo, world.cy)
    await boss.slash(world.games, "duel-admin reset", confirm="season 2")
    await world.play(board, 2, 1, 3)
    assert world.last().content.splitlines()[1].count("162)") == 2, "it counts where it ends"
    ladder = world.read(answer(await world.ana.slash(world.games, "duel leaderboard")))
    assert ladder.splitlines()[:3] == [
        "🏆 **All games** · season 2",
        "1. @ana 1662? · 1–0",
        "2. @bo 1338? · 0–1",
    ]


@pytest.mark.parametrize("by", ["ana", "bo"])
async def test_the_end_pings_the_player_who_did_not_end_it(world: World, by: str) -> None:
    """The mentions beside the ratings ping nobody."""
    await world.wants(Pings.ALWAYS)
    moves = (2, 1, 3) if by == "ana" else (1, 2)
    await end(world, *moves)
    assert world.pinged(by="/callback") == [world.bo.id if by == "ana" else world.ana.id]
