"""A match as a row, and back."""

import logging
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from threading import Lock
from typing import Any

from engine.duel import Duel, Finished, First, Offered, Playing, Terms, Withdrawn, sound
from engine.fairness import Unrated
from engine.ids import PlayerId
from engine.outcome import Reason, Seat, Withdrawal
from engine.record import Record
from engine.refusal import NoSuchDuel, Refusal
from storage.ids import DuelId, GuildId
from storage.match import Board, Match
from storage.sqlite.entering import gains
from storage.sqlite.file import DB
from storage.trouble import DamagedDuel

LOG = logging.getLogger(__name__)

# What says nothing in some of the phases.
OF_A_PHASE = ("seated", "earlier", "deadline", "due", "winner", "reason", "ended")
PHASES = {Offered: "offered", Withdrawn: "withdrawn", Playing: "playing", Finished: "finished"}


class Judged:
    """Records seen lately, by their texts. A text says all there is to a record, so what stands
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
    terms = match.duel.terms
    columns = dict.fromkeys(OF_A_PHASE)
    columns |= {
        "phase": PHASES[type(match.duel)],
        "challenger": terms.challenger,
        "opponent": terms.opponent,
        "first": terms.first,
        "unrated": terms.unrated,
        "legs": terms.legs,
        "clock": terms.clock,
        "step": match.step,
        "void": isinstance(match.duel, Finished) and match.duel.void,
    }
    match match.duel:
        case Offered(expires=expires):
            started = Record.start(terms.game).text
            columns |= {"record": started, "deadline": expires, "due": expires}
        case Withdrawn(how=how, at=at):
            columns |= {"record": Record.start(terms.game).text, "reason": how, "ended": at}
        case Playing() as duel:
            columns |= {"seated": _seated(duel), **progress_of(duel)}
            columns |= {"earlier": _text(duel.earlier)}
        case duel:
            columns |= {"seated": _seated(duel), "record": JUDGED.keep(duel.record).text}
            columns |= {"earlier": _text(duel.earlier)}
            columns |= {"winner": duel.winner, "reason": duel.reason, "ended": duel.at}
    return columns


def _text(record: Record | None) -> str | None:
    return JUDGED.keep(record).text if record else None


def progress_of(duel: Playing) -> dict[str, Any]:
    """What a move changes, besides the step."""
    record = JUDGED.keep(duel.record)
    return {"record": record.text, "deadline": duel.deadline, "due": duel.reminder}


def _seated(duel: Playing | Finished) -> First:
    """Who has the first seat."""
    as_asked = duel.seats[Seat.FIRST] == duel.terms.challenger
    return First.CHALLENGER if as_asked else First.OPPONENT


def match_in(row: Mapping[str, Any]) -> Match:
    """The match that a row holds. Its record is judged and the rest compared with it."""
    try:
        duel = _duel(row)
    except Refusal as refusal:
        raise DamagedDuel(row["guild"], row["id"], refusal.code) from refusal
    except ValueError as error:
        raise DamagedDuel(row["guild"], row["id"], str(error)) from error
    board = Board(row["channel"], row["message"], row["shown"])
    match = Match(row["guild"], row["id"], duel, board)
    if not sound(duel) or match.step != row["step"]:
        raise DamagedDuel(match.guild, match.id, "its parts contradict one another")
    return match


def _duel(row: Mapping[str, Any]) -> Duel:
    record = JUDGED.read(row["record"])
    players = PlayerId(row["challenger"]), PlayerId(row["opponent"])
    unrated = None if row["unrated"] is None else Unrated(row["unrated"])
    first, clock, legs = First(row["first"]), row["clock"], row["legs"]
    terms = Terms(*players, record.game, first, clock, unrated, legs)
    going_on = row["phase"] in ("offered", "playing")
    if row["deadline" if going_on else "ended"] is None:
        raise ValueError("there is no time at which it ends")
    if row["phase"] == "offered":
        return Offered(terms, row["deadline"])
    if row["phase"] == "withdrawn":
        return Withdrawn(terms, Withdrawal(row["reason"]), row["ended"])
    seats = players if First(row["seated"]) is First.CHALLENGER else players[::-1]
    earlier = None if row["earlier"] is None else JUDGED.read(row["earlier"])
    if row["phase"] == "playing":
        return Playing(terms, seats, record, row["deadline"], earlier)
    winner = None if row["winner"] is None else Seat(row["winner"])
    reason, void = Reason(row["reason"]), bool(row["void"])
    return Finished(terms, seats, record, winner, reason, row["ended"], void, earlier)


def known(db: DB, guild: GuildId, number: DuelId) -> Match:
    # Numbers come from people, and SQLite's have 64 bits.
    if number.bit_length() < 64:
        one = (guild, number)
        row = db.execute("SELECT * FROM duel WHERE guild = ? AND id = ?", one).fetchone()
        if row:
            return _with_gains(db, match_in(row), row["nth"])
    raise NoSuchDuel(number)


def _with_gains(db: DB, match: Match, nth: int) -> Match:
    if isinstance(match.duel, Finished):
        return replace(match, gains=gains(db, match.guild, match.duel, nth))
    return match


def nth_of(db: DB, match: Match) -> int:
    """Which of the ends of its server its own is."""
    one = (match.guild, match.id)
    row = db.execute("SELECT nth FROM duel WHERE guild = ? AND id = ?", one).fetchone()
    return int(row["nth"])


def readable(db: DB, which: str, values: Sequence[Any] | Mapping[str, Any]) -> tuple[Match, ...]:
    """Those that can be read: one that is damaged mustn't keep its players from all the others."""
    found = []
    for row in db.execute(f"SELECT * FROM duel {which}", values):
        try:
            found.append(match_in(row))
        except DamagedDuel as damaged:
            LOG.error("%s", damaged)  # noqa: TRY400  (where it was read says nothing)
    return tuple(found)
