"""Messages of the bot's own: sent, read, changed and deleted."""

from dataclasses import replace
from typing import Any

import pytest

from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.message_store import KEPT
from deploy.sandbox.objects import Json
from tests.deploy import sandbox_client as clubs
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    BUTTONS,
    CLEO,
    DUELS,
    EPHEMERAL,
    MESSAGE,
    MODERATORS,
    NEWS,
    SERVER,
    THREAD,
    V2,
    Club,
)

TEXT = {"type": 10, "content": "hi"}


def at(place: str, message: str) -> str:
    return f"/channels/{place}/messages/{message}"


async def test_a_message_is_there_for_everybody(club: Club) -> None:
    ana, bo = await club.sit(ANA), await club.sit(BO)
    sent = await club.post(content="hi")
    assert sent.status == 200
    told = sent.body
    assert (told["content"], told["type"], told["channel_id"]) == ("hi", 0, DUELS)
    assert told["author"]["id"] == club.application
    assert told["timestamp"] == "2027-01-15T08:00:00+00:00"
    assert told["edited_timestamp"] is None
    assert await ana.message() == await bo.message() == told
    assert (await club.ask("GET", at(DUELS, sent.id))).body == told


@pytest.mark.parametrize("place", [DUELS, THREAD, ANAS])
async def test_a_bot_writes_wherever_it_may(club: Club, place: str) -> None:
    assert (await club.post(place)).body["channel_id"] == place


async def test_a_bot_cannot_write_where_it_may_not(club: Club) -> None:
    assert (await club.post(NEWS)).complaint == (403, 50013)
    assert (await club.post("1")).complaint == (404, 10003)
    club.deny(May.SEND_IN_THREADS)
    assert (await club.post(THREAD)).complaint == (403, 50013)
    assert (await club.post(DUELS)).status == 200


async def test_a_bot_does_not_see_what_is_closed_to_it(club: Club) -> None:
    sent = await club.post()
    club.deny(May.VIEW)
    hidden = (("GET", f"/channels/{DUELS}"), ("GET", at(DUELS, sent.id)))
    for method, path in (*hidden, ("DELETE", at(DUELS, sent.id))):
        assert (await club.ask(method, path)).complaint == (403, 50001)
    assert (await club.post(DUELS)).complaint == (403, 50001)
    # A thread is as open as its channel.
    assert (await club.post(THREAD)).complaint == (403, 50001)


async def test_a_bot_reads_only_where_it_may_look_back(club: Club) -> None:
    sent = await club.post()
    club.deny(May.READ_HISTORY)
    assert (await club.ask("GET", at(DUELS, sent.id))).complaint == (403, 50001)
    assert (await club.ask("PATCH", at(DUELS, sent.id), {"content": "ho"})).status == 200


async def test_an_empty_message_is_none(club: Club) -> None:
    refused = await club.ask("POST", f"/channels/{DUELS}/messages", {"content": " "})
    assert refused.complaint == (400, 50006)


async def test_an_edit_leaves_something(club: Club) -> None:
    sent = await club.post()
    assert (await club.ask("PATCH", at(DUELS, sent.id), {"content": ""})).complaint == (400, 50006)


async def test_an_edit_changes_what_it_names(club: Club) -> None:
    embed = {"title": "Board"}
    sent = await club.post(content="hi", embeds=[embed], components=BUTTONS)
    ana = await club.sit(ANA)
    club.clock.wait(5)
    told = (await club.ask("PATCH", at(DUELS, sent.id), {"content": "ho"})).body
    assert (told["content"], told["id"]) == ("ho", sent.id)
    assert told["edited_timestamp"] == "2027-01-15T08:00:05+00:00"
    assert (told["embeds"], told["components"]) == (sent.body["embeds"], sent.body["components"])
    assert await ana.message() == told
    emptied = (await club.ask("PATCH", at(DUELS, sent.id), {"embeds": [], "components": None})).body
    assert (emptied["content"], emptied["embeds"], emptied["components"]) == ("ho", [], [])


async def test_other_buttons_alone_do_not_mark_a_message_as_edited(club: Club) -> None:
    sent = await club.post(content="hi", components=BUTTONS)
    changes: list[Json] = [{"components": []}, {"content": "hi", "components": BUTTONS}]
    for change in changes:
        told = (await club.ask("PATCH", at(DUELS, sent.id), change)).body
        assert (told["components"] == [], told["edited_timestamp"]) == (len(change) == 1, None)
    told = (await club.ask("PATCH", at(DUELS, sent.id), {"content": "ho"})).body
    assert told["edited_timestamp"] is not None


async def test_a_flag_is_set_and_taken_away_by_an_edit(club: Club) -> None:
    sent = await club.post()
    assert (await club.ask("PATCH", at(DUELS, sent.id), {"flags": 4})).body["flags"] == 4
    assert (await club.ask("PATCH", at(DUELS, sent.id), {"flags": 0})).body["flags"] == 0


