"""How games end, in words: who has won, and why."""

from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import stuck
from engine.games.view import Row
from engine.ids import PlayerId
from engine.outcome import Outcome, Reason
from engine.record import Record


def why(record: Record, reason: Reason, people: dict[str, str], words: Words) -> str:
    view = record.view
    if reason is Reason.STUCK:
        sentence = stuck(record.game, view, words)
        return sentence[0].lower() + sentence[1:]
    even = [even_pairs(row) for row in view.rows] or [0]
    return words.WHY[reason].format(most=max(even), least=min(even), **people)


def first_leg(record: Record, seats: tuple[PlayerId, PlayerId], words: Words) -> str:
    """Tell the result of the first game, where the second one begins."""
    over = over_by(record)
    people = {
        "winner": mention(seats[over.winner], words),
        "loser": mention(seats[over.winner.other], words),
    }
    return words.LEG_WON.format(why=why(record, over.reason, people, words), **people)


def over_by(record: Record) -> Outcome:
    """The outcome of a game that has ended."""
    if record.outcome is None:
        raise ValueError("the game isn't over")
    return record.outcome


def even_pairs(row: Row) -> int:
    return sum(each % 2 == 0 for each in row.sums)
