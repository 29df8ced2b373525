"""Faults that a tester injects."""

from types import SimpleNamespace
from typing import Any

import pytest
from aiohttp import ClientError, ServerDisconnectedError
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.sandbox.faults import Faults, NoSuchFault
from deploy.sandbox.gateway.connection import cut
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, DUELS, MESSAGE, Club

POSTING = f"/channels/{DUELS}/messages"


def content(posts: Any) -> list[str]:
    return [each["content"] for each in posts]


async def said(club: Club) -> list[str]:
    """Return the contents of all messages that Ana sees."""
    seat = await club.sit(ANA)
    messages = (await seat.hear("hello"))["messages"]
    await seat.leave()
    return content(messages)


async def test_faults_are_explained(club: Club) -> None:
    told = (await club.page("GET", "faults")).body
    assert told["set"] == []
    aims = {each["kind"]: each["on"] for each in told["kinds"]}
    requests = ["answers", "posts", "edits", "everything"]
    assert aims == {
        "lose": requests,
        "drop": requests,
        "limit": requests,
        "fail": requests,
        "delay": [*requests, "interactions"],
        "duplicate": ["interactions"],
    }
    assert all(each["label"] and each["says"] for each in told["kinds"])


async def test_a_fault_is_set_and_taken_away(club: Club) -> None:
    seat = await club.sit(ANA)
    fault = (await club.set("lose")).body
    usual = {"left": 1, "seconds": 1.0, "status": 500, "shard": None}
    assert fault == {"id": "1", "kind": "lose", "on": "answers"} | usual
    assert (await seat.hear("faults"))["faults"] == [fault]
    other = (await club.set("delay", on="interactions", times=3, seconds=2, status=504)).body
    assert (other["on"], other["left"], other["seconds"], other["status"]) == (
        ("interactions", 3, 2, 504)
    )
    assert (await seat.hear("faults"))["faults"] == [fault, other]
    assert (await club.page("GET", "faults")).body["set"] == [fault, other]
    assert (await club.page("DELETE", f"faults/{fault['id']}")).body == {}
    assert (await seat.hear("faults"))["faults"] == [other]
    await club.set("lose")
    assert (await club.page("DELETE", "faults")).body == {}
    assert (await club.page("GET", "faults")).body["set"] == []


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({}, "kind is one of lose, drop, limit, fail, delay, duplicate"),
        ({"kind": "other"}, "kind is one of lose, drop, limit, fail, delay, duplicate"),
        ({"kind": ["lose"]}, "kind is one of lose, drop, limit, fail, delay, duplicate"),
        ({"kind": "lose", "on": "x"}, "on is one of answers, posts, edits, everything"),
        ({"kind": "lose", "on": "interactions"}, "on is one of answers, posts, edits, everything"),
        ({"kind": "duplicate", "on": "posts"}, "on is one of interactions"),
        ({"kind": "lose", "times": 0}, "times is from 1 to 100000"),
        ({"kind": "lose", "times": 100_001}, "times is from 1 to 100000"),
        ({"kind": "lose", "times": 1.5}, "times is a number"),
        ({"kind": "lose", "times": True}, "times is a number"),
        ({"kind": "delay", "seconds": "1"}, "seconds is a number"),
        ({"kind": "delay", "seconds": -1}, "seconds is from 0.0 to 60.0"),
        ({"kind": "delay", "seconds": 61}, "seconds is from 0.0 to 60.0"),
        ({"kind": "delay", "seconds": float("nan")}, "This isn't JSON."),
        ({"kind": "fail", "status": 400}, "status is from 500 to 504"),
        ({"kind": "fail", "status": 501}, "status is one of 500, 502, 503, 504"),
    ],
)
async def test_a_fault_that_there_is_not_is_refused(club: Club, asked: Any, why: str) -> None:
    refused = await club.page("POST", "faults", json=asked)
    assert refused.why == (400, why)
    assert club.sandbox.faults.set == []
    wrong = await club.page("POST", "faults", data=b"{}")
    assert wrong.why == (400, "Send JSON.")


@pytest.mark.parametrize("wanted", [None, [], "lose", 5])
def test_a_fault_is_asked_for_by_name(wanted: Any) -> None:
    with pytest.raises(NoSuchFault):
        Faults().add(wanted)


# Each kind.


