"""A player's own day: it begins at their midnight, and has a puzzle of the day."""

import pytest

from bot.features.settings.local_time import next_midnight, zone
from bot.text.english import English
from bot.text.format import moment
from engine.durations import DAY, HOUR
from engine.ids import Instant, PlayerId
from engine.puzzles.daily import weekday_of
from engine.puzzles.days import Days, date_at
from storage.ids import GuildId
from tests.bot.features.puzzle.solving import ask, solve_out
from tests.bot.simcord.messages import options, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says


async def settings(world: World, **chosen: str) -> str:
    """The line about the day among the settings."""
    said = told(await world.ana.slash(world.games, "duel settings", **chosen))
    return said.rpartition("\n")[2]


def shows(now: Instant, offset: int = 0) -> str:
    minute = now // 60_000 + offset
    return English.YOUR_DAY.format(
        weekday=English.WEEKDAYS[weekday_of(date_at(now, offset))],
        time=f"{minute // 60 % 24}:{minute % 60:02}",
        zone=zone(offset),
        when=moment(next_midnight(now, offset)),
    )


async def days(world: World) -> Days:
    return await world.store.days(GuildId(world.guild.id), PlayerId(world.ana.id))


async def wait_until(world: World, hour: int) -> None:
    """Let time go by until it is this hour in UTC, on the next day."""
    await world.restart(away=(DAY - world.now() % DAY + hour * HOUR) / 1000)


async def test_it_is_that_of_utc_at_first(world: World) -> None:
    assert await settings(world) == shows(world.now())
    assert await days(world) == Days()


@pytest.mark.parametrize(("text", "offset"), [("UTC+10", 600), ("UTC-3:30", -210)])
async def test_what_is_chosen_stays(world: World, text: str, offset: int) -> None:
    assert await settings(world, time=text) == shows(world.now(), offset)
    await world.restart()
    assert await settings(world) == shows(world.now(), offset)
    assert await settings(world, pings="never") == shows(world.now(), offset)


async def test_the_times_that_it_is_now_are_suggested(world: World) -> None:
    """The one that is chosen, and the day that it says, are those of the player."""
    await wait_until(world, 19)
    found = await world.ana.autocomplete(world.games, "duel settings", "time", "")
    assert len(found) == 25
    now = date_at(world.now())
    today, tomorrow = (English.WEEKDAYS[weekday_of(date)] for date in (now, now + 1))
    names = {each["value"]: each["name"] for each in found}
    assert names["UTC"].startswith("19:0")
    assert names["UTC"].endswith(f" pm · {today}")
    assert names["UTC+10"].startswith("5:0")
    assert names["UTC+10"].endswith(f" am · {tomorrow}")
    typed = names["UTC+10"].split(" ")[0]
    first, *_ = await world.ana.autocomplete(world.games, "duel settings", "time", typed)
    assert first["value"] == "UTC+10"
    assert f"**{tomorrow}, 5:0" in await settings(world, time=typed)


@pytest.mark.parametrize("text", ["now", "25:00", "-5", "UTC+99", "x" * 20, "*" * 20])
async def test_a_time_that_it_is_nowhere(world: World, text: str) -> None:
    before = await settings(world)
    said = told(await world.ana.slash(world.games, "duel settings", time=text, pings="never"))
    assert said.startswith(says("unknown-time", text="|").split("|")[0])
    assert await settings(world) == before
    shown = private(await world.ana.slash(world.games, "duel settings"))
    assert [each for each in options(shown, English.CHOOSE_PINGS) if each[0] == "["] == [
        f"[{English.PING_CHOICES['away']}]"
    ]


async def test_the_puzzle_is_that_of_the_players_day(world: World) -> None:
    """In the evening it is tomorrow in the east. A day that is left behind keeps its puzzle."""
    await wait_until(world, 19)
    weekdays = [English.WEEKDAYS[weekday_of(date_at(world.now()) + nth)] for nth in (0, 1)]
    await settings(world, time="UTC+10")
    today = await ask(world)
    assert weekdays[0] in today.content
    await solve_out(world, today)
    tomorrow = await ask(world)
    assert weekdays[1] in tomorrow.content
    over = await solve_out(world, tomorrow)
    assert over.content.endswith("streak 2\n```")
    await settings(world, time="UTC-10")
    await settings(world, time="UTC+10")
    assert (await ask(world)).content == over.content


async def test_everybody_has_their_own(world: World) -> None:
    await settings(world, time="UTC+10")
    said = told(await world.bo.slash(world.games, "duel settings"))
    assert said.rpartition("\n")[2] == shows(world.now())
