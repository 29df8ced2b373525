"""Take apart the requests to Discord: their messages, the texts of these, and every string."""

from collections.abc import Iterable, Iterator
from typing import Any

from tests.bot.simcord.layout import walk

Json = dict[str, Any]
Said = tuple[str, str, Any]
# Keys whose values nobody is shown.
HIDDEN = ("custom_id", "value", "nonce")


def messages_in(said: Iterable[Said]) -> Iterator[Json]:
    """Yield the messages, and also the data of autocomplete answers."""
    for _, path, body in said:
        if isinstance(body, dict):
            yield (body.get("data") or {}) if path.endswith("/callback") else body


def texts_in(message: Json) -> Iterator[str]:
    """Yield the texts that Discord formats."""
    parts = walk(message.get("components") or [])
    for text in (message.get("content"), *(each.get("content") for each in parts)):
        if text:
            yield text


def strings_in(value: Any) -> Iterator[str]:
    """Yield every string that a user may read, also those of buttons and alt texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from strings_in(each) if key not in HIDDEN else ()
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)
