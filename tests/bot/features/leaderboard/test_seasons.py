"""Seasons: `/duel-admin reset` begins the next one, and those before it stay readable."""

from typing import Any

import pytest
from simcord import MemberActor

from storage.ids import GuildId
from tests.bot.features.server.chosen import ONLY_MODERATORS, command
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, ids, labels, options, private, told
from tests.bot.simcord.players import couples, losers, winners
from tests.bot.simcord.world import UNSURE, World

ASKED = (
    "To begin season 2 with an empty leaderboard, type exactly `season 2` for `confirm`. "
    "Season 1 stays readable, and no duel is lost."
)
BEGUN = (
    "🏁 **Season 2 has begun.** Everyone is back to 1500. `/duel leaderboard season:1` shows how "
    "the last one ended."
)
EMPTY = "Nobody has finished a duel in this list yet. Be the first: `/duel start`."
WHICH = "Which season?"


async def reset(world: World, boss: MemberActor, **typed: str) -> Any:
    return await boss.slash(world.games, "duel-admin reset", **typed)


async def seasons(world: World) -> int:
    return (await world.store.leaderboard(GuildId(world.guild.id))).seasons


async def look(world: World, **which: object) -> Shown:
    return answer(await world.cy.slash(world.games, "duel leaderboard", **which))


def lines(world: World, shown: Shown) -> list[str]:
    return world.read(shown).splitlines()


# Beginning one.


@pytest.mark.parametrize(
    "typed",
    [
        {},
        {"confirm": "yes"},
        {"confirm": "season"},
        {"confirm": "season 1"},
        {"confirm": "season 3"},
        {"confirm": "season 2!"},
        {"confirm": "season2"},
        {"confirm": "`season 2`"},
        {"confirm": "@everyone"},
    ],
)
async def test_what_cannot_be_taken_back_has_to_be_typed(
    world: World, boss: MemberActor, typed: dict[str, str]
) -> None:
    await world.played(world.ana, world.bo)
    assert told(await reset(world, boss, **typed)) == ASKED
    assert await seasons(world) == 1
    assert world.lines() == []


@pytest.mark.parametrize("typed", ["season 2", " Season  2 ", "SEASON 2"])
async def test_a_new_season_begins(world: World, boss: MemberActor, typed: str) -> None:
    await world.played(world.ana, world.bo)
    assert answer(await reset(world, boss, confirm=typed)).content == BEGUN
    assert world.sent()["allowed_mentions"] == {"parse": [], "users": []}
    assert lines(world, await look(world)) == [
        "🏆 **All games** · season 2",
        EMPTY,
        "-# @cy has no finished duel in this list yet.",
    ]
    logged = next(each for each in world.log if each["event"] == "moderated")
    assert (logged["moderator"], logged["season"]) == (boss.id, 2)


async def test_a_season_in_which_nothing_has_ended_is_not_over(
    world: World, boss: MemberActor
) -> None:
    await world.duel()
    said = "No duel has ended in season 1 yet. There is nothing to reset."
    assert told(await reset(world, boss, confirm="season 2")) == said
    await world.played(world.ana, world.cy)
    await reset(world, boss, confirm="season 2")
    said = "No duel has ended in season 2 yet. There is nothing to reset."
    assert told(await reset(world, boss, confirm="season 3")) == said
    assert await seasons(world) == 2


async def test_the_same_reset_twice(world: World, boss: MemberActor) -> None:
    """Discord may bring it again, and the bot may have restarted since."""
    await world.played(world.ana, world.bo)
    await reset(world, boss, confirm="season 2")
    await world.again()
    await world.played(world.ana, world.bo)
    await world.restart()
    await world.again()
    assert await seasons(world) == 2
    assert told(await reset(world, boss, confirm="season 2")).startswith("To begin season 3 with ")


