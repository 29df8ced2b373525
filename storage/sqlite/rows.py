"""A match as a row, and back."""

import sqlite3
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any

from engine.duel import Duel, Finished, First, Offered, Playing, Terms, Withdrawn, sound
from engine.ids import PlayerId
from engine.outcome import Reason, Seat, Withdrawal
from engine.record import Record
from engine.refusal import NoSuchDuel, Refusal
from storage.ids import DuelId, GuildId
from storage.match import Board, Match
from storage.trouble import DamagedDuel

PHASES = {Offered: "offered", Withdrawn: "withdrawn", Playing: "playing", Finished: "finished"}


class Judged:
    """The records last seen, by their texts. A text says all there is to a record, so what stands
    here can't be out of date; it only saves judging every move of a duel again at each of them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._lock = Lock()

    def read(self, text: str) -> Record:
        record = self._records.get(text)
        return record or self.keep(Record.parse(text))

    def keep(self, record: Record) -> Record:
        with self._lock:
            self._records[record.text] = record
            if len(self._records) > self._most:
                self._records.popitem(last=False)
        return record


JUDGED = Judged(2000)


def columns_of(match: Match) -> dict[str, Any]:
    """What the row of a match says about its duel."""
    duel, terms = match.duel, match.duel.terms
    record = seated = deadline = due = winner = ended = None
    reason: Withdrawal | Reason | None = None
    if isinstance(duel, Offered):
        deadline = due = duel.expires
    elif isinstance(duel, Withdrawn):
        reason, ended = duel.how, duel.at
    else:
        record = JUDGED.keep(duel.record)
        seated = First.CHALLENGER if duel.seats[0] == terms.challenger else First.OPPONENT
        if isinstance(duel, Playing):
            deadline, due = duel.deadline, duel.reminder
        else:
            winner, reason, ended = duel.winner, duel.reason, duel.at
    return {
        "phase": PHASES[type(duel)],
        "challenger": terms.challenger,
        "opponent": terms.opponent,
        "first": terms.first,
        "seated": seated,
        "rated": terms.rated,
        "clock": terms.clock,
        "record": (record or Record.start(terms.game)).text,
        "deadline": deadline,
        "due": due,
        "winner": winner,
        "reason": reason,
        "ended": ended,
        "step": match.step,
    }


def match_in(row: Mapping[str, Any]) -> Match:
    """The match that a row holds. Its record is judged and the rest compared with it."""
    try:
        duel = _duel(row)
    except (Refusal, ValueError) as error:
        raise DamagedDuel(row["guild"], row["id"], str(error)) from error
    board = Board(row["channel"], row["message"], row["shown"])
    match = Match(row["guild"], row["id"], duel, board)
    if not sound(duel) or match.step != row["step"]:
        raise DamagedDuel(match.guild, match.id, "its parts contradict one another")
    return match


def _duel(row: Mapping[str, Any]) -> Duel:
    record = JUDGED.read(row["record"])
    players = PlayerId(row["challenger"]), PlayerId(row["opponent"])
    terms = Terms(*players, record.game, First(row["first"]), bool(row["rated"]), row["clock"])
    if row["phase"] == "offered":
        return Offered(terms, row["deadline"])
    if row["phase"] == "withdrawn":
        return Withdrawn(terms, Withdrawal(row["reason"]), row["ended"])
    seats = players if First(row["seated"]) is First.CHALLENGER else players[::-1]
    if row["phase"] == "playing":
        return Playing(terms, seats, record, row["deadline"])
    winner = None if row["winner"] is None else Seat(row["winner"])
    return Finished(terms, seats, record, winner, Reason(row["reason"]), row["ended"])


def known(db: sqlite3.Connection, guild: GuildId, number: DuelId) -> Match:
    found = select(db, "WHERE guild = ? AND id = ?", (guild, number))
    if not found:
        raise NoSuchDuel(number)
    return found[0]


def select(
    db: sqlite3.Connection, which: str, values: Sequence[Any] | Mapping[str, Any]
) -> tuple[Match, ...]:
    return tuple(match_in(row) for row in db.execute(f"SELECT * FROM duel {which}", values))
