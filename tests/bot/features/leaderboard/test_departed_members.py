"""Leaderboards leave out members who have left the server, and show them again when they are
back."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.features.leaderboard import service as lookup
from bot.guilds.members import FRESH
from tests.bot.simcord.messages import answer, cards, private
from tests.bot.simcord.players import couples, losers, veterans, winners
from tests.bot.simcord.world import UNSURE, World
from tests.bot.text.says import won


async def look(world: World, **which: object) -> list[str]:
    """Return the lines of a leaderboard that Cy asks for, who hasn't played."""
    ladder = answer(await world.cy.slash(world.games, "duel leaderboard", **which))
    return world.read(ladder).splitlines()[1:-1]


def leave(world: World, *names: str) -> None:
    for name in names:
        world.guild.remove_member(world.people[name])


def come_back(world: World, who: MemberActor) -> None:
    world.env.backend.add_member(world.guild.id, who.id)


async def test_places_close_up(world: World) -> None:
    await veterans(world, world.ana, world.bo, *(world.join(name) for name in ("di", "ed")))
    leave(world, "bo")
    assert await look(world) == [
        "1. @ana **1857** · 6–0",
        "2. @di **1311** · 2–4",
        "3. @ed **1090** · 0–6",
    ]
    leave(world, "ana", "di", "ed")
    assert len(await look(world)) == 3, "they were here a moment ago"
    world.env.backend.advance_clock(FRESH / 1000 + 1)
    assert await look(world) == [
        "Nobody has finished a duel in this list yet. Be the first: `/duel start`."
    ]


async def test_on_no_ladder(world: World) -> None:
    await world.played(world.ana, world.bo)
    leave(world, "bo")
    await look(world)
    for which in ({"game": "divisor"}, {}):
        assert await look(world, **which) == ["1. @ana 1662? · 1–0", UNSURE]


async def test_a_page_is_filled_up_again(world: World) -> None:
    await couples(world, 12)
    leave(world, *(f"w{nth}" for nth in range(1, 11)))
    assert await look(world) == [*winners(11, 12), *losers(3, *range(1, 9)), UNSURE]
    assert await look(world, page=2) == [*losers(3, *range(9, 13)), UNSURE]


async def test_a_page_from_which_all_have_left_is_the_end(world: World) -> None:
    await couples(world, 6)
    leave(world, "l5", "l6")
    assert await look(world, page=2) == ["There is no page 2."]


