"""Whether the standings of a server follow from its duels: they are entered once more."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace
from math import isclose

from engine.duel import Finished
from engine.ledger import Key, Ledger
from engine.standing import Standing
from storage.ids import GuildId
from storage.sqlite.entering import NAMES, end_of, seasons, standing_of
from storage.sqlite.file import DB
from storage.trouble import NotCounted, Trouble, WrongCount, WrongStanding

# Another machine may take a logarithm a little differently. It is nothing that could be seen.
ALIKE = 1e-9


class Audit:
    """Is given the ends of a server in their order, and compares what comes of each of them."""

    def __init__(self, db: DB, guild: GuildId) -> None:
        self._db = db
        self._guild = guild
        self._seasons = seasons(db, guild)
        self._firsts = [each.first for each in self._seasons]
        self._ledgers = [Ledger() for _ in self._seasons]
        self._steps = 0
        row = db.execute("SELECT ends, entered FROM server WHERE guild = ?", (guild,)).fetchone()
        self._ends, self._entered = (int(row[0]), int(row[1])) if row else (0, 0)

    def enter(self, duel: Finished, nth: int) -> Iterator[Trouble]:
        if not duel.has_result or self._is_behind():
            return
        ledger = self._ledgers[bisect_right(self._firsts, nth) - 1]
        for key, counted in ledger.enter(end_of(duel, nth)).items():
            self._steps += 1
            stored = self._after(key, nth)
            if stored is None or not _alike(stored, counted):
                yield WrongStanding(self._guild, *key, stored, counted)

    def compare(self) -> Iterator[Trouble]:
        if self._is_behind():
            yield NotCounted(self._guild, self._ends - self._entered)
            return
        row = self._db.execute("SELECT count(*) FROM course WHERE guild = ?", (self._guild,))
        if row.fetchone()[0] != self._steps:
            yield WrongCount(self._guild, "steps of standings")
        for season, ledger in zip(self._seasons, self._ledgers, strict=True):
            stored = self._stored(season.number)
            for key in sorted(stored.keys() | ledger.standings.keys()):
                one, other = stored.get(key), ledger.standings.get(key)
                if one is None or other is None or not _alike(one, other):
                    yield WrongStanding(self._guild, *key, one, other)

    def _is_behind(self) -> bool:
        return self._entered != self._ends

    def _after(self, key: Key, nth: int) -> Standing | None:
        row = self._db.execute(
            f"SELECT {NAMES} FROM course WHERE guild = ? AND player = ? AND game = ? AND nth = ?",
            (self._guild, *key, nth),
        ).fetchone()
        return standing_of(*row) if row else None

    def _stored(self, season: int) -> dict[Key, Standing]:
        rows = self._db.execute(
            f"SELECT player, game, {NAMES} FROM standing WHERE guild = ? AND season = ?",
            (self._guild, season),
        )
        return {(player, game): standing_of(*sums) for player, game, *sums in rows}


def _alike(one: Standing, other: Standing) -> bool:
    """Everything but ratings has to be the same."""
    if one.rank is None or other.rank is None:
        return one == other
    ours, theirs = one.rank.rating, other.rank.rating
    same = replace(other, rank=replace(other.rank, rating=ours))
    return one == same and all(
        isclose(*pair, rel_tol=ALIKE)
        for pair in zip(vars(ours).values(), vars(theirs).values(), strict=True)
    )
