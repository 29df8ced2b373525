"""Moves in words: what was done, what is asked for, and how the choices are labelled."""

from bot.words import Words, listing, mention, ranges, table
from engine.duel import Finished, Playing
from engine.games.view import Choice, View
from engine.outcome import Seat


def done(
    duel: Playing | Finished, nth: int, view: View, words: Words, *, small: bool = False
) -> str:
    """The nth move of a duel, as an announcement or as a line of its history."""
    record = duel.record
    seat, move = Seat.at(nth - 1), record.moves[nth - 1]
    facts = {
        "nth": nth,
        "player": mention(duel.seats[seat], words),
        "opponent": mention(duel.seats[seat.other], words),
        "move": record.game.text(move),
    }
    if not view.trail:
        return (words.PAST_TOOK if small else words.TOOK).format(**facts)
    whole = view.trail[nth - 1]
    parts = f"{max(move, whole - move)} + {min(move, whole - move)}"
    return (words.PAST_SPLIT if small else words.SPLIT).format(**facts, whole=whole, sum=parts)


def asked(view: View, words: Words) -> str:
    """What the player to move has to do."""
    choices = [choice.move for choice in view.choices]
    return words.ASKED[view.demand].format(
        last=table(view), choices=listing(choices, words=words), ranges=ranges(choices)
    )


def label(choice: Choice, view: View, words: Words) -> str:
    """What a choice does, for a list to pick from."""
    if view.trail:
        return words.LEAVE_LABEL.format(move=choice.move, how=choice.how)
    if choice.how:
        return words.HOW_LABEL.format(move=choice.move, how=choice.how)
    return str(choice.move)


def named(text: str, view: View, words: Words) -> str:
    """What somebody meant who typed a label instead of the move."""
    typed = " ".join(text.split()).casefold()
    for choice in view.choices:
        if label(choice, view, words).casefold() == typed:
            return str(choice.move)
    return text
