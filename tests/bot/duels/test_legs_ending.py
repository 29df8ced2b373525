"""Ends of duels of two legs that come from outside the game, and what comes after them."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.duels import scheduler as clock
from bot.text.english import English
from tests.bot.duels.test_legs import begin, play
from tests.bot.simcord.players import veterans
from tests.bot.simcord.server import POST, Hall, answer, cards, labels, private, told
from tests.bot.text.says import says

MINUTE = 60
ONE, TWO = (2, 1, 3), (1, 2)  # how the first seat wins a leg, and how the second one does


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that minutes don't take long."""
    monkeypatch.setattr(clock, "BEAT", 5 * MINUTE * 1000)


async def resign(hall: Hall, who: MemberActor) -> str:
    asked = private(await who.slash(hall.games, "duel resign"))
    question = hall.read(asked)
    await who.click(asked, label="Resign")
    return question


async def by_turns(hall: Hall, one: MemberActor, other: MemberActor, *moves: int) -> None:
    """On the last board, whichever duel that is."""
    for nth, move in enumerate(moves):
        await (other if nth % 2 else one).click(hall.last(), label=str(move))


# Given up, or out of time.


async def test_resigning_gives_up_both_legs_and_says_so(hall: Hall) -> None:
    await begin(hall)
    await play(hall, 2)
    said = await resign(hall, hall.bo)
    assert said == English.RESIGN_LEGS_SURE.format(title="Divisor Duel", number=1, opponent="@ana")
    assert hall.lines()[-1] == (
        "🏁 **@ana wins Divisor Duel** #1 against @bo in 1 move: @bo resigned.\n"
        "@ana **1500** (±0) · @bo **1338** (−162)\n"
        f"-# {English.ENDED_EARLY}\n"
        "**2**"
    )
    assert hall.pinged(by=POST) == [hall.ana.id]


async def test_whoever_is_ahead_resigns_the_duel_all_the_same(hall: Hall) -> None:
    await begin(hall)
    await play(hall, *ONE)
    await resign(hall, hall.ana)
    assert hall.lines()[-1] == (
        "🏁 **@bo wins Divisor Duel** #1 against @ana in 3 moves: @ana resigned.\n"
        "@bo **1662** (+162) · @ana **1338** (−162)\n"
        "game 1:\n"
        "2 1 **3**"
    )


async def test_resigning_within_the_second_leg(hall: Hall) -> None:
    await begin(hall)
    await play(hall, *ONE, 2)
    await resign(hall, hall.bo)
    assert hall.lines()[-1].splitlines()[2:] == ["game 1:", "2 1 **3**", "game 2:", "**2**"]


async def test_time_runs_out_in_the_first_leg(hall: Hall) -> None:
    await begin(hall, clock="10m")
    await play(hall, 2)
    await hall.env.advance_time(11 * MINUTE)
    assert hall.lines()[-1].splitlines()[0] == (
        "🏁 **@ana wins Divisor Duel** #1 against @bo in 1 move: @bo ran out of time."
    )


async def test_time_runs_out_in_the_second_leg(hall: Hall) -> None:
    await begin(hall, clock="10m")
    await play(hall, *ONE)
    await hall.env.advance_time(9 * MINUTE)
    assert any(line.startswith("⏳ @bo, your move in **Divisor Duel**") for line in hall.lines())
    await hall.env.advance_time(2 * MINUTE)
    assert hall.lines()[-1].splitlines()[0] == (
        "🏁 **@ana wins Divisor Duel** #1 against @bo in 3 moves: @bo ran out of time."
    )
    assert await hall.standing(hall.ana) == (1, 0)


async def test_a_leg_gives_all_the_time_anew(hall: Hall) -> None:
    await begin(hall, clock="10m")
    await hall.env.advance_time(9 * MINUTE)
    await play(hall, 2)
    await hall.env.advance_time(9 * MINUTE)
    await play(hall, 1)
    await hall.env.advance_time(9 * MINUTE)
    await play(hall, 3)
    await hall.env.advance_time(9 * MINUTE)
    await play(hall, 1)
    assert not any("🏁" in line for line in hall.lines())


async def test_a_moderator_ends_both_legs(hall: Hall, boss: MemberActor) -> None:
    await begin(hall)
    await play(hall, *ONE, 1)
    await boss.slash(hall.games, "duel-admin end", duel="1")
    assert hall.lines()[-1] == (
        "🏁 **Divisor Duel #1 was ended by a moderator.** Nobody has won.\n"
        "game 1:\n"
        "2 1 **3**\n"
        "game 2:\n"
        "**1**"
    )
    assert await hall.standing(hall.ana) == (0, 0)


@pytest.mark.cards
@pytest.mark.parametrize(
    ("last", "headline"),
    [
        (ONE, "🏁 ~~Divisor Duel #1 is a tie between @bo and @ana.~~ A moderator removed this"),
        (TWO, "🏁 ~~@ana wins Divisor Duel #1 against @bo.~~ A moderator removed this result"),
    ],
)
async def test_a_result_of_two_legs_is_removed_result(
    hall: Hall, boss: MemberActor, last: tuple[int, ...], headline: str
) -> None:
    await begin(hall)
    end = await play(hall, *ONE, *last)
    assert len(cards(end)) == 1
    await boss.slash(hall.games, "duel-admin void", duel="1")
    voided = hall.games.history()[-2]
    assert hall.read(voided).startswith(headline)
    assert hall.read(voided).splitlines()[1] == "game 1:"
    assert cards(voided) == []
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert hall.read(profile) == "@ana hasn't finished a duel here yet."


