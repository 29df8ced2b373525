"""Unit of work: an exported server is taken in. The file may come from anyone: every duel is
replayed."""

from dataclasses import dataclass
from functools import cache

from engine.duel import LONGEST, SHORTEST
from engine.ids import Instant
from storage.backend import DB
from storage.export_format.reader import Reader, Values
from storage.ids import GuildId
from storage.match import BoardMode, Match
from storage.people import HouseRules
from storage.progress import Progress
from storage.trouble import DamagedDuel, ImpossibleDuel, OddValue, Oversized
from storage.units import apply_results, clocks, people
from storage.units.duel_rows import columns_of
from storage.units.imported_duel import going_on, judged

# How many ends are applied between reports of progress.
SOME = 5_000
# More players than any server has blocked.
BLOCKED = 100_000


@dataclass(frozen=True)
class TakenIn:
    guild: GuildId
    duels: int


def duels_of(db: DB, guild: GuildId) -> int:
    """Count a server's duels. None may be there before an import."""
    (duels,) = db.execute("SELECT count(*) FROM duel WHERE guild = ?", (guild,)).fetchone()
    return int(duels)


def take_in(db: DB, reader: Reader, head: Values, now: Instant, progress: Progress) -> TakenIn:
    """Take in what the reader reads. Open duels get all of their time again, counted from now or,
    if no bot is running, from when one starts."""
    _Import(db, reader, head).take_in(now, progress)
    return TakenIn(head["server"], head["duels"])


class _Import:
    """Imports one server, line by line."""

    def __init__(self, db: DB, reader: Reader, head: Values) -> None:
        self._db = db
        self._reader = reader
        self._guild = GuildId(head["server"])
        self._duels: int = head["duels"]
        self._ends: int = head["ends"]
        self._erased: int = head["erased"]
        # Which ends have been read, by number.
        self._ended = bytearray(self._ends + 1)

    def take_in(self, now: Instant, progress: Progress) -> None:
        steps = self._duels + self._ends
        self._take_seasons()
        self._take_rules()
        self._take_blocked()
        for number in range(1, self._duels + 1):
            match, nth = self._next_duel(number)
            self._keep(going_on(match, now), nth)
            progress(number, steps)
        if self._ended.count(1) != self._ends:
            raise OddValue(self._reader.path, 1, "ends")
        self._reader.finish()
        self._count()
        clocks.no_time_missing(self._db, self._guild, now)
        while left := apply_results.apply_waiting(self._db, self._guild, SOME):
            progress(steps - left, steps)
        progress(steps, steps)

    def _take_seasons(self) -> None:
        number = first = 1
        while season := self._reader.take_if("season"):
            if season["number"] != number + 1:
                raise self._reader.odd("number")
            # At least one duel must have ended in each season before the next.
            if not first < season["first"] <= self._ends + 1:
                raise self._reader.odd("first")
            number, first = season["number"], season["first"]
            self._db.execute(
                "INSERT INTO season (guild, number, first, at) VALUES (?, ?, ?, ?)",
                (self._guild, number, first, season["at"]),
            )

    def _take_rules(self) -> None:
        """Replace the server's rules in this database."""
        rules = self._reader.take("rules")
        if rules["clock"] is not None and not SHORTEST <= rules["clock"] <= LONGEST:
            raise self._reader.odd("clock")
        if rules["board_mode"] not in list(BoardMode):
            raise self._reader.odd("board_mode")
        rules["board_mode"] = BoardMode(rules["board_mode"])
        several = {key: frozenset(rules[key]) for key in ("channels", "roles", "variants")}
        people.rule_house(self._db, self._guild, HouseRules(**{**rules, **several}))

    def _take_blocked(self) -> None:
        """Add blocked players. Those who are blocked in this database stay blocked."""
        last = count = 0
        while one := self._reader.take_if("blocked"):
            if one["player"] <= last:
                raise self._reader.odd("player")
            last, count = one["player"], count + 1
            if count > BLOCKED:
                raise Oversized(self._reader.path, self._reader.line)
            people.block(self._db, self._guild, last, blocked=True)

    def _next_duel(self, number: int) -> tuple[Match, int | None]:
        reader = self._reader
        said = reader.take("duel")
        if said["number"] != number:
            raise reader.odd("number")
        for role in ("challenger", "opponent"):
            # An ID is positive, or the negative number of one of the erased players.
            if not (said[role] > 0 or 0 > said[role] >= -self._erased):
                raise reader.odd(role)
        nth = said["nth"]
        if nth is not None:
            if nth > self._ends or self._ended[nth]:
                raise reader.odd("nth")
            self._ended[nth] = 1
        try:
            return judged(self._guild, said), nth
        except DamagedDuel as damaged:
            raise ImpossibleDuel(reader.path, reader.line, number, damaged.detail) from damaged

    def _keep(self, match: Match, nth: int | None) -> None:
        row = {"guild": self._guild, "id": match.id, "nth": nth, **vars(match.board)}
        row |= columns_of(match)
        self._db.execute(_inserting(tuple(row)), row)

    def _count(self) -> None:
        """Store the counts. No end has been applied to the standings yet."""
        self._db.execute(
            "UPDATE server SET duels = :duels, ends = :ends, entered = 0,"
            " erased = CASE WHEN erased > :erased THEN erased ELSE :erased END"
            " WHERE guild = :guild",
            {
                "duels": self._duels,
                "ends": self._ends,
                "erased": self._erased,
                "guild": self._guild,
            },
        )


@cache
def _inserting(names: tuple[str, ...]) -> str:
    values = ", ".join(f":{name}" for name in names)
    return f"INSERT INTO duel ({', '.join(names)}) VALUES ({values})"
