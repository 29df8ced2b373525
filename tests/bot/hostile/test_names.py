"""Whatever people, servers, channels and roles are called: on cards it is drawn, in what is said of
them for those who can't see them it is one line of text, and nowhere else it is written at all."""

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
from tests.bot.hostile.texts import HOSTILE, unseen
from tests.bot.server.hall import Hall, answer, cards, open_hall, panel, private
from tests.bot.server.protocol import complaints

# As long as Discord lets a name be; a server's may be longer.
NAME, SERVER = 32, 100
# What is shorter may well stand somewhere by chance.
TELLING = 6

called = (st.sampled_from(HOSTILE) | st.text(min_size=1)).map(lambda name: name[:NAME])
everybody = st.lists(called.filter(str.strip), min_size=7, max_size=7)
# Every name that there is to try, seven at a time.
ALL = [each for each in HOSTILE if each.strip()]
SEVENS = [(ALL[at:] + ALL)[:7] for at in range(0, len(ALL), 7)]


async def said_of(hall: Hall, names: list[str]) -> None:
    """A server is called so, and so are its players; and all that is drawn of them is looked at."""
    server, room, role, first, second, user, other = names
    hall.env.backend.edit_guild(hall.guild.id, {"name": (server * SERVER)[:SERVER]})
    boss = hall.moderator()
    hall.ana = hall.guild.add_member(hall.env.create_user(user), nick=first[:NAME])
    somebody = hall.env.create_user(other, global_name=second[:NAME])
    hall.bo = hall.guild.add_member(somebody)
    hall.people |= {"ana": hall.ana, "bo": hall.bo}
    hall.seating.first = hall.ana.id
    hall.guild.create_role(role, permissions=discord.Permissions(manage_guild=True))
    hall.guild.create_text_channel(room)
    await hall.play(await hall.rated(size=3), 2, 1, 3)
    end = hall.last()
    await hall.play(await hall.rated("sequence"), 5)
    asked = private(await hall.bo.slash(hall.games, "duel resign"))
    await hall.bo.click(asked, label="Resign")
    ladder = answer(await hall.bo.slash(hall.games, "duel leaderboard"))
    profile = answer(await hall.ana.slash(hall.games, "duel profile", player=hall.ana))
    for each in ("duel history", "duel list", "duel board"):
        await hall.ana.slash(hall.games, each)
    await panel(hall, boss)
    await boss.slash(hall.games, "duel-admin check")
    for shown in (end, hall.games.history()[-3], ladder, profile):
        ((_, alt),) = cards(shown)
        assert 1 <= len(alt) <= ALT
        assert unseen(alt) == []
        assert "\n" not in alt
        data = hall.env.backend.cdn.get(shown.attachments[0].url) or b""
        assert Image.open(BytesIO(data)).width == 1100


def written(said: list[Said], names: list[str]) -> list[str]:
    """Names that stand where they may mean something."""
    texts = [text for message in messages_in(said) for text in texts_in(message)]
    return [each for each in names if len(each) >= TELLING and any(each in text for text in texts)]


def drawn(names: list[str]) -> None:
    TRIED["names"] += len(names)

    async def go() -> None:
        with TemporaryDirectory() as folder, Errors.noted() as errors:
            async with open_hall(Path(folder) / "duelhost.db") as hall:
                await said_of(hall, names)
                said = [(each.method, each.path, each.json) for each in hall.env.http_requests]
                assert written(said, names) == []
                assert [
                    each for text in strings_in([*messages_in(said)]) for each in unseen(text)
                ] == []
                assert complaints(said) == []
                assert [each for entry in hall.log for each in forged(entry)] == []
            assert errors.said == []

    asyncio.run(go())


@pytest.mark.parametrize("names", SEVENS[:2])
def test_whatever_they_are_called(names: list[str]) -> None:
    drawn([each[:NAME] for each in names])


@pytest.mark.long
@pytest.mark.parametrize("names", SEVENS)
def test_all_names_that_there_are(names: list[str]) -> None:
    drawn([each[:NAME] for each in names])


@pytest.mark.long
@settings(max_examples=20)
@given(everybody)
def test_any_names(names: list[str]) -> None:
    drawn(names)