async def test_a_lost_request_is_not_done(club: Club) -> None:
    await club.set("lose", on="posts")
    with pytest.raises(ClientError):
        await club.post(content="lost")
    await club.post(content="found")
    assert await said(club) == ["found"]
    assert club.sandbox.faults.set == []


async def test_a_lost_answer_is_of_something_done(club: Club) -> None:
    await club.set("drop", on="posts")
    with pytest.raises(ClientError):
        await club.post(content="done")
    assert await said(club) == ["done"]


def test_whoever_has_gone_cannot_be_cut_off() -> None:
    gone: Any = SimpleNamespace(transport=None)
    cut(gone)


LIMITED = ("Limit", "Remaining", "Reset", "Reset-After", "Scope")


async def test_a_bot_is_told_to_wait(club: Club) -> None:
    await club.set("limit", on="posts", seconds=2.5)
    many = await club.post(content="early")
    assert (many.status, many.body) == (
        429,
        {"message": "You are being rate limited.", "retry_after": 2.5, "global": False},
    )
    assert many.headers["Retry-After"] == "3"
    assert {key: many.headers[f"X-RateLimit-{key}"] for key in LIMITED} == {
        "Limit": "5",
        "Remaining": "0",
        "Reset": "1800000002.500",
        "Reset-After": "2.500",
        "Scope": "user",
    }
    assert len(many.headers["X-RateLimit-Bucket"]) == 32
    # discord.py takes one without it for somebody else's.
    assert many.headers["Via"]
    assert "X-RateLimit-Global" not in many.headers
    assert (await club.post(content="late")).status == 200
    assert await said(club) == ["late"]


async def test_no_time_is_some_time(club: Club) -> None:
    await club.set("limit", on="posts", seconds=0)
    assert (await club.post()).body["retry_after"] == 0.001


@pytest.mark.parametrize(
    ("status", "message", "is_done"),
    [
        (500, "500: Internal Server Error", False),
        (502, "502: Bad Gateway", False),
        (503, "503: Service Unavailable", False),
        (504, "504: Gateway Timeout", True),
    ],
)
async def test_discord_has_errors_of_its_own(
    club: Club, status: int, message: str, is_done: bool
) -> None:
    await club.set("fail", on="posts", status=status)
    failed = await club.post(content="hi")
    assert failed.status == status
    assert await said(club) == (["hi"] if is_done else [])
    assert failed.body == {"message": message, "code": 0}


async def test_a_timeout_may_have_done_it(club: Club) -> None:
    await club.set("fail", on="posts", status=504)
    assert (await club.post(content="hi")).status == 504
    assert await said(club) == ["hi"]


async def test_also_a_refusal_may_get_lost(club: Club) -> None:
    await club.set("drop", on="posts")
    with pytest.raises(ServerDisconnectedError):
        await club.post(content="x" * 2001)


