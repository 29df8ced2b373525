"""Challenges: made, accepted, declined, cancelled, and expired."""

from typing import Any

import pytest

from bot.text.english import English
from engine.duel import Offered
from engine.durations import CHALLENGE_LASTS
from engine.ids import Instant
from storage.ids import ChannelId, GuildId
from storage.people import HouseRules
from tests.bot.simcord.messages import answer, labels, told, told_directly
from tests.bot.simcord.world import World
from tests.bot.text.says import says, says_directly

OFFER = (
    "⚔️ @bo, @ana challenges you to **Divisor Duel** · 1–20 · rated · 1 day per move\n"
    "Each number must divide the last one or be a multiple of it. No move left: you lose.\n"
)


async def test_a_challenge_says_what_is_played_and_how(world: World) -> None:
    offer = answer(await world.challenge(first="random"))
    assert world.read(offer) == (f"{OFFER}-# {English.STARTER_DRAWN} · expires <15 min> · #1")
    assert labels(offer) == ["Accept", "Decline", "Rules", "Play the bot"]


@pytest.mark.parametrize(
    ("options", "terms", "small"),
    [
        (
            {"game": "divisor", "size": 50, "rated": False},
            "1–50 · not rated · 1 day",
            "@ana starts",
        ),
        (
            {"game": "split", "size": 30, "clock": "10m", "first": "random"},
            "from 30 · not rated · 10 minutes",
            English.STARTER_DRAWN,
        ),
        ({"game": "sequence", "first": "them"}, "1–9 · not rated · 1 day", "@bo starts"),
        (
            {"game": "divisor", "size": 9, "clock": "7d", "legs": 2},
            "1–9 · two games · rated · 7 days",
            "@ana starts the first game, the other the second",
        ),
    ],
)
async def test_terms_are_as_asked_for(
    world: World, options: dict[str, Any], terms: str, small: str
) -> None:
    offer = world.read(answer(await world.challenge(**options)))
    assert f"** · {terms} per move\n" in offer
    assert f"\n-# {small} · expires" in offer


async def test_a_start_of_split_is_drawn(world: World) -> None:
    offer = world.read(answer(await world.challenge("split")))
    assert int(offer.split("from ")[1].split()[0]) in range(15, 26)


async def test_only_the_opponent_is_pinged(world: World) -> None:
    await world.challenge()
    assert world.sent()["allowed_mentions"] == {"parse": [], "users": [world.bo.id]}


@pytest.mark.parametrize("by", ["button", "command", "number"])
async def test_accepting_begins(world: World, by: str) -> None:
    offer = answer(await world.challenge(size=3))
    if by == "button":
        board = answer(await world.bo.click(offer, label="Accept"))
    else:
        which = {"duel": "#1"} if by == "number" else {}
        board = answer(await world.bo.slash(world.games, "duel accept", **which))
    assert world.read(board).startswith("**@bo accepted.** Your move, @ana: take 1, 2 or 3.")
    assert world.lines()[0] == "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)"


async def test_declining_by_button_changes_the_challenge_itself(world: World) -> None:
    offer = answer(await world.challenge())
    await world.bo.click(offer, label="Decline")
    assert world.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]
    assert labels(world.last()) == []
    assert (await world.match()).board.shown == 1


@pytest.mark.parametrize(
    ("who", "command", "said", "line"),
    [
        (
            "bo",
            "duel decline",
            "You declined the challenge.",
            "-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)",
        ),
        (
            "ana",
            "duel cancel",
            English.CANCELLED,
            "-# ⚔️ @ana cancelled the challenge to @bo (#1)",
        ),
    ],
)
async def test_declining_and_taking_back_by_command(
    world: World, who: str, command: str, said: str, line: str
) -> None:
    await world.challenge()
    assert told(await world.people[who].slash(world.games, command)) == said
    assert world.lines() == [line]


