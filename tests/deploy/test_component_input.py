"""Presses and selections: only components that the message really has."""

from typing import Any

import pytest

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTON,
    EPHEMERAL,
    MODERATORS,
    NEWS,
    V2,
    Club,
)

GAMES = [{"label": each, "value": each} for each in ("parity", "split", "divisor")]
STRINGS = {"type": 3, "custom_id": "b", "options": GAMES}
SWITCHED_OFF = (400, "This is switched off.")


def row(*parts: Any) -> list[Any]:
    return [{"type": 1, "components": list(parts)}]


async def shown(club: Club, *parts: Any) -> str:
    return (await club.post(content="hi", components=row(*parts))).id


async def chosen(club: Club, line: GatewayClient, select: Any, *values: str) -> Any:
    """Choose from a select, and return the data that the bot receives."""
    message = await shown(club, select)
    assert (await club.press(ANA, message, values=list(values))).status == 200
    return (await line.event("INTERACTION_CREATE"))["data"]


async def test_a_press_tells_what_was_pressed(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    message = await shown(club, BUTTON, BUTTON | {"custom_id": "c"})
    said = await club.press(ANA, message, "c")
    asked = await line.event("INTERACTION_CREATE")
    assert said.body == {"interaction": asked["id"]}
    assert asked["data"] == {"component_type": 2, "custom_id": "c", "id": 3}
    source = {"kind": "press", "message": message, "custom_id": "c"}
    assert (await seat.hear("interaction"))["source"] == source


async def test_a_button_beside_a_text_is_found(club: Club, line: GatewayClient) -> None:
    text = {"type": 10, "content": "hi"}
    section = {"type": 9, "components": [text], "accessory": BUTTON}
    sent = await club.post(components=[{"type": 17, "components": [section]}], flags=V2)
    assert (await club.press(ANA, sent.id)).status == 200
    assert (await line.event("INTERACTION_CREATE"))["data"]["custom_id"] == "b"


async def test_nobody_presses_what_is_not_there(club: Club) -> None:
    message = await shown(club, BUTTON)
    none = (400, "The message has no such button.")
    assert (await club.press(ANA, message, "other")).why == none
    link = await shown(club, {"type": 2, "style": 5, "label": "x", "url": "https://example.org"})
    assert (await club.press(ANA, link, "None")).why == none
    said = (await club.say(ANA, "hello")).id
    assert (await club.press(ANA, said)).why == none
    assert (await club.press(ANA, "1")).why == (400, "There is no such message.")


async def test_nobody_presses_what_is_switched_off(club: Club) -> None:
    button = await shown(club, BUTTON | {"disabled": True})
    assert (await club.press(ANA, button)).why == SWITCHED_OFF
    select = await shown(club, STRINGS | {"disabled": True})
    assert (await club.press(ANA, select, values=["split"])).why == SWITCHED_OFF


async def test_nobody_presses_what_they_cannot_see(club: Club, line: GatewayClient) -> None:
    direct = await club.post(ANAS, content="hi", components=row(BUTTON))
    none = (400, "There is no such message.")
    assert (await club.press(BO, direct.id)).why == none
    assert (await club.press(ANA, direct.id)).status == 200
    await line.event("INTERACTION_CREATE")
    secret = await club.private_answer(line, components=row(BUTTON))
    assert (await club.press(BO, secret)).why == none
    assert (await club.press(ANA, secret)).status == 200
    pressed = await line.event("INTERACTION_CREATE")
    assert pressed["message"]["flags"] == EPHEMERAL


async def test_a_choice_tells_what_was_chosen(club: Club, line: GatewayClient) -> None:
    data = await chosen(club, line, STRINGS, "split")
    assert data == {"component_type": 3, "custom_id": "b", "id": 2, "values": ["split"]}


@pytest.mark.parametrize(
    ("bounds", "values", "why"),
    [
        ({}, [], "Choose 1 to 1."),
        ({}, ["split", "parity"], "Choose 1 to 1."),
        ({"max_values": 2}, ["split", "split"], "Choose 1 to 2."),
        ({"min_values": 2, "max_values": 3}, ["split"], "Choose 2 to 3."),
        ({}, ["sequence"], "That isn't among the choices."),
    ],
)
async def test_a_choice_is_one_of_those_there_are(
    club: Club, bounds: dict[str, int], values: list[str], why: str
) -> None:
    message = await shown(club, STRINGS | bounds)
    assert (await club.press(ANA, message, values=values)).why == (400, why)


async def test_as_many_may_be_chosen_as_it_says(club: Club, line: GatewayClient) -> None:
    several = STRINGS | {"min_values": 0, "max_values": 3}
    assert (await chosen(club, line, several))["values"] == []
    assert (await chosen(club, line, several, "split", "parity"))["values"] == ["split", "parity"]


async def test_who_was_chosen_is_told_with_the_choice(club: Club, line: GatewayClient) -> None:
    data = await chosen(club, line, {"type": 5, "custom_id": "b"}, BO)
    assert data["values"] == [BO]
    assert data["resolved"]["users"][BO]["username"] == "bo"
    member = data["resolved"]["members"][BO]
    assert {"user", "deaf", "mute"}.isdisjoint(member)
    assert int(member["permissions"]) & 1 << 11
    assert data["resolved"].keys() == {"users", "members"}


async def test_so_are_roles_and_channels(club: Club, line: GatewayClient) -> None:
    roles = await chosen(club, line, {"type": 6, "custom_id": "b"}, MODERATORS)
    assert roles["resolved"]["roles"][MODERATORS]["name"] == "Moderators"
    channels = await chosen(club, line, {"type": 8, "custom_id": "b"}, NEWS)
    assert channels["resolved"]["channels"][NEWS]["name"] == "announcements"
    both = {"type": 7, "custom_id": "b", "max_values": 2}
    mixed = await chosen(club, line, both, MODERATORS, BO)
    assert mixed["values"] == [MODERATORS, BO]
    assert mixed["resolved"].keys() == {"users", "members", "roles"}


async def test_a_chosen_channel_says_what_somebody_may_do_there(
    club: Club, line: GatewayClient
) -> None:
    """Discord sends the permissions of the user; the bot may not write in this channel."""
    data = await chosen(club, line, {"type": 8, "custom_id": "b"}, NEWS)
    assert int(data["resolved"]["channels"][NEWS]["permissions"]) & 1 << 11


async def test_direct_messages_are_no_channel_to_choose(club: Club) -> None:
    message = await shown(club, {"type": 8, "custom_id": "b"})
    refused = await club.press(ANA, message, values=["130000000000000002"])
    assert refused.why == (400, "There is no such channel here.")


@pytest.mark.parametrize(
    ("kind", "what"), [(5, "member"), (6, "role"), (7, "member"), (8, "channel")]
)
async def test_nobody_chooses_what_there_is_not(club: Club, kind: int, what: str) -> None:
    message = await shown(club, {"type": kind, "custom_id": "b"})
    refused = await club.press(ANA, message, values=["1"])
    assert refused.why == (400, f"There is no such {what} here.")


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({}, "message is missing."),
        ({"message": 5, "custom_id": "b"}, "message is missing."),
        ({"message": "1"}, "custom_id is missing."),
        ({"message": "1", "custom_id": "b", "values": "x"}, "values is a list of texts."),
        ({"message": "1", "custom_id": "b", "values": [5]}, "values is a list of texts."),
    ],
)
async def test_a_press_says_what_is_pressed(club: Club, asked: Any, why: str) -> None:
    assert (await club.act(ANA, "presses", **asked)).why == (400, why)


async def test_in_direct_messages_there_are_no_members(club: Club, line: GatewayClient) -> None:
    select = {"type": 5, "custom_id": "b"}
    sent = await club.post(ANAS, content="hi", components=row(select))
    await club.press(ANA, sent.id, values=[ANA])
    data = (await line.event("INTERACTION_CREATE"))["data"]
    assert data["resolved"].keys() == {"users"}
