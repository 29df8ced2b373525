"""A duel as players see it: a message made from a match, and nothing else."""

from bot.boards.challenge import challenge, withdrawn
from bot.boards.finished import finished
from bot.boards.playing import playing
from bot.delivery.message import File, Message
from bot.text.english import Words
from engine.duel import Offered, Playing, Withdrawn
from storage.match import Match


def board(
    match: Match, words: Words, picture: File | None = None, turning_point: int | None = None
) -> Message:
    """The message of a duel. `picture` is that of a board with too many numbers for text, or the
    card of a duel that has ended. `turning_point` is the number of the move that decided it."""
    match match.duel:
        case Offered() as duel:
            return challenge(match, duel, words)
        case Withdrawn() as duel:
            return withdrawn(match, duel, words)
        case Playing() as duel:
            return playing(match, duel, words, picture)
        case duel:
            return finished(match, duel, words, picture, turning_point)
