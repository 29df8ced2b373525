"""Several servers: what happens in one of them happens there alone."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.guild.template import DUELHOST
from deploy.sandbox.ids import by_the_clock
from deploy.sandbox.scale import Scale
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BOTS,
    DAN,
    DUELS,
    EPHEMERAL,
    LOBBY,
    MESSAGE,
    MODERATORS,
    PING,
    SERVER,
    THREAD,
    Club,
    a_club,
    of_server,
)

COUNT = 3
OTHER = of_server(1, SERVER)
THERE, THREAD_THERE, LOBBY_THERE = (of_server(1, each) for each in (DUELS, THREAD, LOBBY))


@pytest_asyncio.fixture(loop_scope="module")
async def club() -> AsyncIterator[Club]:
    async with a_club(scale=Scale(COUNT)) as club:
        yield club


@pytest_asyncio.fixture(loop_scope="module")
async def line(club: Club) -> GatewayClient:
    line = await club.online(Intent.GUILD_MESSAGES | Intent.GUILD_MEMBERS | Intent.MESSAGE_CONTENT)
    for _ in range(COUNT - 1):
        await line.event("GUILD_CREATE")
    return line


async def contents(club: Club, server: str, person: str = ANA) -> list[str]:
    seat = await club.sit(person, server)
    return [each["content"] for each in (await seat.hear("hello"))["messages"]]


def servers(count: int) -> Servers:
    return Servers("1", DUELHOST, count, by_the_clock)


@pytest.mark.parametrize("count", [1, 4, 10, 16])
def test_servers_spread_evenly_over_shards(count: int) -> None:
    ids = servers(10_000).ids()
    assert len(set(ids)) == 10_000
    sizes = Counter((int(each) >> 22) % count for each in ids)
    assert len(sizes) == count
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_a_server_is_kept_from_when_it_is_asked_for() -> None:
    found = servers(10_000)
    assert list(found.kept) == []
    assert found.glimpse(of_server(9_999, SERVER))
    assert list(found.kept) == []
    place = found.place(of_server(9_999, DUELS))
    assert place
    assert found.of(place) is found.get(of_server(9_999, SERVER))
    assert len(found.kept) == 1


@pytest.mark.parametrize("key", ["", "0", "x", "9" * 30, "１", of_server(COUNT, SERVER), "-1"])
def test_there_is_no_other_server(key: str) -> None:
    assert servers(COUNT).get(key) is None
    assert servers(COUNT).place(key) is None


def test_ids_of_something_else_are_no_server_and_no_channel() -> None:
    found = servers(COUNT)
    for key in (str(int(SERVER) + 1), of_server(COUNT, DUELS), str(int(DUELS) + 5), ANA):
        assert found.get(key) is None
        assert found.place(key) is None


async def test_a_bot_is_told_of_each_server(club: Club) -> None:
    line = await club.line()
    await line.identify()
    ready = await line.event("READY")
    ids = [of_server(nth, SERVER) for nth in range(COUNT)]
    assert [each["id"] for each in ready["guilds"]] == ids
    told = [await line.event("GUILD_CREATE") for _ in ids]
    assert [each["id"] for each in told] == ids
    assert [each["name"] for each in told] == ["Number Club", "Number Club 2", "Number Club 3"]
    channels = [each["channels"][0]["id"] for each in told]
    assert channels == [of_server(nth, DUELS) for nth in range(COUNT)]
    assert (await club.ask("GET", "/applications/@me")).body["approximate_guild_count"] == COUNT


async def test_a_bot_lists_its_servers_page_by_page(club: Club) -> None:
    async def ids(query: str) -> list[str]:
        listed = (await club.ask("GET", f"/users/@me/guilds{query}")).body
        return [each["id"] for each in listed]

    all_ids = [of_server(nth, SERVER) for nth in range(COUNT)]
    assert await ids("") == all_ids
    assert await ids("?limit=2") == all_ids[:2]
    assert await ids(f"?after={all_ids[0]}&limit=1") == all_ids[1:2]
    assert await ids(f"?before={all_ids[2]}&limit=1") == all_ids[1:2]


async def test_a_message_is_seen_in_its_server_only(club: Club, line: GatewayClient) -> None:
    here, there = await club.sit(ANA), await club.sit(BO, OTHER)
    assert (await club.say(ANA, "over there", THERE)).status == 200
    told = await line.event("MESSAGE_CREATE")
    assert (told["guild_id"], told["channel_id"]) == (OTHER, THERE)
    assert (await there.message())["content"] == "over there"
    await club.post(THERE, content="the bot, too")
    assert (await there.message())["content"] == "the bot, too"
    await club.say(ANA, "over here")
    assert (await here.message())["content"] == "over here"
    assert await contents(club, OTHER) == ["over there", "the bot, too"]
    assert await contents(club, SERVER) == ["over here"]


async def test_a_seat_sees_the_channels_of_its_server(club: Club) -> None:
    hello = await (await club.sit(ANA, OTHER)).hear("hello")
    assert hello["server"] == {"id": OTHER, "name": "Number Club 2"}
    assert hello["servers"] == COUNT
    channels = [each["id"] for each in hello["channels"]]
    assert channels[:2] == [THERE, THREAD_THERE]
    assert channels[-1] == ANAS
    assert DUELS not in channels


async def test_direct_messages_are_seen_from_every_server(club: Club) -> None:
    seats = [await club.sit(ANA, of_server(nth, SERVER)) for nth in range(COUNT)]
    await club.post(ANAS, content="for Ana")
    assert [(await each.message())["content"] for each in seats] == ["for Ana"] * COUNT
    assert await contents(club, OTHER) == ["for Ana"]


async def test_a_seat_is_in_a_server_that_there_is(club: Club) -> None:
    refused = await club.page("GET", f"live?member={ANA}&server={of_server(COUNT, SERVER)}")
    assert refused.why == (404, "There is no such server.")
    refused = await club.act(ANA, "departures", server="x")
    assert refused.why == (404, "There is no such server.")


async def test_somebody_leaves_one_server_and_stays_in_the_others(
    club: Club, line: GatewayClient
) -> None:
    here, there = await club.sit(BO), await club.sit(BO, OTHER)
    assert (await club.act(ANA, "departures", server=OTHER)).body["here"] is False
    told = await line.event("GUILD_MEMBER_REMOVE")
    assert (told["guild_id"], told["user"]["id"]) == (OTHER, ANA)
    away = [each["id"] for each in (await there.hear("members"))["members"] if not each["here"]]
    assert away == [ANA]
    refused = await club.say(ANA, "hello", THERE)
    assert refused.why == (400, "Ana has left the server, and can do nothing there.")
    assert (await club.say(ANA, "hello", DUELS)).status == 200
    await here.message()
    assert "members" not in [each["type"] for each in here.heard]
    assert (await club.ask("GET", f"/guilds/{OTHER}/members/{ANA}")).complaint == (404, 10007)
    assert (await club.ask("GET", f"/guilds/{SERVER}/members/{ANA}")).status == 200
    # They still have servers in common.
    assert (await club.post(ANAS, content="hi")).status == 200
    assert (await club.say(ANA, "hi", ANAS)).status == 200


async def test_without_any_server_in_common_nothing_more_is_said(club: Club) -> None:
    for nth in range(COUNT):
        assert (await club.post(ANAS)).status == 200
        await club.act(ANA, "departures", server=of_server(nth, SERVER))
    assert (await club.post(ANAS)).complaint == (403, 50278)
    assert (await club.say(ANA, "hi", ANAS)).status == 400
    await club.act(ANA, "returns", server=OTHER)
    assert (await club.post(ANAS)).status == 200


async def test_permissions_are_those_of_the_channels_server(club: Club) -> None:
    club.sandbox.world.servers[OTHER].places[THERE].closed[club.application] = May.SEND
    assert (await club.post(THERE)).complaint == (403, 50013)
    assert (await club.post(DUELS)).status == 200
    club.grant(May.KICK)
    assert (await club.ask("DELETE", f"/guilds/{OTHER}/members/{BO}")).complaint == (403, 50013)
    assert (await club.ask("DELETE", f"/guilds/{SERVER}/members/{BO}")).status == 204
    assert club.sandbox.world.servers[OTHER].gone == set()


async def test_a_ban_takes_messages_of_its_server_only(club: Club) -> None:
    club.grant(May.BAN)
    for place in (DUELS, THERE):
        await club.say(BO, "spam", place)
    banned = {"delete_message_seconds": 60}
    assert (await club.ask("PUT", f"/guilds/{SERVER}/bans/{BO}", banned)).status == 204
    assert await contents(club, SERVER) == []
    assert await contents(club, OTHER) == ["spam"]


def let_make_channels(club: Club) -> None:
    roles = club.sandbox.world.servers[OTHER].roles
    bots = of_server(1, BOTS)
    roles[bots] = replace(roles[bots], permissions=roles[bots].permissions | May.MANAGE_CHANNELS)


async def test_channels_and_threads_are_made_in_their_server(
    club: Club, line: GatewayClient
) -> None:
    let_make_channels(club)
    here, there = await club.sit(ANA), await club.sit(ANA, OTHER)
    made = await club.ask("POST", f"/guilds/{OTHER}/channels", {"name": "more"})
    assert made.status == 201
    assert (await line.event("CHANNEL_CREATE"))["guild_id"] == OTHER
    shown = (await there.hear("channels"))["channels"]
    assert made.id in [each["id"] for each in shown]
    post = (await club.post(made.id)).id
    path = f"/channels/{made.id}/messages/{post}/threads"
    assert (await club.ask("POST", path, {"name": "a duel"})).status == 201
    told = await line.event("THREAD_CREATE")
    assert (told["guild_id"], told["parent_id"]) == (OTHER, made.id)
    assert (await club.post(post, content="in the thread")).status == 200
    active = (await club.ask("GET", f"/guilds/{OTHER}/threads/active")).body["threads"]
    assert [each["id"] for each in active] == [THREAD_THERE, post]
    assert len((await club.ask("GET", f"/guilds/{SERVER}/threads/active")).body["threads"]) == 1
    assert (await club.ask("DELETE", f"/channels/{made.id}")).status == 200
    assert (await club.ask("GET", f"/channels/{post}")).complaint == (404, 10003)
    await club.say(ANA, "nothing of it was heard here")
    await here.message()
    assert {each["type"] for each in here.heard} == {"hello", "message"}


async def test_a_command_is_used_where_it_is_registered(club: Club, line: GatewayClient) -> None:
    path = f"/applications/{club.application}/guilds/{OTHER}/commands"
    known = (await club.ask("POST", path, PING)).id
    seats = [await (await club.sit(ANA, each)).hear("hello") for each in (SERVER, OTHER)]
    assert [len(each["commands"]) for each in seats] == [0, 1]
    refused = await club.act(ANA, "commands", channel=DUELS, command=known)
    assert refused.why == (400, "There is no such command here.")
    assert (await club.act(ANA, "commands", channel=THERE, command=known)).status == 200
    told = await line.event("INTERACTION_CREATE")
    assert (told["guild_id"], told["guild"]["id"]) == (OTHER, OTHER)
    assert told["authorizing_integration_owners"] == {"0": OTHER}


async def test_an_interaction_is_answered_in_its_server(club: Club, line: GatewayClient) -> None:
    here, there = await club.sit(ANA), await club.sit(ANA, OTHER)
    asked = await club.asked(line, place=THERE)
    assert (await there.hear("interaction"))["state"] == "waiting"
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    assert (await there.message())["content"] == "psst"
    await there.states("answered")
    await club.say(ANA, "done")
    await here.message()
    assert {each["type"] for each in here.heard} == {"hello", "commands", "message"}


async def test_roles_differ_from_server_to_server(club: Club) -> None:
    moderators = [of_server(nth, MODERATORS) for nth in range(2)]
    for server, role in zip((SERVER, OTHER), moderators, strict=True):
        dan = (await club.ask("GET", f"/guilds/{server}/members/{DAN}")).body
        assert dan["roles"] == [role]


async def test_servers_are_found_by_a_part_of_their_names() -> None:
    async with a_club(scale=Scale(10_000)) as club:

        async def found(name: str) -> list[str]:
            listed = (await club.page("GET", f"servers?name={name}")).body
            return [each["name"] for each in listed]

        assert (await found(""))[:2] == ["Number Club", "Number Club 2"]
        assert len(await found("")) == 50
        assert await found("CLUB 1234") == ["Number Club 1234"]
        assert await found("10000") == ["Number Club 10000"]
        assert await found("nothing") == []


async def test_several_servers_are_there_again(tmp_path: Path) -> None:
    journal = tmp_path / "discord.jsonl"
    async with a_club(scale=Scale(COUNT), journal=journal) as club:
        await club.say(ANA, "here")
        await club.say(ANA, "there", THERE)
        await club.say(ANA, "in the thread", THREAD_THERE)
        await club.post(ANAS, content="for Ana")
        post = (await club.post(THERE)).id
        made = await club.ask("POST", f"/channels/{THERE}/messages/{post}/threads", {"name": "x"})
        assert made.status == 201
        let_make_channels(club)
        channel = await club.ask("POST", f"/guilds/{OTHER}/channels", {"name": "more"})
        assert channel.status == 201
        await club.act(BO, "departures", server=OTHER)
    # The first restart replays the events, the second one reads their compacted result. As many
    # servers are there again, though nobody says so.
    for _ in range(2):
        async with a_club(journal=journal) as club:
            assert club.sandbox.world.servers.count == COUNT
            assert await contents(club, SERVER) == ["here", "for Ana"]
            assert await contents(club, OTHER) == ["there", "hi", "in the thread", "for Ana"]
            there = club.sandbox.world.servers[OTHER]
            assert (there.gone, club.sandbox.world.servers.first.gone) == ({BO}, set())
            for each in (post, channel.id):
                assert (await club.ask("GET", f"/channels/{each}")).body["guild_id"] == OTHER
            last = (await club.ask("GET", f"/channels/{THERE}")).body["last_message_id"]
            assert last == post
    async with a_club(scale=Scale(COUNT + 1), journal=journal) as club:
        assert club.sandbox.world.servers.count == COUNT + 1


async def test_a_journal_of_a_sandbox_with_one_server_still_loads(tmp_path: Path) -> None:
    about = {"id": "140000000000000001", "name": "more", "topic": "", "slowmode": 0}
    thread = {"id": "140000000000000002", "name": "a duel", "parent": about["id"], "owner": ANA}
    state = {"archived": False, "locked": False, "archive_changed": 0, "archived_after": 60}
    profile = {"roles": [], "nick": "B", "timed_out_until": 0}
    entries: list[object] = [
        {"application": "5"},
        {"left": ANA},
        {"member": BO, "profile": profile},
        {"place": about | {"opened": {}, "closed": {}}},
        {"thread": thread | state | {"members": [ANA], "created": 0}},
        {"deleted": THREAD},
        {"last": {DUELS: "150000000000000001"}},
    ]
    journal = tmp_path / "discord.jsonl"
    journal.write_text("".join(json.dumps(each) + "\n" for each in entries))
    async with a_club(scale=Scale(COUNT), journal=journal) as club:
        servers = club.sandbox.world.servers
        assert (servers.first.gone, servers[OTHER].gone) == ({ANA}, set())
        assert servers.first.called(servers.people[BO]) == "B"
        for each in (about["id"], thread["id"]):
            assert (await club.ask("GET", f"/channels/{each}")).body["guild_id"] == SERVER
        assert (await club.ask("GET", f"/channels/{THREAD}")).complaint == (404, 10003)
        assert (await club.ask("GET", f"/channels/{THREAD_THERE}")).status == 200
        duels = (await club.ask("GET", f"/channels/{DUELS}")).body
        assert duels["last_message_id"] == "150000000000000001"