async def test_a_challenge_runs_out_without_a_ping(world: World) -> None:
    offer = answer(await world.challenge())
    await world.env.advance_time(14 * 60)
    assert labels(world.last()) == ["Accept", "Decline", "Rules", "Play the bot"]
    await world.env.advance_time(61)
    assert world.lines() == ["-# ⚔️ @bo didn't answer @ana's challenge to Divisor Duel in time (#1)"]
    assert world.pinged() == []
    late = await world.press(world.bo, offer, "d1:a:1")
    assert told(late) == says("offer-expired")


async def test_after_a_challenge_there_can_be_another(world: World) -> None:
    await world.bo.click(answer(await world.challenge()), label="Decline")
    answer(await world.challenge())
    assert len(world.lines()) == 2


# Options that are refused.


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"game": "sequence", "size": 14},
            "In Sequence Builder, size is a whole number from 5 to 13, not 14.",
        ),
        (
            {"game": "split", "size": 2},
            "In Number Split Duel, size is a whole number from 3 to 100, not 2.",
        ),
    ],
)
async def test_sizes_that_a_game_does_not_have(
    world: World, options: dict[str, Any], said: str
) -> None:
    assert told(await world.challenge(**options)) == said


# Answering.


@pytest.mark.parametrize(
    ("who", "custom_id", "said"),
    [
        ("ana", "d1:a:1", says("own-challenge", opponent="@bo")),
        ("ana", "d1:d:1", says("own-challenge", opponent="@bo")),
        ("cy", "d1:d:1", says("not-yours-to-answer", opponent="@bo")),
        ("bo", "d1:a:2", "There is no duel #2 in this server. `/duel list` shows yours."),
        ("bo", "d1:m:1:0:6", "@bo hasn't accepted yet."),
    ],
)
async def test_presses_that_are_not_theirs(
    world: World, who: str, custom_id: str, said: str
) -> None:
    offer = answer(await world.challenge())
    before = await world.match()
    assert world.read(told(await world.press(world.people[who], offer, custom_id))) == said
    assert await world.match() == before


async def test_only_the_challenger_takes_it_back(world: World) -> None:
    await world.challenge()
    said = world.read(told(await world.bo.slash(world.games, "duel cancel", duel="1")))
    assert said == says("not-yours-to-cancel", challenger="@ana")


async def test_accepting_twice(world: World) -> None:
    offer = answer(await world.challenge())
    await world.bo.click(offer, label="Accept")
    again = await world.press(world.bo, offer, "d1:a:1")
    assert told(again) == says("already-started")


async def test_nothing_to_answer(world: World) -> None:
    for command, said in {
        "duel accept": "No challenge is waiting for your answer here.",
        "duel decline": "No challenge is waiting for your answer here.",
        "duel cancel": says("no-challenge-of-yours"),
    }.items():
        assert told(await world.ana.slash(world.games, command)) == said


async def test_several_to_answer(world: World) -> None:
    await world.challenge()
    await world.cy.slash(world.games, "duel start", game="parity", opponent=world.bo)
    said = told(await world.bo.slash(world.games, "duel accept"))
    assert said == says("several-challenges", count=2)
    offered = await world.bo.autocomplete(world.games, "duel accept", "duel", "")
    assert offered == [
        {"name": "#1 Divisor Duel, a challenge", "value": "1"},
        {"name": "#2 Parity Duel, a challenge", "value": "2"},
    ]
    assert await world.ana.autocomplete(world.games, "duel cancel", "duel", "pari") == []
    answer(await world.bo.slash(world.games, "duel accept", duel="2"))


async def test_not_a_number_of_a_duel(world: World) -> None:
    said = told(await world.bo.slash(world.games, "duel accept", duel="**yours**"))
    assert said == (
        '"\\*\\*yours\\*\\*" isn\'t the number of a duel. `/duel list` shows yours, as #12.'
    )


async def test_rules_of_the_challenge(world: World) -> None:
    offer = answer(await world.challenge("divisor", size=30))
    said = told(await world.bo.click(offer, label="Rules"))
    assert said.startswith("**Divisor Duel**\n")
    assert "30" in said


# The menu of a user.


async def test_challenging_from_a_name(world: World) -> None:
    picker = await world.ana.context_menu(world.games, "Challenge to a duel", world.bo)
    assert world.read(told(picker)) == "Challenge @bo to …"
    assert picker.response
    offer = answer(await world.ana.select(picker.response, ["parity"]))
    assert "@ana challenges you to **Parity Duel** · 1–20 · not rated" in world.read(offer)


