"""The rules for messages of Components V2 that Discord's description of its API leaves out."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

V2 = 1 << 15
ROW, BUTTON, TEXT, GALLERY = 1, 2, 10, 12
# Discord's limits in all of a page; a block that holds others counts beside them.
PAGE_TEXT, COMPONENTS = 4000, 40
# The fields that a page must not have.
ELSEWHERE = ("content", "embeds", "poll", "sticker_ids")


def is_page(message: Any) -> bool:
    return bool((message.get("flags") or 0) & V2)


def over_limit(page: Any) -> Iterator[str]:
    parts = [*walk(page["components"])]
    if len(parts) > COMPONENTS:
        yield f"{len(parts)} components"
    text = sum(len(each["content"]) for each in parts if each["type"] == TEXT)
    if text > PAGE_TEXT:
        yield f"{text} characters"
    yield from (f"{each} beside components" for each in ELSEWHERE if page.get(each))
    if any(page.get("allowed_mentions", {"parse": ["everyone"]}).values()):
        yield "it may ping"
    ids = Counter(each["custom_id"] for each in parts if "custom_id" in each)
    yield from (f"{each} {times} times" for each, times in ids.items() if times > 1)
    if any(each.get("disabled") for each in parts):
        yield "a disabled button, which screen readers pass over"
    for row in parts:
        if row["type"] == ROW:
            kinds = [each["type"] for each in row["components"]]
            if len(kinds) > (5 if set(kinds) == {BUTTON} else 1):
                yield "a row too long"
    yield from _wrong_pictures(page, parts)


def _wrong_pictures(page: Any, parts: list[Any]) -> Iterator[str]:
    items = [item for each in parts if each["type"] == GALLERY for item in each["items"]]
    shown = {each["media"]["url"] for each in items}
    along = {f"attachment://{each['filename']}" for each in page.get("attachments") or []}
    yield from (f"{each} isn't there" for each in shown - along)
    yield from (f"{each} is shown nowhere" for each in along - shown)
    if not all(each["description"] for each in items):
        yield "a picture that says nothing to whoever can't see it"


def walk(components: list[Any]) -> Iterator[Any]:
    """Yield every component, nested ones too."""
    for each in components:
        yield each
        yield from walk(each.get("components", []))
        if "accessory" in each:
            yield each["accessory"]
