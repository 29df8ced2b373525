"""Where a duel's board is."""

from bot.text.english import Words
from bot.text.format import board_url, duel_link
from storage.match import Match


def url(match: Match) -> str:
    """The board, or its channel if there is no message to go to."""
    return board_url(match.guild, match.board.channel, match.board.message)


def link(match: Match, words: Words) -> str:
    """The duel's number, which leads to its board unless only answers show that."""
    if match.private:
        return words.UNLINKED.format(number=match.id)
    return duel_link(match.id, url(match), words)
