"""A challenge, while it waits for its answer and when it has come to nothing."""

from bot.boards.spans import clock, moment
from bot.message import Button, Look, Message
from bot.press import Verb, press
from bot.words import Words, mention, pitch_of, title_of
from engine.duel import First, Offered, Terms, Withdrawn
from storage.match import Match


def challenge(match: Match, duel: Offered, words: Words) -> Message:
    terms = duel.terms
    content = words.CHALLENGE.format(
        opponent=mention(terms.opponent, words),
        challenger=mention(terms.challenger, words),
        title=title_of(terms.game, words),
        terms=_terms(terms, words),
        pitch=pitch_of(terms.game, words),
        seats=_seats(terms, words),
        clock=clock(terms.clock, words),
        ends=moment(duel.expires),
        number=match.id,
    )
    buttons = (
        Button(words.ACCEPT, press(Verb.ACCEPT, match.id), Look.GO),
        Button(words.DECLINE, press(Verb.DECLINE, match.id)),
        Button(words.RULES_BUTTON, press(Verb.RULES, match.id)),
    )
    return Message(content, (buttons,), ping=terms.opponent)


def withdrawn(duel: Withdrawn, words: Words) -> Message:
    terms = duel.terms
    line = words.PAST_OVER[duel.how].format(
        opponent=mention(terms.opponent, words),
        challenger=mention(terms.challenger, words),
        title=title_of(terms.game, words),
    )
    return Message(words.SMALL.format(line=line))


def _terms(terms: Terms, words: Words) -> str:
    size = terms.game.settings().get("size")
    numbers = words.START if terms.game.key == "split" else words.NUMBERS
    rated = words.RATED if terms.rated else words.UNRATED
    return f"{numbers.format(size=size)}, {rated}" if size else rated


def _seats(terms: Terms, words: Words) -> str:
    if terms.first is First.DRAWN:
        return words.SEATS_DRAWN
    first = terms.challenger if terms.first is First.CHALLENGER else terms.opponent
    return words.SEATS_SETTLED.format(first=mention(first, words))
