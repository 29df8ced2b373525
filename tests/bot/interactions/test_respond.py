"""Pages and files on their way: as answers, as changes, and by themselves."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from simcord import InteractionResult
from simcord.results import ResponseMessage

from bot.delivery.message import Button, File, Headed, Image, Message, Page, Rule, Text
from bot.delivery.sender import Post, Sender
from bot.interactions.custom_id import LeaderboardPage, MyPlace
from bot.services import Context
from storage.ids import ChannelId, GuildId, MessageId
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.layout import is_page, over_limit, walk
from tests.bot.simcord.messages import answer, told
from tests.bot.simcord.protocol import (
    Said,
    alike,
    complaints,
    description,
    judged,
    known,
    message_in,
)
from tests.bot.simcord.world import World, open_world, views_kept

Handle = Callable[[Context], Awaitable[Any]]

CARD = File("card.png", b"\x89PNG a card", "Bo wins.")
OTHER = File("other.png", b"\x89PNG another", "Ana wins.")
BUTTONS = (Button("Next", LeaderboardPage("all", 2)), Button("My place", MyPlace("all")))
AVATAR = "https://cdn.discordapp.com/embed/avatars/0.png"
PAGE = Page((Headed("**Bo**", AVATAR), Rule(), Image("card.png"), BUTTONS), (CARD,))
NEXT = Page((Text("**Ana**"), Image("other.png"), BUTTONS), (OTHER,))
BARE = Page((Text("Nobody yet."), BUTTONS))
PLAIN = Message("Bo wins.", (BUTTONS,), files=(CARD,))
WORDS = Message("A line.")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A world that also checks each page against Discord's description."""
    async with open_world(tmp_path / "duelhost.db") as world:
        yield world
    said: list[Said] = [(each.method, each.path, each.json) for each in world.env.http_requests]
    assert [wrong for each in said if paged(each) for wrong in wrong_with(each)] == []
    assert complaints([each for each in said if not paged(each)]) == []


def paged(said: Said) -> bool:
    return is_page(message_in(*said[1:]) or {})


def wrong_with(said: Said) -> list[str]:
    """The same for pages, of which the rows are within a frame."""
    method, path, body = said
    wrong = [*over_limit(message_in(path, body))]
    if description():
        wrong += judged(method, alike(path), alike(json.dumps(known(body))))
    return wrong


@pytest.fixture
def serve(world: World, monkeypatch: pytest.MonkeyPatch) -> Callable[[Handle], None]:
    """Has whatever is asked next handled like this."""
    original = world.client.dispatcher.dispatch

    def handle_by(handle: Handle) -> None:
        monkeypatch.setattr(
            world.client.dispatcher, "dispatch", lambda ask, _: original(ask, handle)
        )

    return handle_by


Serve = Callable[[Handle], None]


async def ask(world: World) -> InteractionResult:
    """Send a command."""
    return await world.ana.slash(world.games, "duel help")


def files(world: World, shown: Shown) -> list[tuple[str, str | None, bytes | None]]:
    """Return the name, description and content of each attachment of a message."""
    return [
        (each.filename, each.description, world.env.backend.cdn.get(each.url))
        for each in shown.attachments
    ]


def texts(shown: ResponseMessage) -> list[str]:
    return [str(each["content"]) for each in walk(shown.components) if each["type"] == 10]


def pictured(shown: ResponseMessage) -> list[str]:
    """The addresses of what a page shows."""
    galleries = [each for each in walk(shown.components) if each["type"] == 12]
    return [str(item["media"]["url"]) for each in galleries for item in each["items"]]


def of_card(file: File) -> tuple[str, str, bytes]:
    return (file.name, file.alt, file.data)


async def test_a_page_is_a_public_answer(world: World, serve: Serve) -> None:
    told_of = list[MessageId | None]()

    async def handle(context: Context) -> None:
        told_of.append(await context.respond.public(PAGE))

    serve(handle)
    shown = answer(await ask(world))
    assert told_of == [shown.id]
    assert shown.flags.components_v2
    assert texts(shown) == ["**Bo**"]
    assert files(world, shown) == [of_card(CARD)]
    assert pictured(shown) == [each.url for each in shown.attachments]


async def test_what_is_answered_publicly_is_told(world: World, serve: Serve) -> None:
    told_of = list[MessageId | None]()

    async def handle(context: Context) -> None:
        told_of.append(await context.respond.public(PLAIN))

    serve(handle)
    shown = answer(await ask(world))
    world.env.inject_error("POST", "/interactions/*/callback", status=500)
    await ask(world)
    assert told_of == [shown.id, None]
    assert files(world, shown) == [of_card(CARD)]


async def test_on_what_everybody_sees_a_private_answer_is_waited_for_beside_it(
    world: World, serve: Serve
) -> None:
    board = await world.duel()
    serve(lambda context: context.respond.wait(change=True))
    pressed = await world.cy.click(board, label="6")
    assert pressed.response
    assert pressed.response.id != board.id
    assert (pressed.response.ephemeral, pressed.response.flags.loading) == (True, True)


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize("message", [PAGE, PLAIN], ids=["page", "plain"])
async def test_private_answers_have_pictures_too(
    world: World, serve: Serve, message: Message | Page, held: bool
) -> None:
    async def handle(context: Context) -> None:
        if held:
            await context.respond.wait()
        await context.respond.private(message)

    serve(handle)
    asked = await ask(world)
    told(asked)
    assert asked.response
    assert asked.response.flags.components_v2 is isinstance(message, Page)
    assert files(world, asked.response) == [of_card(CARD)]
    assert world.lines() == []


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize(("before", "after"), [(PAGE, NEXT), (PLAIN, Message("x", files=(OTHER,)))])
async def test_a_private_message_changes_with_its_pictures(
    world: World, serve: Serve, before: Message | Page, after: Message | Page, held: bool
) -> None:
    serve(lambda context: context.respond.private(before))
    asked = await ask(world)
    assert asked.response

    async def handle(context: Context) -> None:
        if held:
            await context.respond.wait(change=True)
        await context.respond.change(after)

    serve(handle)
    pressed = await world.ana.click(asked.response, label="Next")
    assert pressed.response
    assert pressed.response.id == asked.response.id
    assert files(world, asked.response) == [of_card(OTHER)]
    assert pressed.followups == []


