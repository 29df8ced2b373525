"""Members, as a bot may ask for them at the gateway."""

from typing import Any

import pytest

from deploy.sandbox.gateway import guild_members
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Person
from tests.deploy.gateway_client import REQUEST_MEMBERS, GatewayClient
from tests.deploy.sandbox_client import ANA, BO, CLEO, DAN, EVE, SERVER, Club

CHUNK = "GUILD_MEMBERS_CHUNK"
NOBODY = "999999999999999999"


async def asked(line: GatewayClient, **asked: Any) -> Any:
    """The only part of the answer."""
    await line.say(REQUEST_MEMBERS, {"guild_id": SERVER} | asked)
    told = await line.event(CHUNK)
    assert (told["guild_id"], told["chunk_index"], told["chunk_count"]) == (SERVER, 0, 1)
    return told


def ids(told: Any) -> list[str]:
    return [each["user"]["id"] for each in told["members"]]


async def knowing(club: Club) -> GatewayClient:
    """A bot whose owner has switched on that it knows everybody."""
    return await club.online(Intent.GUILD_MEMBERS)


async def crowded(club: Club, count: int) -> list[str]:
    """Add this many people to the server, and return their user IDs."""
    people = [Person(f"17{nth:016}", f"fan{nth}", f"Fan {nth}", "#888888") for nth in range(count)]
    club.sandbox.world.servers.first.people.update({each.id: each for each in people})
    return [each.id for each in people]


async def test_members_are_told_by_their_ids(club: Club, line: GatewayClient) -> None:
    told = await asked(line, user_ids=[BO, ANA], nonce="n")
    assert ids(told) == [BO, ANA]
    assert told["nonce"] == "n"
    assert told["not_found"] == []
    assert "presences" not in told
    same = await club.ask("GET", f"/guilds/{SERVER}/members/{BO}")
    assert told["members"][0] == same.body


async def test_presences_are_told_to_bots_that_hear_of_them(club: Club) -> None:
    line = await club.online(Intent.GUILD_PRESENCES | Intent.GUILD_MEMBERS)
    told = await asked(line, query="", limit=0, presences=True)
    assert [each["user"]["id"] for each in told["presences"]] == ids(told)
    assert len(ids(told)) == 6
    assert "presences" not in await asked(line, query="", limit=0)
    other = await club.online(Intent.GUILD_MEMBERS)
    assert "presences" not in await asked(other, query="", limit=0, presences=True)


@pytest.mark.parametrize("whom", [ANA, [ANA], int(ANA), [int(ANA)], [ANA, ANA, int(ANA)]])
async def test_ids_are_texts_or_numbers_one_or_many(line: GatewayClient, whom: Any) -> None:
    assert ids(await asked(line, user_ids=whom)) == [ANA]


async def test_who_is_not_there_is_told_too(line: GatewayClient) -> None:
    told = await asked(line, user_ids=[NOBODY, ANA, "nonsense", 5])
    assert (ids(told), told["not_found"]) == ([ANA], [NOBODY, "nonsense", "5"])
    nobody = await asked(line, user_ids=[NOBODY])
    assert (ids(nobody), nobody["not_found"]) == ([], [NOBODY])
    assert (await asked(line, user_ids=[]))["members"] == []


async def test_no_more_than_a_hundred_are_told(club: Club, line: GatewayClient) -> None:
    fans = await crowded(club, 101)
    assert ids(await asked(line, user_ids=fans)) == fans[:100]
    assert ids(await asked(line, query="fan", limit=0)) == fans[:100]
    assert ids(await asked(line, query="fan", limit=500)) == fans[:100]
    assert ids(await asked(line, query="fan", limit=3)) == fans[:3]


async def test_a_limit_is_for_names(line: GatewayClient) -> None:
    """discord.py sends one either way."""
    whom = [ANA, BO, CLEO]
    assert ids(await asked(line, user_ids=whom, limit=1, presences=False)) == whom


