"""A result that is taken out: the ladder is as if the duel had never been, at once or a little
later."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from simcord import MemberActor

from bot.duels.scheduler import BEAT
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.shards import Shard
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer, cards, text_of, told
from tests.bot.simcord.world import UNSURE, World
from tests.bot.text.says import moves_line, unrated_line

LATER = BEAT / 1000 + 1
COUNTING = f"-# {English.RECALCULATING}"
PENDING = f"-# {English.RATINGS_LATER}"


class Counting:
    """Two results at a time, as if there were very many, and no more than the first two of them
    until a test wants it."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("storage.units.apply_results.SOME", 2)
        self._world = world
        self._open = asyncio.Event()
        self._count_on = world.store.recalculate_some
        self.left: list[int] = []
        monkeypatch.setattr(world.store, "recalculate_some", self._held)

    async def _held(self, guild: GuildId) -> int:
        await self._world.env.external_wait(self._open.wait(), reason="counting")
        self.left.append(await self._count_on(guild))
        return self.left[-1]

    async def goes_on(self) -> None:
        self._open.set()
        await self._world.env.settle()


@pytest.fixture
async def counting(world: World, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Counting]:
    held = Counting(world, monkeypatch)
    yield held
    await held.goes_on()


async def look(world: World, **which: object) -> list[str]:
    ladder = answer(await world.cy.slash(world.games, "duel leaderboard", **which))
    return world.read(ladder).splitlines()[1:]


async def void(world: World, boss: MemberActor, number: int = 1) -> None:
    said = told(await boss.slash(world.games, "duel-admin void", duel=str(number)))
    assert said == English.RESULT_REMOVED.format(number=number)


async def ratings(world: World) -> dict[str, Any]:
    guild = GuildId(world.guild.id)
    found = {}
    for name, who in world.people.items():
        profile = await world.store.profile(guild, PlayerId(who.id))
        found[name] = (profile.overall, profile.games)
    return found


# Immediate effects.


@pytest.mark.cards
async def test_the_line_with_the_ratings_goes(world: World, boss: MemberActor) -> None:
    await world.play(await world.rated(size=3), 2, 1, 3)
    end = world.last()
    assert "(+162)" in end.content
    await void(world, boss)
    (voided,) = [each for each in world.games.history() if each.id == end.id]
    assert world.read(voided) == (
        "🏁 ~~@ana beats @bo in Divisor Duel #1.~~ A moderator removed this result.\n"
        + moves_line("2 1 **3**")
    )
    assert cards(voided) == []
    again = answer(await world.ana.slash(world.games, "duel board", duel="1"))
    assert world.read(again) == world.read(voided)


async def test_the_ladder_is_as_if_it_had_never_been(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.bo, world.cy, "parity")
    await world.played(world.cy, world.ana)
    before = await ratings(world)
    await world.played(world.bo, world.ana)
    assert await ratings(world) != before
    await void(world, boss, 4)
    assert await ratings(world) == before


async def test_what_came_after_it_is_counted_again(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.bo, world.cy)
    assert (await look(world))[:3] == [
        "1. @ana 1662? · 1–0",
        "2. @bo 1503? · 1–1",
        "3. @cy 1268? · 0–1",
    ]
    await void(world, boss)
    assert await look(world) == [
        "1. @bo 1662? · 1–0",
        "2. @cy 1338? · 0–1",
        UNSURE,
        "-# @cy: place 2, 1338, 0–1",
    ]
    # Its board is told as it was; asked for again, as it is.
    shown = answer(await world.bo.slash(world.games, "duel board", duel="2"))
    assert world.read(shown).splitlines()[1] == "@bo **1662?** (+162) · @cy **1338?** (−162)"


async def test_an_unrated_result_is_taken_out_of_the_counts(
    world: World, boss: MemberActor
) -> None:
    await world.played(world.ana, world.bo)
    await world.play(await world.duel(size=3), 2, 1, 3)
    assert (await look(world))[0] == "1. @ana 1662? · 2–0"
    await void(world, boss, 2)
    assert (await look(world))[0] == "1. @ana 1662? · 1–0"


async def test_what_a_moderator_ended_is_taken_out_without_a_change(
    world: World, boss: MemberActor
) -> None:
    await world.played(world.ana, world.bo)
    await world.rated()
    await boss.slash(world.games, "duel-admin end", duel="2")
    before = await ratings(world)
    await void(world, boss, 2)
    assert await ratings(world) == before


# A little later.


async def test_very_much_is_counted_in_the_background(
    world: World, boss: MemberActor, counting: Counting
) -> None:
    await world.played(world.ana, world.bo)
    for nth in range(5):
        await world.played(world.join(f"w{nth}"), world.join(f"l{nth}"))
    await void(world, boss)
    shown = await look(world)
    assert shown[-1] == COUNTING
    assert "@ana" not in " ".join(shown)
    assert (await look(world, page=9))[-1] == COUNTING
    profile = answer(await world.people["l4"].slash(world.games, "duel profile"))
    assert COUNTING in text_of(profile).splitlines()
    await counting.goes_on()
    assert counting.left == [2, 0]
    assert await look(world) == [
        *(f"1. @w{nth} 1662? · 1–0" for nth in range(5)),
        *(f"6. @l{nth} 1338? · 0–1" for nth in range(5)),
        UNSURE,
        "-# @cy has no finished duel in this list yet.",
    ]
    profile = answer(await world.people["l4"].slash(world.games, "duel profile"))
    assert COUNTING not in text_of(profile)
    told_of = [each["event"] for each in world.log if str(each["event"]).startswith("standings")]
    assert told_of == ["standings are recalculated", "standings are up to date"]


