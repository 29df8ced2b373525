"""Pinned messages."""

from pathlib import Path
from urllib.parse import quote

import pytest

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    DUELS,
    LOBBY,
    SERVER,
    Club,
    Reply,
    a_club,
)

NOTICE = 6
# Where pins are today, and where they were before.
both = pytest.mark.parametrize("where", ["messages/pins", "pins"])


@pytest.fixture(autouse=True)
def granted(club: Club) -> None:
    club.grant(May.PIN)
    club.sandbox.world.context.privileged = Intent.MESSAGE_CONTENT


async def pin(
    club: Club, message: str, method: str = "PUT", place: str = DUELS, where: str = "messages/pins"
) -> Reply:
    return await club.ask(method, f"/channels/{place}/{where}/{message}")


async def pinned(club: Club, place: str = DUELS) -> list[str]:
    new = (await club.ask("GET", f"/channels/{place}/messages/pins")).body
    before = (await club.ask("GET", f"/channels/{place}/pins")).body
    ids = [each["message"]["id"] for each in new["items"]]
    assert [each["id"] for each in before] == ids
    assert all(each["message"]["pinned"] for each in new["items"])
    return ids


@both
async def test_a_message_is_pinned_and_unpinned(club: Club, where: str) -> None:
    first, second = [(await club.say(ANA, each)).id for each in "ab"]
    for each in (second, first, second):
        assert (await pin(club, each, where=where)).status == 204
        club.clock.wait(1)
    assert await pinned(club) == [first, second]
    assert await pinned(club, LOBBY) == []
    message = (await club.ask("GET", f"/channels/{DUELS}/messages/{first}")).body
    assert (message["pinned"], message["edited_timestamp"]) == (True, None)
    for _ in range(2):
        assert (await pin(club, first, "DELETE", where=where)).status == 204
    assert await pinned(club) == [second]
    await club.ask("DELETE", f"/channels/{DUELS}/messages/{second}")
    assert (await pin(club, "1", where=where)).complaint == (404, 10008)


async def test_a_channel_says_when_it_was_pinned(club: Club) -> None:
    async def last() -> str | None:
        told: str | None = (await club.ask("GET", f"/channels/{DUELS}")).body["last_pin_timestamp"]
        return told

    assert await last() is None
    first, second = [(await club.post()).id for _ in range(2)]
    await pin(club, first)
    club.clock.wait(5)
    await pin(club, second)
    assert await last() == "2027-01-15T08:00:05+00:00"
    await pin(club, second, "DELETE")
    assert await last() == "2027-01-15T08:00:00+00:00"
    await pin(club, first, "DELETE")
    assert await last() is None


async def test_the_channel_is_told_who_has_pinned_what(club: Club) -> None:
    post = (await club.say(ANA, "hello")).id
    ana = await club.sit(ANA)
    await pin(club, post)
    assert (await ana.message())["pinned"]
    notice = await ana.message()
    assert (notice["type"], notice["content"]) == (NOTICE, "")
    assert notice["author"]["id"] == club.application
    reference = {"type": 0, "channel_id": DUELS, "message_id": post, "guild_id": SERVER}
    assert notice["message_reference"] == reference
    # Discord doesn't pin what it says itself.
    assert (await pin(club, notice["id"])).complaint == (403, 50021)
    await pin(club, post, "DELETE")
    assert not (await ana.message())["pinned"]


async def test_bots_hear_of_it(club: Club) -> None:
    line = await club.online()
    post = (await club.post()).id
    await pin(club, post)
    told = {"guild_id": SERVER, "channel_id": DUELS}
    when = {"last_pin_timestamp": "2027-01-15T08:00:00+00:00"}
    assert await line.event("CHANNEL_PINS_UPDATE") == told | when
    await pin(club, post)
    await pin(club, post, "DELETE")
    none = {"last_pin_timestamp": None}
    assert await line.event("CHANNEL_PINS_UPDATE") == told | none
    await pin(club, post, "DELETE")
    assert await line.is_quiet()


async def test_pins_are_read_page_by_page(club: Club) -> None:
    ids = []
    for each in range(3):
        ids.append((await club.post(content=str(each))).id)
        await pin(club, ids[-1])
        club.clock.wait(1)
    path = f"/channels/{DUELS}/messages/pins"
    first = (await club.ask("GET", f"{path}?limit=2")).body
    assert [each["message"]["id"] for each in first["items"]] == [ids[2], ids[1]]
    assert first["has_more"]
    last = first["items"][-1]["pinned_at"]
    rest = (await club.ask("GET", f"{path}?before={quote(last)}")).body
    assert [each["message"]["id"] for each in rest["items"]] == [ids[0]]
    assert not rest["has_more"]
    for wrong in ("limit=51", "before=x", "before=9999-12-31T23:59:59-12:00"):
        assert (await club.ask("GET", f"{path}?{wrong}")).complaint == (400, 50035)


async def test_pinning_takes_a_permission_but_not_in_direct_messages(club: Club) -> None:
    club.deny(May.PIN)
    post = (await club.post()).id
    assert (await pin(club, post)).complaint == (403, 50013)
    assert (await pin(club, post, "DELETE")).complaint == (403, 50013)
    direct = (await club.post(ANAS)).id
    assert (await pin(club, direct, place=ANAS)).status == 204
    assert await pinned(club, ANAS) == [direct]


async def test_a_bot_that_may_not_read_back_finds_no_pins(club: Club) -> None:
    await pin(club, (await club.post()).id)
    club.deny(May.READ_HISTORY)
    assert await pinned(club) == []


async def test_there_are_only_so_many(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("deploy.sandbox.messages.pins.MOST", 1)
    await pin(club, (await club.post()).id)
    assert (await pin(club, (await club.post()).id)).complaint == (400, 30003)


async def test_pins_are_known_again(tmp_path: Path) -> None:
    journal = tmp_path / "discord.jsonl"
    async with a_club(journal=journal) as club:
        club.grant(May.PIN)
        kept, undone = [(await club.post()).id for _ in range(2)]
        await pin(club, kept)
        club.clock.wait(1)
        await pin(club, undone)
        await pin(club, undone, "DELETE")
    for _ in range(2):
        async with a_club(journal=journal) as club:
            assert await pinned(club) == [kept]
            told = (await club.ask("GET", f"/channels/{DUELS}")).body
            assert told["last_pin_timestamp"] == "2027-01-15T08:00:00+00:00"