@pytest.mark.cards
async def test_whoever_deletes_their_data_between_the_legs(hall: Hall) -> None:
    await begin(hall)
    await play(hall, *ONE)
    shown = private(await hall.ana.slash(hall.games, "privacy"))
    sure = private(await hall.ana.click(shown, label=English.DELETE))
    await hall.ana.click(sure, label="Delete everything")
    assert hall.lines()[-1] == (
        "🏁 **@bo wins Divisor Duel** #1 against deleted player in 3 moves: deleted player "
        "resigned.\n"
        "@bo **1662** (+162) · deleted player **1338** (−162)\n"
        "game 1:\n"
        "2 1 **3**"
    )
    assert cards(hall.last())[0][1].startswith("bo wins. deleted player resigned. ")


# Ratings.


async def test_a_tie_brings_the_two_closer_together(hall: Hall) -> None:
    await veterans(hall, hall.ana, hall.bo, hall.cy, hall.join("di"))
    await hall.duel(size=3, legs=2)
    await by_turns(hall, hall.ana, hall.bo, *ONE, *ONE)
    assert hall.lines()[-1].splitlines()[1] == "@bo **1581** (+49) · @ana **1794** (−63)"


async def test_two_legs_are_rated_whoever_begins_them(hall: Hall) -> None:
    await hall.duel(size=3, legs=2, first="them")
    await by_turns(hall, hall.bo, hall.ana, *ONE)
    await by_turns(hall, hall.ana, hall.bo, *TWO)
    assert hall.lines()[-1].splitlines()[1] == "@ana **1338** (−162) · @bo **1662** (+162)"


# The card.


@pytest.mark.cards
async def test_the_card_of_two_legs(hall: Hall) -> None:
    await begin(hall)
    ((name, alt),) = cards(await play(hall, *ONE, *TWO))
    assert name == "duel.png"
    assert alt == (
        "ana wins. Nothing left divides 2 or is a multiple of it. Divisor Duel, 1–3 · 5 moves. "
        "Player 1: ana, winner, rating 1662, +162. Player 2: bo, no legal move, rating 1338, −162. "
        "game 1. By turns, ana first: 2, 1, 3 (end). "
        "game 2. By turns, bo first: 1, 2 (end). rated · #1."
    )


@pytest.mark.cards
async def test_the_card_of_a_tie(hall: Hall) -> None:
    await begin(hall)
    ((_, alt),) = cards(await play(hall, *ONE, *ONE))
    assert alt.startswith(
        "A tie. Each won a game. Divisor Duel, 1–3 · 6 moves. Player 1: ana, rating 1500, ±0. "
        "Player 2: bo, rating 1500, ±0. "
    )


# Rematches.


@pytest.mark.parametrize(
    ("first", "by", "settled"),
    [
        ("random", "ana", English.STARTER_DRAWN),
        ("random", "bo", English.STARTER_DRAWN),
        ("me", "ana", "@bo starts the first game, the other the second"),
        ("me", "bo", "@bo starts the first game, the other the second"),
        ("them", "ana", "@ana starts the first game, the other the second"),
    ],
)
async def test_a_rematch_has_two_legs_again(hall: Hall, first: str, by: str, settled: str) -> None:
    """Who began the first leg doesn't begin it twice."""
    hall.seating.first = hall.bo.id if first == "them" else hall.ana.id
    await begin(hall, first=first)
    end = await play(hall, *ONE, *ONE)
    offer = hall.read(answer(await hall.people[by].click(end, label="Rematch")))
    assert " (1–3, two games, rated).\n" in offer
    assert f"\n-# {settled} · 1 day per move" in offer


async def test_a_rematch_of_a_duel_that_ended_in_its_first_leg(hall: Hall) -> None:
    await begin(hall, first="me")
    await play(hall, 2)
    await resign(hall, hall.bo)
    offer = hall.read(answer(await hall.bo.click(hall.last(), label="Rematch")))
    assert "-# @bo starts the first game, the other the second · " in offer


# Made up.


@pytest.mark.parametrize("legs", [0, 3, -1, 2**31])
async def test_numbers_of_legs_that_were_never_offered(hall: Hall, legs: int) -> None:
    who = str(hall.bo.id)
    user = {"id": who, "username": "bo", "discriminator": "0", "avatar": None}
    member: dict[str, Any] = {"roles": [], "permissions": "9223372036854775807", "flags": 0}
    member |= {"joined_at": "2026-01-01T00:00:00+00:00", "deaf": False, "mute": False}
    given = [
        {"name": "legs", "type": 4, "value": legs},
        {"name": "game", "type": 3, "value": "divisor"},
        {"name": "opponent", "type": 6, "value": who},
    ]
    start = {"name": "start", "type": 1, "options": given}
    resolved = {"users": {who: user}, "members": {who: member}}
    data = {"id": "1", "name": "duel", "type": 1, "options": [start], "resolved": resolved}
    said = told(await hall.deliver(hall.ana, 2, hall.games.id, data))
    assert said == says("legs-out-of-bounds", least=1, most=2)
    assert hall.lines() == []


async def test_one_leg_is_a_duel_as_ever(hall: Hall) -> None:
    board = await hall.duel(size=3, legs=1)
    assert "leg" not in hall.read(board)
    end = await hall.play(board, 2, 1, 3)
    assert "leg" not in hall.read(end).replace("play two legs", "")
    assert labels(end) == ["Rematch", "Replay", "Leaderboard"]
