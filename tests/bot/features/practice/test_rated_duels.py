"""The bot makes no move for a player in a position of their own running rated duel."""

from typing import Any

import pytest
from simcord import MemberActor, UserHandle

from engine.duel import Playing
from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.outcome import Seat
from storage.ids import DuelId, GuildId, direct_messages
from storage.units import duels
from tests.bot.features.practice.playing import running
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, text_of, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says
from tests.storage.builders import Loaded

REFUSED = says("in-rated-duel", link="[#1](LINK)")


async def bot_begins(world: World, **options: Any) -> str:
    chosen = {
        "game": "divisor",
        "size": 3,
        "opponent": world.bot,
        "first": "them",
        "level": "perfect",
    }
    asked = chosen | {"private": True} | options
    return world.read(told(await world.ana.slash(world.games, "duel start", **asked)))


async def practise(user: UserHandle) -> Shown:
    """The answer to somebody who practises in direct messages."""
    asked = {"game": "divisor", "options": "size=3", "level": "perfect"}
    shown: Shown | None = (await user.slash("practice", **asked)).response
    assert shown
    return shown


def draws(monkeypatch: pytest.MonkeyPatch, seat: Seat) -> None:
    """Have the player get this seat."""
    monkeypatch.setattr(duels, "Random", lambda _call: Loaded(seat))


async def test_it_does_not_begin_there(world: World) -> None:
    board = await world.rated(size=3)
    assert await bot_begins(world) == REFUSED
    assert await bot_begins(world, private=False) == REFUSED
    assert "Your move" in await bot_begins(world, size=12)
    await world.play(board, 1)
    assert "Your move" in await bot_begins(world)


async def test_it_does_not_answer_there(world: World) -> None:
    """Neither to a button, nor to a typed move."""
    await world.play(await world.rated(size=9), 6)
    asked = {"opponent": world.bot, "first": "me", "size": 9, "level": "perfect"}
    board = answer(await world.ana.slash(world.games, "duel start", game="divisor", **asked))
    assert world.read(told(await world.ana.click(board, label="6"))) == REFUSED
    typed = await world.ana.slash(world.games, "duel move", move="6", duel="2")
    assert world.read(told(typed)) == REFUSED
    assert (await running(world, 2)).ply == 0
    answer(await world.ana.click(board, label="4"))
    assert (await running(world, 2)).ply == 2


async def test_nor_in_direct_messages(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.rated(size=3)
    draws(monkeypatch, Seat.SECOND)
    for who in world.ana, world.bo:
        assert world.read(text_of(await practise(who.user))) == REFUSED
    assert " took " in text_of(await practise(world.cy.user))


async def test_nor_are_there_hints_in_direct_messages(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.rated(size=3)
    draws(monkeypatch, Seat.FIRST)
    user, home = world.ana.user, direct_messages(PlayerId(world.ana.id))
    hint = await user.click(await practise(user), label="Hint")
    assert hint.response
    assert world.read(text_of(hint.response)) == REFUSED
    duel = (await world.store.duel(home, DuelId(1))).duel
    assert isinstance(duel, Playing)
    assert duel.hints == ()


async def test_nor_if_the_rated_duel_is_in_another_server(world: World) -> None:
    """Its board is linked all the same."""
    await world.rated(size=3)
    other = world.env.create_guild("Attic")
    ana, bot = other.add_member(world.ana.user), MemberActor(world.env, other, world.bot.user)
    asked = {"size": 3, "opponent": bot, "first": "them", "level": "perfect", "private": True}
    attic = other.create_text_channel("attic")
    said = told(await ana.slash(attic, "duel start", game="divisor", **asked))
    assert world.read(said) == REFUSED
    assert f"/{world.guild.id}/{world.games.id}/" in said
    assert await world.store.running(GuildId(other.id), PlayerId(ana.id)) == ()


async def test_when_the_rated_duel_is_over(world: World) -> None:
    await world.rated(size=3)
    await world.resign(world.bo)
    assert "Your move" in await bot_begins(world)
    assert (await running(world, 2)).terms.level is Level.PERFECT
