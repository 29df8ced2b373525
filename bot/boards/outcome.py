"""How duels and games end, in words: who has won, and why."""

from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import rows_facts, stuck, title_of
from engine.duel import Finished
from engine.ids import PlayerId
from engine.outcome import Outcome, Reason
from engine.record import Record
from storage.match import Match


def headline(match: Match, duel: Finished, words: Words) -> str:
    """How it ended, and for whom."""
    facts = {"title": title_of(duel.terms.game, words), "number": match.id}
    if duel.reason is Reason.LEVEL:
        one, other = (mention(each, words) for each in duel.seats)
        level = words.TIE_REMOVED if duel.void else words.TIE
        return level.format(one=one, other=other, **facts)
    if duel.winner is None:
        return words.NOBODY_WON.format(**facts)
    people = {
        "winner": mention(duel.seats[duel.winner], words),
        "loser": mention(duel.seats[duel.winner.other], words),
    }
    if duel.void:
        return words.WIN_REMOVED.format(**facts, **people)
    won = words.WON_BOTH if duel.earlier and duel.record.outcome else words.WON
    because = why(duel.record, duel.reason, people, words)
    return won.format(why=because, **facts, **people)


def why(record: Record, reason: Reason, people: dict[str, str], words: Words) -> str:
    view = record.view
    if reason is Reason.STUCK:
        sentence = stuck(record.game, view, words)
        return sentence[0].lower() + sentence[1:]
    return words.WHY[reason].format(**rows_facts(record.game, view, people, words), **people)


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
