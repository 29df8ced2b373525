"""A challenge, while it waits for its answer and when it has come to nothing."""

from dataclasses import replace

from bot.boards.unrated import is_unrated_by_options, not_rated, ranked_button
from bot.delivery.message import Button, Look, Message
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import clock, mention, moment
from bot.text.game_texts import explained, settings_of, title_of
from engine.duel import First, Offered, Terms, Withdrawn
from engine.outcome import Withdrawal
from storage.match import Match


def challenge(match: Match, duel: Offered, words: Words) -> Message:
    # Nobody sees its start before it is accepted.
    terms = replace(duel.terms, game=duel.terms.game.without_start())
    content = words.CHALLENGE.format(
        opponent=mention(terms.opponent, words),
        challenger=mention(terms.challenger, words),
        title=title_of(terms.game, words),
        terms=agreed(terms, words),
        explained=explained(terms.game, words),
        unrated="".join(f"{line}\n" for line in not_rated(terms, words)),
        seats=_seats(terms, words),
        clock=clock(terms.clock, words),
        ends=moment(duel.expires),
        number=match.id,
    )
    buttons = (
        Button(words.ACCEPT, custom_id.Accept(match.id), Look.GO),
        Button(words.DECLINE, custom_id.Decline(match.id)),
        Button(words.RULES_BUTTON, custom_id.DuelRules(match.id)),
        *(ranked_button(match.id, terms, words) if is_unrated_by_options(terms) else ()),
        Button(words.PLAY_BOT, custom_id.PlayBot(match.id)),
    )
    return Message(content, (buttons,), ping=terms.opponent)


def withdrawn(match: Match, duel: Withdrawn, words: Words) -> Message:
    terms = duel.terms
    line = words.PAST_OVER[duel.how].format(
        opponent=mention(terms.opponent, words),
        challenger=mention(terms.challenger, words),
        title=title_of(terms.game, words),
        number=match.id,
    )
    if duel.how is not Withdrawal.EXPIRED:
        return Message(words.SMALL.format(line=line))
    button = Button(words.PLAY_BOT, custom_id.PlayBot(match.id))
    return Message(words.SMALL.format(line=line), ((button,),))


def agreed(terms: Terms, words: Words) -> str:
    """The game, and whether it is rated, in a few words."""
    rated = words.UNRATED if terms.unrated else words.RATED
    legs = [words.TWO_LEGS] if terms.legs == 2 else []
    return " · ".join(filter(None, (settings_of(terms.game, words), *legs, rated)))


def _seats(terms: Terms, words: Words) -> str:
    if terms.first is First.DRAWN:
        return words.STARTER_DRAWN
    first = terms.challenger if terms.first is First.CHALLENGER else terms.opponent
    settled = words.STARTER_CHOSEN_SWAPPING if terms.legs == 2 else words.STARTER_CHOSEN
    return settled.format(first=mention(first, words))
