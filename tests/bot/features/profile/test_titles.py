"""Titles in a profile, and the list of all of them."""

import asyncio
from itertools import count
from typing import Any

import pytest
from simcord import MemberActor

from bot.features.profile import titles
from bot.features.profile.titles import title_of
from bot.text.english import English
from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.titles import Title
from storage.ids import GuildId
from storage.match import Match
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, private, told
from tests.bot.simcord.world import World
from tests.storage.builders import Table
from tests.storage.title_builders import beat_bot, win_flawlessly


def table(world: World, interactions: int = 10**18) -> Table:
    made = Table(world.store, GuildId(world.guild.id), count(interactions))
    made.now = world.now()
    return made


async def win(world: World, nth: int = 1) -> Match:
    """Ana wins against Bo without a mistake, once more."""
    at = table(world, nth * 10**18)
    return await win_flawlessly(at, PlayerId(world.ana.id), PlayerId(world.bo.id))


async def look(world: World, player: Any = None) -> Shown:
    """Let Cy look at a profile, Ana's if at nobody else's."""
    asked = await world.cy.slash(world.games, "duel profile", player=player or world.ana)
    return answer(asked)


def line(*earned: Title) -> str:
    names = " · ".join(English.PLAYER_TITLES[each] for each in earned)
    return English.PROFILE_TITLES.format(titles=names)


def shown(world: World, page: Shown) -> list[str]:
    """The lines of a profile that tell titles."""
    icon = line()
    return [each for each in world.read(page).splitlines() if each.startswith(icon)]


async def test_a_title_is_told_under_the_name(world: World) -> None:
    assert shown(world, await look(world)) == []
    await win(world)
    page = await look(world)
    assert world.read(page).splitlines()[1] == line(Title.FLAWLESS)
    assert shown(world, page) == [line(Title.FLAWLESS)]
    assert shown(world, await look(world, world.bo)) == []
    await world.restart()
    assert shown(world, await look(world)) == [line(Title.FLAWLESS)]


async def test_a_removed_result_withdraws_it(world: World, boss: MemberActor) -> None:
    won = await win(world)
    assert shown(world, await look(world))
    await boss.slash(world.games, "duel-admin void", duel=str(won.id))
    assert shown(world, await look(world)) == []


async def test_the_list_says_how_each_is_earned(world: World) -> None:
    await win(world)
    page = await look(world)
    said = told(await world.bo.click(page, label=English.TITLES_BUTTON)).splitlines()
    assert world.read(said[0]) == English.TITLES_OF.format(player="@ana")
    assert len(said) == 1 + len(Title)
    for title, each in zip(Title, said[1:], strict=True):
        icon = English.TITLE_LINE[title is Title.FLAWLESS].split(" ")[0]
        assert each.startswith(icon)
        assert English.PLAYER_TITLES[title] in each


async def test_of_somebody_whom_nobody_knows(world: World) -> None:
    page = await look(world)
    for player in (1, 2**62, 0):
        said = told(await world.press(world.ana, page, f"d1:tt:{player}"))
        assert English.TITLE_LINE[1].split(" ")[0] not in said
    assert world.incidents() == []


async def test_it_is_judged_in_another_process(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    work = world.work

    def noted(function: Any, *of: Any) -> Any:
        asked.append(function)
        return work(function, *of)

    monkeypatch.setattr(world, "work", noted)
    await win(world)
    for _ in range(2):
        await look(world)
    assert asked == [title_of]


async def test_whoever_looks_waits_only_so_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an import there may be very many duels to judge."""
    await win(world)
    free, unjudged = asyncio.Event(), world.store.unjudged

    async def waits(*of: Any) -> Any:
        await world.env.external_wait(free.wait(), reason="many wins")
        return await unjudged(*of)

    monkeypatch.setattr(titles, "PATIENCE", 0)
    monkeypatch.setattr(world.store, "unjudged", waits)
    assert shown(world, await look(world)) == []
    assert shown(world, await look(world)) == []
    free.set()
    await world.env.settle()
    assert shown(world, await look(world)) == [line(Title.FLAWLESS)]


async def test_a_win_that_cannot_be_judged_earns_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(function: Any, match: Match) -> Any:
        if match.id == 1:
            raise ZeroDivisionError
        return function(match)

    monkeypatch.setattr(world, "work", failing)
    await win(world)
    assert shown(world, await look(world)) == []
    assert world.incidents() == ["a win can't be judged"]
    await win(world, 2)
    assert shown(world, await look(world)) == [line(Title.FLAWLESS)]
    assert world.incidents() == []


async def test_a_store_that_fails_is_an_incident(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_of: Any) -> Any:
        raise ZeroDivisionError

    await win(world)
    monkeypatch.setattr(world.store, "unjudged", fails)
    assert shown(world, await look(world)) == []
    assert world.incidents() == ["wins can't be judged"]


async def test_a_win_against_the_bot_counts_where_everybody_sees_it(world: World) -> None:
    await beat_bot(table(world), Level.PERFECT, PlayerId(world.ana.id))
    await beat_bot(table(world, 2 * 10**18), Level.EXPERT, PlayerId(world.ana.id), private=True)
    page = await look(world)
    assert shown(world, page) == [line(Title.PERFECTIONIST)]
    mine = private(await world.ana.context_menu(world.games, "Duel profile", world.ana))
    assert shown(world, mine) == [line(Title.PERFECTIONIST)]
