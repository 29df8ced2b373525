"""Where a duel's board is."""

from bot.text.english import Words
from storage.match import Match


def url(match: Match) -> str:
    """The board, or its channel if there is no message to go to."""
    channel = f"https://discord.com/channels/{match.guild}/{match.board.channel}"
    return f"{channel}/{match.board.message}" if match.board.message else channel


def link(match: Match, words: Words) -> str:
    return words.LINK.format(number=match.id, url=url(match))
