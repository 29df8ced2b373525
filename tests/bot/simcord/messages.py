"""What a message shows, and to whom."""

from typing import Any

from simcord import InteractionResult
from simcord.results import ResponseMessage

from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.layout import TEXT, walk


def answer(result: InteractionResult) -> ResponseMessage:
    """The public answer."""
    assert result.response is not None, result
    assert not result.ephemeral, text_of(result.response)
    return result.response


def told(result: InteractionResult) -> str:
    """The private answer."""
    return text_of(private(result))


def told_directly(result: InteractionResult) -> str:
    """The answer in direct messages, where nobody else is."""
    assert result.response is not None, result
    assert not result.ephemeral, text_of(result.response)
    return text_of(result.response)


def private(result: InteractionResult) -> ResponseMessage:
    """The private answer, or the private message that was pressed as it is now."""
    assert result.response is not None, result
    assert result.response.ephemeral, text_of(result.response)
    return result.response


def text_of(message: Shown) -> str:
    """Return the text of a message, or of a page's text blocks."""
    texts = [each["content"] for each in _parts(message) if each["type"] == TEXT]
    return "\n".join(filter(None, (message.content, *texts)))


def controls(message: Shown) -> list[dict[str, Any]]:
    """The buttons and the selects."""
    return [each for each in _parts(message) if "custom_id" in each]


def labels(message: Shown) -> list[str]:
    """Return the labels of the buttons and the placeholders of the selects, row by row."""
    return [each.get("label") or each["placeholder"] for each in controls(message)]


def disabled(message: Shown) -> list[str]:
    """The labels of what can be seen, but not pressed."""
    return [each["label"] for each in walk(message.components) if each.get("disabled")]


def ids(message: Shown) -> list[str]:
    """Return the custom_ids of the buttons and selects."""
    return [str(each["custom_id"]) for each in controls(message)]


def options(message: Shown, placeholder: str) -> list[str]:
    """Return the options of a select, the selected one in brackets."""
    (found,) = [each for each in controls(message) if each.get("placeholder") == placeholder]
    return [
        f"[{each['label']}]" if each.get("default") else each["label"] for each in found["options"]
    ]


def cards(message: Shown) -> list[tuple[str, str]]:
    """The pictures of a message, and what they say to whoever can't see them."""
    return [(each.filename, each.description or "") for each in message.attachments]


def _parts(message: Shown) -> list[dict[str, Any]]:
    if isinstance(message, ResponseMessage):
        return [*walk(message.components)]
    return [*walk([each.to_dict() for each in message.components])]
