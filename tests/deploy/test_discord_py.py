"""The library that bots are written with, in the sandbox: what it sends is taken, and what it waits
for comes."""

import asyncio
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any

import discord
import pytest
import pytest_asyncio
from discord.gateway import DiscordWebSocket
from discord.http import Route
from PIL import Image
from yarl import URL

from tests.deploy.sandbox_client import ANA, BO, BUTTONS, DUELS, PING, SERVER, Club

ELSEWHERE = "https://cdn.discordapp.com"


class Bot(discord.Client):
    """A bot with the intents and caches of our own."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.01,
            max_messages=None,
        )
        self.asked: asyncio.Queue[discord.Interaction[Bot]] = asyncio.Queue()

    async def on_interaction(self, asked: "discord.Interaction[Bot]") -> None:
        self.asked.put_nowait(asked)

    async def is_asked(self) -> "discord.Interaction[Bot]":
        return await asyncio.wait_for(self.asked.get(), 3)

    @property
    def guild(self) -> discord.Guild:
        (found,) = self.guilds
        return found

    @property
    def duels(self) -> discord.PartialMessageable:
        return self.get_partial_messageable(int(DUELS), guild_id=int(SERVER))


@pytest_asyncio.fixture(loop_scope="module")
async def bot(club: Club, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Bot]:
    gateway = URL(f"ws://127.0.0.1:{club.sandbox.port}/gateway")
    monkeypatch.setattr(Route, "BASE", club.sandbox.rest)
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    async with Bot() as bot:
        await bot.login(club.token)
        running = asyncio.create_task(bot.connect())
        async with asyncio.timeout(10):
            await bot.wait_until_ready()
        yield bot
        await bot.close()
        await running


def a_file(name: str = "card.png", width: int = 60) -> discord.File:
    drawn = BytesIO()
    Image.new("RGB", (width, 40), "#63e2b5").save(drawn, "PNG")
    drawn.seek(0)
    return discord.File(drawn, name, description="Just mint")


def a_page(said: str, *images: str, face: str | None = None) -> discord.ui.LayoutView:
    box: discord.ui.Container[Any] = discord.ui.Container(accent_colour=0x63E2B5)
    if face:
        box.add_item(discord.ui.Section(said, accessory=discord.ui.Thumbnail(face)))
    else:
        box.add_item(discord.ui.TextDisplay(said))
    box.add_item(discord.ui.Separator())
    for each in images:
        gallery: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
        gallery.add_item(media=f"attachment://{each}", description="Just mint")
        box.add_item(gallery)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    row.add_item(discord.ui.Button(label="Press", custom_id="b"))
    box.add_item(row)
    page = discord.ui.LayoutView(timeout=None)
    page.add_item(box)
    # The view stops waiting for presses.
    page.stop()
    return page


async def as_it_is(club: Club, message: int) -> Any:
    told = await club.ask("GET", f"/channels/{DUELS}/messages/{message}")
    return told.body


def picture(message: Any) -> dict[str, Any] | None:
    """Return the media of the picture that a page shows."""
    (box,) = message["components"]
    shown = [each for each in box["components"] if each["type"] == 12]
    return shown[0]["items"][0]["media"] if shown else None


async def test_members_are_known_by_asking(club: Club, bot: Bot) -> None:
    nobody = 999999999999999999
    found = await bot.guild.query_members(user_ids=[int(BO), nobody, int(ANA)], cache=False)
    assert [(each.display_name, each.name) for each in found] == [("Bo", "bo"), ("Ana", "ana")]
    assert bot.guild.get_member(int(ANA)) is None
    await club.act(ANA, "departures")
    assert await bot.guild.query_members(user_ids=[int(ANA)], cache=False) == []
    with pytest.raises(discord.NotFound) as refused:
        await bot.guild.fetch_member(int(ANA))
    assert refused.value.code == 10007
    await club.act(ANA, "returns")
    (ana,) = await bot.guild.query_members("an", cache=False)
    assert ana.id == int(ANA)


async def test_many_are_asked_for_at_once(bot: Bot) -> None:
    people = [ANA, BO]
    asking = (bot.guild.query_members(user_ids=[int(each)], cache=False) for each in people * 10)
    found = await asyncio.gather(*asking)
    assert [str(each.id) for (each,) in found] == people * 10


async def test_people_have_pictures(club: Club, bot: Bot) -> None:
    whom = [int(each) for each in club.sandbox.world.servers.first.people]
    found = await bot.guild.query_members(user_ids=whom, cache=False)
    *others, eve = (each.display_avatar.url.removeprefix(ELSEWHERE) for each in found)
    assert others == [
        f"/avatars/{each}/{sign * 16}.png?size=1024"
        for each, sign in zip(whom[:-1], ("a1", "b2", "c3", "d4"), strict=True)
    ]
    # A user without an avatar has one of Discord's defaults.
    assert eve == f"/embed/avatars/{(whom[-1] >> 22) % 6}.png"


async def test_a_page_is_posted_and_changed(club: Club, bot: Bot) -> None:
    (ana,) = await bot.guild.query_members(user_ids=[int(ANA)], cache=False)
    face = ana.display_avatar.url
    posted = await bot.duels.send(view=a_page("One", "a.png", face=face), file=a_file("a.png"))
    first = await as_it_is(club, posted.id)
    assert (first["flags"], first["attachments"]) == (1 << 15, [])
    assert (shown := picture(first))
    section = first["components"][0]["components"][0]
    assert section["accessory"]["media"]["url"] == face
    message = bot.duels.get_partial_message(posted.id)
    files = [a_file("b.png", width=90)]
    await message.edit(view=a_page("Two", "b.png"), attachments=files)
    second = await as_it_is(club, posted.id)
    assert (other := picture(second))
    assert (shown["width"], other["width"]) == (60, 90)
    assert (await club.fetch("HEAD", shown["url"])).status == 404
    await message.edit(view=a_page("Three"), attachments=[])
    assert picture(await as_it_is(club, posted.id)) is None
    assert (await club.fetch("HEAD", other["url"])).status == 404


async def test_a_page_without_its_file_is_refused(bot: Bot) -> None:
    with pytest.raises(discord.HTTPException) as refused:
        await bot.duels.send(view=a_page("One", "a.png"))
    assert (refused.value.status, refused.value.code) == (400, 50035)
    posted = await bot.duels.send(view=a_page("One"))
    with pytest.raises(discord.HTTPException) as refused:
        await posted.edit(view=a_page("Two", "a.png"), attachments=[a_file("b.png")])
    assert (refused.value.status, refused.value.code) == (400, 50035)


async def test_a_plain_message_is_changed(club: Club, bot: Bot) -> None:
    posted = await bot.duels.send("One", file=a_file("a.png"))
    message = bot.duels.get_partial_message(posted.id)
    (kept,) = posted.attachments
    assert kept.description == "Just mint"
    both = await message.edit(content="Two", attachments=[kept, a_file("b.png")])
    assert [each.filename for each in both.attachments] == ["a.png", "b.png"]
    none = await message.edit(content="Three", attachments=[])
    assert none.attachments == []
    assert (await club.fetch("HEAD", kept.url)).status == 404


async def test_a_press_is_answered_by_another_page(club: Club, bot: Bot) -> None:
    posted = await bot.duels.send(view=a_page("One", "a.png"), file=a_file("a.png"))
    await club.press(ANA, str(posted.id))
    asked = await bot.is_asked()
    files = [a_file("b.png", width=90)]
    await asked.response.edit_message(view=a_page("Two", "b.png"), attachments=files)
    assert (shown := picture(await as_it_is(club, posted.id)))
    assert shown["width"] == 90
    await asked.edit_original_response(view=a_page("Three"), attachments=[])
    assert picture(await as_it_is(club, posted.id)) is None


async def test_a_command_is_answered_by_a_page_in_time(club: Club, bot: Bot) -> None:
    (known,) = (await club.register(PING)).body
    for is_late in (False, True):
        await club.act(ANA, "commands", channel=DUELS, command=known["id"])
        asked = await bot.is_asked()
        page, file = a_page("One", "a.png"), a_file("a.png")
        if is_late:
            await asked.response.defer(thinking=True)
            message = await asked.edit_original_response(view=page, attachments=[file])
        else:
            await asked.response.send_message(view=page, file=file)
            message = await asked.original_response()
        assert picture(await as_it_is(club, message.id))


async def test_a_plain_answer_is_no_page_yet(club: Club, bot: Bot) -> None:
    posted = (await club.post(content="hi", components=BUTTONS)).id
    await club.press(ANA, posted)
    asked = await bot.is_asked()
    with pytest.raises(discord.HTTPException) as refused:
        await asked.response.edit_message(view=a_page("One"))
    assert (refused.value.status, refused.value.code) == (400, 50035)
    await asked.response.edit_message(content=None, view=a_page("One"))
    assert (await as_it_is(club, int(posted)))["flags"] == 1 << 15
