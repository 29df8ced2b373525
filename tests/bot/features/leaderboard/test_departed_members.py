"""Who has left the server doesn't stand on its ladders; who is back, does."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.features.leaderboard import service as lookup
from bot.guilds.members import FRESH
from tests.bot.simcord.players import couples, losers, veterans, winners
from tests.bot.simcord.server import UNSURE, Hall, answer, cards, private


async def look(hall: Hall, **which: object) -> list[str]:
    """By Cy, who hasn't played."""
    ladder = answer(await hall.cy.slash(hall.games, "duel leaderboard", **which))
    return hall.read(ladder).splitlines()[1:-1]


def leave(hall: Hall, *names: str) -> None:
    for name in names:
        hall.guild.remove_member(hall.people[name])


def come_back(hall: Hall, who: MemberActor) -> None:
    hall.env.backend.add_member(hall.guild.id, who.id)


async def test_places_close_up(hall: Hall) -> None:
    await veterans(hall, hall.ana, hall.bo, *(hall.join(name) for name in ("di", "ed")))
    leave(hall, "bo")
    assert await look(hall) == [
        "1. @ana **1857** · 6–0",
        "2. @di **1311** · 2–4",
        "3. @ed **1090** · 0–6",
    ]
    leave(hall, "ana", "di", "ed")
    assert len(await look(hall)) == 3, "they were here a moment ago"
    hall.env.backend.advance_clock(FRESH / 1000 + 1)
    assert await look(hall) == [
        "Nobody has finished a rated duel in this list yet. Be the first: `/duel start`."
    ]