async def test_members_are_found_by_how_their_names_begin(line: GatewayClient) -> None:
    told = await asked(line, query="D", limit=5)
    assert ids(told)[0] == DAN
    assert [each["user"]["username"] for each in told["members"]] == ["dan", "Duelhost"]
    assert "not_found" not in told
    assert ids(await asked(line, query="nobody", limit=5)) == []
    # If both are sent, Discord uses the name.
    assert ids(await asked(line, query="e", limit=5, user_ids=[ANA])) == [EVE]


@pytest.mark.parametrize(
    ("nonce", "told"),
    [
        ("n" * 32, {"nonce": "n" * 32}),
        ("ß" * 16, {"nonce": "ß" * 16}),
        ("n" * 33, {}),
        ("ß" * 17, {}),
        (5, {}),
        (None, {}),
    ],
)
async def test_a_nonce_comes_back_if_it_is_one(line: GatewayClient, nonce: Any, told: Any) -> None:
    chunk = await asked(line, user_ids=[ANA], nonce=nonce)
    assert {key: each for key, each in chunk.items() if key == "nonce"} == told


@pytest.mark.parametrize("limit", [0, 5])
async def test_everybody_is_told_only_to_those_who_may_know(
    club: Club, line: GatewayClient, limit: int
) -> None:
    everybody = {"guild_id": SERVER, "query": "", "limit": limit}
    await line.say(REQUEST_MEMBERS, everybody)
    assert await line.is_quiet()
    told = await asked(await knowing(club), query="", limit=limit)
    assert ids(told) == [ANA, BO, CLEO, DAN, EVE, club.application][: limit or None]


async def test_many_are_told_in_parts(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    assert guild_members.CHUNK == 1_000
    monkeypatch.setattr(guild_members, "CHUNK", 4)
    line = await knowing(club)
    await line.say(REQUEST_MEMBERS, {"guild_id": SERVER, "query": "", "limit": 0, "nonce": "n"})
    first, second = await line.event(CHUNK), await line.event(CHUNK)
    assert [each["chunk_index"] for each in (first, second)] == [0, 1]
    assert {(each["chunk_count"], each["nonce"]) for each in (first, second)} == {(2, "n")}
    assert ids(first) == [ANA, BO, CLEO, DAN]
    assert ids(second) == [EVE, club.application]
    assert await line.is_quiet()


async def test_of_another_server_nothing_is_told(line: GatewayClient) -> None:
    await line.say(REQUEST_MEMBERS, {"guild_id": "1", "user_ids": [ANA]})
    assert await line.is_quiet()


async def test_only_who_asked_is_told(club: Club, line: GatewayClient) -> None:
    other = await club.online()
    await asked(line, user_ids=[ANA])
    assert await other.is_quiet()


async def test_an_answer_that_was_missed_comes_with_the_session(
    club: Club, line: GatewayClient
) -> None:
    await asked(line, user_ids=[ANA])
    other = await club.line()
    await other.hear()
    await other.resume(line.session, line.sequence - 1)
    assert ids(await other.event(CHUNK)) == [ANA]


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        {"guild_id": SERVER},
        {"user_ids": [ANA]},
        {"guild_id": [SERVER], "user_ids": [ANA]},
        {"guild_id": "x", "user_ids": [ANA]},
        {"guild_id": SERVER, "user_ids": None},
        {"guild_id": SERVER, "user_ids": [None]},
        {"guild_id": SERVER, "user_ids": [True]},
        {"guild_id": SERVER, "user_ids": {"id": ANA}},
        {"guild_id": SERVER, "query": "a"},
        {"guild_id": SERVER, "query": 5, "limit": 5},
        {"guild_id": SERVER, "query": "a", "limit": "5"},
        {"guild_id": SERVER, "query": "a", "limit": -1},
        {"guild_id": SERVER, "user_ids": [ANA], "presences": "yes"},
        {"guild_id": SERVER, "user_ids": [ANA], "colour": "red"},
        # An invalid request closes the connection even if it would find nobody.
        {"guild_id": "1"},
        {"guild_id": SERVER, "query": "", "user_ids": [ANA]},
    ],
)
async def test_what_makes_no_sense_closes_the_line(line: GatewayClient, wrong: Any) -> None:
    """Invalid requests close the connection, as an unknown opcode does."""
    await line.say(REQUEST_MEMBERS, wrong)
    assert await line.closed() == 4001