async def test_a_name_that_cannot_be_challenged(world: World) -> None:
    menu = "Challenge to a duel"
    said = told(await world.ana.context_menu(world.games, menu, world.ana))
    assert said == "You can't duel yourself."


@pytest.mark.parametrize(
    ("custom_id", "value", "said"),
    [
        ("d1:p:999", "parity", "<@999> isn't in this server."),
        ("d1:p:{bo}", "chess", 'There is no game called "chess". Choose divisor, '),
        ("d1:p:{ana}", "parity", "You can't duel yourself."),
        ("d1:p:x", "parity", "That button doesn't work any more."),
    ],
)
async def test_a_forged_choice_of_a_game(
    world: World, custom_id: str, value: str, said: str
) -> None:
    offer = answer(await world.challenge(opponent=world.cy))
    made_up = custom_id.format(ana=world.ana.id, bo=world.bo.id)
    assert told(await world.press(world.ana, offer, made_up, value)).startswith(said)
    assert len(world.lines()) == 1


async def test_oneself_from_ones_profile(world: World) -> None:
    """The profile has no such button, but a press can be made up."""
    profile = answer(await world.ana.slash(world.games, "duel profile"))
    assert "Challenge" not in labels(profile)
    said = told(await world.press(world.ana, profile, f"d1:k:{world.ana.id}"))
    assert said == says("cant-duel-yourself")


async def test_a_choice_of_a_game_made_up_outside_of_servers(world: World) -> None:
    data = {"custom_id": f"d1:p:{world.bo.id}", "component_type": 3, "values": ["parity"]}
    channel = world.ana.user.dm_channel
    said = await world.deliver(world.ana, 3, channel.id, data, guild=None)
    assert told_directly(said) == says_directly("dead-button")


@pytest.mark.parametrize(("option", "value"), [("first", "nobody"), ("clock", "1s")])
async def test_choices_that_were_never_offered(world: World, option: str, value: str) -> None:
    said = told(await world.start_by_hand({option: value}))
    assert said == f'"{value}" isn\'t one of the choices.'


# Rematches.


async def test_a_rematch_swaps_the_seats(world: World) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    offer = answer(await world.bo.click(end, label="Rematch"))
    assert "@bo starts" in world.read(offer)
    assert world.read(offer).startswith("⚔️ @ana, @bo challenges you to **Divisor Duel** · 1–3")
    board = answer(await world.ana.click(offer, label="Accept"))
    assert "Your move, @bo" in world.read(board)


async def test_a_rematch_of_others(world: World) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    said = world.read(told(await world.press(world.cy, end, "d1:g:1")))
    assert said == ("This duel is between @ana and @bo. Start your own with `/duel start`.")


async def test_a_rematch_where_duels_are_not_played_any_more(world: World) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    await world.rules(channels=frozenset({ChannelId(1)}))
    assert told(await world.bo.click(end, label="Rematch")) == "Duels are played in <#1> here."


async def test_a_rematch_with_somebody_who_has_left(world: World) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    world.guild.remove_member(world.bo)
    said = world.read(told(await world.ana.click(end, label="Rematch")))
    assert said == "@bo isn't in this server."


async def test_a_rematch_too_early(world: World) -> None:
    board = await world.duel()
    assert told(await world.press(world.bo, board, "d1:g:1")) == "This duel isn't over yet."


async def test_it_waits_from_when_it_is_stored(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine may sleep, or Discord be slow, while it is looked at whether it is allowed."""
    read, later = world.store.house_rules, list[Instant]()

    async def slowly(guild: GuildId) -> HouseRules:
        world.env.backend.advance_clock(2)
        later.append(world.now())
        return await read(guild)

    monkeypatch.setattr(world.store, "house_rules", slowly)
    answer(await world.challenge())
    duel = (await world.match()).duel
    assert isinstance(duel, Offered)
    assert duel.expires - CHALLENGE_LASTS >= later[0]
