"""A card as the file of a page."""

from collections.abc import Callable
from typing import TypeVar

import structlog

from bot.cards.drawing_queue import DrawingQueue
from bot.cards.picture import Picture
from bot.delivery.message import File
from bot.text.english import Words

LOG = structlog.get_logger()
T = TypeVar("T")


async def card_file(
    drawing: DrawingQueue,
    name: str,
    draw: Callable[[T, Words], Picture],
    content: T,
    words: Words,
) -> File | None:
    """None if the card can't be drawn: the page says all of it in words."""
    try:
        picture = await drawing.draw(draw, content, words)
    except Exception:
        LOG.exception("a card can't be drawn", card=name)
        return None
    return File(name, picture.data, picture.alt) if picture else None
