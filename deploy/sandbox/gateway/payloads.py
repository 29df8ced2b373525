"""What bots send on the gateway, read and checked."""

from typing import Any

from deploy.sandbox import json_text
from deploy.sandbox.gateway import shards
from deploy.sandbox.gateway.connection import Close, Closing
from deploy.sandbox.gateway.intents import PRIVILEGED, Intent
from deploy.sandbox.gateway.shards import Shard
from deploy.sandbox.tokens import is_dummy

# A bot's library chooses one of these. Nothing that is here differs between them.
VERSIONS = ("9", "10")
# Bytes of the longest message that a bot may send.
LONGEST = 4096


def version(asked: str | None, encoding: str) -> int:
    if asked not in VERSIONS:
        raise Closing(Close.INVALID_VERSION, f"The sandbox has v={' and v='.join(VERSIONS)}.")
    if encoding != "json":
        raise Closing(Close.INVALID_VERSION, "The sandbox has encoding=json only.")
    return int(asked)


def shard(named: Any) -> Shard:
    found = shards.ONLY if named is None else shards.asked_for(named)
    if found is None:
        says = f"A shard is [index, count], with a count of at most {shards.MOST}."
        raise Closing(Close.INVALID_SHARD, says)
    return found


def authenticate(data: Any) -> None:
    token = data.get("token") if isinstance(data, dict) else None
    if not isinstance(token, str) or not is_dummy(token.removeprefix("Bot ")):
        raise Closing(Close.AUTHENTICATION_FAILED)


def read(text: str | bytes) -> tuple[int, Any]:
    if len(text) > LONGEST:
        raise Closing(Close.DECODE_ERROR)
    try:
        said = json_text.parsed(text)
        return int(said["op"]), said.get("d")
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError):
        raise Closing(Close.DECODE_ERROR) from None


def intents(asked: Any, privileged: Intent) -> Intent:
    """Returns the intents of an IDENTIFY, of which the bot's owner has to switch on some."""
    if not isinstance(asked, int) or isinstance(asked, bool) or asked >> 26:
        raise Closing(Close.INVALID_INTENTS)
    refused = Intent(asked) & PRIVILEGED & ~privileged
    if refused:
        says = f"Disallowed intent(s): {refused.name}."
        raise Closing(Close.DISALLOWED_INTENTS, says)
    return Intent(asked)
