"""What a message says of the interaction that it answers, and which answers a form takes."""

from typing import Any

import pytest

from deploy.sandbox.gateway.intents import Intent
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    CHANGE,
    DUELS,
    EPHEMERAL,
    FORM,
    LATER,
    MESSAGE,
    SERVER,
    SUGGESTIONS,
    THINKING,
    Club,
)

NAME = {"type": 18, "label": "Name", "component": {"type": 4, "custom_id": "n", "style": 1}}
MODAL = {"custom_id": "m", "title": "Form", "components": [NAME]}


async def submitted(club: Club, line: GatewayClient, asked: Any) -> Any:
    """The interaction of a form that the answer to another one has opened."""
    assert (await club.answer(asked, FORM, MODAL)).status == 204
    await club.act(ANA, "forms", form=asked["id"], values={"n": "Ana"})
    return await line.event("INTERACTION_CREATE")


async def answered(club: Club, asked: Any, **form: Any) -> Any:
    said = await club.answer(asked, MESSAGE, {"content": "hi"} | form, "?with_response=true")
    return said.body["resource"]["message"]


async def test_an_answer_says_which_command_it_is_for(club: Club, line: GatewayClient) -> None:
    start = {"type": 1, "name": "start", "description": "x"}
    (known,) = (
        await club.register(
            {"name": "duel", "type": 1, "description": "x", "options": [start]},
        )
    ).body
    await club.act(ANA, "commands", channel=DUELS, command=known["id"], path=["start"])
    asked = await line.event("INTERACTION_CREATE")
    told = await answered(club, asked)
    about, older = told["interaction_metadata"], told["interaction"]
    assert (about["id"], about["type"], about["user"]["id"]) == (asked["id"], 2, ANA)
    assert about["authorizing_integration_owners"] == {"0": SERVER}
    assert (older["id"], older["type"], older["user"]["id"]) == (asked["id"], 2, ANA)
    assert older["name"] == about["name"] == "duel start"
    assert "message_reference" not in told


async def test_an_answer_says_whom_a_menu_was_about(club: Club, line: GatewayClient) -> None:
    (known,) = (await club.register({"name": "Profile", "type": 2})).body
    await club.act(ANA, "commands", channel=DUELS, command=known["id"], target=BO)
    told = await answered(club, await line.event("INTERACTION_CREATE"))
    assert told["interaction_metadata"]["target_user"]["id"] == BO


async def test_an_answer_says_which_message_a_menu_was_about(club: Club) -> None:
    line = await club.online(Intent.GUILD_MESSAGES | Intent.MESSAGE_CONTENT)
    (known,) = (await club.register({"name": "Quote", "type": 3})).body
    said = (await club.say(BO, "hello")).id
    await line.event("MESSAGE_CREATE")
    await club.act(ANA, "commands", channel=DUELS, command=known["id"], target=said)
    told = await answered(club, await line.event("INTERACTION_CREATE"))
    assert told["interaction_metadata"]["target_message_id"] == said
    reference = {"type": 0, "channel_id": DUELS, "message_id": said, "guild_id": SERVER}
    assert (told["type"], told["message_reference"]) == (23, reference)
    heard = await line.event("MESSAGE_CREATE")
    assert heard["referenced_message"]["content"] == "hello"


async def test_an_answer_to_a_press_names_its_message(club: Club, line: GatewayClient) -> None:
    for place, where in ((DUELS, {"guild_id": SERVER}), (ANAS, {})):
        pressed = await club.pressed(line, place=place)
        board = pressed["message"]["id"]
        told = await answered(club, pressed)
        assert told["interaction_metadata"]["interacted_message_id"] == board
        reference = {"type": 0, "channel_id": place, "message_id": board} | where
        assert (told["type"], told["message_reference"]) == (19, reference)
        # Only commands have the older field.
        assert "interaction" not in told


async def test_a_follow_up_names_the_first_answer(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    first = await answered(club, asked)
    assert "original_response_message_id" not in first["interaction_metadata"]
    second = (await club.follow_up(asked, content="more")).body
    assert second["interaction_metadata"]["original_response_message_id"] == first["id"]
    assert second["message_reference"]["message_id"] == first["id"]


async def test_an_answer_to_a_form_says_what_opened_it(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    about = (await answered(club, await submitted(club, line, asked)))["interaction_metadata"]
    opened = about["triggering_interaction_metadata"]
    assert (about["type"], opened["type"], opened["id"]) == (5, 2, asked["id"])
    assert opened["name"] == "ping"
    pressed = await club.pressed(line)
    about = (await answered(club, await submitted(club, line, pressed)))["interaction_metadata"]
    opened = about["triggering_interaction_metadata"]
    assert (opened["type"], opened["id"]) == (3, pressed["id"])
    assert opened["interacted_message_id"] == pressed["message"]["id"]
    assert "interacted_message_id" not in about


@pytest.mark.parametrize(
    ("kind", "data", "message"),
    [
        (MESSAGE, {"content": "hi"}, ("hi", 0)),
        (MESSAGE, {"content": "hi", "flags": EPHEMERAL}, ("hi", EPHEMERAL)),
        (THINKING, None, ("", 128)),
        (THINKING, {"flags": EPHEMERAL}, ("", 128 | EPHEMERAL)),
    ],
)
async def test_a_form_of_a_command_is_answered_by_a_message(
    club: Club, line: GatewayClient, kind: int, data: Any, message: tuple[str, int]
) -> None:
    asked = await submitted(club, line, await club.asked(line))
    assert "message" not in asked
    assert (await club.answer(asked, kind, data)).status == 204
    told = (await club.original("GET", asked)).body
    assert (told["content"], told["flags"]) == message
    assert (await club.original("PATCH", asked, {"content": "ho"})).body["content"] == "ho"
    assert (await club.follow_up(asked, content="more")).status == 200


async def test_a_form_of_a_command_may_be_closed_without_a_word(
    club: Club, line: GatewayClient
) -> None:
    """discord.py's `defer()` does so, and Discord takes it."""
    seat = await club.sit(ANA)
    asked = await submitted(club, line, await club.asked(line))
    said = await club.answer(asked, LATER, None, "?with_response=true")
    assert said.body == {"interaction": {"id": asked["id"], "type": 5}}
    assert (await club.original("GET", asked)).complaint == (404, 10008)
    assert (await club.original("PATCH", asked, {"content": "x"})).complaint == (404, 10008)
    told = (await club.follow_up(asked, content="hi")).body
    assert "message_reference" not in told
    assert (await seat.message())["id"] == told["id"]


@pytest.mark.parametrize("kind", [CHANGE, SUGGESTIONS, FORM, 1, 10, 12])
async def test_a_form_of_a_command_takes_no_other_answer(
    club: Club, line: GatewayClient, kind: int
) -> None:
    asked = await submitted(club, line, await club.asked(line))
    refused = await club.answer(asked, kind, {"content": "x"})
    assert refused.complaint == (400, 50035)
    (wrong,) = refused.body["errors"]["type"]["_errors"]
    assert wrong["message"] == "Value must be one of {4, 5, 6}."
    # It still waits for one.
    assert (await club.answer(asked, MESSAGE, {"content": "hi"})).status == 204


async def test_a_form_says_what_was_filled_in_as_it_asked(club: Club, line: GatewayClient) -> None:
    asked = await submitted(club, line, await club.asked(line))
    name = {"type": 4, "id": 2, "custom_id": "n", "value": "Ana"}
    shown = [{"type": 18, "id": 1, "component": name}]
    assert asked["data"] == {"custom_id": "m", "components": shown, "resolved": {}}
