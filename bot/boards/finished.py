"""The end of a duel: who has won, why, what it did to ratings, and the moves that led there."""

from bot.boards.outcome import even_pairs, why
from bot.boards.unrated import not_rated
from bot.delivery.message import Button, Look, Message
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import mention, signed
from bot.text.game_texts import title_of
from engine.duel import Finished
from engine.fairness import LEAST_PLIES
from engine.games.view import Row, View
from engine.ids import PlayerId
from engine.outcome import Reason, Seat
from engine.record import Record
from storage.match import Gain, Match


def finished(match: Match, duel: Finished, words: Words) -> Message:
    lines = [headline(match, duel, words), *_ratings(match, duel, words), *_moves(duel, words)]
    rematch = Button(words.REMATCH, custom_id.Rematch(match.id), Look.GO)
    review = Button(words.REPLAY_BUTTON, custom_id.Replay(match.id, 0))
    ladder = Button(words.LEADERBOARD, custom_id.LeaderboardPage(duel.terms.game.key, 1))
    reviewed = (review,) if duel.ply else ()
    return Message("\n".join(lines), ((rematch, *reviewed, ladder),), ping=_waiting(duel))


def _waiting(duel: Finished) -> PlayerId | None:
    """The player to ping: the one who didn't end it. A moderator announces their own decision."""
    if duel.void or duel.reason is Reason.ENDED:
        return None
    if duel.reason in (Reason.RESIGNED, Reason.TIMED_OUT):
        return duel.champion
    return duel.seats[Seat.at(duel.record.ply)]


def headline(match: Match, duel: Finished, words: Words) -> str:
    """How it ended, and for whom."""
    facts = {"title": title_of(duel.terms.game, words), "number": match.id}
    if duel.reason is Reason.LEVEL:
        one, other = (mention(each, words) for each in duel.seats)
        level = words.TIE_REMOVED if duel.void else words.TIE
        return level.format(one=one, other=other, moves=_count(duel, words), **facts)
    if duel.winner is None:
        return words.NOBODY_WON.format(**facts)
    people = {
        "winner": mention(duel.seats[duel.winner], words),
        "loser": mention(duel.seats[duel.winner.other], words),
    }
    if duel.void:
        return words.WIN_REMOVED.format(**facts, **people)
    if not duel.ply:
        won = words.WON_UNPLAYED
    elif duel.earlier and duel.record.outcome:
        won = words.WON_BOTH
    else:
        won = words.WON
    because = why(duel.record, duel.reason, people, words)
    return won.format(moves=_count(duel, words), why=because, **facts, **people)


def _count(duel: Finished, words: Words) -> str:
    return words.MOVES_COUNT[duel.ply != 1].format(count=duel.ply)


def _ratings(match: Match, duel: Finished, words: Words) -> list[str]:
    """The changes of both ratings, or why there are none."""
    if not duel.has_result:
        return []
    if match.gains:
        pairs = zip(duel.seats, match.gains, strict=True)
        lines = [" · ".join(_rating(player, gain, words) for player, gain in pairs)]
        if duel.ply < LEAST_PLIES and not duel.played_out:
            lines.append(words.SMALL.format(line=words.ENDED_EARLY))
        elif not (all(each.gain for each in match.gains) or _are_level(duel, *match.gains)):
            lines.append(words.SMALL.format(line=words.RATINGS_UNCHANGED))
        return lines
    if duel.terms.unrated is None:
        return [words.SMALL.format(line=words.RATINGS_LATER)]
    return not_rated(duel.terms, words)


def _are_level(duel: Finished, one: Gain, other: Gain) -> bool:
    """A tie says nothing of two who are rated alike, whoever they are."""
    return duel.champion is None and one.rating == other.rating


def _rating(player: PlayerId, gain: Gain, words: Words) -> str:
    now = round(gain.rating)
    change = signed(now - round(gain.rating - gain.gain))
    return words.RATING_NOW.format(player=mention(player, words), rating=now, change=change)


def _moves(duel: Finished, words: Words) -> list[str]:
    if duel.earlier is None:
        return _moves_of(duel.record, duel.seats, words)
    return [
        line
        for record, seats, label in (
            (duel.earlier, duel.seats[::-1], words.LEGS[0]),
            (duel.record, duel.seats, words.LEGS[1]),
        )
        if record.ply
        for line in (f"{label}:", *_moves_of(record, seats, words))
    ]


def _moves_of(record: Record, seats: tuple[PlayerId, PlayerId], words: Words) -> list[str]:
    view = record.view
    if view.rows:
        pairs = zip(words.MARKS, Seat, view.rows, strict=True)
        return [_row(mark, seats[seat], row, words) for mark, seat, row in pairs]
    texts = [record.game.text(move) for move in record.moves]
    if view.trail:
        return [" > ".join(map(str, view.trail))]
    return [_marked(texts, view)] if texts else []


def _marked(texts: list[str], view: View) -> str:
    return " ".join((*texts[:-1], f"**{texts[-1]}**")) if view.last else ""


def _row(mark: str, player: PlayerId, row: Row, words: Words) -> str:
    facts = {
        "label": words.PLAYER.format(mark=mark, player=mention(player, words)),
        "numbers": " ".join(map(str, row.numbers)) or words.NONE,
    }
    if not row.sums:
        return words.NO_SUMS.format(**facts)
    shown = ((words.ODD_SUM if each % 2 else words.EVEN_SUM).format(sum=each) for each in row.sums)
    return words.SUMS.format(pairs=" ".join(shown), even=even_pairs(row), **facts)