async def test_a_delay_takes_its_time(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("deploy.sandbox.rest.asyncio.sleep", sleep)
    await club.set("delay", on="posts", seconds=7)
    assert (await club.post(content="late")).status == 200
    assert slept == [7]
    # No other fault delays a request.
    for kind in ("limit", "fail"):
        await club.set(kind, on="posts", seconds=7)
        assert (await club.post(content="early")).status in (429, 500)
    assert slept == [7]


async def test_a_press_arrives_twice(club: Club, line: GatewayClient) -> None:
    await club.set("duplicate")
    first = await club.asked(line)
    again = await line.hear()
    assert (again["t"], again["d"]) == ("INTERACTION_CREATE", first)
    other = await club.asked(line)
    assert other["id"] != first["id"]
    assert await line.is_quiet()


async def test_a_press_arrives_late(club: Club, line: GatewayClient) -> None:
    await club.set("delay", on="interactions", seconds=0.05)
    (known,) = (await club.register({"name": "ping", "description": "x"})).body
    sent = await club.act(ANA, "commands", channel=DUELS, command=known["id"])
    assert await line.is_quiet()
    assert (await line.event("INTERACTION_CREATE"))["id"] == sent.body["interaction"]


# Each aim.


async def test_a_fault_hits_what_it_is_aimed_at(club: Club, line: GatewayClient) -> None:
    post = (await club.post()).id
    asked = await club.asked(line)
    answered = await club.asked(line)
    await club.answer(answered, MESSAGE, {"content": "pong"})
    path = f"{POSTING}/{post}"

    async def statuses() -> dict[str, list[int]]:
        answers = [(await club.answer(asked, MESSAGE, {})).status]
        posts = [(await club.post()).status, (await club.follow_up(answered, content="x")).status]
        edits = [
            (await club.ask("PATCH", path, {"content": "x"})).status,
            (await club.original("PATCH", answered, {"content": "x"})).status,
            (await club.ask("DELETE", f"{POSTING}/1")).status,
            (await club.original("DELETE", answered, message="1")).status,
        ]
        other = [
            (await club.ask("GET", path)).status,
            (await club.ask("GET", "/users/@me")).status,
            (await club.original("GET", answered)).status,
            (await club.ask("PUT", f"/applications/{club.application}/commands", {})).status,
        ]
        return {"answers": answers, "posts": posts, "edits": edits, "everything": other}

    for aim in ("answers", "posts", "edits", "everything"):
        await club.set("fail", on=aim, times=100, status=503)
        hit = {key for key, found in (await statuses()).items() if set(found) == {503}}
        missed = {key for key, found in (await statuses()).items() if 503 not in found}
        everything = {"answers", "posts", "edits", "everything"}
        assert hit == (everything if aim == "everything" else {aim})
        assert missed == everything - hit
        await club.page("DELETE", "faults")


async def test_everything_is_everything(club: Club) -> None:
    await club.set("fail", on="everything")
    assert (await club.ask("GET", "/gateway/bot")).status == 500


async def test_a_fault_for_everything_spares_interactions(club: Club, line: GatewayClient) -> None:
    await club.set("delay", on="everything", seconds=60)
    fault = club.sandbox.faults.set[0]
    (known,) = club.sandbox.world.command_store.replace(
        [{"type": 1, "name": "ping", "options": []}]
    )
    await club.act(ANA, "commands", channel=DUELS, command=known["id"])
    await line.event("INTERACTION_CREATE")
    assert fault.left == 1


async def test_whoever_is_not_let_in_meets_no_faults(club: Club) -> None:
    await club.set("fail", on="everything")
    assert (await club.ask("GET", "/users/@me", headers={})).status == 401
    assert (await club.ask("GET", "/users/@me")).status == 500


async def test_a_fault_strikes_as_often_as_it_says(club: Club) -> None:
    seat = await club.sit(ANA)
    await seat.hear("hello")
    await club.set("fail", on="posts", times=2)
    await club.set("fail", on="posts", status=502)
    assert [(await club.post()).status for _ in range(4)] == [500, 500, 502, 200]
    left = [[each["left"] for each in (await seat.hear("faults"))["faults"]] for _ in range(5)]
    assert left == [[2], [2, 1], [1, 1], [1], []]


async def test_it_can_be_known_what_a_fault_hit(club: Club, line: GatewayClient) -> None:
    hit: list[tuple[str, dict[str, str]]] = []
    club.sandbox.faults.struck = lambda fault, what: hit.append((fault.kind, dict(what)))
    await club.set("duplicate", on="interactions")
    asked = await club.asked(line)
    await club.set("fail", on="everything", times=2)
    await club.answer(asked, MESSAGE, {"content": "hi"})
    await club.post()
    address = {"interaction": asked["id"], "token": asked["token"]}
    assert hit == [
        ("duplicate", {"interaction": asked["id"]}),
        ("fail", address),
        ("fail", {"channel": DUELS}),
    ]


# The bot's connection.


@pytest.mark.parametrize("path", ["gateway/never", "bot/never"])
async def test_there_are_no_other_disturbances(club: Club, path: str) -> None:
    assert (await club.page("POST", path)).status == 404


async def test_who_disturbs_learns_how(club: Club) -> None:
    refused = await club.page("POST", "gateway/never")
    assert refused.why == (404, "Either of drop, reconnect, invalidate.")


async def test_without_a_bot_there_is_nothing_to_do_to_it(club: Club) -> None:
    refused = await club.page("POST", "bot/kill")
    assert (refused.status, refused.body["why"]) != (404, "Either of .")


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.dictionaries(
        st.sampled_from(["kind", "on", "times", "seconds", "status"]),
        st.sampled_from(["lose", "delay", "posts", "interactions", None, 0, 1, -1.5, 503, [], {}]),
    )
)
async def test_nothing_asked_for_is_an_error_of_the_sandbox(club: Club, wanted: Any) -> None:
    reply = await club.page("POST", "faults", json=wanted)
    assert reply.status == 200 or reply.why[0] == 400