async def test_a_message_once_of_components_stays_one(club: Club) -> None:
    sent = await club.post(components=[TEXT], flags=V2)
    assert sent.body["flags"] == V2
    told = await club.ask("PATCH", at(DUELS, sent.id), {"components": [{**TEXT, "content": "ho"}]})
    assert (told.body["flags"], told.body["components"][0]["content"]) == (V2, "ho")
    refused = await club.ask("PATCH", at(DUELS, sent.id), {"content": "plain"})
    assert refused.complaint == (400, 50035)


async def test_a_bot_changes_nobody_elses_message(club: Club) -> None:
    said = (await club.say(ANA, "hello")).id
    assert (await club.ask("PATCH", at(DUELS, said), {"content": "x"})).complaint == (403, 50005)
    assert (await club.ask("DELETE", at(DUELS, said))).complaint == (403, 50013)
    assert (await club.ask("GET", at(DUELS, said))).status == 200


async def test_a_bot_with_the_permission_deletes_what_others_say(club: Club) -> None:
    said = (await club.say(ANA, "hello")).id
    roles = club.sandbox.world.servers.first.roles
    bots = "100000000000000001"
    roles[bots] = replace(roles[bots], permissions=roles[MODERATORS].permissions)
    assert (await club.ask("DELETE", at(DUELS, said))).status == 204


async def test_what_is_deleted_is_gone_for_everybody(club: Club) -> None:
    sent = (await club.post()).id
    ana = await club.sit(ANA)
    gone = await club.ask("DELETE", at(DUELS, sent))
    assert (gone.status, gone.body) == (204, None)
    told = {"type": "deleted", "channel": DUELS, "message": sent}
    assert await ana.hear("deleted") == told
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await club.ask(method, at(DUELS, sent), body)).complaint == (404, 10008)


async def test_a_message_is_found_only_where_it_is(club: Club) -> None:
    sent = (await club.post()).id
    assert (await club.ask("GET", at(NEWS, sent))).complaint == (404, 10008)
    assert (await club.ask("GET", at("1", sent))).complaint == (404, 10003)


async def test_what_only_one_person_sees_is_not_found_by_its_channel(
    club: Club, line: GatewayClient
) -> None:
    secret = await club.private_answer(line)
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await club.ask(method, at(DUELS, secret), body)).complaint == (404, 10008)


# Nonces, replies and limits.


async def test_the_same_nonce_is_the_same_message(club: Club) -> None:
    first = await club.post(content="hi", nonce="n", enforce_nonce=True)
    again = await club.post(content="ho", nonce="n", enforce_nonce=True)
    assert again.body == first.body
    assert (first.body["nonce"], first.body["content"]) == ("n", "hi")


async def test_a_nonce_is_forgotten_after_minutes(club: Club) -> None:
    for each in "abc":
        await club.post(content="hi", nonce=each)
    club.clock.wait(181)
    await club.post(content="hi", nonce="d")
    assert len(club.sandbox.world.messages._nonces) == 1


@pytest.mark.parametrize(
    ("place", "nonce", "more"),
    [
        (DUELS, "m", {"enforce_nonce": True}),
        (THREAD, "n", {"enforce_nonce": True}),
        (DUELS, "n", {}),
        (DUELS, "n", {"enforce_nonce": False}),
    ],
)
async def test_another_nonce_is_another_message(
    club: Club, place: str, nonce: str, more: dict[str, Any]
) -> None:
    first = await club.post(content="hi", nonce="n", enforce_nonce=True)
    again = await club.post(place, content="hi", nonce=nonce, **more)
    assert again.id != first.id


async def test_no_nonce_is_like_no_other(club: Club) -> None:
    first = await club.post(content="hi", enforce_nonce=True)
    assert (await club.post(content="hi", enforce_nonce=True)).id != first.id


async def test_a_nonce_is_forgotten_after_some_minutes(club: Club) -> None:
    first = await club.post(content="hi", nonce=1, enforce_nonce=True)
    club.clock.wait(180)
    assert (await club.post(content="hi", nonce=1, enforce_nonce=True)).id == first.id
    club.clock.wait(0.001)
    assert (await club.post(content="hi", nonce=1, enforce_nonce=True)).id != first.id


async def test_what_was_deleted_is_not_sent_again(club: Club) -> None:
    """Discord means it so: https://github.com/discord/discord-api-docs/pull/6647"""
    first = await club.post(content="hi", nonce=1, enforce_nonce=True)
    await club.ask("DELETE", at(DUELS, first.id))
    again = await club.post(content="hi", nonce=1, enforce_nonce=True)
    assert (again.status, again.body["code"]) == (404, 10008)
    await club.post(content="hi", nonce=2, enforce_nonce=True)


