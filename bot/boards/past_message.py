"""The line that is left of a message when the duel has moved on: what that message announced."""

from bot.boards.links import url
from bot.boards.moves import done
from bot.delivery.message import Message
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_of
from engine.duel import Finished, Playing
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
        line = done(duel, step - 1, words, small=True)
    else:
        line = (words.PAST_BEGIN if step == 1 and played else words.PAST_END).format(**people)
    return Message(words.SMALL.format(line=line))


def moved(line: Message, match: Match, words: Words) -> Message:
    """The same, for a board that goes on in another channel."""
    return Message(words.PAST_MOVED.format(line=line.content, link=url(match)))
