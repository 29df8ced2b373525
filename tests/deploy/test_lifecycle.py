"""The lifecycle of an interaction: a request to the bot, and its first answer."""

import pytest

from deploy.sandbox.interactions import lifecycle
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    CHANGE,
    DUELS,
    EPHEMERAL,
    LATER,
    MESSAGE,
    SERVER,
    SUGGESTIONS,
    THINKING,
    Club,
)

MENU = {"name": "Duel profile", "type": 2, "description": ""}
TELL = "?with_response=true"


async def test_a_bot_learns_who_asks_and_where(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    assert (asked["type"], asked["version"], asked["application_id"]) == (2, 1, club.application)
    assert (asked["context"], asked["guild_id"], asked["guild"]["id"]) == (0, SERVER, SERVER)
    assert (asked["locale"], asked["guild_locale"]) == ("en-US", "en-US")
    assert asked["member"]["user"]["id"] == ANA
    assert int(asked["member"]["permissions"]) & 1 << 11
    assert (asked["channel_id"], asked["channel"]["id"]) == (DUELS, DUELS)
    assert asked["channel"]["permissions"] == asked["member"]["permissions"]
    assert asked["authorizing_integration_owners"] == {"0": SERVER}
    assert asked["entitlements"] == []
    assert asked["attachment_size_limit"] == 10 << 20
    assert int(asked["app_permissions"]) & 1 << 11
    assert asked["data"]["name"] == "ping"
    assert "user" not in asked
    assert "message" not in asked


async def test_in_direct_messages_there_is_no_member(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line, place=ANAS)
    assert (asked["context"], asked["user"]["id"], asked["channel"]["type"]) == (1, ANA, 1)
    assert asked["authorizing_integration_owners"] == {"0": "0"}
    assert {"member", "guild", "guild_id", "guild_locale"}.isdisjoint(asked)


async def test_whoever_presses_shows_what(club: Club, line: GatewayClient) -> None:
    asked = await club.pressed(line)
    assert asked["type"] == 3
    assert asked["data"] == {"component_type": 2, "custom_id": "b", "id": 2}
    assert asked["message"]["content"] == "Press it"
    assert asked["message"]["components"][0]["components"][0]["custom_id"] == "b"


async def test_an_answer_is_a_message(club: Club, line: GatewayClient) -> None:
    ana, bo = await club.sit(ANA), await club.sit(BO)
    asked = await club.asked(line)
    said = await club.answer(asked, MESSAGE, {"content": "pong"})
    assert (said.status, said.body) == (204, None)
    told = await bo.message()
    assert (told["type"], told["content"], told["channel_id"]) == (20, "pong", DUELS)
    assert told["webhook_id"] == told["application_id"] == club.application
    about = told["interaction_metadata"]
    assert (about["id"], about["type"], about["name"]) == (asked["id"], 2, "ping")
    assert (about["user"]["id"], about["authorizing_integration_owners"]) == (ANA, {"0": SERVER})
    assert "message_reference" not in told
    assert await ana.states("answered") == ["waiting", "answered"]


@pytest.mark.parametrize("query", ["?with_response=true", "?with_response=1"])
async def test_who_wants_to_know_is_told_of_the_answer(
    club: Club, line: GatewayClient, query: str
) -> None:
    asked = await club.asked(line)
    said = await club.answer(asked, MESSAGE, {"content": "pong", "flags": EPHEMERAL}, query)
    message = said.body["resource"]["message"]
    assert (said.status, said.body["resource"]["type"], message["content"]) == (200, 4, "pong")
    assert said.body["interaction"] == {
        "id": asked["id"],
        "type": 2,
        "response_message_id": message["id"],
        "response_message_ephemeral": True,
        "response_message_loading": False,
    }


@pytest.mark.parametrize("query", ["?with_response=false", "?with_response=", "?other=true"])
async def test_who_does_not_is_not(club: Club, line: GatewayClient, query: str) -> None:
    asked = await club.asked(line)
    assert (await club.answer(asked, MESSAGE, {"content": "pong"}, query)).status == 204


async def test_nobody_answers_what_was_never_asked(club: Club, line: GatewayClient) -> None:
    asked, other = await club.asked(line), await club.asked(line)
    for wrong in ({"id": "1"}, {"token": "t"}, {"token": other["token"]}):
        refused = await club.answer(asked | wrong, MESSAGE, {"content": "x"})
        assert refused.complaint == (404, 10062)


@pytest.mark.parametrize("kind", [MESSAGE, THINKING])
async def test_nobody_answers_twice(club: Club, line: GatewayClient, kind: int) -> None:
    asked = await club.asked(line)
    data = {"content": "pong"} if kind == MESSAGE else None
    assert (await club.answer(asked, kind, data)).status == 204
    refused = await club.answer(asked, MESSAGE, {"content": "pong"})
    assert refused.complaint == (400, 40060)
    assert refused.body["message"] == "Interaction has already been acknowledged."


async def test_an_answer_that_was_no_good_may_be_given_again(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.asked(line)
    assert (await club.answer(asked, MESSAGE, {"content": "x" * 2001})).complaint == (400, 50035)
    assert (await club.answer(asked, MESSAGE, {})).complaint == (400, 50006)
    assert (await club.answer(asked, MESSAGE, {"content": "pong"})).status == 204


async def test_an_answer_comes_within_three_seconds(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    club.clock.wait(3.001)
    assert (await club.answer(asked, MESSAGE, {"content": "x"})).complaint == (404, 10062)
    club.clock.wait(-0.001)
    assert (await club.answer(asked, MESSAGE, {"content": "x"})).status == 204


async def test_who_waits_too_long_is_told_so(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert lifecycle.ACKNOWLEDGED_WITHIN == 3_000
    monkeypatch.setattr(lifecycle, "ACKNOWLEDGED_WITHIN", 1)
    seat = await club.sit(ANA)
    asked = await club.asked(line)
    assert await seat.states("failed") == ["waiting", "failed"]
    assert seat.heard[-1] == {
        "type": "interaction",
        "id": asked["id"],
        "channel": DUELS,
        "state": "failed",
        "source": {"kind": "command", "name": "ping"},
    }
    assert (await club.answer(asked, MESSAGE, {"content": "x"})).complaint == (404, 10062)
    assert (await club.follow_up(asked, content="x")).complaint == (404, 10015)


async def test_who_was_answered_waits_no_longer(
    club: Club, line: GatewayClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lifecycle, "ACKNOWLEDGED_WITHIN", 200)
    seat = await club.sit(ANA)
    asked = await club.asked(line)
    assert (await club.answer(asked, MESSAGE, {"content": "x"})).status == 204
    later = await club.asked(line)
    assert await seat.states("failed") == ["waiting", "answered", "waiting", "failed"]
    assert seat.heard[-1]["id"] == later["id"] != asked["id"]


async def test_what_is_private_is_shown_to_one_only(club: Club, line: GatewayClient) -> None:
    ana, bo = await club.sit(ANA), await club.sit(BO)
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    await club.say(BO, "hello")
    told = await ana.message()
    assert (told["content"], told["flags"]) == ("psst", EPHEMERAL)
    assert (await bo.message())["content"] == "hello"


async def test_others_do_not_hear_what_somebody_asks(club: Club, line: GatewayClient) -> None:
    bo = await club.sit(BO)
    await club.answer(await club.asked(line), MESSAGE, {"content": "pong"})
    await bo.message()
    assert "interaction" not in [each["type"] for each in bo.heard]


async def test_an_answer_to_a_menu_is_of_another_type(club: Club, line: GatewayClient) -> None:
    (known,) = (await club.register(MENU)).body
    await club.act(ANA, "commands", channel=DUELS, command=known["id"], target=BO)
    asked = await line.event("INTERACTION_CREATE")
    assert (asked["data"]["type"], asked["data"]["target_id"]) == (2, BO)
    said = await club.answer(asked, MESSAGE, {"content": "Bo"}, TELL)
    message = said.body["resource"]["message"]
    assert (message["type"], message["interaction_metadata"]["name"]) == (23, "Duel profile")


# Buttons.


async def test_an_answer_to_a_press_refers_to_what_was_pressed(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.pressed(line)
    message = (await club.answer(asked, MESSAGE, {"content": "!"}, TELL)).body["resource"][
        "message"
    ]
    assert message["type"] == 19
    assert message["message_reference"]["message_id"] == asked["message"]["id"]
    about = message["interaction_metadata"]
    assert (about["type"], about["interacted_message_id"]) == (3, asked["message"]["id"])
    assert "name" not in about


async def test_an_answer_may_change_what_was_pressed(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    asked = await club.pressed(line)
    pressed = asked["message"]["id"]
    said = await club.answer(asked, CHANGE, {"content": "Pressed", "components": []}, TELL)
    message = said.body["resource"]["message"]
    assert (message["id"], message["content"], message["components"]) == (pressed, "Pressed", [])
    assert said.body["resource"]["type"] == 7
    assert said.body["interaction"]["response_message_id"] == pressed
    assert await seat.states("answered") == ["waiting", "answered"]
    assert (await club.original("GET", asked)).id == pressed


async def test_an_answer_may_say_that_nothing_changes_yet(club: Club, line: GatewayClient) -> None:
    asked = await club.pressed(line)
    said = await club.answer(asked, LATER, None, TELL)
    assert "resource" not in said.body
    pressed = asked["message"]["id"]
    assert (await club.original("PATCH", asked, {"content": "Pressed"})).id == pressed
    more = await club.follow_up(asked, content="And more")
    assert more.id != pressed
    assert more.body["message_reference"]["message_id"] == pressed


async def test_an_acknowledged_press_may_delete_what_was_pressed(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.pressed(line)
    assert (await club.answer(asked, LATER)).status == 204
    seat = await club.sit(BO)
    assert (await club.original("DELETE", asked)).status == 204
    assert (await seat.hear("deleted"))["message"] == asked["message"]["id"]
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await club.original(method, asked, body)).complaint == (404, 10008)
    assert (await club.follow_up(asked, content="!")).status == 200


async def test_what_was_deleted_meanwhile_stays_so(club: Club, line: GatewayClient) -> None:
    asked = await club.pressed(line)
    await club.ask("DELETE", f"/channels/{DUELS}/messages/{asked['message']['id']}")
    seat = await club.sit(ANA)
    changed = await club.answer(asked, CHANGE, {"content": "Pressed"})
    assert changed.complaint == (404, 10008)
    assert "message" not in [each["type"] for each in seat.heard]


@pytest.mark.parametrize("kind", [1, LATER, CHANGE, SUGGESTIONS, 10, 99])
async def test_a_command_takes_only_some_answers(
    club: Club, line: GatewayClient, kind: int
) -> None:
    asked = await club.asked(line)
    assert (await club.answer(asked, kind, {})).complaint == (400, 50035)


async def test_an_answer_leaves_something_of_what_was_pressed(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.pressed(line)
    nothing = {"content": "", "components": []}
    assert (await club.answer(asked, CHANGE, nothing)).complaint == (400, 50006)
    assert (await club.answer(asked, CHANGE, {"components": []})).status == 204
