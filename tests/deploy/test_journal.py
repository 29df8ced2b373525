"""The journal restores messages after a restart."""

import errno
import json
import os
import resource
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTONS,
    DUELS,
    EPHEMERAL,
    MESSAGE,
    PING,
    THINKING,
    Clock,
    Club,
    a_club,
)

PICTURE = ("files[0]", "board.png", "image/png", b"\x89PNG\r\n\x1a\n")
POSTING = f"/channels/{DUELS}/messages"
Again = Callable[[], AbstractAsyncContextManager[Club]]


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "discord.jsonl"


@pytest.fixture
def again(journal: Path) -> Again:
    """The same sandbox, a little later."""
    clock = Clock()

    @asynccontextmanager
    async def opened() -> AsyncIterator[Club]:
        async with a_club(journal=journal, clock=clock) as club:
            yield club
        clock.wait(60)

    return opened


async def seen(club: Club, person: str = ANA) -> list[str]:
    messages = (await (await club.sit(person)).hear("hello"))["messages"]
    return [each["content"] for each in messages]


async def test_what_was_said_is_there_again(again: Again) -> None:
    async with again() as club:
        line = await club.online()
        await club.say(ANA, "hello")
        post = (await club.post(content="hi", components=BUTTONS)).id
        await club.ask("PATCH", f"{POSTING}/{post}", {"content": "ho"})
        await club.post(ANAS, content="for Ana")
        gone = (await club.post(content="gone")).id
        await club.ask("DELETE", f"{POSTING}/{gone}")
        asked = await club.asked(line)
        await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
        application = club.application
    async with again() as club:
        assert club.application == application
        assert await seen(club) == ["hello", "ho", "psst", "for Ana"]
        assert await seen(club, BO) == ["hello", "ho"]
        # Each is still whose it was, and can be pressed and changed.
        line = await club.online()
        assert (await club.press(ANA, post)).status == 200
        await line.event("INTERACTION_CREATE")
        assert (await club.ask("PATCH", f"{POSTING}/{post}", {"content": "hi"})).status == 200
    async with again() as club:
        assert await seen(club, BO) == ["hello", "hi"]


async def test_what_is_new_is_newer_than_what_was_there(again: Again, journal: Path) -> None:
    async with again() as club:
        before = (await club.post()).id
    # The clock is put back.
    async with a_club(journal=journal, clock=Clock()) as club:
        assert int((await club.post()).id) > int(before)


async def test_commands_are_known_again(again: Again) -> None:
    async with again() as club:
        (before,) = (await club.register(PING)).body
    async with again() as club:
        path = f"/applications/{club.application}/commands?with_localizations=true"
        assert (await club.ask("GET", path)).body == [before]
        assert (await club.register(PING)).body[0]["id"] == before["id"]


async def test_who_has_left_stays_away_until_they_come_back(again: Again, journal: Path) -> None:
    async with again() as club:
        await club.say(ANA, "hello")
        for each in (ANA, BO):
            await club.act(each, "departures")
        await club.act(BO, "returns")
    # The first restart replays the events, the second one reads their compacted result.
    for _ in range(2):
        async with again() as club:
            assert club.sandbox.world.servers.first.gone == {ANA}
            assert await seen(club, ANA) == []
            (said,) = club.sandbox.world.messages.posts()
            assert (said.author.id, said.payload["author"]["id"]) == (ANA, ANA)
    async with again() as club:
        await club.act(ANA, "returns")
    async with again() as club:
        assert club.sandbox.world.servers.first.gone == set()
        assert await seen(club) == ["hello"]
    assert "left" not in journal.read_text()


async def test_threads_are_there_again(again: Again) -> None:
    async with again() as club:
        post = (await club.post()).id
        made = await club.ask("POST", f"{POSTING}/{post}/threads", {"name": "A duel"})
        assert made.status == 201
        said = (await club.post(post, content=f"<@{ANA}>")).id
    # The first restart replays the events, the second one reads their compacted result.
    for _ in range(2):
        async with again() as club:
            thread = (await club.ask("GET", f"/channels/{post}")).body
            del made.body["member"]
            assert thread == made.body | {"member_count": 2, "last_message_id": said}
            made.body["member"] = None
            assert (await club.ask("GET", f"/channels/{post}/messages/{said}")).status == 200
            refused = await club.ask("POST", f"{POSTING}/{post}/threads", {"name": "A duel"})
            assert refused.complaint == (400, 160004)
            assert (await club.ask("GET", f"/channels/{post}/thread-members/{ANA}")).status == 200
            assert (await club.ask("GET", f"/channels/{post}/thread-members/{BO}")).status == 404


async def test_a_deleted_last_message_is_named_after_a_restart(again: Again) -> None:
    async with again() as club:
        first, second = (await club.post()).id, (await club.post()).id
        await club.ask("PATCH", f"{POSTING}/{first}", {"content": "ho"})
        await club.ask("DELETE", f"{POSTING}/{second}")
    for _ in range(2):
        async with again() as club:
            assert (await club.ask("GET", f"/channels/{DUELS}")).body["last_message_id"] == second


async def test_files_are_found_again(again: Again) -> None:
    async with again() as club:
        sent = (await club.upload("POST", POSTING, {"content": "hi"}, PICTURE)).body
        path = sent["attachments"][0]["url"].split("/", 3)[3]
    async with again() as club:
        origin = f"http://127.0.0.1:{club.sandbox.port}/"
        found = await club.web.get(origin + path)
        assert (await found.read(), found.content_type) == (PICTURE[3], "image/png")
        await club.ask("DELETE", f"{POSTING}/{sent['id']}")
        assert (await club.fetch("GET", origin + path)).status == 404


