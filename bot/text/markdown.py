"""Somebody's text made harmless in a Discord message: one line, no formatting, no pings."""

import discord

from bot.text.format import quoted


def escaped(text: str) -> str:
    line = " ".join("".join(each if each.isprintable() else " " for each in text).split())
    without_markdown = discord.utils.escape_markdown(line, ignore_links=False)
    # Discord turns what stands in angle brackets into channels, commands, times, emoji and links.
    return discord.utils.escape_mentions(without_markdown).replace("<", "\\<")


def escaped_quote(text: str) -> str:
    """The same, shortened."""
    return escaped(quoted(text))
