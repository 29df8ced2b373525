"""The end of a duel: who has won, why, and the moves that led there."""

from bot.message import Button, Look, Message
from bot.press import Verb, press
from bot.words import Words, mention, stuck, title_of
from engine.duel import Finished
from engine.games.view import Row, View
from engine.ids import PlayerId
from engine.outcome import Reason, Seat
from storage.match import Match


def finished(match: Match, duel: Finished, words: Words) -> Message:
    lines = [_headline(match, duel, words), *_moves(duel, words)]
    rematch = Button(words.REMATCH, press(Verb.REMATCH, match.id), Look.GO)
    ladder = Button(words.LEADERBOARD, press(Verb.LADDER, duel.terms.game.key, 1))
    return Message("\n".join(lines), ((rematch, ladder),), ping=_waiting(duel))


def _waiting(duel: Finished) -> PlayerId | None:
    """Whoever wasn't there when it ended. A moderator's end is told by the moderator."""
    if duel.void or duel.reason is Reason.ENDED:
        return None
    if duel.reason in (Reason.RESIGNED, Reason.TIMED_OUT):
        away = duel.winner
    else:
        away = Seat.at(duel.record.ply)
    return None if away is None else duel.seats[away]


def _headline(match: Match, duel: Finished, words: Words) -> str:
    title = title_of(duel.terms.game, words)
    if duel.winner is None:
        return words.NOBODY_WON.format(title=title, number=match.id)
    people = {
        "winner": mention(duel.seats[duel.winner], words),
        "loser": mention(duel.seats[duel.winner.other], words),
    }
    if duel.void:
        return words.VOIDED.format(title=title, number=match.id, **people)
    ply = duel.record.ply
    moves = words.MOVES_COUNT[ply != 1].format(count=ply)
    headline = words.WON if ply else words.WON_UNPLAYED
    why = _why(duel, people, words)
    return headline.format(title=title, number=match.id, moves=moves, why=why, **people)


def _why(duel: Finished, people: dict[str, str], words: Words) -> str:
    view = duel.record.view
    if duel.reason is Reason.STUCK:
        sentence = stuck(view, words)
        return sentence[0].lower() + sentence[1:]
    even = [_even(row) for row in view.rows] or [0]
    return words.WHY[duel.reason].format(most=max(even), least=min(even), **people)


def _moves(duel: Finished, words: Words) -> list[str]:
    view = duel.record.view
    if view.rows:
        pairs = zip(words.SEAT_LABELS, Seat, view.rows, strict=True)
        return [_row(label, duel.seats[seat], row, words) for label, seat, row in pairs]
    texts = [duel.record.game.text(move) for move in duel.record.moves]
    if view.trail:
        return [" > ".join(map(str, view.trail))]
    return [_marked(texts, view)] if texts else []


def _marked(texts: list[str], view: View) -> str:
    return " ".join((*texts[:-1], f"**{texts[-1]}**")) if view.last else ""


def _row(label: str, player: PlayerId, row: Row, words: Words) -> str:
    facts = {
        "label": f"{label} {mention(player, words)}",
        "numbers": " ".join(map(str, row.numbers)) or words.NONE,
    }
    if not row.sums:
        return words.NO_SUMS.format(**facts)
    shown = ((words.ODD_SUM if each % 2 else words.EVEN_SUM).format(sum=each) for each in row.sums)
    return words.SUMS.format(pairs=" ".join(shown), even=_even(row), **facts)


def _even(row: Row) -> int:
    return sum(each % 2 == 0 for each in row.sums)
