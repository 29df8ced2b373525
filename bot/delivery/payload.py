"""Turns a message or a page into the arguments of discord.py."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import aiohttp
import discord

from bot.delivery.message import (
    PER_SELECT,
    Block,
    Button,
    File,
    Headed,
    Image,
    Kind,
    Look,
    Message,
    Page,
    Row,
    Rule,
    Select,
    Text,
)
from engine.ids import PlayerId

STYLES = {Look.PLAIN: 2, Look.GO: 3, Look.STOP: 4}
ROW, BUTTON, STRINGS, ROLES, CHANNELS = 1, 2, 3, 6, 8
SECTION, TEXT, THUMBNAIL, GALLERY, SEPARATOR, CONTAINER = 9, 10, 11, 12, 14, 17
# Where duels can be played; threads belong to one of these.
PLACES = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)


class Elsewhere(Exception):
    """The channel belongs to another server, or to none."""


# How a request to Discord can fail.
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, Elsewhere)


def hopeless(failed: BaseException) -> bool:
    """Whether Discord will say the same again: the channel has gone, or isn't ours to post in."""
    return isinstance(failed, Elsewhere) or (
        isinstance(failed, discord.HTTPException)
        and 400 <= failed.status < 500
        and failed.status not in (408, 429)
    )


def payload(message: Message | Page, ping: PlayerId | None = None) -> dict[str, Any]:
    """The arguments to send a message once, as its files are read only once. A message pings
    nobody but this player, and a page nobody at all."""
    made = _payload(message, ping)
    return made | {"files": attachments(message.files)} if message.files else made


def edit_payload(message: Message | Page) -> dict[str, Any]:
    """The arguments to edit a message, which take away what the new one lacks."""
    return {"view": None, **_payload(message), "attachments": attachments(message.files)}


def _payload(message: Message | Page, ping: PlayerId | None = None) -> dict[str, Any]:
    pinged = [discord.Object(ping)] if ping is not None and isinstance(message, Message) else []
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=pinged
    )
    shared: dict[str, Any] = {"allowed_mentions": mentions}
    if isinstance(message, Page):
        return shared | {"view": Layout(message)}
    content = shared | {"content": message.content}
    return content | {"view": Rows(message.rows)} if message.rows else content


def attachments(files: tuple[File, ...]) -> list[discord.File]:
    return [
        discord.File(BytesIO(each.data), each.name, description=each.alt or None) for each in files
    ]


class Rows(discord.ui.View):
    """As Discord takes them. An object for each button, which discord.py would make, costs more
    than all the rest of a move, and presses are read from their custom_id anyway."""

    def __init__(self, rows: tuple[Row, ...]) -> None:
        super().__init__(timeout=None)
        self._rows = rows
        # discord.py keeps every view that hasn't been stopped, one for each board there ever was.
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        return [_row(each) for each in self._rows]


class Layout(discord.ui.LayoutView):
    """A page as Discord takes it, with no object for each component either."""

    def __init__(self, page: Page) -> None:
        super().__init__(timeout=None)
        self._page = page
        self.stop()

    def has_components_v2(self) -> bool:
        return True

    def to_components(self) -> list[dict[str, Any]]:
        alts = {each.name: each.alt for each in self._page.files}
        blocks = [_block(each, alts) for each in self._page.blocks]
        return [{"type": CONTAINER, "accent_color": self._page.accent, "components": blocks}]


def _block(block: Block, alts: Mapping[str, str]) -> dict[str, Any]:
    match block:
        case Text(content):
            return _text(content)
        case Headed(content, url):
            beside = {"type": THUMBNAIL, "media": {"url": url}}
            return {"type": SECTION, "components": [_text(content)], "accessory": beside}
        case Image(name):
            picture = {"media": {"url": f"attachment://{name}"}, "description": alts[name] or None}
            return {"type": GALLERY, "items": [picture]}
        case Rule():
            return {"type": SEPARATOR}
        case row:
            return _row(row)


def _text(content: str) -> dict[str, Any]:
    return {"type": TEXT, "content": content}


def _row(row: Row) -> dict[str, Any]:
    return {"type": ROW, "components": [_select(row)] if isinstance(row, Select) else _all(row)}


def _all(buttons: tuple[Button, ...]) -> list[dict[str, Any]]:
    return [
        {
            "type": BUTTON,
            "style": STYLES[each.look],
            "label": each.label,
            "custom_id": each.press.encode(),
            **({"disabled": True} if each.disabled else {}),
        }
        for each in buttons
    ]


def _select(select: Select) -> dict[str, Any]:
    shared: dict[str, Any] = {"custom_id": select.press.encode(), "placeholder": select.placeholder}
    if select.kind is Kind.GIVEN:
        options = [
            {"label": each.label, "value": each.value, "default": each.chosen}
            for each in select.choices
        ]
        return shared | {"type": STRINGS, "options": options}
    # Any number of channels or roles, none included.
    several = shared | {"min_values": 0, "max_values": PER_SELECT}
    channels = select.kind is Kind.CHANNELS
    of_type = "channel" if channels else "role"
    several["default_values"] = [{"id": str(each), "type": of_type} for each in select.chosen]
    if channels:
        return several | {"type": CHANNELS, "channel_types": [each.value for each in PLACES]}
    return several | {"type": ROLES}
