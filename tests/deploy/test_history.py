"""Bots read back what was said, and show that they are typing."""

import pytest

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    CLEO,
    DUELS,
    EPHEMERAL,
    LOBBY,
    MESSAGE,
    NEWS,
    SERVER,
    THREAD,
    Club,
    Reply,
)


async def history(club: Club, asked: str = "", place: str = DUELS) -> list[str]:
    reply = await club.ask("GET", f"/channels/{place}/messages{asked}")
    assert reply.status == 200, reply.body
    return [each["content"] for each in reply.body]


async def said(club: Club, count: int) -> list[str]:
    """Have Ana count in a channel, and return the messages' ids."""
    return [(await club.say(ANA, str(each))).id for each in range(count)]


@pytest.fixture(autouse=True)
def readable(club: Club) -> None:
    club.sandbox.world.context.privileged = Intent.MESSAGE_CONTENT


async def test_the_newest_comes_first(club: Club) -> None:
    assert await history(club) == []
    await said(club, 60)
    await club.say(BO, "elsewhere", LOBBY)
    assert await history(club) == [str(each) for each in range(59, 9, -1)]
    assert len(await history(club, "?limit=100")) == 60
    assert await history(club, "?limit=2") == ["59", "58"]


async def test_messages_are_read_page_by_page(club: Club) -> None:
    ids = await said(club, 8)
    assert await history(club, f"?limit=3&before={ids[4]}") == ["3", "2", "1"]
    assert await history(club, f"?limit=3&after={ids[4]}") == ["7", "6", "5"]
    assert await history(club, f"?limit=2&after={ids[4]}") == ["6", "5"]
    assert await history(club, f"?limit=3&around={ids[4]}") == ["5", "4", "3"]
    assert await history(club, f"?limit=1&around={ids[4]}") == ["4"]
    assert await history(club, f"?around={ids[4]}") == [str(each) for each in range(7, -1, -1)]
    assert await history(club, f"?after={ids[7]}") == []
    assert await history(club, "?after=0&limit=1") == ["0"]


@pytest.mark.parametrize("asked", ["limit=0", "limit=101", "before=x", "around=-1", "after="])
async def test_a_wrong_page_is_complained_of(club: Club, asked: str) -> None:
    refused = await club.ask("GET", f"/channels/{DUELS}/messages?{asked}")
    assert refused.complaint == (400, 50035)
    assert refused.body["errors"].keys() == {asked.partition("=")[0]}


async def test_what_one_person_sees_is_in_no_history(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    await club.post(content="hello")
    assert await history(club) == ["hello"]


async def test_a_bot_that_may_not_read_back_reads_nothing(club: Club) -> None:
    await said(club, 1)
    club.deny(May.READ_HISTORY)
    assert await history(club) == []
    club.deny(May.VIEW)
    refused = await club.ask("GET", f"/channels/{DUELS}/messages")
    assert refused.complaint == (403, 50001)
    assert (await club.ask("GET", "/channels/1/messages")).complaint == (404, 10003)


async def test_a_bot_reads_back_everywhere(club: Club) -> None:
    for place in (ANAS, THREAD):
        await club.say(ANA, "hello", place)
        assert await history(club, place=place) == ["hello"]


# Deleting many.


async def deleted(club: Club, *ids: str, place: str = DUELS) -> Reply:
    path = f"/channels/{place}/messages/bulk-delete"
    return await club.ask("POST", path, {"messages": list(ids)})


async def test_messages_are_deleted_at_once(club: Club) -> None:
    club.grant(May.MANAGE_MESSAGES)
    line = await club.line()
    await line.hear()
    await line.identify(intents=Intent.GUILD_MESSAGES)
    ids = await said(club, 4)
    ana = await club.sit(ANA)
    assert (await deleted(club, *ids[1:3], ids[1])).status == 204
    told = await line.event("MESSAGE_DELETE_BULK")
    assert told == {"ids": ids[1:3], "channel_id": DUELS, "guild_id": SERVER}
    assert [(await ana.hear("deleted"))["message"] for _ in range(2)] == ids[1:3]
    assert await history(club) == ["3", "0"]
    # Once more: they aren't there.
    assert (await deleted(club, *ids[1:3])).status == 204
    assert await line.is_quiet()


async def test_some_messages_can_not_be_deleted_at_once(club: Club) -> None:
    ids = await said(club, 2)
    assert (await deleted(club, *ids)).complaint == (403, 50013)
    club.grant(May.MANAGE_MESSAGES)
    assert (await deleted(club, ids[0])).complaint == (400, 50035)
    assert (await deleted(club, *map(str, range(101)))).complaint == (400, 50035)
    assert (await deleted(club, *ids, place=ANAS)).complaint == (400, 50003)
    assert (await deleted(club, *ids, place=LOBBY)).status == 204
    club.clock.wait(15 * 24 * 3600)
    late = await said(club, 1)
    assert (await deleted(club, *late, *ids)).complaint == (400, 50034)
    assert await history(club) == ["0", "1", "0"]


# Typing.


async def test_people_see_that_a_bot_is_typing(club: Club) -> None:
    club.deny(May.VIEW, whom=CLEO)
    ana, cleo = await club.sit(ANA), await club.sit(CLEO)
    for place in (DUELS, LOBBY):
        assert (await club.ask("POST", f"/channels/{place}/typing")).status == 204
    told = [await ana.hear("typing") for _ in range(2)]
    assert [each["channel"] for each in told] == [DUELS, LOBBY]
    assert told[0]["member"] == club.application
    assert (await cleo.hear("typing"))["channel"] == LOBBY


async def test_bots_with_the_intent_hear_of_it(club: Club) -> None:
    line, deaf = await club.line(), await club.online()
    await line.hear()
    await line.identify(intents=Intent.GUILD_MESSAGE_TYPING)
    await club.ask("POST", f"/channels/{ANAS}/typing")
    await club.ask("POST", f"/channels/{DUELS}/typing")
    told = await line.event("TYPING_START")
    assert (told["channel_id"], told["guild_id"]) == (DUELS, SERVER)
    assert (told["user_id"], told["timestamp"]) == (club.application, club.clock() // 1000)
    assert told["member"]["user"]["id"] == club.application
    assert await deaf.is_quiet()


async def test_nobody_types_where_they_may_not_write(club: Club) -> None:
    assert (await club.ask("POST", f"/channels/{NEWS}/typing")).complaint == (403, 50013)
