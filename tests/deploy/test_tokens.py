"""Dummy tokens: shaped like Discord's, and none of them."""

import re
from base64 import b64decode
from collections.abc import Callable
from typing import Any

import pytest

from bot.host.logs import HIDDEN, Redactor
from deploy.sandbox.tokens import a_dummy, is_dummy
from tests.deploy.sandbox_client import Club
from tests.deploy.test_gateway import REAL

# As scanners for leaked tokens know them.
DISCORDS = re.compile(r"[\w-]{24,28}\.[\w-]{6}\.[\w-]{27,40}")
APPLICATION = "1456074443980800000"


def test_a_dummy_names_its_application() -> None:
    first, middle, last = a_dummy(APPLICATION).split(".")
    assert b64decode(first + "==").decode() == APPLICATION
    assert (middle, len(last)) == ("sandbox", 32)
    assert a_dummy(APPLICATION) != a_dummy(APPLICATION)


def padded(first: str) -> bytes:
    """As a browser decodes, and what was made like it."""
    return b64decode(first + "=" * (-len(first) % 4), validate=True)


def padded_by_hikari(first: str) -> bytes:
    return b64decode(first + "=" * (len(first) % 4))


@pytest.mark.parametrize("decoded", [padded, padded_by_hikari])
@pytest.mark.parametrize("digits", [17, 18, 19, 20])
def test_clients_read_an_id_of_any_length(decoded: Callable[[str], bytes], digits: int) -> None:
    application = ("1" + "7" * 19)[:digits]
    assert decoded(a_dummy(application).partition(".")[0]) == application.encode()


async def test_the_application_of_a_token_is_the_one_that_answers(club: Club) -> None:
    """hikari and discordeno look nowhere else for it."""
    named = padded(club.token.partition(".")[0]).decode()
    line = await club.line()
    await line.hear()
    await line.identify()
    ready = await line.event("READY")
    found = [(await club.ask("GET", path)).id for path in ("/applications/@me", "/users/@me")]
    assert [*found, ready["application"]["id"], ready["user"]["id"]] == [named] * 4


@pytest.mark.parametrize("application", ["1", "12", "123", APPLICATION])
def test_a_dummy_is_known(application: str) -> None:
    assert is_dummy(a_dummy(application))


def test_a_dummy_is_no_token_of_discords() -> None:
    assert DISCORDS.search(REAL)
    assert not DISCORDS.search(a_dummy(APPLICATION))


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        5,
        "",
        REAL,
        "sandbox.",
        "MQ.sandbox.",
        "MQ.Sandbox.x",
        "MQ.sandbox.x.y",
        ".sandbox.x",
        "YQ.sandbox.x",  # the application "a"
        "MQMQM.sandbox.x",
        "MQ\n.sandbox.x",
        "MQ-.sandbox.x",
        "MQ.sandbox.\u00e9",
        "MQ.sandbox.x\n",
        "M\u0661.sandbox.x",
        "Bot MQ.sandbox.x",
        b"MQ.sandbox.x",
    ],
)
def test_what_else_there_is_is_none(wrong: Any) -> None:
    assert not is_dummy(wrong)


def test_no_log_shows_a_dummy() -> None:
    token = a_dummy(APPLICATION)
    shown = Redactor(token)(None, "", f"Bot {token} and {{'token': '{token}'}}")
    assert shown == f"Bot {HIDDEN} and {{'token': '{HIDDEN}'}}"
