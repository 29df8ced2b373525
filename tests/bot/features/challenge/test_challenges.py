"""Challenges: offered, answered, taken back, run out, and refused."""

from typing import Any

import pytest

from bot.text.english import English
from storage.ids import ChannelId, GuildId, RoleId
from storage.people import HouseRules
from tests.bot.simcord.server import DEAD, Hall, answer, labels, told
from tests.bot.text.says import says

OFFER = (
    "⚔️ @bo, @ana challenges you to **Divisor Duel** (1–20, rated).\n"
    "Each number must divide the last one or be a multiple of it. No move left: you lose.\n"
)


async def test_a_challenge_says_what_is_played_and_how(hall: Hall) -> None:
    offer = answer(await hall.challenge(first="random"))
    assert hall.read(offer) == (
        f"{OFFER}-# {English.STARTER_DRAWN} · 1 day per move · expires <15 min> · #1"
    )
    assert labels(offer) == ["Accept", "Decline", "Rules"]


@pytest.mark.parametrize(
    ("options", "terms", "small"),
    [
        ({"game": "divisor", "size": 50, "rated": False}, "1–50, not rated", "@ana starts · 1 day"),
        (
            {"game": "split", "size": 30, "clock": "10m", "first": "random"},
            "from 30, rated",
            f"{English.STARTER_DRAWN} · 10 minutes per move",
        ),
        ({"game": "sequence", "first": "them"}, "not rated", "@bo starts · 1 day per move"),
        (
            {"game": "parity", "size": 9, "clock": "7d", "legs": 2},
            "1–9, two games, rated",
            "@ana starts the first game, the other the second · 7 days per move",
        ),
    ],
)
async def test_terms_are_as_asked_for(
    hall: Hall, options: dict[str, Any], terms: str, small: str
) -> None:
    offer = hall.read(answer(await hall.challenge(**options)))
    assert f"** ({terms}).\n" in offer
    assert f"\n-# {small}" in offer


async def test_a_start_of_split_is_drawn(hall: Hall) -> None:
    offer = hall.read(answer(await hall.challenge("split")))
    assert int(offer.split("(from ")[1].split(",")[0]) in range(15, 26)


async def test_only_the_opponent_is_pinged(hall: Hall) -> None:
    await hall.challenge()
    assert hall.sent()["allowed_mentions"] == {"parse": [], "users": [hall.bo.id]}


@pytest.mark.parametrize("by", ["button", "command", "number"])
async def test_accepting_begins(hall: Hall, by: str) -> None:
    offer = answer(await hall.challenge(size=3))
    if by == "button":
        board = answer(await hall.bo.click(offer, label="Accept"))
    else:
        which = {"duel": "#1"} if by == "number" else {}
        board = answer(await hall.bo.slash(hall.games, "duel accept", **which))
    assert hall.read(board).startswith(
        "**@bo accepted.** Your move, @ana: take any number that is left."
    )
    assert hall.lines()[0] == "-# ⚔️ @bo accepted @ana's challenge to Divisor Duel (#1)"


async def test_declining_by_button_changes_the_challenge_itself(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    await hall.bo.click(offer, label="Decline")
    assert hall.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]
    assert labels(hall.last()) == []
    assert (await hall.match()).board.shown == 1


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
    hall: Hall, who: str, command: str, said: str, line: str
) -> None:
    await hall.challenge()
    assert told(await hall.people[who].slash(hall.games, command)) == said
    assert hall.lines() == [line]


