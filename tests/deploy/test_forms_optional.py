"""What Discord's description lets a client leave out, or send as null, may be left out and null."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy.form_errors import ID
from tests.deploy.openapi_check import described
from tests.deploy.sandbox_client import BUTTON, FORM, PING, V2
from tests.json_tree import objects

PAGE, FILE = "https://example.org/a.png", "attachment://a.png"
FILES = {"0": "a.png"}
PRESS, TYPING = 3, 4
EMBED = {
    "title": "Board",
    "description": "x",
    "url": PAGE,
    "timestamp": "2026-01-01T00:00:00Z",
    "color": 5,
    "fields": [{"name": "a", "value": "b", "inline": True}],
    "footer": {"text": "f", "icon_url": PAGE},
    "author": {"name": "n", "url": PAGE},
    "image": {"url": PAGE},
    "thumbnail": {"url": PAGE},
}
CHOICE = {"type": 3, "custom_id": "s", "options": [{"label": "a", "value": "a"}]}
ROWS = [BUTTON, {"type": 2, "style": 5, "label": "x", "url": PAGE}, CHOICE]
ROWS += [{"type": kind, "custom_id": f"s{kind}"} for kind in (5, 8)]
MESSAGE = {
    "content": "hi",
    "embeds": [EMBED],
    "allowed_mentions": {"parse": ["users"]},
    "attachments": [{"id": "0", "filename": "a.png"}],
    "components": [{"type": 1, "components": [each]} for each in ROWS],
}
TEXT = {"type": 10, "content": "x"}
PARTS = [
    TEXT,
    {"type": 14},
    {"type": 12, "items": [{"media": {"url": PAGE}}]},
    {"type": 13, "file": {"url": FILE}},
    {"type": 9, "components": [TEXT], "accessory": {"type": 11, "media": {"url": PAGE}}},
]
FIELDS = [{"type": 4, "custom_id": "t", "style": 1}, CHOICE]
MODAL = {
    "custom_id": "m",
    "title": "x",
    "components": [{"type": 18, "label": "x", "component": each} for each in FIELDS],
}
OPTIONS = [{"type": kind, "name": f"o{kind}", "description": "x"} for kind in (3, 4, 6, 7, 10)]
SUB = {"type": 1, "name": "a", "description": "x", "options": OPTIONS[:1]}
GROUP = {"type": 2, "name": "b", "description": "x", "options": [SUB]}
COMMANDS = [
    PING | {"options": [OPTIONS[0] | {"choices": [{"name": "a", "value": "a"}]}, *OPTIONS[1:]]},
    PING | {"name": "duel", "options": [SUB, GROUP]},
    {"name": "Profile", "type": 2},
]
CALLBACK = f"/interactions/{ID}/token/callback"

CASES: dict[str, tuple[str, str, Any, Callable[[Any], Any]]] = {
    "post": (
        "POST",
        f"/channels/{ID}/messages",
        MESSAGE | {"message_reference": {"message_id": ID}, "nonce": "x"},
        lambda body: forms.message(body, FILES),
    ),
    "layout": (
        "POST",
        f"/channels/{ID}/messages",
        {"flags": V2, "components": [{"type": 17, "components": PARTS}]},
        lambda body: forms.message(body, FILES),
    ),
    "edit": (
        "PATCH",
        f"/channels/{ID}/messages/{ID}",
        MESSAGE,
        lambda body: forms.edit(body, FILES),
    ),
    "answer": (
        "POST",
        CALLBACK,
        {"type": 4, "data": {"content": "hi", "flags": 64}},
        lambda body: forms.callback(body, FILES, to=PRESS),
    ),
    "modal": (
        "POST",
        CALLBACK,
        {"type": FORM, "data": MODAL},
        lambda body: forms.callback(body, {}, to=PRESS),
    ),
    "suggestions": (
        "POST",
        CALLBACK,
        {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}]}},
        lambda body: forms.callback(body, {}, to=TYPING),
    ),
    "commands": ("PUT", f"/applications/{ID}/commands", COMMANDS, forms.commands),
    "command": ("POST", f"/applications/{ID}/commands", PING, forms.command),
    "thread": ("POST", f"/channels/{ID}/messages/{ID}/threads", {"name": "x"}, forms.thread),
}
# Needed by Discord's documentation, if not by the description. Types and flags say what the rest of
# a form is, so that it has to be another one without them.
NEEDED = {
    ("footer", "text"),
    ("author", "name"),
    ("button", "custom_id"),
    ("button", "label"),
    ("button", "url"),
    ("command", "description"),
    ("command", "type"),
    ("message", "flags"),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_optional_may_be_missing_or_null(case: str) -> None:
    method, path, body, take = CASES[case]
    assert refusal(take, body) is None
    assert described().errors(method, path, body) == []
    refused = {}
    for where, key, changed in changes(body):
        # Whatever else may be refused, the description refuses too.
        if (why := refusal(take, changed)) and not described().errors(method, path, changed):
            refused[where, key] = why
    assert {each: why for each, why in refused.items() if each not in NEEDED} == {}


def refusal(take: Callable[[Any], Any], body: Any) -> object:
    try:
        take(deepcopy(body))
    except ApiError as wrong:
        return wrong.errors or wrong.message
    return None


def changes(body: Any) -> Iterator[tuple[str, str, Any]]:
    """Yields what the body becomes with one field null, which it may not have had, or left out."""
    for at, form in objects(body):
        for key in sorted(fields(frozenset(form))):
            changed = deepcopy(body)
            inside(changed, at)[key] = None
            yield what(at, form), key, changed
            if key in form:
                changed = deepcopy(body)
                del inside(changed, at)[key]
                yield what(at, form), key, changed


def inside(body: Any, at: tuple[Any, ...]) -> Any:
    for key in at:
        body = body[key]
    return body


@cache
def fields(form: frozenset[str]) -> frozenset[str]:
    """Returns all fields that a form with these fields may have."""
    schemas = described().doc["components"]["schemas"]
    possible = (
        set(schema.get("properties", ()))
        for name, schema in schemas.items()
        if "Response" not in name
    )
    return form.union(*(each for each in possible if form <= each))


def what(at: tuple[Any, ...], form: Any) -> str:
    if form.get("type") == 2 and "style" in form:
        return "button"
    named = [each for each in at if isinstance(each, str)]
    if named:
        return str(named[-1])
    return "command" if form.get("name") else "message"
