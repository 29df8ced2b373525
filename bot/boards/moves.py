"""Moves in words: what was done, what is asked for, and how the choices are labelled."""

from bot.text.english import Words
from bot.text.format import mention
from engine.demand import Demand
from engine.duel import Finished, Playing
from engine.games.view import Choice
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.record import Record


def done(duel: Playing | Finished, nth: int, words: Words, *, small: bool = False) -> str:
    """The nth move of a duel, as an announcement or as a line of its history."""
    record, seats, at = leg_of(duel, nth)
    players = tuple(mention(each, words) for each in seats)
    if small:
        return made(record, at, players, words, nth=nth)
    return announced(record, at, players[Seat.at(at - 1)], words)


def announced(record: Record, at: int, player: str, words: Words) -> str:
    """A move of a game by a player who is called so, and the move before."""
    facts = {"player": player, "move": record.game.text(record.moves[at - 1])}
    if _is_split(record):
        return words.SPLIT.format(**facts, whole=record.view.trail[at - 1])
    if at == 1:
        return words.TOOK.format(**facts)
    return words.ANSWERED.format(**facts, before=record.game.text(record.moves[at - 2]))


def made(record: Record, at: int, players: tuple[str, ...], words: Words, *, nth: int) -> str:
    """A move of a game as a line of a history, where it is the nth move of the duel."""
    seat, move = Seat.at(at - 1), record.moves[at - 1]
    facts = {"nth": nth, "player": players[seat], "move": record.game.text(move)}
    if not _is_split(record):
        return words.PAST_TOOK.format(**facts)
    whole = record.view.trail[at - 1]
    parts = f"{max(move, whole - move)} + {min(move, whole - move)}"
    return words.PAST_SPLIT.format(**facts, sum=parts)


def _is_split(record: Record) -> bool:
    return record.game.demand(record.state) == Demand.SPLIT


def leg_of(duel: Playing | Finished, nth: int) -> tuple[Record, tuple[PlayerId, PlayerId], int]:
    """The game that the nth move of a duel belongs to, who had which seat in it, and which of its
    moves it is."""
    earlier = duel.earlier
    if earlier is None:
        return duel.record, duel.seats, nth
    if nth <= earlier.ply:
        return earlier, duel.seats[::-1], nth
    return duel.record, duel.seats, nth - earlier.ply


def label(choice: Choice, record: Record, words: Words) -> str:
    """Label a choice in a list, such as `leave 5 (5 + 3)`."""
    move = record.game.text(choice.move)
    if _is_split(record):
        return words.LEAVE_LABEL.format(move=move, how=choice.how)
    return words.HOW_LABEL.format(move=move, how=choice.how) if choice.how else move


def named(text: str, record: Record, words: Words) -> str:
    """Return the move whose label was typed, or the text as it is."""
    typed = " ".join(text.split()).casefold()
    for choice in record.view.choices:
        if label(choice, record, words).casefold() == typed:
            return record.game.text(choice.move)
    return text