async def test_a_challenge_runs_out_without_a_ping(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    await hall.env.advance_time(14 * 60)
    assert labels(hall.last()) == ["Accept", "Decline", "Rules"]
    await hall.env.advance_time(61)
    assert hall.lines() == ["-# ⚔️ @bo didn't answer @ana's challenge to Divisor Duel in time (#1)"]
    assert hall.pinged() == []
    late = await hall.press(hall.bo, offer, "d1:a:1")
    assert told(late) == says("offer-expired")


async def test_after_a_challenge_there_can_be_another(hall: Hall) -> None:
    await hall.bo.click(answer(await hall.challenge()), label="Decline")
    answer(await hall.challenge())
    assert len(hall.lines()) == 2


# Who can't be challenged, by whom, and where.


async def test_yourself(hall: Hall) -> None:
    assert told(await hall.challenge(opponent=hall.ana)) == "You can't duel yourself."
    assert hall.lines() == []


async def test_a_bot(hall: Hall) -> None:
    bot = hall.guild.add_member(hall.env.create_user("robot", bot=True))
    assert told(await hall.challenge(opponent=bot)) == "Bots can't accept duels."


async def test_somebody_who_is_not_here(hall: Hall) -> None:
    stranger = hall.env.create_user("stranger")
    said = told(await hall.challenge(opponent=stranger))
    assert said == f"<@{stranger.id}> isn't in this server."


async def test_somebody_twice(hall: Hall) -> None:
    await hall.challenge()
    said = hall.read(told(await hall.challenge("parity")))
    assert said == says("already-challenged", opponent="@bo")


async def test_somebody_who_has_challenged_you(hall: Hall) -> None:
    await hall.challenge()
    back = await hall.bo.slash(hall.games, "duel start", game="parity", opponent=hall.ana)
    said = hall.read(told(back))
    assert said == English.TO_YOU["already-challenged"].format(challenger="@ana")


async def test_too_many(hall: Hall) -> None:
    for nth in range(10):
        answer(await hall.challenge(opponent=hall.join(f"p{nth}")))
    assert told(await hall.challenge()) == says("too-many-challenges", most=10)


async def test_somebody_who_takes_none(hall: Hall) -> None:
    await hall.bo.slash(hall.games, "duel settings", challenges="nobody")
    said = hall.read(told(await hall.challenge()))
    assert said == says("takes-no-challenges", opponent="@bo")


async def test_where_the_opponent_cannot_look(hall: Hall) -> None:
    """Discord says in which channels somebody may do what who is chosen in an option."""
    said = hall.read(told(await hall.start_by_hand({}, permissions="0")))
    assert said == "@bo can't see this channel. Choose one that both of you can see."


async def test_where_duels_are_not_played(hall: Hall) -> None:
    guild = GuildId(hall.guild.id)
    await hall.store.rule_house(guild, HouseRules(channels=frozenset({ChannelId(hall.games.id)})))
    other = hall.guild.create_text_channel("other")
    refused = await hall.ana.slash(other, "duel start", game="divisor", opponent=hall.bo)
    assert hall.read(told(refused)) == "Duels are played in #games here."
    answer(await hall.challenge())


async def test_without_the_role_for_it(hall: Hall) -> None:
    role = hall.guild.create_role("players")
    guild = GuildId(hall.guild.id)
    await hall.store.rule_house(guild, HouseRules(roles=frozenset({RoleId(role.id)})))
    assert told(await hall.challenge()) == says("wrong-role", roles=f"<@&{role.id}>")
    player = hall.join("player", roles=[role])
    answer(await player.slash(hall.games, "duel start", game="divisor", opponent=hall.bo))


@pytest.mark.parametrize(
    ("lacking", "named"),
    [
        (("send_messages",), "Send Messages"),
        (("view_channel",), "View Channel"),
    ],
)
async def test_where_the_bot_may_not_post(hall: Hall, lacking: tuple[str, ...], named: str) -> None:
    """Answering would still work, and then no clock could be announced."""
    hall.deny(None, *lacking)
    said = hall.read(told(await hall.challenge()))
    assert said == says("permissions-missing", permissions=named, channel="#games")
    assert hall.lines() == []


async def test_in_a_thread(hall: Hall) -> None:
    thread = hall.thread(hall.games)
    offer = answer(
        await hall.ana.slash(thread, "duel start", game="divisor", opponent=hall.bo, size=3)
    )
    await hall.bo.click(offer, label="Accept")
    assert len(hall.lines(thread)) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"game": "sequence", "size": 12},
            'Sequence Builder has no option "size"; it has none.',
        ),
        (
            {"game": "split", "size": 2},
            "In Number Split Duel, size is a whole number from 3 to 100, not 2.",
        ),
    ],
)
async def test_sizes_that_a_game_does_not_have(
    hall: Hall, options: dict[str, Any], said: str
) -> None:
    assert told(await hall.challenge(**options)) == said


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
async def test_presses_that_are_not_theirs(hall: Hall, who: str, custom_id: str, said: str) -> None:
    offer = answer(await hall.challenge())
    before = await hall.match()
    assert hall.read(told(await hall.press(hall.people[who], offer, custom_id))) == said
    assert await hall.match() == before