async def test_on_no_ladder(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    leave(hall, "bo")
    await look(hall)
    for which in ({"game": "divisor"}, {}):
        assert await look(hall, **which) == ["1. @ana 1662? · 1–0", UNSURE]


async def test_a_page_is_filled_up_again(hall: Hall) -> None:
    await couples(hall, 12)
    leave(hall, *(f"w{nth}" for nth in range(1, 11)))
    assert await look(hall) == [*winners(11, 12), *losers(3, *range(1, 9)), UNSURE]
    assert await look(hall, page=2) == [*losers(3, *range(9, 13)), UNSURE]


async def test_a_page_from_which_all_have_left_is_the_end(hall: Hall) -> None:
    await couples(hall, 6)
    leave(hall, "l5", "l6")
    assert await look(hall, page=2) == ["There is no page 2."]


async def test_it_takes_several_looks_if_very_many_have_left(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each look is a question to Discord, and somebody is waiting."""
    monkeypatch.setattr(lookup, "REFILLS", 1)
    asked = Asked(hall, monkeypatch)
    await couples(hall, 16)
    leave(hall, *(f"w{nth}" for nth in range(1, 17)), *(f"l{nth}" for nth in range(1, 15)))
    shown = await look(hall)
    assert len(asked.of) == 2
    assert len(shown) == 11, "a page of those who were here once"
    assert await look(hall) == [*losers(1, 15, 16), UNSURE]
    assert len(asked.of) == 4


async def test_nobody_waits_until_discord_has_told_of_all(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interaction has three seconds."""
    asked = Asked(hall, monkeypatch, seconds=1)
    await couples(hall, 16)
    leave(hall, *(f"w{nth}" for nth in range(1, 17)), *(f"l{nth}" for nth in range(1, 15)))
    await look(hall)
    assert len(asked.of) == 1
    for _ in range(2):
        await look(hall)
    assert await look(hall) == [*losers(1, 15, 16), UNSURE]


@pytest.mark.cards
async def test_ones_own_place_without_those_who_have_left(hall: Hall) -> None:
    await couples(hall, 3)
    leave(hall, "w1", "l2")
    ladder = answer(await hall.people["l3"].slash(hall.games, "duel leaderboard"))
    assert hall.read(ladder).splitlines()[-1] == "-# @l3: place 3, 1338, 0–1"
    assert cards(ladder)[0][1].startswith(
        "All games leaderboard, Hall. 1: w2, rating 1662 (provisional), 1–0, last W. 1: w3, "
    )
    assert "3: l3 (marked)" in cards(ladder)[0][1]


async def test_who_comes_back_and_plays_stands_there_again(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    leave(hall, "ana")
    assert await look(hall) == ["1. @bo 1338? · 0–1", UNSURE]
    come_back(hall, hall.ana)
    assert await look(hall) == ["1. @bo 1338? · 0–1", UNSURE], "nobody has seen them yet"
    await hall.challenge()
    assert await look(hall) == ["1. @ana 1662? · 1–0", "2. @bo 1338? · 0–1", UNSURE]


async def test_who_comes_back_and_looks_stands_there_again(hall: Hall) -> None:
    await hall.played(hall.ana, hall.bo)
    leave(hall, "ana")
    await look(hall)
    come_back(hall, hall.ana)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert hall.read(ladder).splitlines()[1] == "1. @ana 1662? · 1–0"


async def test_who_is_challenged_is_here(hall: Hall) -> None:
    await hall.played(hall.bo, hall.ana)
    leave(hall, "bo")
    await look(hall)
    come_back(hall, hall.bo)
    await hall.challenge()
    assert (await look(hall))[0] == "1. @bo 1662? · 1–0"


async def test_who_has_left_stays_so_when_their_duel_ends(hall: Hall) -> None:
    """It had been going on when they left."""
    await hall.played(hall.ana, hall.bo)
    await hall.rated(size=3, clock="10m")
    leave(hall, "ana")
    await look(hall)
    await hall.env.advance_time(11 * 60)
    assert hall.lines()[-1].startswith("🏁 **@bo wins Divisor Duel** #2 against @ana")
    assert [line.split()[1] for line in await look(hall)] == ["@bo", "?"]
    assert await hall.standing(hall.ana) == (1, 1)


@pytest.mark.cards
async def test_nobody_has_left_while_discord_says_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.played(hall.ana, hall.bo)
    leave(hall, "ana")
    monkeypatch.setattr(hall.client.ws, "is_ratelimited", lambda: True)
    ladder = answer(await hall.cy.slash(hall.games, "duel leaderboard"))
    assert hall.read(ladder).splitlines()[1:3] == ["1. @ana 1662? · 1–0", "2. @bo 1338? · 0–1"]
    assert cards(ladder)[0][1].startswith(
        "All games leaderboard, Hall. 1: player, rating 1662 (provisional), 1–0, last W. 2: "
    )
    monkeypatch.undo()
    assert await look(hall) == ["1. @bo 1338? · 0–1", UNSURE]


async def test_a_leaderboard_after_discord_was_not_to_be_reached(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(*_args: Any, **_more: Any) -> None:
        raise ConnectionResetError

    await hall.played(hall.ana, hall.bo)
    monkeypatch.setattr(hall.client.ws, "request_chunks", breaks)
    assert await look(hall) == ["1. @ana 1662? · 1–0", "2. @bo 1338? · 0–1", UNSURE]


async def test_of_a_past_season_too(hall: Hall, boss: MemberActor) -> None:
    await hall.played(hall.ana, hall.bo)
    await boss.slash(hall.games, "duel-admin reset", confirm="season 2")
    leave(hall, "ana")
    assert await look(hall, season=1) == ["1. @bo 1338? · 0–1", UNSURE]


async def test_from_a_private_leaderboard(hall: Hall) -> None:
    await couples(hall, 6)
    ladder = answer(await hall.cy.slash(hall.games, "duel leaderboard"))
    leave(hall, "l5")
    own = private(await hall.people["l6"].click(ladder, label="My place"))
    assert hall.read(own).splitlines()[-3:] == [
        *losers(7, 6),
        UNSURE,
        "-# @l6: place 7, 1338, 0–1",
    ]


class Asked:
    """How often Discord has been asked who is here; perhaps it takes its time."""

    def __init__(self, hall: Hall, monkeypatch: pytest.MonkeyPatch, seconds: float = 0) -> None:
        self.of: list[list[int]] = []
        answered = hall.client.ws.request_chunks

        async def asking(guild: int, **more: Any) -> None:
            self.of.append(more["user_ids"])
            hall.env.backend.advance_clock(seconds)
            await answered(guild, **more)

        monkeypatch.setattr(hall.client.ws, "request_chunks", asking)
