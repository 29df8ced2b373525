"""Checks a server's standings by applying its duels once more."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import isclose
from typing import Any

from engine.ledger import Key, PlayerCounts
from engine.standing import Standing
from storage.backend import DB
from storage.ids import GuildId
from storage.trouble import NotCounted, Trouble, WrongCount, WrongCourse, WrongStanding
from storage.units.apply_results import end_in, has_result
from storage.units.rungs import RUNG, rung_of
from storage.units.seasons import season_at, seasons
from storage.units.standing_rows import NAMES, RESULTS, Row, standing_of, sums_of
from storage.units.tracked_ledger import Count, TrackedLedger

# Logarithms may differ a little between machines, too little to be seen.
ALIKE = 1e-6
WHERE_THEY_STAND = f"SELECT {', '.join(RUNG)} FROM standing WHERE guild = ?"
ON_RUNGS = (
    "SELECT season, game, settled, height, players FROM rung WHERE guild = ? AND players <> 0"
)


class Audit:
    """Takes a server's ends in their order and compares what each leads to with what is stored.
    While ends are waiting to be applied, there is nothing to compare."""

    def __init__(self, db: DB, guild: GuildId) -> None:
        self._db = db
        self._guild = guild
        self._seasons = seasons(db, guild)
        self._ledgers = {each.number: TrackedLedger() for each in self._seasons}
        row = db.execute("SELECT ends, entered FROM server WHERE guild = ?", (guild,)).fetchone()
        self._ends: int = row[0] if row else 0
        self._entered: int = row[1] if row else 0
        self._steps = self._counts = 0
        self._census_is_right = True
        # The first end after which something else is stored of a player, by season.
        self._astray: dict[tuple[int, Key], int] = {}

    def take(self, row: Mapping[str, Any]) -> None:
        """Take the end of a duel from its row, even if the row is damaged."""
        if self._entered != self._ends or not has_result(row):
            return
        season = season_at(self._seasons, row["nth"]).number
        steps, counts = self._ledgers[season].apply(end_in(row))
        noted = self._noted(row["nth"])
        for step in steps:
            there = noted.get(step.key)
            if there is None or not _alike(there, (*sums_of(step.standing), step.gain)):
                self._astray.setdefault((season, step.key), step.nth)
        self._steps += len(steps)
        self._counts += len(counts)
        self._census_is_right &= all(map(self._is_counted, counts))

    def troubles(self) -> Iterator[Trouble]:
        """Yield what is wrong, once all ends have been taken."""
        if self._entered > self._ends:
            yield WrongCount(self._guild, "entered ends")
        elif self._entered < self._ends:
            yield NotCounted(self._guild, self._ends - self._entered)
        else:
            yield from self._compared()

    def _compared(self) -> Iterator[Trouble]:
        if not self._seasons_follow():
            yield WrongCount(self._guild, "seasons")
        wrong = list(self._wrong_standings())
        yield from wrong
        if wrong:
            return  # other differences would follow from these
        if not self.rungs_add_up():
            yield WrongCount(self._guild, "players on rungs")
        if not self._census_is_right or self._rows("census") != self._counts:
            yield WrongCount(self._guild, "settled players")
        if self._rows("course") != self._steps:
            yield WrongCount(self._guild, "steps of standings")

    def _wrong_standings(self) -> Iterator[Trouble]:
        stored, counted = self._stored(), self._counted()
        for each in sorted(stored.keys() | counted.keys()):
            season, (player, game) = each
            row, standing = stored.get(each), counted.get(each)
            if row is None or standing is None or not _alike(row, (True, *sums_of(standing))):
                known = None if row is None else _readable(row[1:])
                yield WrongStanding(self._guild, player, game, season, known, standing)
            elif each in self._astray:
                yield WrongCourse(self._guild, player, game, self._astray[each])

    def _seasons_follow(self) -> bool:
        """Whether seasons follow one another, each but the last with at least one end."""
        numbers = [each.number for each in self._seasons]
        firsts = [each.first for each in self._seasons]
        return (
            numbers == list(range(1, len(numbers) + 1))
            and firsts == sorted(set(firsts))
            and firsts[-1] <= self._ends + 1
        )

    def rungs_add_up(self) -> bool:
        standings = self._db.execute(WHERE_THEY_STAND, (self._guild,))
        there = Counter(rung for each in standings if (rung := rung_of(*each)))
        rows = self._db.execute(ON_RUNGS, (self._guild,))
        return dict(there) == {tuple(rung): players for *rung, players in rows}

    def _noted(self, nth: int) -> dict[Key, Row]:
        rows = self._db.execute(
            f"SELECT player, game, {NAMES}, gain FROM course WHERE guild = ? AND nth = ?",
            (self._guild, nth),
        )
        return {(player, game): tuple(sums) for player, game, *sums in rows}

    def _is_counted(self, count: Count) -> bool:
        row = self._db.execute(
            "SELECT regulars, settled FROM census WHERE guild = ? AND game = ? AND nth = ?",
            (self._guild, count.game, count.nth),
        ).fetchone()
        return row is not None and PlayerCounts(*row) == count.census

    def _rows(self, table: str) -> int:
        found = self._db.execute(f"SELECT count(*) FROM {table} WHERE guild = ?", (self._guild,))
        return int(found.fetchone()[0])

    def _stored(self) -> dict[tuple[int, Key], Row]:
        """Read all standings, each with whether it is rightly on or off the leaderboard."""
        rows = self._db.execute(
            f"SELECT season, player, game, stands, {NAMES} FROM standing WHERE guild = ?",
            (self._guild,),
        )
        left = self._db.execute("SELECT player FROM departed WHERE guild = ?", (self._guild,))
        departed = {player for (player,) in left}
        stored = {}
        for season, player, game, stands, *row in rows:
            expected = player > 0 and player not in departed
            stored[season, (player, game)] = (stands == expected, *row)
        return stored

    def _counted(self) -> dict[tuple[int, Key], Standing]:
        return {
            (season, key): standing
            for season, ledger in self._ledgers.items()
            for key, standing in ledger.standings.items()
        }


def _alike(row: Row, counted: Row) -> bool:
    """Whether two rows are equal, but for rounding in ratings."""
    return all(
        isclose(one, other, rel_tol=ALIKE, abs_tol=ALIKE)
        if isinstance(one, float) and isinstance(other, float)
        else one == other
        for one, other in zip(row, counted, strict=True)
    )


def _readable(row: Row) -> Standing:
    """Return the standing in a row, without its rank if that is damaged."""
    try:
        standing = standing_of(*row)
    except ValueError:
        return Standing(*row[: len(RESULTS)])
    return replace(standing, rank=None) if None in row else standing
