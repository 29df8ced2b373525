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
from storage.trouble import DiskFull
from tests.bot.simcord.server import UNSURE, Hall, answer, cards, text_of, told
from tests.bot.text.says import unrated_line

LATER = BEAT / 1000 + 1
COUNTING = f"-# {English.RECALCULATING}"
PENDING = f"-# {English.RATINGS_LATER}"


class Counting:
    """Two results at a time, as if there were very many, and no more than the first two of them
    until a test wants it."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("storage.sqlite.apply_results.SOME", 2)
        self._hall = hall
        self._open = asyncio.Event()
        self._count_on = hall.store.recalculate_some
        self.left: list[int] = []
        monkeypatch.setattr(hall.store, "recalculate_some", self._held)

    async def _held(self, guild: GuildId) -> int:
        await self._hall.env.external_wait(self._open.wait(), reason="counting")
        self.left.append(await self._count_on(guild))
        return self.left[-1]

    async def goes_on(self) -> None:
        self._open.set()
        await self._hall.env.settle()


@pytest.fixture
async def counting(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Counting]:
    held = Counting(hall, monkeypatch)
    yield held
    await held.goes_on()


async def look(hall: Hall, **which: object) -> list[str]:
    ladder = answer(await hall.cy.slash(hall.games, "duel leaderboard", **which))
    return hall.read(ladder).splitlines()[1:]


async def void(hall: Hall, boss: MemberActor, number: int = 1) -> None:
    said = told(await boss.slash(hall.games, "duel-admin void", duel=str(number)))
    assert said == English.RESULT_REMOVED.format(number=number)


async def ratings(hall: Hall) -> dict[str, Any]:
    guild = GuildId(hall.guild.id)
    found = {}
    for name, who in hall.people.items():
        profile = await hall.store.profile(guild, PlayerId(who.id))
        found[name] = (profile.overall, profile.games)
    return found


# At once.


@pytest.mark.cards
async def test_the_line_with_the_ratings_goes(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.rated(size=3), 2, 1, 3)
    end = hall.last()
    assert "(+162)" in end.content
    await void(hall, boss)
    (voided,) = [each for each in hall.games.history() if each.id == end.id]
    assert hall.read(voided) == (
        "🏁 ~~@ana wins Divisor Duel #1 against @bo.~~ A moderator removed this result.\n2 1 **3**"
    )
    assert cards(voided) == []
    again = answer(await hall.ana.slash(hall.games, "duel board", duel="1"))
    assert hall.read(again) == hall.read(voided)


async def test_the_ladder_is_as_if_it_had_never_been(hall: Hall, boss: MemberActor) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.played(hall.bo, hall.cy, "parity")
    await hall.played(hall.cy, hall.ana)
    before = await ratings(hall)
    await hall.played(hall.bo, hall.ana)
    assert await ratings(hall) != before
    await void(hall, boss, 4)
    assert await ratings(hall) == before


async def test_what_came_after_it_is_counted_again(hall: Hall, boss: MemberActor) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.played(hall.bo, hall.cy)
    assert (await look(hall))[:3] == [
        "1. @ana 1662? · 1–0",
        "2. @bo 1503? · 1–1",
        "3. @cy 1268? · 0–1",
    ]
    await void(hall, boss)
    assert await look(hall) == [
        "1. @bo 1662? · 1–0",
        "2. @cy 1338? · 0–1",
        UNSURE,
        "-# @cy: place 2, 1338, 0–1",
    ]
    # Its board is told as it was; asked for again, as it is.
    shown = answer(await hall.bo.slash(hall.games, "duel board", duel="2"))
    assert hall.read(shown).splitlines()[1] == "@cy **1338** (−162) · @bo **1662** (+162)"


async def test_an_unrated_result_is_taken_out_of_the_counts(hall: Hall, boss: MemberActor) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    assert (await look(hall))[0] == "1. @ana 1662? · 2–0"
    await void(hall, boss, 2)
    assert (await look(hall))[0] == "1. @ana 1662? · 1–0"


async def test_what_a_moderator_ended_is_taken_out_without_a_change(
    hall: Hall, boss: MemberActor
) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.rated()
    await boss.slash(hall.games, "duel-admin end", duel="2")
    before = await ratings(hall)
    await void(hall, boss, 2)
    assert await ratings(hall) == before


# A little later.


async def test_very_much_is_counted_in_the_background(
    hall: Hall, boss: MemberActor, counting: Counting
) -> None:
    await hall.played(hall.ana, hall.bo)
    for nth in range(5):
        await hall.played(hall.join(f"w{nth}"), hall.join(f"l{nth}"))
    await void(hall, boss)
    shown = await look(hall)
    assert shown[-1] == COUNTING
    assert "@ana" not in " ".join(shown)
    assert (await look(hall, page=9))[-1] == COUNTING
    profile = answer(await hall.people["l4"].slash(hall.games, "duel profile"))
    assert COUNTING in text_of(profile).splitlines()
    await counting.goes_on()
    assert counting.left == [2, 0]
    assert await look(hall) == [
        *(f"1. @w{nth} 1662? · 1–0" for nth in range(5)),
        *(f"6. @l{nth} 1338? · 0–1" for nth in range(5)),
        UNSURE,
        "-# @cy has no rated duel in this list yet.",
    ]
    profile = answer(await hall.people["l4"].slash(hall.games, "duel profile"))
    assert COUNTING not in text_of(profile)
    told_of = [each["event"] for each in hall.log if str(each["event"]).startswith("standings")]
    assert told_of == ["standings are recalculated", "standings are up to date"]


async def test_in_the_end_nothing_is_left_of_it(
    hall: Hall, boss: MemberActor, counting: Counting
) -> None:
    before = await ratings(hall)
    await hall.played(hall.ana, hall.bo)
    for _ in range(4):
        await hall.played(hall.cy, hall.bo, "split")
    for number in range(1, 6):
        await void(hall, boss, number)
    await counting.goes_on()
    assert await ratings(hall) == before
    assert (await look(hall))[0].startswith("Nobody has finished a rated duel in this list yet.")


@pytest.mark.cards
async def test_a_duel_that_ends_meanwhile_is_told_without_ratings(
    hall: Hall, boss: MemberActor, counting: Counting
) -> None:
    board = await hall.rated("split", size=5)
    for _ in range(4):
        await hall.played(hall.ana, hall.cy)
    await void(hall, boss, 2)
    end = await hall.play(board, 1)
    assert hall.read(end).splitlines()[1:] == [PENDING, "5 > 1"]
    assert "rating" not in cards(end)[0][1]
    await counting.goes_on()
    assert hall.read(end).splitlines()[1] == PENDING, "it stays as it was told"
    shown = answer(await hall.ana.slash(hall.games, "duel board", duel="1"))
    assert hall.read(shown).splitlines()[1] == "@ana **1662** (+162) · @bo **1338** (−162)"
    assert COUNTING not in await look(hall)


async def test_an_unrated_one_says_why_meanwhile(
    hall: Hall, boss: MemberActor, counting: Counting
) -> None:
    board = await hall.duel("split", size=5)
    for _ in range(4):
        await hall.played(hall.ana, hall.cy)
    await void(hall, boss, 2)
    end = await hall.play(board, 1)
    assert counting.left == []
    assert unrated_line("seats") in text_of(end)


async def test_what_cannot_be_taken_out_starts_nothing(
    hall: Hall, boss: MemberActor, counting: Counting
) -> None:
    await hall.duel()
    assert told(await boss.slash(hall.games, "duel-admin void", duel="1")) == (
        "This duel isn't over yet."
    )
    await counting.goes_on()
    assert counting.left == []


async def test_a_bot_that_stops_leaves_the_rest_for_the_next_time(
    hall: Hall, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There may be a hundred thousand of them."""
    monkeypatch.setattr("storage.sqlite.apply_results.SOME", 1)
    for _ in range(5):
        await hall.played(hall.ana, hall.cy)
    count_on, left = hall.store.recalculate_some, list[int]()

    async def while_stopping(guild: GuildId) -> int:
        hall.client.services.recalculation.stop()
        left.append(await count_on(guild))
        return left[-1]

    monkeypatch.setattr(hall.store, "recalculate_some", while_stopping)
    await void(hall, boss)
    assert left == [3]
    assert (await look(hall))[-1] == COUNTING
    await hall.restart()
    assert (await look(hall))[0].endswith("? · 4–0")
    assert COUNTING not in await look(hall)


