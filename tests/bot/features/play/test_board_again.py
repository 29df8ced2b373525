"""A board shown again: live, where both players can see it, and nowhere else."""

import discord
import pytest

from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId
from storage.people import HouseRules
from tests.bot.simcord.server import ANSWER, Hall, answer, labels, private, told


async def test_the_board_of_somebody_who_is_gone(hall: Hall) -> None:
    await hall.duel()
    await hall.store.erase(GuildId(hall.guild.id), PlayerId(hall.bo.id), hall.now())
    other = hall.guild.create_text_channel("other")
    shown = answer(await hall.ana.slash(other, "duel board", duel="1"))
    assert hall.read(shown).startswith("🏁 **@ana wins Divisor Duel** #1 against deleted player:")


async def test_the_board_again_is_live_and_pings_nobody(hall: Hall) -> None:
    first = hall.read(await hall.duel())
    shown = answer(await hall.bo.slash(hall.games, "duel board"))
    assert hall.read(shown) == first
    assert hall.pinged(by=ANSWER) == []
    assert hall.lines()[1] == "-# Divisor Duel #1 began"
    answer(await hall.ana.click(shown, label="6"))


async def test_the_board_moves_to_another_channel(hall: Hall) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    shown = answer(await hall.ana.slash(other, "duel board"))
    assert (await hall.match()).board.channel == other.id
    assert hall.lines()[-1] == "-# Divisor Duel #1 began · the board is now here: LINK"
    assert hall.pinged(by=ANSWER) == [], "whoever moves it knows where it is"
    answer(await hall.ana.click(shown, label="6"))
    assert len(hall.lines(other)) == 2


async def test_whoever_is_to_move_is_told_where_the_board_has_gone(hall: Hall) -> None:
    await hall.play(await hall.duel(), 6)
    other = hall.guild.create_text_channel("other")
    answer(await hall.ana.slash(other, "duel board"))
    assert hall.pinged(by=ANSWER) == [hall.bo.id]


async def test_a_board_in_a_hidden_channel_stays_hidden(hall: Hall) -> None:
    await hall.duel(size=100)
    other = hall.guild.create_text_channel("other")
    hall.deny(hall.cy, "view_channel")
    page = private(await hall.cy.slash(other, "duel help"))
    for seen in (
        await hall.cy.slash(other, "duel board", duel="1"),
        await hall.press(hall.cy, page, "d1:b:1"),
    ):
        assert told(seen) == "That duel is in a channel that you can't see."


async def test_discord_not_answering_is_no_fault_of_ours(hall: Hall) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    hall.env.inject_error("GET", "/guilds/*/members/*", status=500)
    said = told(await hall.ana.slash(other, "duel board"))
    assert said == "Discord didn't answer me. Try again in a minute."


async def test_the_board_does_not_move_where_the_opponent_cannot_look(hall: Hall) -> None:
    """Their clock would run out unseen."""
    other = hall.guild.create_text_channel("other")
    offer = answer(
        await hall.ana.slash(other, "duel start", game="divisor", opponent=hall.bo, first="me")
    )
    await hall.bo.click(offer, label="Accept")
    hall.deny(hall.bo, "view_channel")
    said = hall.read(told(await hall.ana.slash(hall.games, "duel board", duel="1")))
    assert said == "@bo can't see this channel. Choose one that both of you can see."
    thread = hall.thread(hall.games)
    assert told(await hall.ana.slash(thread, "duel board", duel="1"))
    assert (await hall.match()).board.channel == other.id


async def test_the_board_does_not_move_where_the_opponent_sees_only_what_comes(hall: Hall) -> None:
    """Without the history, what was posted while they were away isn't there."""
    other = hall.guild.create_text_channel("other")
    offer = answer(
        await hall.ana.slash(other, "duel start", game="divisor", opponent=hall.bo, first="me")
    )
    await hall.bo.click(offer, label="Accept")
    hall.deny(hall.bo, "read_message_history")
    said = hall.read(told(await hall.ana.slash(hall.games, "duel board", duel="1")))
    assert said == "@bo can't see this channel. Choose one that both of you can see."


async def test_the_board_does_not_move_where_duels_are_not_played(hall: Hall) -> None:
    await hall.duel()
    guild = GuildId(hall.guild.id)
    await hall.store.rule_house(guild, HouseRules(channels=frozenset({ChannelId(hall.games.id)})))
    other = hall.guild.create_text_channel("other")
    said = hall.read(told(await hall.ana.slash(other, "duel board")))
    assert said == "Duels are played in #games here."


@pytest.mark.parametrize("where", ["thread", "private thread", "forum"])
async def test_the_board_moves_to_threads_that_both_can_see(hall: Hall, where: str) -> None:
    await hall.duel()
    if where == "forum":
        place = hall.thread(hall.guild.create_forum_channel("forum"))
    else:
        place = hall.thread(hall.games, private=where != "thread")
    shown = await hall.ana.slash(place, "duel board")
    if where == "private thread":
        told(shown)
    else:
        answer(await hall.ana.click(answer(shown), label="6"))


async def test_a_board_moves_when_the_opponent_has_left(hall: Hall) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    hall.guild.remove_member(hall.bo)
    answer(await hall.ana.slash(other, "duel board"))


async def test_others_see_a_board_privately_and_without_buttons(hall: Hall) -> None:
    first = await hall.duel()
    seen = await hall.cy.slash(hall.games, "duel board", duel="1")
    assert told(seen) == first.content
    assert seen.response
    assert labels(seen.response) == []
    assert (await hall.match()).board.message == first.id


async def test_the_board_of_a_finished_duel(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    shown = answer(await hall.bo.slash(hall.games, "duel board", duel="1"))
    assert hall.read(shown).startswith("🏁 **@ana wins Divisor Duel**")


async def test_rules_of_the_board(hall: Hall) -> None:
    said = told(await hall.cy.click(await hall.duel(), label="Rules"))
    assert said.startswith("**Divisor Duel**\n")


async def test_a_channel_of_a_kind_that_nobody_knows_is_no_place_for_a_duel(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has new kinds now and then."""
    board = await hall.duel()
    server = hall.client.get_guild(hall.guild.id)
    assert server

    async def unknown(_channel: int) -> None:
        raise discord.InvalidData("Unknown channel type")

    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    monkeypatch.setattr(hall.client, "fetch_channel", unknown)
    monkeypatch.setattr(hall.client, "get_guild", lambda _: None)
    await hall.ana.click(board, label="6")
    assert (await hall.match()).board.message is None
    monkeypatch.undo()
    answer(await hall.bo.slash(hall.games, "duel board"))