async def test_in_the_end_nothing_is_left_of_it(
    world: World, boss: MemberActor, counting: Counting
) -> None:
    before = await ratings(world)
    await world.played(world.ana, world.bo)
    for _ in range(4):
        await world.played(world.cy, world.bo, "split")
    for number in range(1, 6):
        await void(world, boss, number)
    await counting.goes_on()
    assert await ratings(world) == before
    assert (await look(world))[0].startswith("Nobody has finished a duel in this list yet.")


@pytest.mark.cards
async def test_a_duel_that_ends_meanwhile_is_told_without_ratings(
    world: World, boss: MemberActor, counting: Counting
) -> None:
    board = await world.rated("split", size=5)
    for _ in range(4):
        await world.played(world.ana, world.cy)
    await void(world, boss, 2)
    end = await world.play(board, 1)
    known = f"-# {English.KNOWN_WAY}"
    assert world.read(end).splitlines()[1:] == [PENDING, known, moves_line("5 > 1")]
    assert "rating" not in cards(end)[0][1]
    await counting.goes_on()
    assert world.read(end).splitlines()[1] == PENDING, "it stays as it was told"
    shown = answer(await world.ana.slash(world.games, "duel board", duel="1"))
    assert world.read(shown).splitlines()[1] == "@ana **1662?** (+162) · @bo **1338?** (−162)"
    assert COUNTING not in await look(world)


async def test_an_unrated_one_says_why_meanwhile(
    world: World, boss: MemberActor, counting: Counting
) -> None:
    board = await world.duel("split", size=5)
    for _ in range(4):
        await world.played(world.ana, world.cy)
    await void(world, boss, 2)
    end = await world.play(board, 1)
    assert counting.left == []
    assert unrated_line("seats") in text_of(end)


async def test_what_cannot_be_taken_out_starts_nothing(
    world: World, boss: MemberActor, counting: Counting
) -> None:
    await world.duel()
    assert told(await boss.slash(world.games, "duel-admin void", duel="1")) == (
        "This duel isn't over yet."
    )
    await counting.goes_on()
    assert counting.left == []


async def test_a_bot_that_stops_leaves_the_rest_for_the_next_time(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be a hundred thousand results to recalculate."""
    monkeypatch.setattr("storage.units.apply_results.SOME", 1)
    for _ in range(5):
        await world.played(world.ana, world.cy)
    count_on, left = world.store.recalculate_some, list[int]()

    async def while_stopping(guild: GuildId) -> int:
        world.client.services.recalculation.stop()
        left.append(await count_on(guild))
        return left[-1]

    monkeypatch.setattr(world.store, "recalculate_some", while_stopping)
    await void(world, boss)
    assert left == [3]
    assert (await look(world))[-1] == COUNTING
    await world.restart()
    assert (await look(world))[0].endswith("? · 4–0")
    assert COUNTING not in await look(world)


async def test_a_disk_that_fails_holds_it_up_for_a_turn(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.units.apply_results.SOME", 2)
    for _ in range(4):
        await world.played(world.ana, world.cy)

    async def full(*_args: object) -> int:
        raise DiskFull(world.store.backend.path)

    with monkeypatch.context() as failing:
        failing.setattr(world.store, "recalculate_some", full)
        await void(world, boss)
    assert world.incidents() == ["background work failed"]
    assert (await look(world))[-1] == COUNTING
    await world.env.advance_time(LATER)
    assert COUNTING not in await look(world)


async def test_nobody_counts_twice_at_once(
    world: World, boss: MemberActor, counting: Counting
) -> None:
    """A turn of the clock comes while they are at it."""
    for _ in range(6):
        await world.played(world.ana, world.cy)
    await void(world, boss)
    await world.env.advance_time(3 * LATER)
    begun = [each for each in world.log if each["event"] == "standings are recalculated"]
    assert len(begun) == 1
    await counting.goes_on()
    assert counting.left == [2, 0]
    assert COUNTING not in await look(world)


async def test_several_servers_are_counted_one_after_another(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = GuildId(world.guild.id), GuildId(77)
    left = {here: 3, there: 2}

    async def behind(_shard: Shard) -> tuple[GuildId, ...]:
        return tuple(left)

    async def count_on(guild: GuildId) -> int:
        left[guild] -= 1
        return left[guild]

    monkeypatch.setattr(world.store, "recalculating", behind)
    monkeypatch.setattr(world.store, "recalculate_some", count_on)
    await world.client.services.recalculation.run()
    monkeypatch.undo()
    assert left == {here: 0, there: 0}
