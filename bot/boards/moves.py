"""Moves in words: what was done, what is asked for, and how the choices are labelled."""

from bot.text.english import Words
from bot.text.format import mention
from engine.duel import Finished, Playing
from engine.games.view import Choice, View
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.record import Record


def done(duel: Playing | Finished, nth: int, words: Words, *, small: bool = False) -> str:
    """The nth move of a duel, as an announcement or as a line of its history."""
    record, seats, at = leg_of(duel, nth)
    players = tuple(mention(each, words) for each in seats)
    return made(record, at, players, words, nth=nth, small=small)


def made(  # noqa: PLR0913
    record: Record,
    at: int,
    players: tuple[str, ...],
    words: Words,
    *,
    nth: int,
    small: bool = False,
) -> str:
    """The move of a game that comes at this place, by players who are called so."""
    seat, move, trail = Seat.at(at - 1), record.moves[at - 1], record.view.trail
    facts = {
        "nth": nth,
        "player": players[seat],
        "opponent": players[seat.other],
        "move": record.game.text(move),
    }
    if not trail:
        return (words.PAST_TOOK if small else words.TOOK).format(**facts)
    whole = trail[at - 1]
    parts = f"{max(move, whole - move)} + {min(move, whole - move)}"
    return (words.PAST_SPLIT if small else words.SPLIT).format(**facts, whole=whole, sum=parts)


def leg_of(duel: Playing | Finished, nth: int) -> tuple[Record, tuple[PlayerId, PlayerId], int]:
    """The game that the nth move of a duel belongs to, who had which seat in it, and which of its
    moves it is."""
    earlier = duel.earlier
    if earlier is None:
        return duel.record, duel.seats, nth
    if nth <= earlier.ply:
        return earlier, duel.seats[::-1], nth
    return duel.record, duel.seats, nth - earlier.ply


def label(choice: Choice, view: View, words: Words) -> str:
    """Label a choice in a list, such as `leave 5 (5 + 3)`."""
    if view.trail:
        return words.LEAVE_LABEL.format(move=choice.move, how=choice.how)
    if choice.how:
        return words.HOW_LABEL.format(move=choice.move, how=choice.how)
    return str(choice.move)


def named(text: str, view: View, words: Words) -> str:
    """Return the move whose label was typed, or the text as it is."""
    typed = " ".join(text.split()).casefold()
    for choice in view.choices:
        if label(choice, view, words).casefold() == typed:
            return str(choice.move)
    return text
