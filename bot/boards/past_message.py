"""The line that is left of a message when the duel has moved on: what that message announced."""

from bot.boards.links import url
from bot.boards.moves import done, told_with
from bot.boards.outcome import headline
from bot.delivery.message import Message
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_of
from engine.duel import Finished, Playing
from storage.ids import ChannelId
from storage.match import Match


def past(match: Match, step: int, words: Words) -> Message:
    """Sum up a message that showed this step of a duel, which has gone on since."""
    duel, terms = match.duel, match.duel.terms
    people = {
        "opponent": mention(terms.opponent, words),
        "challenger": mention(terms.challenger, words),
        "title": title_of(terms.game, words),
        "number": match.id,
    }
    played = isinstance(duel, Playing | Finished)
    if step == 0:
        line = (words.PAST_ACCEPTED if played else words.PAST_CHALLENGE).format(**people)
    elif isinstance(duel, Playing | Finished) and 1 < step <= duel.ply + 1:
        nths = told_with(duel, step - 1)
        line = " · ".join(done(duel, nth, words, small=True) for nth in nths)
    else:
        line = (words.PAST_BEGIN if step == 1 and played else words.PAST_END).format(**people)
    return Message(words.SMALL.format(line=line))


def moved(line: Message, match: Match, words: Words) -> Message:
    """The same, for a board that goes on in another channel."""
    return Message(words.PAST_MOVED.format(line=line.content, link=url(match)))


def thread_line(match: Match, thread: ChannelId, words: Words) -> Message:
    """The line above a duel's thread: what was agreed, and where the thread is."""
    return _with_link(past(match, 0, words).content, thread, words)


def thread_result(match: Match, words: Words) -> Message:
    """The end of a duel that was played in the thread where its board is."""
    if not isinstance(match.duel, Finished):
        return thread_line(match, match.board.channel, words)
    return _with_link(headline(match, match.duel, words), match.board.channel, words)


def _with_link(line: str, thread: ChannelId, words: Words) -> Message:
    return Message(words.IN_THREAD.format(line=line, thread=f"<#{thread}>"))
