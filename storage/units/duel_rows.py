"""Converts matches to rows and back."""

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from engine.duel import Duel, Finished, First, Offered, Playing, Terms, Withdrawn
from engine.fairness import Unrated
from engine.ids import Instant, PlayerId
from engine.opponents.levels import Level
from engine.outcome import Reason, Seat, Withdrawal
from engine.possible_duel import is_possible
from engine.record import Record
from engine.refusal import NoSuchDuel, Refusal, UnknownGame
from storage.backend import DB
from storage.ids import DuelId, GuildId
from storage.match import Board, Match, StartRating, StartRatings
from storage.trouble import DamagedDuel, GameFailed, Trouble
from storage.units.bounded_cache import BoundedCache
from storage.units.highlights import after_end
from storage.units.people import board_mode

LOG = logging.getLogger(__name__)
Row = tuple[Any, ...]

# Columns that are NULL in some phases.
OF_A_PHASE = ("seated", "earlier", "deadline", "due", "winner", "reason", "ended")
# The columns that make up a match.
COLUMNS = (
    *("guild", "id", "phase", "challenger", "opponent", "first", "seated", "unrated", "legs"),
    *("clock", "earlier", "winner", "reason", "ended", "nth", "void", "good_game"),
    *("board_mode", "challenger_rating", "opponent_rating"),
    *("challenger_provisional", "opponent_provisional", "level", "private", "hints"),
    "played_from",
    *("channel", "message", "shown", "record", "deadline", "step"),
)
# Where the columns stand that a note of a board changes, and those that a move changes.
BOARD = slice(COLUMNS.index("channel"), COLUMNS.index("record"))
MOVE = slice(BOARD.stop, len(COLUMNS))
SELECT = f"SELECT {', '.join(COLUMNS)} FROM duel"
KNOWN = f"{SELECT} WHERE guild = ? AND id = ?"
KNOWN_IF_DUE = f"{KNOWN} AND due <= ?"
NTH = COLUMNS.index("nth")
# The column of a player, and that of their opponent.
ROLES = (("challenger", "opponent"), ("opponent", "challenger"))
PHASES = {Offered: "offered", Withdrawn: "withdrawn", Playing: "playing", Finished: "finished"}


# Parsed records by their texts.
RECORDS: BoundedCache[str, Record] = BoundedCache(2000)
# Matches by their numbers, each with its row: as long as the row is the same, so is the match.
MATCHES: BoundedCache[tuple[GuildId, DuelId], tuple[Row, Match]] = BoundedCache(2000)


def columns_of(match: Match) -> dict[str, Any]:
    """Return the columns that a duel determines."""
    terms = match.duel.terms
    one, other = match.ratings
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
        "good_game": sum(1 << seat for seat in Seat if match.good_game[seat]),
        "board_mode": match.board_mode,
        "private": match.private,
        "level": terms.level,
        "played_from": terms.played_from,
        "hints": ",".join(map(str, _hints(match.duel))),
        "challenger_rating": one and one.value,
        "opponent_rating": other and other.value,
        "challenger_provisional": one is not None and one.provisional,
        "opponent_provisional": other is not None and other.provisional,
    }
    match match.duel:
        case Offered(expires=expires):
            started = Record.start(terms.game).text
            columns |= {"record": started, "deadline": expires, "due": expires}
        case Withdrawn(how=how, at=at):
            columns |= {"record": Record.start(terms.game).text, "reason": how, "ended": at}
        case Playing() as duel:
            columns |= {"seated": _seated(duel), "record": _text(duel.record)}
            columns |= {"earlier": duel.earlier and _text(duel.earlier)}
            columns |= {"deadline": duel.deadline, "due": duel.reminder}
        case duel:
            columns |= {"seated": _seated(duel), "record": _text(duel.record)}
            columns |= {"earlier": duel.earlier and _text(duel.earlier)}
            columns |= {"winner": duel.winner, "reason": duel.reason, "ended": duel.at}
    return columns


def _text(record: Record) -> str:
    RECORDS.put(record.text, record)
    return record.text


def _hints(duel: Duel) -> tuple[int, ...]:
    return duel.hints if isinstance(duel, Playing | Finished) else ()


def _seated(duel: Playing | Finished) -> First:
    """Return which player has the first seat."""
    as_asked = duel.seats[Seat.FIRST] == duel.terms.challenger
    return First.CHALLENGER if as_asked else First.OPPONENT


def match_in(row: Mapping[str, Any]) -> Match:
    """Return the match in a row. The record is replayed and the other columns are compared with
    it."""
    guild, number = row["guild"], row["id"]
    try:
        duel = _duel(row)
    except UnknownGame as refusal:
        raise GameFailed(guild, number, refusal.code) from refusal
    except Refusal as refusal:
        raise DamagedDuel(guild, number, refusal.code) from refusal
    except ValueError as error:
        raise DamagedDuel(guild, number, str(error)) from error
    board, said = Board(row["channel"], row["message"], row["shown"]), row["good_game"]
    match = Match(
        guild,
        number,
        duel,
        board,
        board_mode=board_mode(row["board_mode"]),
        ratings=_ratings(row) if isinstance(duel, Playing) else (None, None),
        good_game=(bool(said & 1), bool(said & 2)),
        private=bool(row["private"]),
    )
    with game_code(guild, number):
        possible = is_possible(duel) and match.step == row["step"]
    odd = said and not isinstance(duel, Finished)
    odd = odd or ((row["private"] or row["hints"]) and not duel.terms.level)
    if not possible or odd:
        raise DamagedDuel(guild, number, "its parts contradict one another")
    return match


