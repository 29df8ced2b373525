"""Hostile names of people, servers, channels and roles: a card draws them, an alt text has them on
one line, and no other text of a message has them."""

import asyncio
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.cards.picture import ALT
from tests.bot.hostile.errors import Errors
from tests.bot.hostile.lines import forged
from tests.bot.hostile.spoken import Said, messages_in, strings_in, texts_in
from tests.bot.hostile.tally import TRIED
from tests.bot.hostile.texts import BEGIN, EVERYBODY, HOSTILE, TURNED, TWICE, framed, unseen
from tests.bot.simcord.messages import answer, cards
from tests.bot.simcord.protocol import complaints
from tests.bot.simcord.world import World, open_world, panel

# Discord's limit for a name, and a greater one for a server's.
NAME, SERVER = 32, 100
# A shorter name could stand somewhere by chance.
TELLING = 6


def called(name: str) -> list[str]:
    """Return the name in a frame, if there is room for one, so that no part of it goes unnoticed;
    and bare, as the frame shows too."""
    bare = name[:NAME]
    return [framed(name), bare] if has_room(name) else [bare]


def has_room(name: str) -> bool:
    return len(framed(name)) <= NAME


def sign(name: str) -> str:
    """Return a part of the name that identifies it: the frame, or the beginning of an unframed
    name."""
    if BEGIN in name:
        return BEGIN
    return name if has_room(name) else name[:TELLING]


ROLES = ("server", "room", "role", "nick", "display name", "user", "other")
ALL = [name for each in HOSTILE if each.strip() for name in called(each)]
# The distance in ALL between names that are used together.
APART = 5
# The names tried by default, without all the others.
NICKS = [called(each)[0] for each in (EVERYBODY, TURNED, TWICE)]

anything = (st.sampled_from(HOSTILE) | st.text(min_size=1)).filter(str.strip)
anybody = anything.map(called).flatmap(st.sampled_from).filter(str.strip)
everybody = st.lists(anybody, min_size=len(ROLES), max_size=len(ROLES))


def together(nick: str) -> list[str]:
    """Return the names of all roles when this one is the nickname. Over all nicknames, each role
    gets each name."""
    first = ALL.index(nick) - ROLES.index("nick") * APART
    return [ALL[(first + nth * APART) % len(ALL)] for nth in range(len(ROLES))]


async def said_of(world: World, names: list[str]) -> None:
    """A server is called so, and so are its players; and all that is drawn of them is looked at."""
    server, room, role, first, second, user, other = names
    world.env.backend.edit_guild(world.guild.id, {"name": (server * SERVER)[:SERVER]})
    boss = world.moderator()
    world.ana = world.guild.add_member(world.env.create_user(user), nick=first[:NAME])
    somebody = world.env.create_user(other, global_name=second[:NAME])
    world.bo = world.guild.add_member(somebody)
    world.people |= {"ana": world.ana, "bo": world.bo}
    world.seating.first = world.ana.id
    world.guild.create_role(role, permissions=discord.Permissions(manage_guild=True))
    world.guild.create_text_channel(room)
    await world.play(await world.rated(size=3), 2, 1, 3)
    end = world.last()
    await world.play(await world.rated("sequence"), 5)
    await world.resign(world.bo)
    ladder = answer(await world.bo.slash(world.games, "duel leaderboard"))
    profile = answer(await world.ana.slash(world.games, "duel profile", player=world.ana))
    for each in ("duel history", "duel list", "duel board"):
        await world.ana.slash(world.games, each)
    await panel(world, boss)
    await boss.slash(world.games, "duel-admin check")
    for shown in (end, world.games.history()[-3], ladder, profile):
        ((_, alt),) = cards(shown)
        assert 1 <= len(alt) <= ALT
        assert unseen(alt) == []
        assert "\n" not in alt
        data = world.env.backend.cdn.get(shown.attachments[0].url) or b""
        assert Image.open(BytesIO(data)).width == 700


def written(said: list[Said], names: list[str]) -> list[str]:
    """Texts in which a name, or what has become of it, may mean something."""
    signs = {sign(each) for each in names if len(each) >= TELLING}
    texts = [text for message in messages_in(said) for text in texts_in(message)]
    return [text for text in texts if any(each in text for each in signs)]


def drawn(names: list[str]) -> None:
    TRIED["names"] += len(names)

    async def go() -> None:
        with TemporaryDirectory() as folder, Errors.noted() as errors:
            async with open_world(Path(folder) / "duelhost.db", cards=True) as world:
                await said_of(world, names)
                said = [(each.method, each.path, each.json) for each in world.env.http_requests]
                assert written(said, names) == []
                assert [
                    each for text in strings_in([*messages_in(said)]) for each in unseen(text)
                ] == []
                assert complaints(said) == []
                assert [each for entry in world.log for each in forged(entry)] == []
            assert errors.said == []

    asyncio.run(go())


def test_everything_is_called_everything() -> None:
    called_so = zip(*map(together, ALL), strict=True)
    assert all(sorted(names) == sorted(ALL) for names in called_so)


@pytest.mark.parametrize("nick", NICKS)
def test_whatever_they_are_called(nick: str) -> None:
    drawn(together(nick))


@pytest.mark.long
@pytest.mark.parametrize("nick", ALL)
def test_all_names_that_there_are(nick: str) -> None:
    drawn(together(nick))


@pytest.mark.long
@settings(max_examples=20)
@given(everybody)
def test_any_names(names: list[str]) -> None:
    drawn(names)
