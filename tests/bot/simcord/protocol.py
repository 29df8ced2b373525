"""Check the bot's requests against Discord's own API description, and against the limits that it
leaves out."""

import importlib.util
import json
import os
import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.bot.simcord import layout

DESCRIPTION = Path(__file__).parents[4] / "shared" / "discord" / "validate.py"
Said = tuple[str, str, Any]
Json = dict[str, Any]

# Fields that may have any text, and the length limits in Discord's description.
TEXTS = ("content", "custom_id", "description", "label", "placeholder", "value")
LIMITS: tuple[int, ...] = (
    0,
    1,
    2,
    6,
    7,
    20,
    25,
    30,
    32,
    45,
    50,
    60,
    64,
    80,
    100,
    120,
    140,
    150,
    160,
    190,
    200,
)
LIMITS += (250, 255, 256, 260, 300, 400, 500, 512, 1000, 1024, 2000, 2048, 4000, 4096, 6000)
# The kinds of answer that carry a message.
MESSAGES = (4, 7)


# The steps of a replay stay in their places, also where they lead nowhere.
STEPS = ("d1:v:", "d1:vr:", "d1:am:")


def complaints(said: list[Said]) -> list[str]:
    found = [each for one in said for each in over_limit(*one)]
    if description():
        for method, path, body in said:
            found += judged(method, alike(path), alike(json.dumps(known(body))))
    elif "CI" in os.environ:
        pytest.fail(f"{DESCRIPTION} is missing")
    return found


@cache
def description() -> Any:
    """Discord's own description of its API, where it lies beside the project."""
    if not DESCRIPTION.exists():
        return None
    spec = importlib.util.spec_from_file_location("discord_description", DESCRIPTION)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    with warnings.catch_warnings(action="ignore", category=ResourceWarning):
        return module.Spec()  # leaves its file open


@cache
def judged(method: str, path: str, body: str) -> tuple[str, ...]:
    """Judging takes long, and in a test much is said that has been said in others."""
    return tuple(description().errors(method, path, json.loads(body)))


def alike(text: str) -> str:
    """One of Discord's numbers is as good as another, as long as those that differ still do."""
    known: dict[str, str] = {}
    return re.sub(
        r"\b\d{17,20}\b",
        lambda found: known.setdefault(found[0], str(1456074443980800000 + len(known))),
        text,
    )


def over_limit(method: str, path: str, body: Any) -> Iterator[str]:
    message = message_in(path, body)
    if message is None:
        return
    where = f"{method} {path}"
    if layout.is_page(message):
        yield from (f"{where}: {wrong}" for wrong in layout.over_limit(message))
        return
    content = message.get("content") or ""
    if len(content) > 2000:
        yield f"{where}: {len(content)} characters"
    said = any(message.get(each) for each in ("content", "components", "attachments"))
    # An edit leaves unmentioned fields unchanged.
    if not said and (method == "POST" or "content" in message):
        yield f"{where}: nothing in it"
    if method == "POST" and "allowed_mentions" not in message:
        yield f"{where}: pings whomever it mentions"
    yield from (f"{where}: {wrong}" for wrong in _wrong_rows(message.get("components") or []))


def _wrong_rows(rows: list[Any]) -> Iterator[str]:
    if len(rows) > 5:
        yield f"{len(rows)} rows"
    items = [item for row in rows for item in row["components"]]
    ids = [item["custom_id"] for item in items]
    if len(ids) != len(set(ids)):
        yield "the same custom_id twice"
    if any(item.get("disabled") and not item["custom_id"].startswith(STEPS) for item in items):
        yield "a disabled button, which screen readers pass over"
    for row in rows:
        if len(row["components"]) > (1 if row["components"][0]["type"] != 2 else 5):
            yield "a row too long"


def message_in(path: str, body: Any) -> dict[str, Any] | None:
    if not isinstance(body, dict) or path.endswith("/threads"):
        return None
    if path.endswith("/callback"):
        return body["data"] if body["type"] in MESSAGES else None
    return body if "/messages" in path or path.startswith("/webhooks") else None


def as_long(text: str) -> str:
    """Another text that is as long, as far as any limit of Discord's goes. What is alike is judged
    once."""
    return "x" * next((limit for limit in LIMITS if len(text) <= limit), len(text))


def known(body: Any) -> Any:
    """Without what discord.py does otherwise than Discord's description says: two keys too many,
    and the numbers of people, files, channels and roles as numbers."""
    if isinstance(body, dict):
        found: Json = {
            key: as_long(each) if key in TEXTS and isinstance(each, str) else known(each)
            for key, each in body.items()
            if key not in ("tts", "nsfw")
        }
        if isinstance(mentioned := found.get("users"), list):
            found["users"] = [str(each) for each in mentioned]
        for file in found.get("attachments") or []:
            file["id"] = str(file["id"])
        for chosen in found.get("default_values", []):
            chosen["id"] = str(chosen["id"])
        return found
    return [known(each) for each in body] if isinstance(body, list) else body