async def test_it_takes_several_looks_if_very_many_have_left(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look is a question to Discord, and somebody is waiting."""
    monkeypatch.setattr(lookup, "REFILLS", 1)
    asked = Asked(world, monkeypatch)
    await couples(world, 16)
    leave(world, *(f"w{nth}" for nth in range(1, 17)), *(f"l{nth}" for nth in range(1, 15)))
    shown = await look(world)
    assert len(asked.of) == 2
    assert len(shown) == 11, "a page of those who were here once"
    assert await look(world) == [*losers(1, 15, 16), UNSURE]
    assert len(asked.of) == 4


async def test_nobody_waits_until_discord_has_told_of_all(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interaction has three seconds."""
    asked = Asked(world, monkeypatch, seconds=1)
    await couples(world, 16)
    leave(world, *(f"w{nth}" for nth in range(1, 17)), *(f"l{nth}" for nth in range(1, 15)))
    await look(world)
    assert len(asked.of) == 1
    for _ in range(2):
        await look(world)
    assert await look(world) == [*losers(1, 15, 16), UNSURE]


@pytest.mark.cards
async def test_ones_own_place_without_those_who_have_left(world: World) -> None:
    await couples(world, 3)
    leave(world, "w1", "l2")
    ladder = answer(await world.people["l3"].slash(world.games, "duel leaderboard"))
    assert world.read(ladder).splitlines()[-1] == "-# @l3: place 3, 1338, 0–1"
    assert cards(ladder)[0][1].startswith(
        "All games leaderboard, Hall. 1: w2, rating 1662 (provisional), 1–0, last W. 1: w3, "
    )
    assert "3: l3 (marked)" in cards(ladder)[0][1]


async def test_who_comes_back_and_plays_stands_there_again(world: World) -> None:
    await world.played(world.ana, world.bo)
    leave(world, "ana")
    assert await look(world) == ["1. @bo 1338? · 0–1", UNSURE]
    come_back(world, world.ana)
    assert await look(world) == ["1. @bo 1338? · 0–1", UNSURE], "nobody has seen them yet"
    await world.challenge()
    assert await look(world) == ["1. @ana 1662? · 1–0", "2. @bo 1338? · 0–1", UNSURE]


async def test_who_comes_back_and_looks_stands_there_again(world: World) -> None:
    await world.played(world.ana, world.bo)
    leave(world, "ana")
    await look(world)
    come_back(world, world.ana)
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert world.read(ladder).splitlines()[1] == "1. @ana 1662? · 1–0"


async def test_who_is_challenged_is_here(world: World) -> None:
    await world.played(world.bo, world.ana)
    leave(world, "bo")
    await look(world)
    come_back(world, world.bo)
    await world.challenge()
    assert (await look(world))[0] == "1. @bo 1662? · 1–0"


async def test_who_has_left_stays_so_when_their_duel_ends(world: World) -> None:
    """Their duel was still running when they left."""
    await world.played(world.ana, world.bo)
    await world.rated(size=3, clock="10m")
    leave(world, "ana")
    await look(world)
    await world.env.advance_time(11 * 60)
    assert world.lines()[-1].startswith(won("@bo", "@ana", number=2))
    assert [line.split()[1] for line in await look(world)] == ["@bo", "?"]
    assert await world.standing(world.ana) == (1, 1)


@pytest.mark.cards
async def test_nobody_has_left_while_discord_says_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.played(world.ana, world.bo)
    leave(world, "ana")
    monkeypatch.setattr(world.client.ws, "is_ratelimited", lambda: True)
    ladder = answer(await world.cy.slash(world.games, "duel leaderboard"))
    assert world.read(ladder).splitlines()[1:3] == ["1. @ana 1662? · 1–0", "2. @bo 1338? · 0–1"]
    assert cards(ladder)[0][1].startswith(
        "All games leaderboard, Hall. 1: player, rating 1662 (provisional), 1–0, last W. 2: "
    )
    monkeypatch.undo()
    assert await look(world) == ["1. @bo 1338? · 0–1", UNSURE]


async def test_a_leaderboard_after_discord_was_not_to_be_reached(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(*_args: Any, **_more: Any) -> None:
        raise ConnectionResetError

    await world.played(world.ana, world.bo)
    monkeypatch.setattr(world.client.ws, "request_chunks", breaks)
    assert await look(world) == ["1. @ana 1662? · 1–0", "2. @bo 1338? · 0–1", UNSURE]


async def test_of_a_past_season_too(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await boss.slash(world.games, "duel-admin reset", confirm="season 2")
    leave(world, "ana")
    assert await look(world, season=1) == ["1. @bo 1338? · 0–1", UNSURE]


async def test_from_a_private_leaderboard(world: World) -> None:
    await couples(world, 6)
    ladder = answer(await world.cy.slash(world.games, "duel leaderboard"))
    leave(world, "l5")
    own = private(await world.people["l6"].click(ladder, label="My place"))
    assert world.read(own).splitlines()[-3:] == [
        *losers(7, 6),
        UNSURE,
        "-# @l6: place 7, 1338, 0–1",
    ]


class Asked:
    """How often Discord has been asked who is here; perhaps it takes its time."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch, seconds: float = 0) -> None:
        self.of: list[list[int]] = []
        answered = world.client.ws.request_chunks

        async def asking(guild: int, **more: Any) -> None:
            self.of.append(more["user_ids"])
            world.env.backend.advance_clock(seconds)
            await answered(guild, **more)

        monkeypatch.setattr(world.client.ws, "request_chunks", asking)