async def test_a_message_may_answer_another(club: Club) -> None:
    said = (await club.say(ANA, "hello")).id
    reply = {"message_id": said}
    told = (await club.post(content=f"hi <@{ANA}>", message_reference=reply)).body
    reference = {"type": 0, "channel_id": DUELS, "message_id": said, "guild_id": SERVER}
    assert (told["type"], told["message_reference"]) == (19, reference)
    assert told["referenced_message"] == (await club.ask("GET", at(DUELS, said))).body
    # It pings whoever is answered, who may have gone meanwhile.
    assert [each["id"] for each in told["mentions"]] == [ANA]
    messages = club.sandbox.world.messages
    messages.delete(messages.find(DUELS, said))
    again = (await club.ask("GET", at(DUELS, told["id"]))).body
    assert again["referenced_message"] is None
    assert [each["id"] for each in again["mentions"]] == [ANA]


async def test_an_ephemeral_message_is_answered_by_none(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "psst", "flags": EPHEMERAL})
    key = (await club.original("GET", asked)).id
    refused = await club.post(content="hi", message_reference={"message_id": key})
    assert refused.complaint == (400, 50035)


async def test_a_direct_message_is_answered_without_a_server(club: Club) -> None:
    first = (await club.post(ANAS)).id
    told = (await club.post(ANAS, content="hi", message_reference={"message_id": first})).body
    assert told["message_reference"] == {"type": 0, "channel_id": ANAS, "message_id": first}


@pytest.mark.parametrize(
    ("allowed", "pinged"),
    [
        ({"parse": []}, False),
        ({"parse": ["users"]}, False),
        ({"replied_user": False}, False),
        ({"replied_user": True}, True),
        ({"parse": [], "replied_user": True}, True),
    ],
)
async def test_an_answer_pings_as_it_may(club: Club, allowed: Any, pinged: bool) -> None:
    said = (await club.say(ANA, "hello")).id
    reference = {"message_id": said}
    told = await club.post(content="hi", message_reference=reference, allowed_mentions=allowed)
    assert [each["id"] for each in told.body["mentions"]] == ([ANA] if pinged else [])


@pytest.mark.parametrize("elsewhere", [{}, {"channel_id": clubs.LOBBY}])
async def test_what_is_not_there_cannot_be_answered(club: Club, elsewhere: dict[str, str]) -> None:
    said = (await club.say(ANA, "hello")).id if elsewhere else "5"
    reference: dict[str, object] = {"message_id": said, **elsewhere}
    refused = await club.post(content="hi", message_reference=reference)
    (wrong,) = refused.body["errors"]["message_reference"]["_errors"]
    assert (refused.status, wrong["code"]) == (400, "MESSAGE_REFERENCE_UNKNOWN_MESSAGE")
    reference["fail_if_not_exists"] = False
    told = (await club.post(content="hi", message_reference=reference)).body
    assert (told["type"], "message_reference" in told) == (0, False)


async def test_the_oldest_is_forgotten_when_there_is_too_much(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert KEPT >= 1_000
    monkeypatch.setattr("deploy.sandbox.messages.message_store.KEPT", 2)
    first, second = (await club.post()).id, (await club.post()).id
    elsewhere = (await club.post(THREAD)).id
    third = (await club.post()).id
    assert (await club.ask("GET", at(DUELS, first))).complaint == (404, 10008)
    hello = await (await club.sit(CLEO)).hear("hello")
    assert [each["id"] for each in hello["messages"]] == [second, third, elsewhere]


async def test_components_are_numbered_as_they_stand(club: Club) -> None:
    button = {"type": 2, "style": 1, "label": "x"}
    accessory = button | {"custom_id": "a"}
    row = {"type": 1, "components": [button | {"custom_id": each} for each in "bc"]}
    section = {"type": 9, "components": [TEXT], "accessory": accessory}
    parts = [section, {"type": 17, "components": [TEXT, row]}]
    told = (await club.post(components=parts, flags=V2)).body["components"]
    (section, box) = told
    assert (section["id"], section["components"][0]["id"], section["accessory"]["id"]) == (1, 2, 3)
    assert (box["id"], box["components"][0]["id"], box["components"][1]["id"]) == (4, 5, 6)
    assert [each["id"] for each in box["components"][1]["components"]] == [7, 8]


async def test_a_number_is_given_once(club: Club) -> None:
    told = (await club.post(components=[TEXT, TEXT | {"id": 1}], flags=V2)).body["components"]
    assert told[1]["id"] == 1
    assert told[0]["id"] not in (0, 1)


def test_names_are_those_of_the_server(club: Club) -> None:
    server = club.sandbox.world.servers.first
    assert {clubs.ANA, clubs.BO, clubs.CLEO, clubs.DAN, clubs.EVE} == server.people.keys()
    assert {clubs.DUELS, clubs.LOBBY, NEWS, THREAD} == server.places.keys()
    assert {ANAS, clubs.BOS} <= club.sandbox.world.servers.direct.places.keys()
