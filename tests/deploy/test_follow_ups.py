"""Follow-ups: the bot's messages after its first answer, for fifteen minutes."""

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    BO,
    DUELS,
    EPHEMERAL,
    LOADING,
    MESSAGE,
    THINKING,
    V2,
    Club,
)

TEXT = {"type": 10, "content": "hi"}


async def test_a_bot_that_thinks_is_seen_to(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    asked = await club.asked(line)
    said = await club.answer(asked, THINKING, None, "?with_response=1")
    assert said.body["interaction"]["response_message_loading"] is True
    told = await seat.message()
    assert (told["flags"], told["content"], told["type"]) == (LOADING, "", 20)
    assert await seat.states("thinking") == ["waiting", "thinking"]


async def test_the_first_follow_up_is_what_somebody_waits_for(
    club: Club, line: GatewayClient
) -> None:
    seat = await club.sit(ANA)
    asked = await club.asked(line)
    await club.answer(asked, THINKING)
    first = await seat.message()
    club.clock.wait(60)
    told = (await club.follow_up(asked, content="pong")).body
    assert (told["id"], told["flags"], told["content"]) == (first["id"], 0, "pong")
    # The message doesn't count as edited.
    assert told["edited_timestamp"] is None
    assert await seat.message() == told
    assert await seat.states("answered") == ["waiting", "thinking", "answered"]
    second = (await club.follow_up(asked, content="And more")).body
    assert (second["type"], second["message_reference"]["message_id"]) == (19, first["id"])


async def test_an_edit_is_what_somebody_waits_for_as_well(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, THINKING)
    told = (await club.original("PATCH", asked, {"content": "pong"})).body
    assert (told["flags"], told["content"], told["edited_timestamp"]) == (0, "pong", None)
    again = (await club.original("PATCH", asked, {"content": "ping"})).body
    assert again["edited_timestamp"] is not None


async def test_who_thinks_in_private_says_so_in_private(club: Club, line: GatewayClient) -> None:
    bo = await club.sit(BO)
    asked = await club.asked(line)
    await club.answer(asked, THINKING, {"flags": EPHEMERAL})
    told = (await club.follow_up(asked, content="psst")).body
    assert told["flags"] == EPHEMERAL
    await club.say(BO, "hello")
    assert (await bo.message())["content"] == "hello"


async def test_who_thinks_in_public_says_so_in_public(club: Club, line: GatewayClient) -> None:
    """The deferred answer decides whether the message is private."""
    asked = await club.asked(line)
    await club.answer(asked, THINKING)
    told = (await club.follow_up(asked, content="psst", flags=EPHEMERAL)).body
    assert told["flags"] == 0


async def test_what_is_filled_in_may_be_of_components(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, THINKING)
    told = (await club.follow_up(asked, components=[TEXT], flags=V2)).body
    assert told["flags"] == V2


async def test_a_follow_up_may_be_private(club: Club, line: GatewayClient) -> None:
    bo = await club.sit(BO)
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong"})
    told = (await club.follow_up(asked, content="psst", flags=EPHEMERAL)).body
    assert told["flags"] == EPHEMERAL
    assert (await bo.message())["content"] == "pong"
    await club.say(BO, "hello")
    assert (await bo.message())["content"] == "hello"
    assert (await club.original("GET", asked, message=told["id"])).body == told


async def test_an_answer_is_read_changed_and_deleted(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong", "flags": EPHEMERAL})
    read = (await club.original("GET", asked)).body
    assert (read["content"], read["flags"]) == ("pong", EPHEMERAL)
    same = (await club.original("GET", asked, message=read["id"])).body
    assert same == read
    changed = (await club.original("PATCH", asked, {"content": "ping"})).body
    assert (changed["id"], changed["content"], changed["flags"]) == (read["id"], "ping", EPHEMERAL)
    gone = await club.original("DELETE", asked)
    assert (gone.status, gone.body) == (204, None)
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await club.original(method, asked, body)).complaint == (404, 10008)


async def test_a_token_is_for_the_messages_of_its_interaction(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong"})
    post = (await club.post()).id
    for message in (post, "1"):
        assert (await club.original("GET", asked, message=message)).complaint == (404, 10008)
    wrong = await club.original("GET", asked, message="original")
    assert list(wrong.body["errors"]) == ["message_id"]


async def test_nothing_follows_what_was_not_answered(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    assert (await club.follow_up(asked, content="x")).complaint == (404, 10015)
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await club.original(method, asked, body)).complaint == (404, 10015)


async def test_a_token_is_good_for_fifteen_minutes(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong"})
    club.clock.wait(15 * 60)
    assert (await club.follow_up(asked, content="x")).status == 200
    club.clock.wait(0.001)
    refused = await club.follow_up(asked, content="x")
    assert refused.complaint == (401, 50027)
    for method, body in (("GET", None), ("PATCH", {"content": "x"}), ("DELETE", None)):
        assert (await club.original(method, asked, body)).complaint == (401, 50027)
    # The message itself is an ordinary one.
    first = club.sandbox.world.interactions._by_id[asked["id"]].original
    assert first
    path = f"/channels/{DUELS}/messages/{first.id}"
    assert (await club.ask("PATCH", path, {"content": "later"})).status == 200


async def test_what_is_over_is_forgotten(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    club.clock.wait(15 * 60)
    newer = await club.asked(line)
    club.clock.wait(0.001)
    await club.asked(line)
    known = club.sandbox.world.interactions._by_id
    assert asked["id"] not in known
    assert newer["id"] in known
    assert len(known) == len(club.sandbox.world.interactions._by_token) == 2
    assert (await club.answer(asked, MESSAGE, {"content": "x"})).complaint == (404, 10062)


async def test_a_token_is_for_this_application(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong"})
    refused = await club.ask("POST", f"/webhooks/1/{asked['token']}", {"content": "x"})
    assert refused.complaint == (401, 50027)
    refused = await club.ask("POST", f"/webhooks/{club.application}/never", {"content": "x"})
    assert refused.complaint == (401, 50027)


async def test_a_bot_that_stopped_thinking_says_something_new(
    club: Club, line: GatewayClient
) -> None:
    asked = await club.asked(line)
    await club.answer(asked, THINKING)
    first = (await club.original("GET", asked)).id
    await club.original("DELETE", asked)
    told = await club.follow_up(asked, content="pong")
    assert told.id != first
    assert (await club.ask("GET", f"/channels/{DUELS}/messages/{told.id}")).status == 200


async def test_an_empty_follow_up_is_none(club: Club, line: GatewayClient) -> None:
    asked = await club.asked(line)
    await club.answer(asked, MESSAGE, {"content": "pong"})
    assert (await club.follow_up(asked, content="")).complaint == (400, 50006)
    assert (await club.follow_up(asked, content="x" * 2001)).complaint == (400, 50035)