@pytest.mark.parametrize(("before", "after"), [(PAGE, BARE), (PLAIN, WORDS)])
async def test_pictures_go_with_what_showed_them(
    world: World, serve: Serve, before: Message | Page, after: Message | Page
) -> None:
    serve(lambda context: context.respond.private(before))
    asked = await ask(world)
    assert asked.response
    serve(lambda context: context.respond.change(after))
    await world.ana.click(asked.response, label="Next")
    assert files(world, asked.response) == []
    assert texts(asked.response) == (["Nobody yet."] if before is PAGE else [])


@pytest.mark.parametrize("held", [False, True])
@pytest.mark.parametrize(("before", "after"), [(PAGE, PLAIN), (PLAIN, PAGE)])
async def test_no_message_becomes_a_page_nor_the_other_way_round(
    world: World, serve: Serve, before: Message | Page, after: Message | Page, held: bool
) -> None:
    serve(lambda context: context.respond.private(before))
    asked = await ask(world)
    assert asked.response

    async def handle(context: Context) -> None:
        if held:
            await context.respond.wait(change=True)
        await context.respond.change(after)

    serve(handle)
    pressed = await world.ana.click(asked.response, label="Next")
    (anew,) = pressed.followups if held else [pressed.response]
    assert anew
    assert anew.id != asked.response.id
    assert anew.ephemeral
    assert anew.flags.components_v2 is isinstance(after, Page)
    assert asked.response.flags.components_v2 is isinstance(before, Page)


async def test_on_a_public_page_nobody_changes_anything(world: World, serve: Serve) -> None:
    serve(lambda context: context.respond.public(PAGE))
    shown = answer(await ask(world))
    serve(lambda context: context.respond.change(NEXT))
    pressed = await world.bo.click(shown, label="Next")
    told(pressed)
    assert texts(shown) == ["**Bo**"]


async def test_nothing_that_was_sent_is_kept_by_discord_py(world: World, serve: Serve) -> None:
    async def handle(context: Context) -> None:
        await context.respond.public(PLAIN)
        await context.respond.private(PAGE)

    serve(handle)
    shown = answer(await ask(world))
    await Sender(world.client).edit(*at(world, shown), PLAIN)
    assert views_kept(world) == []


# Messages without an interaction.


def at(world: World, shown: Shown) -> tuple[GuildId, ChannelId, MessageId]:
    return GuildId(world.guild.id), ChannelId(world.games.id), MessageId(shown.id)


async def test_what_is_posted_has_its_pictures(world: World) -> None:
    await world.duel()
    sender, channel = Sender(world.client), ChannelId(world.games.id)
    sent = await sender.post(Post(await world.match(), PLAIN, channel))
    shown = world.last()
    assert (shown.id, files(world, shown)) == (sent, [of_card(CARD)])


async def test_what_is_posted_after_a_hiccup_has_its_pictures(world: World) -> None:
    await world.duel()
    sender, channel, match = Sender(world.client), ChannelId(world.games.id), await world.match()
    world.env.inject_error("POST", "/channels/*/messages", status=500)
    with pytest.raises(discord.HTTPException):
        await sender.post(Post(match, PLAIN, channel))
    await sender.post(Post(match, PLAIN, channel))
    assert files(world, world.last()) == [of_card(CARD)]


async def test_what_is_changed_has_its_own_pictures_and_no_others(world: World) -> None:
    await world.duel()
    sender, channel = Sender(world.client), ChannelId(world.games.id)
    await sender.post(Post(await world.match(), PLAIN, channel))
    shown = world.last()
    await sender.edit(*at(world, shown), Message("Ana wins.", files=(OTHER,)))
    assert files(world, world.last()) == [of_card(OTHER)]
    await sender.edit(*at(world, shown), WORDS)
    assert files(world, world.last()) == []


async def test_a_board_has_its_pictures(world: World, serve: Serve) -> None:
    told_of = list[MessageId | None]()

    async def handle(context: Context) -> None:
        told_of.append(await context.respond.board(PLAIN, None))

    serve(handle)
    shown = answer(await ask(world))
    assert (told_of, files(world, shown)) == ([shown.id], [of_card(CARD)])


def test_a_page_that_is_not_as_described_is_noticed() -> None:
    """The check of pages finds a mistake, so its silence means something."""
    if not description():
        pytest.skip("Discord's description lies beside the project, but not here")
    page: dict[str, Any] = {"flags": 1 << 15, "allowed_mentions": {"parse": []}}
    said: Said = ("POST", "/channels/1/messages", page | {"components": [{"type": 14}]})
    assert (paged(said), wrong_with(said)) == (True, [])
    page["components"] = [{"type": 14, "spacing": 3}]
    assert wrong_with(("POST", "/channels/1/messages", page)) != []
