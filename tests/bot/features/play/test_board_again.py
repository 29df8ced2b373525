"""A board shown again: live, where both players can see it, and nowhere else."""

import discord
import pytest

from engine.ids import PlayerId
from storage.ids import ChannelId, GuildId
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import ANSWER, World
from tests.bot.text.says import says, won


async def test_the_board_of_somebody_who_is_gone(world: World) -> None:
    await world.duel()
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.bo.id), world.now())
    other = world.guild.create_text_channel("other")
    shown = answer(await world.ana.slash(other, "duel board", duel="1"))
    assert world.read(shown).startswith(won("@ana", "deleted player"))


async def test_the_board_again_is_live_and_pings_nobody(world: World) -> None:
    first = world.read(await world.duel())
    shown = answer(await world.bo.slash(world.games, "duel board"))
    assert world.read(shown) == first
    assert world.pinged(by=ANSWER) == []
    assert world.lines()[1] == "-# Divisor Duel #1 began"
    answer(await world.ana.click(shown, label="6"))


async def test_the_board_moves_to_another_channel(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    shown = answer(await world.ana.slash(other, "duel board"))
    assert (await world.match()).board.channel == other.id
    assert world.lines()[-1] == "-# Divisor Duel #1 began · the board is now here: LINK"
    assert world.pinged(by=ANSWER) == [], "whoever moves it knows where it is"
    answer(await world.ana.click(shown, label="6"))
    assert len(world.lines(other)) == 2


async def test_whoever_is_to_move_is_told_where_the_board_has_gone(world: World) -> None:
    await world.play(await world.duel(), 6)
    other = world.guild.create_text_channel("other")
    answer(await world.ana.slash(other, "duel board"))
    assert world.pinged(by=ANSWER) == [world.bo.id]


async def test_a_board_in_a_hidden_channel_stays_hidden(world: World) -> None:
    await world.duel(size=100)
    other = world.guild.create_text_channel("other")
    world.deny(world.cy, "view_channel")
    page = private(await world.cy.slash(other, "duel help"))
    for seen in (
        await world.cy.slash(other, "duel board", duel="1"),
        await world.press(world.cy, page, "d1:b:1"),
    ):
        assert told(seen) == says("not-yours-to-see")


async def test_discord_not_answering_is_no_fault_of_ours(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    world.env.inject_error("GET", "/guilds/*/members/*", status=500)
    said = told(await world.ana.slash(other, "duel board"))
    assert said == "Discord didn't answer me. Try again in a minute."


async def test_the_board_does_not_move_where_the_opponent_cannot_look(world: World) -> None:
    """Their clock would run out unseen."""
    other = world.guild.create_text_channel("other")
    offer = answer(
        await world.ana.slash(other, "duel start", game="divisor", opponent=world.bo, first="me")
    )
    await world.bo.click(offer, label="Accept")
    world.deny(world.bo, "view_channel")
    said = world.read(told(await world.ana.slash(world.games, "duel board", duel="1")))
    assert said == "@bo can't see this channel. Choose one that both of you can see."
    thread = world.thread(world.games)
    assert told(await world.ana.slash(thread, "duel board", duel="1"))
    assert (await world.match()).board.channel == other.id


async def test_the_board_does_not_move_where_the_opponent_sees_only_what_comes(
    world: World,
) -> None:
    """Without the history, what was posted while they were away isn't there."""
    other = world.guild.create_text_channel("other")
    offer = answer(
        await world.ana.slash(other, "duel start", game="divisor", opponent=world.bo, first="me")
    )
    await world.bo.click(offer, label="Accept")
    world.deny(world.bo, "read_message_history")
    said = world.read(told(await world.ana.slash(world.games, "duel board", duel="1")))
    assert said == "@bo can't see this channel. Choose one that both of you can see."


async def test_the_board_does_not_move_where_duels_are_not_played(world: World) -> None:
    await world.duel()
    await world.rules(channels=frozenset({ChannelId(world.games.id)}))
    other = world.guild.create_text_channel("other")
    said = world.read(told(await world.ana.slash(other, "duel board")))
    assert said == "Duels are played in #games here."


@pytest.mark.parametrize("where", ["thread", "private thread", "forum"])
async def test_the_board_moves_to_threads_that_both_can_see(world: World, where: str) -> None:
    await world.duel()
    if where == "forum":
        place = world.thread(world.guild.create_forum_channel("forum"))
    else:
        place = world.thread(world.games, private=where != "thread")
    shown = await world.ana.slash(place, "duel board")
    if where == "private thread":
        told(shown)
    else:
        answer(await world.ana.click(answer(shown), label="6"))


async def test_a_board_moves_when_the_opponent_has_left(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    world.guild.remove_member(world.bo)
    answer(await world.ana.slash(other, "duel board"))


async def test_others_see_a_board_privately_and_without_buttons(world: World) -> None:
    first = await world.duel()
    seen = await world.cy.slash(world.games, "duel board", duel="1")
    assert told(seen) == first.content
    assert seen.response
    assert labels(seen.response) == []
    assert (await world.match()).board.message == first.id


async def test_the_board_of_a_finished_duel(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    shown = answer(await world.bo.slash(world.games, "duel board", duel="1"))
    assert world.read(shown).startswith(won("@ana", "@bo"))


async def test_a_channel_of_a_kind_that_nobody_knows_is_no_place_for_a_duel(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord has new kinds now and then."""
    board = await world.duel()
    server = world.client.get_guild(world.guild.id)
    assert server

    async def unknown(_channel: int) -> None:
        raise discord.InvalidData("Unknown channel type")

    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    monkeypatch.setattr(world.client, "fetch_channel", unknown)
    monkeypatch.setattr(world.client, "get_guild", lambda _: None)
    await world.ana.click(board, label="6")
    assert (await world.match()).board.message is None
    monkeypatch.undo()
    answer(await world.bo.slash(world.games, "duel board"))
