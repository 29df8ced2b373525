"""The bot's database, read beside it, to compare with what players were told."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from bot.text.english import English
from engine.duel import Finished, Playing
from engine.ids import PlayerId
from engine.ledger import End
from engine.outcome import Reason
from engine.puzzles.attempt import Attempt
from storage.backend import DB
from storage.ids import DuelId, GuildId
from storage.match import Match
from storage.sqlite.check import check
from storage.sqlite.errors import named_troubles
from storage.sqlite.file import looking_at
from storage.units.attempts import attempt
from storage.units.duel_rows import known
from storage.units.leaderboard import season_of
from tests.e2e.ratings import Change, change
from tests.e2e.recount import Recount

# After the last end there will ever be.
NEVER = 2**62


class Archive:
    def __init__(self, database: Path, server: str, names: Mapping[str, str]) -> None:
        self.database = database
        self._server = GuildId(int(server))
        self._names = names

    def match(self, number: int) -> Match:
        with self._looking() as db:
            return known(db, self._server, DuelId(number))

    def moves(self, number: int) -> list[tuple[str, str]]:
        """Each with its player, in order."""
        duel = self._seated(number)
        first = [(duel.earlier, duel.seats[::-1])] if duel.earlier else []
        return [
            (self._called(seats[nth % 2]), record.game.text(move))
            for record, seats in (*first, (duel.record, duel.seats))
            for nth, move in enumerate(record.moves)
        ]

    @property
    def daily_posted(self) -> int | None:
        """The last day whose puzzle was posted."""
        with self._looking() as db:
            asked = "SELECT daily_posted FROM server WHERE guild = ?"
            row = db.execute(asked, (self._server,)).fetchone()
        return row[0] if row else None

    def winner(self, number: int) -> str | None:
        duel = self._seated(number)
        won = duel.champion if isinstance(duel, Finished) else None
        return None if won is None else self._called(won)

    def is_tie(self, number: int) -> bool:
        duel = self._seated(number)
        return isinstance(duel, Finished) and duel.reason is Reason.LEVEL

    def first_leg(self, number: int) -> str | None:
        """The winner of the first of two legs, once it is over."""
        duel = self._seated(number)
        over = duel.earlier and duel.earlier.outcome
        return self._called(duel.seats[over.winner.other]) if over else None

    def is_on(self, number: int) -> bool:
        """Return whether the duel has been accepted and isn't over."""
        return isinstance(self.match(number).duel, Playing)

    def numbers(self) -> list[int]:
        """Return the numbers of all duels, oldest first."""
        return self._numbers("")

    def going_on(self) -> list[int]:
        """The numbers of duels that wait for a player, or haven't been shown as they stand."""
        return self._numbers(
            "AND (deadline IS NOT NULL OR private = 0 AND (shown IS NULL OR shown < step))"
        )

    def attempts(self) -> dict[tuple[str, int], Attempt]:
        """Players' attempts at puzzles, by the player and the puzzle's number."""
        with self._looking() as db:
            asked = "SELECT player, puzzle FROM attempt WHERE guild = ?"
            rows = db.execute(asked, (self._server,)).fetchall()
            return {
                (self._called(player), puzzle): attempt(db, self._server, player, puzzle).attempt
                for player, puzzle in rows
            }

    def gains(self, number: int) -> dict[str, Change]:
        """The changes of ratings that are stored with a duel."""
        match = self.match(number)
        pairs = zip(self._seated(number).seats, match.gains or (), strict=bool(match.gains))
        return {
            self._called(player): change(gain.rating - gain.gain, gain.rating)
            for player, gain in pairs
        }

    def is_over(self, number: int) -> bool:
        duel = self.match(number).duel
        return isinstance(duel, Finished) and duel.has_result

    def seasons(self) -> int:
        with self._looking() as db:
            return season_of(db, self._server, None)[1]

    def recount(self, season: int | None = None) -> Recount:
        """A season's results applied again; the last season's if none is named."""
        return Recount(self._ends(season), self._called)

    def faults(self) -> list[str]:
        """The problems that `duelhost check` finds."""
        return [repr(each) for each in check(self.database)]

    @contextmanager
    def _looking(self) -> Iterator[DB]:
        with looking_at(self.database) as db, named_troubles(self.database):
            yield db

    def _numbers(self, which: str) -> list[int]:
        with self._looking() as db:
            asked = f"SELECT id FROM duel WHERE guild = ? {which} ORDER BY id"  # noqa: S608
            return [each for (each,) in db.execute(asked, (self._server,))]

    def _ends(self, number: int | None) -> list[tuple[int, End]]:
        """The results of a season that count, each with the number of its duel."""
        with self._looking() as db:
            season, count = season_of(db, self._server, number)
            next_, _ = season_of(db, self._server, season.number + 1)
            before = NEVER if season.number == count else next_.first
            rows = db.execute(
                "SELECT id, nth FROM duel WHERE guild = ? AND nth >= ? AND nth < ? ORDER BY nth",
                (self._server, season.first, before),
            )
            found = [(each, nth, known(db, self._server, each).duel) for each, nth in rows]
        return [
            (each, _end(duel, nth))
            for each, nth, duel in found
            if isinstance(duel, Finished) and duel.has_result
        ]

    def _seated(self, number: int) -> Playing | Finished:
        duel = self.match(number).duel
        assert isinstance(duel, Playing | Finished), duel
        return duel

    def _called(self, player: PlayerId) -> str:
        return self._names.get(str(player), English.DELETED_PLAYER)


def _end(duel: Finished, nth: int) -> End:
    rated = duel.terms.unrated is None
    facts = (duel.seats, duel.champion, rated, duel.ply, duel.at, duel.played_out)
    return End(nth, duel.terms.game.key, *facts)
