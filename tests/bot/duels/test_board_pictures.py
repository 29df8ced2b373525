"""The picture of a board with too many numbers for text: it is part of the message."""

import asyncio
from typing import Any

import discord
import pytest

from bot.cards import drawing_queue
from bot.duels import board_pictures
from bot.guilds import members
from bot.text.english import English
from storage.match import BoardMode
from tests.bot.simcord.messages import answer, cards, private, text_of
from tests.bot.simcord.world import World

pytestmark = [pytest.mark.cards, pytest.mark.boards(BoardMode.ONE)]

SIZE = 26
# What the text says where there is no picture.
GONE = English.GONE.partition("{")[0]


async def begun(world: World, size: int = SIZE, **options: Any) -> Any:
    """The board of a duel after Ana's first move, 24: Bo is to move."""
    answer(await world.challenge(size=size, **options))
    await world.bo.click(world.last(), label="Accept")
    await typed(world, "24")
    return world.last()


async def typed(world: World, move: str) -> None:
    answer(await world.ana.slash(world.games, "duel move", move=move))


def pictures(world: World) -> list[list[str]]:
    """The files of each message in the channel."""
    return [[name for name, _ in cards(each)] for each in world.games.history()]


async def test_every_message_of_a_large_board_has_its_picture(world: World) -> None:
    answer(await world.challenge(size=SIZE))
    assert cards(world.last()) == []
    await world.bo.click(world.last(), label="Accept")
    assert [name for name, _ in cards(world.last())] == ["board.png"]
    await typed(world, "24")
    board, before = world.last(), len(world.env.http_requests)
    for player, move in ((world.bo, "12"), (world.ana, "6")):
        await player.click(board, label=move)
        ((_, alt),) = cards(world.last())
        assert f"Last: {move}." in alt
        assert GONE not in text_of(world.last())
    assert [each.path.rpartition("/")[2] for each in world.env.http_requests[before:]] == [
        "callback"
    ] * 2
    assert pictures(world) == [["board.png"]]


async def test_few_numbers_need_none(world: World) -> None:
    await begun(world, size=25)
    assert pictures(world) == [[]]


async def test_without_the_permission_the_text_says_what_is_gone(world: World) -> None:
    world.deny(None, "attach_files")
    await begun(world)
    assert cards(world.last()) == []
    assert GONE in text_of(world.last())


async def test_a_host_may_do_without_pictures(world: World) -> None:
    world.cards = False
    await world.restart()
    await begun(world)
    assert cards(world.last()) == []
    assert GONE in text_of(world.last())


async def test_a_board_without_its_picture_shows_no_earlier_one(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move doesn't wait long for its picture. The next one has its own again."""
    board = await begun(world)
    monkeypatch.setattr(board_pictures, "PATIENCE", 0)
    await world.bo.click(board, label="12")
    assert cards(world.last()) == []
    assert GONE in text_of(world.last())
    monkeypatch.undo()
    await world.ana.click(board, label="6")
    ((_, alt),) = cards(world.last())
    assert "Last: 6." in alt


async def test_a_picture_does_not_wait_long_for_names(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, ask = asyncio.Event(), discord.Guild.query_members

    async def held(self: discord.Guild, *_no: Any, **whom: Any) -> Any:
        await world.env.external_wait(told.wait(), reason="Discord's answer")
        return await ask(self, **whom)

    monkeypatch.setattr(discord.Guild, "query_members", held)
    monkeypatch.setattr(members, "PATIENCE", 60)
    monkeypatch.setattr(board_pictures, "NAMES_PATIENCE", 0)
    answer(await world.challenge(size=SIZE))
    await world.bo.click(world.last(), label="Accept")
    ((_, alt),) = cards(world.last())
    assert alt.endswith("Taken by ● player 1: none. Taken by ▲ player 2: none.")
    told.set()
    await world.env.settle()
    await typed(world, "24")
    ((_, alt),) = cards(world.last())
    assert alt.endswith("Taken by ● ana: 24. Taken by ▲ bo: none."), "Discord has told them since"


async def test_a_move_among_too_many_others_is_shown_without_a_picture(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await begun(world)
    monkeypatch.setattr(drawing_queue, "WAITING", 0)
    await world.bo.click(board, label="12")
    assert cards(world.last()) == []
    assert GONE in text_of(world.last())


async def test_a_picture_that_cannot_be_drawn_costs_no_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await begun(world)

    def draws_nothing(*_of: object) -> None:
        raise MemoryError

    monkeypatch.setattr(board_pictures, "board_card", draws_nothing)
    await world.bo.click(board, label="12")
    assert world.incidents() == ["a board can't be drawn"]
    assert GONE in text_of(world.last())


async def test_a_picture_that_discord_does_not_take_costs_no_move(world: World) -> None:
    board, before = await begun(world), len(world.env.http_requests)
    await world.cy.send(world.games, "good luck")
    world.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await world.bo.click(board, label="12")
    assert world.last().id != board.id
    assert cards(world.last()) == []
    posts = [each for each in world.env.http_requests[before:] if each.path.endswith("/messages")]
    assert ["attachments" in (each.json or {}) for each in posts] == [True, False]


async def test_a_board_that_is_posted_anew_takes_its_picture_along(world: World) -> None:
    board = await begun(world, clock="1h")
    await world.cy.send(world.games, "good luck")
    await world.bo.click(board, label="12")
    assert pictures(world) == [[], ["board.png"]]
    await world.env.advance_time(46 * 60)
    assert text_of(world.last()).startswith("⏳")
    assert pictures(world) == [[], ["board.png"]]
    answer(await world.ana.slash(world.games, "duel board"))
    assert pictures(world) == [[], ["board.png"]]


async def test_somebody_who_does_not_play_sees_the_picture_too(world: World) -> None:
    await begun(world)
    seen = private(await world.cy.slash(world.games, "duel board", duel="1"))
    assert [name for name, _ in cards(seen)] == ["board.png"]
    assert GONE not in text_of(seen)
    assert pictures(world) == [["board.png"]]


@pytest.mark.boards(BoardMode.EVERY)
async def test_of_all_messages_only_the_last_has_a_picture(world: World) -> None:
    board = await begun(world)
    await world.bo.click(board, label="12")
    await world.ana.click(world.last(), label="6")
    assert pictures(world)[-2:] == [[], ["board.png"]]
    assert [each for each in pictures(world) if each] == [["board.png"]]


@pytest.mark.boards(BoardMode.THREAD)
async def test_a_board_in_a_thread_has_its_picture(world: World) -> None:
    answer(await world.challenge(size=SIZE))
    await world.bo.click(world.last(), label="Accept")
    thread = world.env.backend.channels[(await world.match()).board.channel]
    shown = [each for each in world.env.backend.messages[thread.id].values() if each.components]
    assert [each["filename"] for each in shown[-1].attachments] == ["board.png"]


async def test_the_end_has_its_card_instead(world: World) -> None:
    await begun(world)
    await world.resign(world.ana)
    assert pictures(world) == [["duel.png"]]
