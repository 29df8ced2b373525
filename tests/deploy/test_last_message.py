"""A channel names its last message wherever a bot hears of it."""

from typing import Any

import pytest

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BUTTONS,
    DUELS,
    EPHEMERAL,
    LOBBY,
    MESSAGE,
    PING,
    THREAD,
    Club,
)


async def last(club: Club, place: str = DUELS) -> Any:
    return (await club.ask("GET", f"/channels/{place}")).body["last_message_id"]


@pytest.mark.parametrize("place", [DUELS, THREAD, ANAS])
async def test_a_channel_names_its_last_message(club: Club, place: str) -> None:
    assert await last(club, place) is None
    first = await club.post(place)
    assert await last(club, place) == first.id
    said = await club.say(ANA, "hello", place)
    assert await last(club, place) == said.id
    assert await last(club, LOBBY) is None


async def test_an_edit_makes_no_message_the_last(club: Club) -> None:
    first, second = await club.post(), await club.post()
    await club.ask("PATCH", f"/channels/{DUELS}/messages/{first.id}", {"content": "ho"})
    assert await last(club) == second.id


async def test_a_deleted_message_is_still_named(club: Club) -> None:
    await club.post()
    second = await club.post()
    await club.ask("DELETE", f"/channels/{DUELS}/messages/{second.id}")
    assert await last(club) == second.id


async def test_a_private_message_does_not_count(club: Club, line: GatewayClient) -> None:
    post = await club.post()
    asked = await club.asked(line)
    secret = {"content": "psst", "flags": EPHEMERAL}
    assert (await club.answer(asked, MESSAGE, secret)).status == 204
    assert (await club.follow_up(asked, **secret)).status == 200
    assert await last(club) == post.id
    public = await club.follow_up(asked, content="hi")
    assert await last(club) == public.id


async def test_interactions_come_with_it(club: Club, line: GatewayClient) -> None:
    board = await club.post(content="Press it", components=BUTTONS)
    await club.press(ANA, board.id)
    pressed = await line.event("INTERACTION_CREATE")
    assert pressed["channel"]["last_message_id"] == board.id
    said = await club.say(ANA, "hello")
    await club.press(ANA, board.id)
    pressed = await line.event("INTERACTION_CREATE")
    assert pressed["channel"]["last_message_id"] == said.id
    (known,) = (await club.register(PING)).body
    await club.act(ANA, "commands", channel=THREAD, command=known["id"])
    asked = await line.event("INTERACTION_CREATE")
    assert asked["channel"]["last_message_id"] is None


async def test_a_bot_is_greeted_with_it(club: Club) -> None:
    here, there = await club.post(), await club.post(THREAD)
    line = await club.line()
    await line.hear()
    await line.identify()
    guild = await line.event("GUILD_CREATE")
    named = {each["id"]: each["last_message_id"] for each in guild["channels"] + guild["threads"]}
    assert (named[DUELS], named[THREAD], named[LOBBY]) == (here.id, there.id, None)
