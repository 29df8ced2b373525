"""A message on its way to Discord, and an answer on its way to whoever asked."""

from typing import Any

import aiohttp
import discord

from bot.message import PER_SELECT, Button, Kind, Look, Message, Row, Select
from engine.ids import PlayerId

STYLES = {
    Look.PLAIN: discord.ButtonStyle.secondary,
    Look.GO: discord.ButtonStyle.success,
    Look.STOP: discord.ButtonStyle.danger,
}
# Where duels can be played; threads belong to one of these.
PLACES = (discord.ChannelType.text, discord.ChannelType.news, discord.ChannelType.forum)
# What Discord, or the way there, answers instead of doing what it was asked to.
FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)


def hopeless(failed: BaseException) -> bool:
    """Whether Discord will say the same again: the channel has gone, or isn't ours to post in."""
    return (
        isinstance(failed, discord.HTTPException)
        and 400 <= failed.status < 500
        and failed.status not in (408, 429)
    )


def packed(message: Message, ping: PlayerId | None = None) -> dict[str, Any]:
    """What discord.py is to send. Nobody is pinged but the one who is meant to be."""
    pinged = [discord.Object(ping)] if ping is not None else []
    mentions = discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=pinged
    )
    content = {"content": message.content, "allowed_mentions": mentions}
    return content | {"view": _view(message.rows)} if message.rows else content


def repacked(message: Message) -> dict[str, Any]:
    """The same for an edit, which takes away what the message lacks."""
    return {"view": None, **packed(message)}


def _view(rows: tuple[Row, ...]) -> discord.ui.View:
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row if isinstance(row, tuple) else (row,):
            view.add_item(_item(item, number))
    # discord.py keeps every view that hasn't been stopped, one for each board there ever was.
    view.stop()
    return view


def _item(item: Button | Select, row: int) -> discord.ui.Item[Any]:
    if isinstance(item, Button):
        return discord.ui.Button(
            label=item.label, custom_id=item.press, style=STYLES[item.look], row=row
        )
    if item.kind is not Kind.GIVEN:
        return _entities(item, row)
    options = [
        discord.SelectOption(label=each.label, value=each.value, default=each.chosen)
        for each in item.choices
    ]
    return discord.ui.Select(
        custom_id=item.press, placeholder=item.placeholder, options=options, row=row
    )


def _entities(item: Select, row: int) -> discord.ui.Item[Any]:
    """Any number of channels or roles, none included."""
    channels = item.kind is Kind.CHANNELS
    of_type = (
        discord.SelectDefaultValueType.channel if channels else discord.SelectDefaultValueType.role
    )
    settings: dict[str, Any] = {
        "custom_id": item.press,
        "placeholder": item.placeholder,
        "min_values": 0,
        "max_values": PER_SELECT,
        "default_values": [
            discord.SelectDefaultValue(id=each, type=of_type) for each in item.chosen
        ],
        "row": row,
    }
    if channels:
        return discord.ui.ChannelSelect(channel_types=list(PLACES), **settings)
    return discord.ui.RoleSelect(**settings)