async def test_only_the_challenger_takes_it_back(hall: Hall) -> None:
    await hall.challenge()
    said = hall.read(told(await hall.bo.slash(hall.games, "duel cancel", duel="1")))
    assert said == says("not-yours-to-cancel", challenger="@ana")


async def test_accepting_twice(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    await hall.bo.click(offer, label="Accept")
    again = await hall.press(hall.bo, offer, "d1:a:1")
    assert told(again) == says("already-started")


async def test_nothing_to_answer(hall: Hall) -> None:
    for command, said in {
        "duel accept": "No challenge is waiting for your answer here.",
        "duel decline": "No challenge is waiting for your answer here.",
        "duel cancel": says("no-challenge-of-yours"),
    }.items():
        assert told(await hall.ana.slash(hall.games, command)) == said


async def test_several_to_answer(hall: Hall) -> None:
    await hall.challenge()
    await hall.cy.slash(hall.games, "duel start", game="parity", opponent=hall.bo)
    said = told(await hall.bo.slash(hall.games, "duel accept"))
    assert said == says("several-challenges", count=2)
    offered = await hall.bo.autocomplete(hall.games, "duel accept", "duel", "")
    assert offered == [
        {"name": "#1 Divisor Duel, a challenge", "value": "1"},
        {"name": "#2 Parity Duel, a challenge", "value": "2"},
    ]
    assert await hall.ana.autocomplete(hall.games, "duel cancel", "duel", "pari") == []
    answer(await hall.bo.slash(hall.games, "duel accept", duel="2"))


async def test_not_a_number_of_a_duel(hall: Hall) -> None:
    said = told(await hall.bo.slash(hall.games, "duel accept", duel="**yours**"))
    assert said == (
        '"\\*\\*yours\\*\\*" isn\'t the number of a duel. `/duel list` shows yours, as #12.'
    )


async def test_rules_of_the_challenge(hall: Hall) -> None:
    offer = answer(await hall.challenge("divisor", size=30))
    said = told(await hall.bo.click(offer, label="Rules"))
    assert said.startswith("**Divisor Duel**\n")
    assert "30" in said


# From somebody's name.


async def test_challenging_from_a_name(hall: Hall) -> None:
    picker = await hall.ana.context_menu(hall.games, "Challenge to a duel", hall.bo)
    assert hall.read(told(picker)) == "Challenge @bo to …"
    assert picker.response
    offer = answer(await hall.ana.select(picker.response, ["parity"]))
    assert "@ana challenges you to **Parity Duel** (1–20, not rated)" in hall.read(offer)


async def test_a_name_that_cannot_be_challenged(hall: Hall) -> None:
    menu = "Challenge to a duel"
    said = told(await hall.ana.context_menu(hall.games, menu, hall.ana))
    assert said == "You can't duel yourself."


@pytest.mark.parametrize(
    ("custom_id", "value", "said"),
    [
        ("d1:p:999", "parity", "<@999> isn't in this server."),
        ("d1:p:{bo}", "chess", 'There is no game called "chess". Choose parity, '),
        ("d1:p:{ana}", "parity", "You can't duel yourself."),
        ("d1:p:x", "parity", "That button doesn't work any more."),
    ],
)
async def test_a_forged_choice_of_a_game(hall: Hall, custom_id: str, value: str, said: str) -> None:
    offer = answer(await hall.challenge(opponent=hall.cy))
    made_up = custom_id.format(ana=hall.ana.id, bo=hall.bo.id)
    assert told(await hall.press(hall.ana, offer, made_up, value)).startswith(said)
    assert len(hall.lines()) == 1


async def test_oneself_from_ones_profile(hall: Hall) -> None:
    """There is no button for it, but a press on one can be made up."""
    profile = answer(await hall.ana.slash(hall.games, "duel profile"))
    assert "Challenge" not in labels(profile)
    said = told(await hall.press(hall.ana, profile, f"d1:k:{hall.ana.id}"))
    assert said == says("cant-duel-yourself")


async def test_a_choice_of_a_game_made_up_outside_of_servers(hall: Hall) -> None:
    data = {"custom_id": f"d1:p:{hall.bo.id}", "component_type": 3, "values": ["parity"]}
    channel = hall.ana.user.dm_channel
    said = await hall.deliver(hall.ana, 3, channel.id, data, guild=None)
    assert told(said) == DEAD


@pytest.mark.parametrize(("option", "value"), [("first", "nobody"), ("clock", "1s")])
async def test_choices_that_were_never_offered(hall: Hall, option: str, value: str) -> None:
    said = told(await hall.start_by_hand({option: value}))
    assert said == f'"{value}" isn\'t one of the choices.'


# Rematches.


async def test_a_rematch_swaps_the_seats(hall: Hall) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    offer = answer(await hall.bo.click(end, label="Rematch"))
    assert "@bo starts" in hall.read(offer)
    assert hall.read(offer).startswith("⚔️ @ana, @bo challenges you to **Divisor Duel** (1–3")
    board = answer(await hall.ana.click(offer, label="Accept"))
    assert "Your move, @bo" in hall.read(board)


async def test_a_rematch_of_others(hall: Hall) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    said = hall.read(told(await hall.press(hall.cy, end, "d1:g:1")))
    assert said == ("This duel is between @ana and @bo. Start your own with `/duel start`.")


async def test_a_rematch_where_duels_are_not_played_any_more(hall: Hall) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    guild = GuildId(hall.guild.id)
    await hall.store.rule_house(guild, HouseRules(channels=frozenset({ChannelId(1)})))
    assert told(await hall.bo.click(end, label="Rematch")) == "Duels are played in <#1> here."


async def test_a_rematch_with_somebody_who_has_left(hall: Hall) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    hall.guild.remove_member(hall.bo)
    said = hall.read(told(await hall.ana.click(end, label="Rematch")))
    assert said == "@bo isn't in this server."


@pytest.mark.parametrize("by", ["rematch", "profile"])
async def test_somebody_who_cannot_look_is_not_challenged_by_a_button(hall: Hall, by: str) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    hall.deny(hall.bo, "view_channel")
    if by == "rematch":
        refused = await hall.ana.click(end, label="Rematch")
    else:
        refused = await hall.press(hall.ana, end, f"d1:p:{hall.bo.id}", "parity")
    said = hall.read(told(refused))
    assert said == "@bo can't see this channel. Choose one that both of you can see."


async def test_in_a_private_thread_only_with_those_who_are_in_it(hall: Hall) -> None:
    thread = hall.thread(hall.games, private=True)
    challenge = {"game": "divisor", "opponent": hall.bo}
    said = hall.read(told(await hall.ana.slash(thread, "duel start", **challenge)))
    assert said == "@bo can't see this channel. Choose one that both of you can see."
    hall.env.backend.add_thread_member(thread.id, hall.bo.id)
    answer(await hall.ana.slash(thread, "duel start", **challenge))


async def test_a_bot_from_its_name_or_by_a_forged_choice(hall: Hall) -> None:
    bot = hall.guild.add_member(hall.env.create_user("robot", bot=True))
    said = await hall.ana.context_menu(hall.games, "Challenge to a duel", bot)
    assert told(said) == "Bots can't accept duels."
    offer = answer(await hall.challenge())
    said = await hall.press(hall.ana, offer, f"d1:p:{bot.id}", "parity")
    assert told(said) == "Bots can't accept duels."


async def test_a_rematch_too_early(hall: Hall) -> None:
    board = await hall.duel()
    assert told(await hall.press(hall.bo, board, "d1:g:1")) == "This duel isn't over yet."


async def test_in_a_private_thread_of_which_discord_tells_nothing(hall: Hall) -> None:
    thread = hall.thread(hall.games, private=True)
    hall.env.inject_error("GET", "/channels/*/thread-members/*", status=403, code=50001)
    asked = await hall.ana.slash(thread, "duel start", game="divisor", opponent=hall.bo)
    assert told(asked) == says("discord-silent")
