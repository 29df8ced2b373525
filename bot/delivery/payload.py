"""Turns a message or a page into JSON as Discord takes it."""

from collections.abc import Mapping
from io import BytesIO

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
from bot.json_codec import Json
from engine.ids import PlayerId

# Flags of a message.
EPHEMERAL, COMPONENTS_V2 = 1 << 6, 1 << 15
STYLES = {Look.PLAIN: 2, Look.GO: 3, Look.STOP: 4}
ROW, BUTTON, STRINGS, ROLES, CHANNELS = 1, 2, 3, 6, 8
SECTION, TEXT, THUMBNAIL, GALLERY, SEPARATOR, CONTAINER = 9, 10, 11, 12, 14, 17
# Where duels can be played; threads belong to one of these.
PLACES = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)


def payload(message: Message | Page, ping: PlayerId | None = None) -> Json:
    """A message to send. It pings nobody but this player, and a page nobody at all."""
    made = _payload(message, ping)
    return made | {"attachments": attached(message.files)} if message.files else made


def edit_payload(message: Message | Page) -> Json:
    """A message as a change of another one, which takes away what the new one lacks."""
    changed = {"components": [], **_payload(message)}
    if isinstance(message, Message) and message.keeps_files:
        return changed
    return changed | {"attachments": attached(message.files)}


def attached(files: tuple[File, ...]) -> list[Json]:
    """The files that go along, as the message names them."""
    return [
        {"id": nth, "filename": each.name} | ({"description": each.alt} if each.alt else {})
        for nth, each in enumerate(files)
    ]


def uploads(files: tuple[File, ...]) -> list[discord.File]:
    """The same files as discord.py uploads them, once, as it reads them to the end."""
    return [
        discord.File(BytesIO(each.data), each.name, description=each.alt or None) for each in files
    ]


def _payload(message: Message | Page, ping: PlayerId | None = None) -> Json:
    if isinstance(message, Page):
        return {
            "components": _laid_out(message),
            "flags": COMPONENTS_V2,
            "allowed_mentions": {"parse": [], "users": []},
        }
    pinged = [] if ping is None else [ping]
    made: Json = {
        "content": message.content,
        "allowed_mentions": {"parse": [], "users": pinged},
    }
    if message.rows:
        made["components"] = [_row(each) for each in message.rows]
    return made


def _laid_out(page: Page) -> list[Json]:
    alts = {each.name: each.alt for each in page.files}
    blocks = [_block(each, alts) for each in page.blocks]
    return [{"type": CONTAINER, "accent_color": page.accent, "components": blocks}]


def _block(block: Block, alts: Mapping[str, str]) -> Json:
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


def _text(content: str) -> Json:
    return {"type": TEXT, "content": content}


def _row(row: Row) -> Json:
    return {"type": ROW, "components": [_select(row)] if isinstance(row, Select) else _all(row)}


def _all(buttons: tuple[Button, ...]) -> list[Json]:
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


def _select(select: Select) -> Json:
    shared: Json = {"custom_id": select.press.encode(), "placeholder": select.placeholder}
    if select.kind is Kind.GIVEN:
        options = [
            {
                "label": each.label,
                "value": each.value,
                "default": each.chosen,
                **({"description": each.about} if each.about else {}),
            }
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
