"""The simulated Discord keeps channels and threads as Discord does, and lets a press change, delete
or follow up the pressed message."""

from collections.abc import AsyncIterator, Awaitable, Callable
from io import BytesIO
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, Env, GuildHandle, MemberActor
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.bot.simcord.channels import HAS_THREAD, like_discord
from tests.bot.simcord.protocol import complaints

Act = Callable[[discord.Interaction], Awaitable[Any]]
NOBODY = discord.AllowedMentions.none()


class Bot(discord.Client):
    """Answers each press as the test says, and keeps it."""

    act: Act
    heard: discord.Interaction

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard = interaction
        await self.act(interaction)


async def nothing(interaction: discord.Interaction) -> None:
    await interaction.response.defer()


class Hall:
    """A server with a bot, Ana and Bo."""

    def __init__(self, bot: Bot, env: Env) -> None:
        self.bot, self.env = bot, env
        self.guild: GuildHandle = env.create_guild("Hall")
        self.games: ChannelHandle = self.guild.create_text_channel("games")
        self.ana: MemberActor = self.guild.add_member(env.create_user("ana"))
        self.bo: MemberActor = self.guild.add_member(env.create_user("bo"))

    async def board(self, thread: discord.Thread | None = None) -> discord.Message:
        """A message of the bot with a button."""
        button: discord.ui.Button[Any] = discord.ui.Button(label="Press", custom_id="b")
        view = discord.ui.View(timeout=None).add_item(button)
        place: Any = thread or self.bot.get_channel(self.games.id)
        sent: discord.Message = await place.send("Board", view=view, allowed_mentions=NOBODY)
        return sent

    async def thread(self, message: discord.Message) -> discord.Thread:
        return await message.create_thread(name="a duel")

    def archive(self, thread: discord.Thread, *, locked: bool = False) -> None:
        facts = {"archived": True, "locked": locked}
        self.env.backend.edit_channel(thread.id, {}, thread_metadata=facts)

    async def press(self, board: discord.Message, act: Act = nothing) -> discord.Interaction:
        self.bot.act = act
        await self.ana.click(board, label="Press")
        return self.bot.heard

    async def last(self, board: discord.Message) -> str | None:
        """The last message of its channel, as a press on this one names it."""
        await self.press(board)
        events = [each for each in self.env.backend.transcript if each[1] == "INTERACTION_CREATE"]
        key: str | None = events[-1][2]["channel"]["last_message_id"]
        return key

    def lines(self) -> list[str]:
        return [each.content for each in self.games.history()]

    def deny(self, permission: str) -> None:
        backend = self.env.backend
        denied = discord.Permissions(**{permission: True}).value
        who = Overwrite(target_id=backend.bot_user.id, type=OverwriteType.MEMBER, deny=denied)
        backend.set_overwrite(self.games.id, who)


@pytest.fixture
async def hall() -> AsyncIterator[Hall]:
    bot = Bot(intents=discord.Intents(guilds=True))
    env = Env(bot)
    like_discord(env.backend)
    await env.start()
    hall = Hall(bot, env)
    await env.settle()
    yield hall
    await env.shutdown()
    assert complaints([(each.method, each.path, each.json) for each in env.http_requests]) == []
    assert env.errors == []