async def test_a_disk_that_fails_holds_it_up_for_a_turn(
    hall: Hall, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("storage.sqlite.apply_results.SOME", 2)
    for _ in range(4):
        await hall.played(hall.ana, hall.cy)

    async def full(*_args: object) -> int:
        raise DiskFull(hall.store.path)

    with monkeypatch.context() as failing:
        failing.setattr(hall.store, "recalculate_some", full)
        await void(hall, boss)
    assert hall.incidents() == ["background work failed"]
    assert (await look(hall))[-1] == COUNTING
    await hall.env.advance_time(LATER)
    assert COUNTING not in await look(hall)


async def test_nobody_counts_twice_at_once(
    hall: Hall, boss: MemberActor, counting: Counting
) -> None:
    """A turn of the clock comes while they are at it."""
    for _ in range(6):
        await hall.played(hall.ana, hall.cy)
    await void(hall, boss)
    await hall.env.advance_time(3 * LATER)
    begun = [each for each in hall.log if each["event"] == "standings are recalculated"]
    assert len(begun) == 1
    await counting.goes_on()
    assert counting.left == [2, 0]
    assert COUNTING not in await look(hall)


async def test_several_servers_are_counted_one_after_another(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = GuildId(hall.guild.id), GuildId(77)
    left = {here: 3, there: 2}

    async def behind() -> tuple[GuildId, ...]:
        return tuple(left)

    async def count_on(guild: GuildId) -> int:
        left[guild] -= 1
        return left[guild]

    monkeypatch.setattr(hall.store, "recalculating", behind)
    monkeypatch.setattr(hall.store, "recalculate_some", count_on)
    await hall.client.services.recalculation.run()
    monkeypatch.undo()
    assert left == {here: 0, there: 0}
