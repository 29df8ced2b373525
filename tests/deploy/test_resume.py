"""A bot that lost its line comes back to where it was, or learns that it can't."""

import asyncio
from typing import Any

import pytest

from deploy.sandbox.gateway import connection as lines
from deploy.sandbox.gateway import gateway
from tests.deploy.gateway_client import INVALID_SESSION, GatewayClient
from tests.deploy.sandbox_client import ANA, DUELS, PING, Club, until


async def lost(club: Club, line: GatewayClient) -> None:
    """The line, not the session."""
    await line.socket.close(code=4000)
    await until(lambda: not club.sandbox.gateway.connected)


async def back(club: Club, line: GatewayClient, seq: Any = None, **more: Any) -> GatewayClient:
    other = await club.line()
    await other.hear()
    await other.resume(line.session, line.sequence if seq is None else seq, **more)
    return other


def connected(club: Club, line: GatewayClient) -> bool:
    session = club.sandbox.gateway.sessions.get(line.session)
    return session is not None and session.connection is not None


def session_of(line: GatewayClient) -> str:
    return line.session


async def test_a_bot_hears_what_it_missed_and_nothing_twice(
    club: Club, line: GatewayClient
) -> None:
    heard = await club.asked(line)
    await lost(club, line)
    missed = (await club.act(ANA, "commands", **await ping(club))).body
    other = await back(club, line)
    told = await other.hear()
    assert told["t"] == "INTERACTION_CREATE"
    assert told["d"]["id"] == missed["interaction"] != heard["id"]
    assert told["s"] == line.sequence + 1
    resumed = await other.hear()
    assert (resumed["t"], resumed["s"]) == ("RESUMED", line.sequence + 2)
    assert await other.is_quiet()


async def test_a_bot_that_missed_nothing_is_resumed_at_once(
    club: Club, line: GatewayClient
) -> None:
    await lost(club, line)
    other = await back(club, line)
    assert (await other.hear())["t"] == "RESUMED"


async def test_a_bot_may_say_that_it_heard_less(club: Club, line: GatewayClient) -> None:
    await lost(club, line)
    other = await back(club, line, 0)
    heard = [(await other.hear())["t"] for _ in range(3)]
    assert heard == ["READY", "GUILD_CREATE", "RESUMED"]


async def test_what_happens_after_that_goes_to_the_new_line_alone(
    club: Club, line: GatewayClient
) -> None:
    other = await back(club, line)
    assert (await other.hear())["t"] == "RESUMED"
    await club.asked(other)
    assert club.sandbox.state == "online"
    assert len(club.sandbox.gateway.sessions) == 1


async def test_the_line_that_a_session_was_on_is_broken_off(
    club: Club, line: GatewayClient
) -> None:
    other = await back(club, line)
    assert (await other.hear())["t"] == "RESUMED"
    await asyncio.wait_for(line.closed(), 0.5)


@pytest.mark.parametrize("seq", [-1, "2", 3, 1.5, [1]])
async def test_nobody_has_heard_what_was_never_said(
    club: Club, line: GatewayClient, seq: Any
) -> None:
    await lost(club, line)
    assert await (await back(club, line, seq)).closed() == 4007


async def test_a_session_that_never_was_is_invalid(club: Club, line: GatewayClient) -> None:
    other = await club.line()
    await other.hear()
    await other.resume("never", 1)
    told = await other.hear()
    assert (told["op"], told["d"]) == (INVALID_SESSION, False)
    await other.identify()
    await other.event("GUILD_CREATE")
    # Two bots, of which each hears everything.
    asked = await club.asked(line)
    assert (await other.event("INTERACTION_CREATE"))["id"] == asked["id"]


async def test_a_session_is_over_when_its_bot_says_good_bye(
    club: Club, line: GatewayClient
) -> None:
    seat = await club.sit(ANA)
    await seat.hear("hello")
    await line.socket.close(code=1000)
    assert (await seat.hear("bot"))["state"] == "offline"
    assert (await (await back(club, line)).hear())["op"] == INVALID_SESSION


async def test_a_session_is_forgotten_whether_or_not_somebody_is_there(
    club: Club, line: GatewayClient
) -> None:
    await lost(club, line)
    assert (await club.page("POST", "gateway/invalidate")).status == 200
    assert (await (await back(club, line)).hear())["op"] == INVALID_SESSION


async def test_a_session_does_not_wait_for_ever(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "RESUMABLE", 0.0)
    await lost(club, line)
    await until(lambda: not club.sandbox.gateway.sessions)
    assert (await (await back(club, line)).hear())["op"] == INVALID_SESSION


async def test_a_session_that_was_resumed_waits_no_longer(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "RESUMABLE", 0.05)
    await lost(club, line)
    other = await back(club, line)
    assert (await other.hear())["t"] == "RESUMED"
    await asyncio.sleep(0.1)
    await club.asked(other)


async def test_more_than_a_session_keeps_cannot_be_heard_again(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lines.BACKLOG == 1_000
    monkeypatch.setattr(lines, "BACKLOG", 2)
    line = await club.online()
    await club.asked(line)
    await lost(club, line)
    # READY is no longer there, but a bot that heard that can go on.
    assert (await (await back(club, line, 0)).hear())["op"] == INVALID_SESSION
    assert (await (await back(club, line, 1)).hear())["t"] == "GUILD_CREATE"


async def test_only_so_many_sessions_wait(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "WAITING", 2)
    lost_lines = [await club.online() for _ in range(3)]
    for each in lost_lines:
        await each.socket.close(code=4000)
        await until(lambda each=each: not connected(club, each))
    assert [*club.sandbox.gateway.sessions] == [line.session, *map(session_of, lost_lines[1:])]


async def test_a_bot_that_does_not_read_is_cut_off_and_can_resume(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "BEHIND", 20)
    response = line.socket._response
    assert response.connection
    assert response.connection.transport
    response.connection.transport.pause_reading()
    for _ in range(100):
        club.sandbox.gateway.tell("TEST", {"text": "x" * 1_000_000})
    await until(lambda: not club.sandbox.gateway.connected)
    assert line.session in club.sandbox.gateway.sessions


async def test_a_session_that_was_resumed_is_online(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    await lost(club, line)
    assert (await seat.hear("bot"))["state"] == "offline"
    other = await back(club, line)
    assert (await other.hear())["t"] == "RESUMED"
    assert (await seat.hear("bot"))["state"] == "online"


async def ping(club: Club) -> dict[str, Any]:
    (known,) = (await club.register(PING)).body
    return {"channel": DUELS, "command": known["id"]}