@contextmanager
def game_code(guild: GuildId, number: DuelId, but: type[Exception] = Trouble) -> Iterator[None]:
    """Run code of a game, which may come from a package. Any failure of it is a GameFailed, so that
    one game can't stop the work on other duels; `but` a failure of the connection isn't."""
    try:
        yield
    except (Refusal, Trouble, but):
        raise
    except Exception as failed:
        raise GameFailed(guild, number, f"{type(failed).__name__}: {failed}") from failed


def _duel(row: Mapping[str, Any]) -> Duel:
    record = _record(row, "record")
    players = PlayerId(row["challenger"]), PlayerId(row["opponent"])
    unrated = None if row["unrated"] is None else Unrated(row["unrated"])
    first, clock, legs = First(row["first"]), row["clock"], row["legs"]
    level = None if row["level"] is None else Level(row["level"])
    game, since = record.game, row["played_from"]
    terms = Terms(*players, game, first, clock, unrated, legs, level, since)
    hints = tuple(map(int, filter(None, row["hints"].split(","))))
    going_on = row["phase"] in ("offered", "playing")
    if row["deadline" if going_on else "ended"] is None:
        raise ValueError("there is no time at which it ends")
    if row["phase"] == "offered":
        return Offered(terms, row["deadline"])
    if row["phase"] == "withdrawn":
        return Withdrawn(terms, Withdrawal(row["reason"]), row["ended"])
    seats = players if First(row["seated"]) is First.CHALLENGER else players[::-1]
    earlier = None if row["earlier"] is None else _record(row, "earlier")
    if row["phase"] == "playing":
        return Playing(terms, seats, record, row["deadline"], earlier, hints)
    winner = None if row["winner"] is None else Seat(row["winner"])
    reason, void = Reason(row["reason"]), bool(row["void"])
    return Finished(terms, seats, record, winner, reason, row["ended"], void, earlier, hints)


def _ratings(row: Mapping[str, Any]) -> StartRatings:
    one, other = row["challenger_rating"], row["opponent_rating"]
    return (
        None if one is None else StartRating(one, bool(row["challenger_provisional"])),
        None if other is None else StartRating(other, bool(row["opponent_provisional"])),
    )


def _record(row: Mapping[str, Any], column: str) -> Record:
    text = row[column]
    if record := RECORDS.get(text):
        return record
    with game_code(row["guild"], row["id"]):
        record = Record.parse(text)
    RECORDS.put(text, record)
    return record


def known(db: DB, guild: GuildId, number: DuelId) -> Match:
    # Users type duel numbers, and a database's integers have 64 bits.
    if number.bit_length() < 64:
        row = db.execute(KNOWN, (guild, number)).fetchone()
        if row:
            # A slice of all is a plain tuple: on SQLite there is nothing to copy.
            return with_end(db, _match(row[:], remember=True), row[NTH])
    raise NoSuchDuel(number)


def known_to(db: DB, guild: GuildId, number: DuelId, reader: PlayerId) -> Match:
    """Return a duel, unless it is private and somebody else's: there is none for this reader."""
    match = known(db, guild, number)
    if match.private and reader not in match.duel.terms.players:
        raise NoSuchDuel(number)
    return match


def known_if_due(db: DB, guild: GuildId, number: DuelId, now: Instant) -> Match | None:
    """Return an open duel if its clock has to be looked at."""
    row = db.execute(KNOWN_IF_DUE, (guild, number, now)).fetchone()
    return _match(row[:], remember=True) if row else None


def with_end(db: DB, match: Match, nth: int) -> Match:
    """Add what the end of the duel has changed, if it is over."""
    if not isinstance(match.duel, Finished):
        return match
    gains, highlights = after_end(db, match.guild, match.duel, nth)
    return replace(match, gains=gains, highlights=highlights)


def _match(row: Row, *, remember: bool) -> Match:
    seen = MATCHES.get(row[:2])
    if seen and seen[0] == row:
        return seen[1]
    match = match_in(dict(zip(COLUMNS, row, strict=True)))
    if remember:
        MATCHES.put(row[:2], (row, match))
    return match


def moved(match: Match, *changed: Any) -> None:
    """Update the cached match after a move was stored."""
    if seen := MATCHES.get((match.guild, match.id)):
        _remember(match, seen[0], MOVE, changed)


def noted(guild: GuildId, number: DuelId, board: Board) -> None:
    """Update the cached match after its board was noted."""
    if seen := MATCHES.get((guild, number)):
        row, match = seen
        changed = (board.channel, board.message, board.shown)
        _remember(replace(match, board=board), row, BOARD, changed)


def _remember(match: Match, row: Row, where: slice, changed: Row) -> None:
    row = (*row[: where.start], *changed, *row[where.stop :])
    MATCHES.put(row[:2], (row, match))


def nth_of(db: DB, match: Match) -> int:
    """Return the number of a duel's end in its server."""
    one = (match.guild, match.id)
    row = db.execute("SELECT nth FROM duel WHERE guild = ? AND id = ?", one).fetchone()
    return int(row["nth"])


def readable(db: DB, which: str, values: Mapping[str, Any]) -> tuple[Match, ...]:
    """Return the duels that can be read, without what their ends have changed. Damaged ones are
    logged and left out."""
    found = []
    for row in db.execute(f"{SELECT} {which}", values):
        try:
            found.append(_match(row[:], remember=False))
        except DamagedDuel as damaged:
            LOG.error("%s", damaged)  # noqa: TRY400  (the traceback says nothing more)
    return tuple(found)
