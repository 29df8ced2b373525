"""The line above a duel's thread: what was agreed or how it ended, and where the thread is."""

from bot.boards.finished import headline
from bot.boards.past_message import past
from bot.delivery.message import Message
from bot.text.english import Words
from engine.duel import Finished
from storage.ids import ChannelId
from storage.match import Match


def thread_line(match: Match, thread: ChannelId, words: Words) -> Message:
    return _with_link(past(match, 0, words).content, thread, words)


def thread_result(match: Match, words: Words) -> Message:
    """The end of a duel that was played in the thread where its board is."""
    if not isinstance(match.duel, Finished):
        return thread_line(match, match.board.channel, words)
    return _with_link(headline(match, match.duel, words), match.board.channel, words)


def _with_link(line: str, thread: ChannelId, words: Words) -> Message:
    return Message(words.IN_THREAD.format(line=line, thread=f"<#{thread}>"))
