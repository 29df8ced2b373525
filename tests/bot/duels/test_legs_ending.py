"""Ends of duels of two legs that come from outside the game, and what comes after them."""

from typing import Any

import pytest
from simcord import MemberActor

from bot.duels import scheduler as clock
from bot.text.english import English
from storage.people import Pings
from tests.bot.duels.test_legs import begin, play
from tests.bot.simcord.messages import answer, cards, labels, private, told
from tests.bot.simcord.players import veterans
from tests.bot.simcord.world import POST, World
from tests.bot.text.says import moves_line, says, won

MINUTE = 60
ONE, TWO = (2, 1, 3), (1, 2)  # how the first seat wins a leg, and how the second one does


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scheduler check the time less often, so that simulated minutes pass quickly."""
    monkeypatch.setattr(clock, "BEAT", 5 * MINUTE * 1000)


async def resign(world: World, who: MemberActor) -> str:
    asked = private(await who.slash(world.games, "duel resign"))
    question = world.read(asked)
    await who.click(asked, label="Resign")
    return question


async def by_turns(world: World, one: MemberActor, other: MemberActor, *moves: int) -> None:
    """Make moves in turn on the last board, whichever duel that is."""
    for nth, move in enumerate(moves):
        await (other if nth % 2 else one).click(world.last(), label=str(move))


# Given up, or out of time.


async def test_resigning_gives_up_both_legs_and_says_so(world: World) -> None:
    await world.wants(Pings.ALWAYS)
    await begin(world)
    await play(world, 2)
    said = await resign(world, world.bo)
    assert said == English.RESIGN_LEGS_SURE.format(title="Divisor Duel", number=1, opponent="@ana")
    assert world.lines()[-1] == (
        won("@ana", "@bo") + "@bo resigned.\n"
        "@ana **1500?** (±0) · @bo **1338?** (−162)\n"
        f"-# {English.ENDED_EARLY}\n" + moves_line("**2**")
    )
    assert world.pinged(by=POST) == [world.ana.id]


async def test_whoever_is_ahead_resigns_the_duel_all_the_same(world: World) -> None:
    await begin(world)
    await play(world, *ONE)
    await resign(world, world.ana)
    assert world.lines()[-1] == (
        won("@bo", "@ana") + "@ana resigned.\n"
        "@bo **1662?** (+162) · @ana **1338?** (−162)\n" + moves_line("2 1 **3**", label="game 1")
    )


async def test_resigning_within_the_second_leg(world: World) -> None:
    await begin(world)
    await play(world, *ONE, 2)
    await resign(world, world.bo)
    assert world.lines()[-1].splitlines()[2:] == [
        moves_line("2 1 **3**", label="game 1"),
        moves_line("**2**", "@bo", "@ana", label="game 2"),
    ]


async def test_time_runs_out_in_the_first_leg(world: World) -> None:
    await begin(world, clock="10m")
    await play(world, 2)
    await world.env.advance_time(11 * MINUTE)
    assert world.lines()[-1].splitlines()[0] == (won("@ana", "@bo") + "@bo ran out of time.")


async def test_time_runs_out_in_the_second_leg(world: World) -> None:
    await begin(world, clock="10m")
    await play(world, *ONE)
    await world.env.advance_time(9 * MINUTE)
    assert any(line.startswith("⏳ @bo, your move in **Divisor Duel**") for line in world.lines())
    await world.env.advance_time(2 * MINUTE)
    assert world.lines()[-1].splitlines()[0] == (won("@ana", "@bo") + "@bo ran out of time.")
    assert await world.standing(world.ana) == (1, 0)


async def test_a_leg_gives_all_the_time_anew(world: World) -> None:
    await begin(world, clock="10m")
    await world.env.advance_time(9 * MINUTE)
    await play(world, 2)
    await world.env.advance_time(9 * MINUTE)
    await play(world, 1)
    await world.env.advance_time(9 * MINUTE)
    await play(world, 3)
    await world.env.advance_time(9 * MINUTE)
    await play(world, 1)
    assert not any("🏆" in line for line in world.lines())


async def test_a_moderator_ends_both_legs(world: World, boss: MemberActor) -> None:
    await begin(world)
    await play(world, *ONE, 1)
    await boss.slash(world.games, "duel-admin end", duel="1")
    assert world.lines()[-1] == (
        "🏁 **A moderator ended Divisor Duel #1.** Nobody wins.\n"
        + moves_line("2 1 **3**", label="game 1")
        + "\n"
        + moves_line("**1**", "@bo", "@ana", label="game 2")
    )
    assert await world.standing(world.ana) == (0, 0)


@pytest.mark.cards
@pytest.mark.parametrize(
    ("last", "headline"),
    [
        (ONE, "🏁 ~~@bo and @ana tie in Divisor Duel #1.~~ A moderator removed this"),
        (TWO, "🏁 ~~@ana beats @bo in Divisor Duel #1.~~ A moderator removed this result"),
    ],
)
async def test_a_result_of_two_legs_is_removed_result(
    world: World, boss: MemberActor, last: tuple[int, ...], headline: str
) -> None:
    await begin(world)
    end = await play(world, *ONE, *last)
    assert len(cards(end)) == 1
    await boss.slash(world.games, "duel-admin void", duel="1")
    voided = world.games.history()[-2]
    assert world.read(voided).startswith(headline)
    assert world.read(voided).splitlines()[1] == moves_line("2 1 **3**", label="game 1")
    assert cards(voided) == []
    profile = answer(await world.ana.slash(world.games, "duel profile"))
    assert world.read(profile) == "@ana hasn't finished a duel here yet."


@pytest.mark.cards
async def test_whoever_deletes_their_data_between_the_legs(world: World) -> None:
    await begin(world)
    await play(world, *ONE)
    shown = private(await world.ana.slash(world.games, "privacy"))
    sure = private(await world.ana.click(shown, label=English.DELETE))
    await world.ana.click(sure, label="Delete everything")
    assert world.lines()[-1] == (
        won("@bo", "deleted player") + "deleted player "
        "resigned.\n"
        "@bo **1662?** (+162) · deleted player **1338?** (−162)\n"
        + moves_line("2 1 **3**", "deleted player", label="game 1")
    )
    assert cards(world.last())[0][1].startswith("bo wins. deleted player resigned. ")


# Ratings.


async def test_a_tie_brings_the_two_closer_together(world: World) -> None:
    await veterans(world, world.ana, world.bo, world.cy, world.join("di"))
    await world.duel(size=3, legs=2)
    await by_turns(world, world.ana, world.bo, *ONE, *ONE)
    assert world.lines()[-1].splitlines()[1] == "@bo **1581** (+49) · @ana **1794** (−63)"


async def test_two_legs_are_rated_whoever_begins_them(world: World) -> None:
    await world.duel(size=3, legs=2, first="them")
    await by_turns(world, world.bo, world.ana, *ONE)
    await by_turns(world, world.ana, world.bo, *TWO)
    assert world.lines()[-1].splitlines()[1] == "@bo **1662?** (+162) · @ana **1338?** (−162)"


# The card.


@pytest.mark.cards
async def test_the_card_of_two_legs(world: World) -> None:
    await begin(world)
    ((name, alt),) = cards(await play(world, *ONE, *TWO))
    assert name == "duel.png"
    assert alt == (
        "ana wins. Nothing left divides 2 or is a multiple of it. Divisor Duel, 1–3 · 5 moves. "
        "Player 1: ana, winner, rating 1662 (provisional), +162. "
        "Player 2: bo, no legal move, rating 1338 (provisional), −162. "
        "game 1. By turns, ana first: 2, 1, 3 (end). "
        "game 2. By turns, bo first: 1, 2 (end). rated · #1."
    )


@pytest.mark.cards
async def test_the_card_of_a_tie(world: World) -> None:
    await begin(world)
    ((_, alt),) = cards(await play(world, *ONE, *ONE))
    assert alt.startswith(
        "A tie. Each won a game. Divisor Duel, 1–3 · 6 moves. "
        "Player 1: ana, rating 1500 (provisional), ±0. "
        "Player 2: bo, rating 1500 (provisional), ±0. "
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
async def test_a_rematch_has_two_legs_again(
    world: World, first: str, by: str, settled: str
) -> None:
    """A rematch swaps who starts the first game, unless that is drawn."""
    world.seating.first = world.bo.id if first == "them" else world.ana.id
    await begin(world, first=first)
    end = await play(world, *ONE, *ONE)
    offer = world.read(answer(await world.people[by].click(end, label="Rematch")))
    assert " · 1–3 · two games · rated · 1 day per move\n" in offer
    assert f"\n-# {settled} · expires " in offer


async def test_a_rematch_of_a_duel_that_ended_in_its_first_leg(world: World) -> None:
    await begin(world, first="me")
    await play(world, 2)
    await resign(world, world.bo)
    offer = world.read(answer(await world.bo.click(world.last(), label="Rematch")))
    assert "-# @bo starts the first game, the other the second · " in offer


# Made up.


@pytest.mark.parametrize("legs", [0, 3, -1, 2**31])
async def test_numbers_of_legs_that_were_never_offered(world: World, legs: int) -> None:
    who = str(world.bo.id)
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
    said = told(await world.deliver(world.ana, 2, world.games.id, data))
    assert said == says("legs-out-of-bounds", least=1, most=2)
    assert world.lines() == []


async def test_one_leg_is_a_duel_as_ever(world: World) -> None:
    board = await world.duel(size=3, legs=1)
    assert "leg" not in world.read(board)
    end = await world.play(board, 2, 1, 3)
    assert "leg" not in world.read(end).replace("play two legs", "")
    assert labels(end) == ["Rematch", "Replay", "Analyse", "Leaderboard", "GG"]