@pytest.mark.parametrize("method", ["DELETE", "PATCH"])
async def test_files_that_were_thrown_away_stay_away(again: Again, method: str) -> None:
    async with again() as club:
        sent = (await club.upload("POST", POSTING, {"content": "hi"}, PICTURE)).body
        path = sent["attachments"][0]["url"].split("/", 3)[3]
        body: Any = {"attachments": []} if method == "PATCH" else None
        await club.ask(method, f"{POSTING}/{sent['id']}", body)
    async with again() as club:
        origin = f"http://127.0.0.1:{club.sandbox.port}/"
        assert (await club.fetch("GET", origin + path)).status == 404


async def test_what_was_too_much_stays_away(again: Again, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.sandbox.messages.message_store.KEPT", 2)
    async with again() as club:
        for each in "abc":
            await club.post(content=each)
    async with again() as club:
        assert await seen(club) == ["b", "c"]


async def test_nobody_waits_for_what_was_not_said(again: Again) -> None:
    async with again() as club:
        line = await club.online()
        await club.answer(await club.asked(line), THINKING)
        asked = await club.asked(line)
        await club.answer(asked, THINKING)
        await club.follow_up(asked, content="pong")
    async with again() as club:
        assert await seen(club) == ["pong"]


async def test_a_line_that_was_cut_off_is_passed_over(again: Again, journal: Path) -> None:
    async with again() as club:
        await club.say(ANA, "hello")
        await club.say(ANA, "good-bye")
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-5])
    async with again() as club:
        assert await seen(club) == ["hello"]
        await club.say(ANA, "again")
    async with again() as club:
        assert await seen(club) == ["hello", "again"]


@pytest.mark.parametrize("damage", [b"garbage\n", b"\xff\n", b'{"post": \n'])
async def test_a_journal_that_is_damaged_says_so(
    again: Again, journal: Path, damage: bytes
) -> None:
    async with again() as club:
        await club.say(ANA, "hello")
    whole = journal.read_bytes()
    journal.write_bytes(whole + damage)
    with pytest.raises(OSError, match="can't be read; move it away") as damaged:
        async with again():
            pass
    assert damaged.value.filename == journal
    assert journal.read_bytes() == whole + damage


async def test_what_cannot_be_saved_was_not_said(club: Club) -> None:
    def full(_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    club.sandbox.world.context.note = full
    refused = await club.say(ANA, "hello")
    assert refused.why == (507, "The sandbox can't save this: No space left on device.")
    assert await seen(club) == []


async def test_half_a_line_on_a_full_disk_damages_nothing(again: Again, journal: Path) -> None:
    async with again() as club:
        await club.say(ANA, "hello")
        most, at_all = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (journal.stat().st_size + 1_000, at_all))
        try:
            large = ("files[0]", "a.bin", "text/plain", bytes(50_000))
            refused = await club.upload("POST", POSTING, {"content": "large"}, large)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (most, at_all))
        assert refused.status == 507
        await club.say(ANA, "good-bye")
    async with again() as club:
        assert await seen(club) == ["hello", "good-bye"]


async def test_a_journal_is_written_anew_while_it_grows(
    again: Again, journal: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("deploy.sandbox.journal.GROWS", 10_000)
    async with again() as club:
        post = (await club.upload("POST", POSTING, {"content": "hi"}, PICTURE)).id
        for each in range(60):
            await club.ask("PATCH", f"{POSTING}/{post}", {"content": str(each)})
            await club.say(ANA, str(each))
        assert journal.stat().st_size < 60_000
    async with again() as club:
        assert await seen(club) == ["59", *map(str, range(60))]


async def test_a_journal_does_not_grow_with_what_is_no_more(again: Again, journal: Path) -> None:
    async with again() as club:
        post = (await club.post()).id
        for each in range(10):
            await club.ask("PATCH", f"{POSTING}/{post}", {"content": str(each)})
        await club.ask("DELETE", f"{POSTING}/{(await club.post()).id}")
    grown = journal.read_text().splitlines()
    async with again():
        pass
    lines = [json.loads(each) for each in journal.read_text().splitlines()]
    kinds = [next(iter(each)) for each in lines]
    # The members are Dan and the bot, who have roles.
    assert kinds == ["application", "commands", "member", "member", "thread", "post", "last"]
    assert len(grown) > 10
    assert not journal.with_suffix(".part").exists()


async def test_what_was_said_where_there_is_nothing_now_is_passed_over(
    again: Again, journal: Path
) -> None:
    async with again() as club:
        await club.say(ANA, "hello")
        await club.say(BO, "hello")
    text = journal.read_text().replace(f'"channel_id":"{DUELS}"', '"channel_id":"1"', 1)
    # The bot becomes the author of a message whose author isn't a member any more.
    journal.write_text(text.replace(f'"author":"{BO}"', '"author":"1"'))
    async with again() as club:
        messages = [each.author for each in club.sandbox.world.messages.posts()]
        assert [each.id for each in messages] == [club.application]


async def test_without_a_journal_everything_is_forgotten() -> None:
    clock = Clock()
    async with a_club(clock=clock) as club:
        await club.say(ANA, "hello")
        first = club.application
    clock.wait(1)
    async with a_club(clock=clock) as club:
        assert await seen(club) == []
        assert club.application != first
