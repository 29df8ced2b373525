"""Messages as plain text, for golden files."""

import re
from collections.abc import Iterator

from bot.delivery.message import Button, Headed, Image, Kind, Message, Page, Row, Rule, Select, Text

Shown = str | Message | Page
# Messages, each under a title.
Scenes = Iterator[tuple[str, Shown]]
NAMES = {1: "Ana", 2: "Bo", 3: "Cy", 4: "Di", 5: "Duelhost"}
_MENTION = re.compile(r"<@(\d+)>")
_TIME = re.compile(r"<t:(\d+):R>")


def readable(text: str) -> str:
    """Return the text with names in place of mentions, and a word in place of each timestamp."""
    named = _MENTION.sub(lambda found: f"@{NAMES.get(int(found[1]), found[1])}", text)
    return _TIME.sub("{time}", named)


def rendered(message: Shown) -> str:
    """Return all that a message shows: texts, buttons, lists, and the alt texts of its files."""
    if isinstance(message, str):
        return readable(message)
    lines = list(_blocks(message) if isinstance(message, Page) else _content(message))
    lines += [f"(picture: {file.alt})" if file.alt else f"({file.name})" for file in message.files]
    return readable("\n".join(lines))


def _content(message: Message) -> Iterator[str]:
    yield message.content
    yield from map(_row, message.rows)


def _blocks(page: Page) -> Iterator[str]:
    for block in page.blocks:
        match block:
            case Text(content) | Headed(content, _):
                yield content
            case Image() | Rule():
                pass
            case row:
                yield _row(row)


def _row(row: Row) -> str:
    if isinstance(row, Select):
        return _select(row)
    return " ".join(map(_button, row))


def _button(button: Button) -> str:
    return f"({button.label})" if button.disabled else f"[{button.label}]"


def _select(select: Select) -> str:
    if select.kind is not Kind.GIVEN:
        return f"[{select.placeholder}]"
    choices = " | ".join(f"*{each.label}" if each.chosen else each.label for each in select.choices)
    return f"[{select.placeholder}] {choices}"