async def test_a_channel_names_its_last_public_message(hall: Hall) -> None:
    async def secretly(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("psst", ephemeral=True, allowed_mentions=NOBODY)

    async def aloud(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("hi", allowed_mentions=NOBODY)

    board = await hall.board()
    assert await hall.last(board) == str(board.id)
    said = await hall.ana.send(hall.games, "hello")
    await hall.press(board, secretly)
    assert await hall.last(board) == str(said.id)
    answer = await (await hall.press(board, aloud)).original_response()
    assert await hall.last(board) == str(answer.id)
    await answer.delete()
    assert await hall.last(board) == str(answer.id)


async def test_an_acknowledged_press_may_change_its_message(hall: Hall) -> None:
    pressed = await hall.press(await hall.board())
    await pressed.edit_original_response(content="Pressed", allowed_mentions=NOBODY)
    await pressed.followup.send("And more", allowed_mentions=NOBODY)
    assert hall.lines() == ["Pressed", "And more"]


async def test_an_acknowledged_press_may_delete_its_message(hall: Hall) -> None:
    board = await hall.board()
    pressed = await hall.press(board)
    await pressed.delete_original_response()
    assert hall.lines() == []
    for again in (pressed.delete_original_response(), board.delete()):
        with pytest.raises(discord.NotFound) as gone:
            await again
        assert gone.value.code == 10008


@pytest.mark.parametrize("files", [["b.png"], []])
async def test_a_press_changes_the_files_of_its_message(hall: Hall, files: list[str]) -> None:
    async def change(interaction: discord.Interaction) -> None:
        attached = [discord.File(BytesIO(b"x"), each) for each in files]
        edit = interaction.response.edit_message
        await edit(content="Board", attachments=attached, allowed_mentions=NOBODY)

    board = await hall.board()
    picture = discord.File(BytesIO(b"x"), "a.png")
    await board.edit(attachments=[picture], allowed_mentions=NOBODY)
    await hall.press(board, change)
    (shown,) = hall.games.history()
    assert [each.filename for each in shown.attachments] == files


async def test_a_thread_has_the_id_of_its_message(hall: Hall) -> None:
    board = await hall.board()
    thread = await hall.thread(board)
    assert (thread.id, thread.parent_id, thread.name) == (board.id, hall.games.id, "a duel")
    server = hall.bot.get_guild(hall.guild.id)
    assert server
    assert server.get_thread(board.id) is not None
    # Nobody says in the channel that there is one.
    assert hall.lines() == ["Board"]
    assert await hall.last(board) == str(board.id)
    (shown,) = hall.games.history()
    assert shown.flags.value == HAS_THREAD
    await board.edit(content="Gone on", allowed_mentions=NOBODY)
    (shown,) = hall.games.history()
    assert (shown.content, shown.flags.value) == ("Gone on", HAS_THREAD)


async def test_there_is_one_thread_for_a_message_and_none_in_threads(hall: Hall) -> None:
    board = await hall.board()
    thread = await hall.thread(board)
    with pytest.raises(discord.HTTPException) as twice:
        await hall.thread(board)
    assert (twice.value.status, twice.value.code) == (400, 160004)
    with pytest.raises(discord.HTTPException) as within:
        await hall.thread(await hall.board(thread))
    assert (within.value.status, within.value.code) == (400, 50024)


async def test_threads_take_permissions(hall: Hall) -> None:
    board = await hall.board()
    hall.deny("create_public_threads")
    with pytest.raises(discord.Forbidden) as denied:
        await hall.thread(board)
    assert denied.value.code == 50013
    hall.deny("send_messages_in_threads")
    thread = await hall.thread(board)
    for refused in (hall.board(thread), thread.add_user(discord.Object(hall.ana.id))):
        with pytest.raises(discord.Forbidden) as denied:
            await refused
        assert denied.value.code == 50013


async def test_a_thread_is_played_in(hall: Hall) -> None:
    thread = await hall.thread(await hall.board())
    await thread.add_user(discord.Object(hall.ana.id))
    assert hall.ana.id in hall.env.backend.get_thread(thread.id).thread_members
    board = await hall.board(thread)
    pressed = await hall.press(board)
    assert (pressed.channel_id, await hall.last(board)) == (thread.id, str(board.id))
    await pressed.delete_original_response()
    assert hall.lines() == ["Board"]


async def test_an_archived_thread_changes_only_once_somebody_writes_there(hall: Hall) -> None:
    thread = await hall.thread(await hall.board())
    board = await hall.board(thread)
    hall.archive(thread)
    for refused in (board.edit(content="Gone on", allowed_mentions=NOBODY), board.delete()):
        with pytest.raises(discord.HTTPException) as archived:
            await refused
        assert (archived.value.status, archived.value.code) == (400, 50083)
    await hall.board(thread)
    await board.edit(content="Gone on", allowed_mentions=NOBODY)
    hall.archive(thread, locked=True)
    with pytest.raises(discord.HTTPException) as locked:
        await hall.board(thread)
    assert locked.value.code == 50083