async def test_two_moderators_at_once(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.played(world.ana, world.bo)
    begin = world.store.begin_season

    async def first_another(guild: GuildId, number: int, now: Any) -> Any:
        await begin(guild, number, now)
        return await begin(guild, number, now)

    monkeypatch.setattr(world.store, "begin_season", first_another)
    said = told(await reset(world, boss, confirm="season 2"))
    assert said == "The next season is number 3, not 2."
    assert await seasons(world) == 2


@pytest.mark.parametrize("confirm", [None, "season 2"])
async def test_others_reset_nothing(world: World, confirm: str | None) -> None:
    """Nor are they asked for the words."""
    await world.played(world.ana, world.bo)
    data = command("reset", **({"confirm": (3, confirm)} if confirm else {}))
    assert told(await world.deliver(world.ana, 2, world.games.id, data)) == ONLY_MODERATORS
    assert await seasons(world) == 1


async def test_a_duel_that_goes_on_counts_where_it_ends(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.cy)
    board = await world.rated(size=3)
    await reset(world, boss, confirm="season 2")
    await world.play(board, 1, 2)
    assert lines(world, await look(world))[1:3] == ["1. @bo 1662? · 1–0", "2. @ana 1338? · 0–1"]
    assert lines(world, await look(world, season=1))[1:3] == [
        "1. @ana 1662? · 1–0",
        "2. @cy 1338? · 0–1",
    ]


# Looking back.


async def test_the_first_season_has_no_number(world: World) -> None:
    await world.played(world.ana, world.bo)
    for which in ({}, {"season": 1}, {"season": 2}, {"season": 1_000_000}):
        ladder = await look(world, **which)
        assert lines(world, ladder)[0] == "🏆 **All games**"
        assert WHICH not in labels(ladder)


async def test_a_past_season_stays_readable(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await reset(world, boss, confirm="season 2")
    await world.played(world.bo, world.cy)
    past, now = await look(world, season=1), await look(world)
    assert lines(world, past) == [
        "🏆 **All games** · season 1, which is over",
        "1. @ana 1662? · 1–0",
        "2. @bo 1338? · 0–1",
        UNSURE,
        "-# @cy has no finished duel in this list yet.",
    ]
    assert lines(world, now) == [
        "🏆 **All games** · season 2",
        "1. @bo 1662? · 1–0",
        "2. @cy 1338? · 0–1",
        UNSURE,
        "-# @cy: place 2, 1338, 0–1",
    ]
    assert options(past, WHICH) == ["Season 2", "[Season 1]"]
    assert options(now, WHICH) == ["[Season 2]", "Season 1"]
    assert ids(past) == ["d1:lg:1", "d1:ls:all", "d1:lm:all:1"]
    assert ids(now) == ["d1:lg:x", "d1:ls:all", "d1:lm:all:x"]


async def test_what_nobody_played_in_a_past_season_nobody_begins(
    world: World, boss: MemberActor
) -> None:
    await world.played(world.ana, world.bo)
    await reset(world, boss, confirm="season 2")
    past = lines(world, await look(world, game="split", season=1))
    assert past[1] == "Nobody finished a duel in this list."


@pytest.mark.cards
async def test_the_card_says_which_season(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await reset(world, boss, confirm="season 2")
    ladder = await look(world, season=1)
    assert ladder.attachments[0].description
    assert ladder.attachments[0].description.startswith(
        "All games leaderboard, Hall · season 1. 1: ana, rating 1662 "
    )


async def test_from_one_season_to_the_other(world: World, boss: MemberActor) -> None:
    """Pages, games and one's own place stay in the season that is looked at."""
    await couples(world, 7)
    await reset(world, boss, confirm="season 2")
    await world.played(world.ana, world.bo)
    viewer = world.people["l7"]
    own = private(await viewer.select(await look(world), ["1"], custom_id="d1:ls:all"))
    assert lines(world, own)[:2] == ["🏆 **All games** · season 1, which is over", *winners(1)]
    await viewer.click(own, label="▶")
    assert lines(world, own)[:2] == ["🏆 **All games** · season 1, which is over", *losers(8, 4)]
    await viewer.select(own, ["divisor"], custom_id="d1:lg:1")
    assert lines(world, own)[:2] == ["🏆 **Divisor Duel** · season 1, which is over", *winners(1)]
    await viewer.click(own, label="My place")
    assert lines(world, own)[4] == losers(8, 7)[0]
    await viewer.select(own, ["2"], custom_id="d1:ls:divisor")
    assert lines(world, own)[:2] == ["🏆 **Divisor Duel** · season 2", "1. @ana 1662? · 1–0"]
    assert "d1:lg:2" in ids(own), "it says which, so it stays there when the next one begins"


async def test_a_page_of_this_season_turns_to_the_next_one(world: World, boss: MemberActor) -> None:
    """A page that was opened without choosing a season turns to a page of the current one."""
    await couples(world, 6)
    ladder = await look(world)
    await reset(world, boss, confirm="season 2")
    turned = private(await world.bo.click(ladder, label="▶"))
    assert lines(world, turned)[:2] == ["🏆 **All games** · season 2", "There is no page 2."]
    await world.bo.click(turned, label="◀")
    assert lines(world, turned)[:2] == ["🏆 **All games** · season 2", EMPTY]


async def test_from_beyond_the_end_one_goes_back_to_the_beginning(world: World) -> None:
    await couples(world, 6)
    ladder = await look(world, page=77)
    assert "d1:l:all:1:x" in ids(ladder)


async def test_of_very_many_seasons_the_last_ones_are_offered(world: World) -> None:
    guild = GuildId(world.guild.id)
    for number in range(2, 31):
        await world.played(world.ana, world.bo)
        await world.store.begin_season(guild, number, world.now())
    assert options(await look(world), WHICH) == [
        "[Season 30]",
        *(f"Season {number}" for number in range(29, 5, -1)),
    ]
    oldest = await look(world, season=1)
    assert lines(world, oldest)[1] == "1. @ana 1662? · 1–0"
    assert "[" not in "".join(options(oldest, WHICH))


async def test_a_result_of_a_past_season_is_removed_result(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.cy, world.bo, "parity")
    await reset(world, boss, confirm="season 2")
    await world.played(world.ana, world.bo)
    now = lines(world, await look(world))
    await boss.slash(world.games, "duel-admin void", duel="1")
    assert lines(world, await look(world, season=1))[1:3] == [
        "1. @cy 1662? · 1–0",
        "2. @bo 1338? · 0–1",
    ]
    assert lines(world, await look(world)) == now


async def test_a_season_outlives_a_restart(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await reset(world, boss, confirm="season 2")
    await world.restart()
    assert lines(world, await look(world))[0] == "🏆 **All games** · season 2"
    assert lines(world, await look(world, season=1))[1] == "1. @ana 1662? · 1–0"
