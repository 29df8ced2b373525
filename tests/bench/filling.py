"""A file full of finished duels, written in minutes: what years of play leave behind."""

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

from engine.duel import Finished, First
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage.ids import DuelId, GuildId, MessageId
from storage.match import Board, Match
from storage.people import Season
from storage.sqlite.file import connect_writing
from storage.sqlite.migrate import migrate
from storage.sqlite.recalculation import AT_ONCE
from storage.units import apply_results, standing_rows
from storage.units.duel_rows import columns_of
from tests.bench.players import play_out, watched
from tests.storage.builders import ANA, CHANNEL, GUILD, MINUTE, START, terms

GUILDS = [GuildId(GUILD + nth) for nth in range(20)]
LARGEST = GUILDS[0]
# How much of everything happens there.
SHARE = 0.7
# The players of each server. All servers have equally many, as finding a place on the leaderboard
# takes longer the more people are on it.
PEOPLE = 5_000
# Games of 20 moves, fewer than the store remembers having judged: what it takes to find a duel is
# to show, and not what it takes to judge it.
GAMES = 1000


@dataclass(frozen=True)
class Crowd:
    """The players of the largest server, the most active first, their number of finished duels
    (numbered from 1), and the size of the file per duel of all servers."""

    players: list[PlayerId]
    duels: int
    bytes_each: float


class Years:
    """Finished duels in the order of their ends, and how many have been taken of each server."""

    def __init__(self, duels: int) -> None:
        self._duels = duels
        self._random = Random(1)
        self._games = [play_out(self._random, key) for key in ("parity", "evenodd") * (GAMES // 2)]
        self.players = {
            guild: [PlayerId(ANA + PEOPLE * nth + each) for each in range(PEOPLE)]
            for nth, guild in enumerate(GUILDS)
        }
        self.ends: Counter[GuildId] = Counter()

    def __iter__(self) -> Iterator[Match]:
        for nth in range(self._duels):
            elsewhere = self._random.random() >= SHARE
            guild = self._random.choice(GUILDS[1:]) if elsewhere else LARGEST
            duel = self._duel(guild, Instant(START - (self._duels - nth) * MINUTE))
            self.ends[guild] += 1
            board = Board(CHANNEL, MessageId(GUILD + duel.at), 1 + duel.record.ply)
            yield Match(guild, DuelId(self.ends[guild]), duel, board)

    def _duel(self, guild: GuildId, at: Instant) -> Finished:
        one = other = self._player(guild)
        while other == one:
            other = self._player(guild)
        swapped = self._random.random() < 0.5
        seats = (other, one) if swapped else (one, other)
        record = self._random.choice(self._games)
        over = record.outcome
        assert over
        asked = terms(one, other, record.game, First.DRAWN)
        return Finished(asked, seats, record, over.winner, over.reason, at)

    def _player(self, guild: GuildId) -> PlayerId:
        """Half of the time it is somebody of the first quarter."""
        return self.players[guild][int(PEOPLE * self._random.random() ** 2)]


def row_of(match: Match) -> dict[str, Any]:
    """Return the complete row of a duel. Duels end in the order of their numbers."""
    nth = match.id if isinstance(match.duel, Finished) else None
    key = {"guild": match.guild, "id": match.id, "nth": nth}
    return {**key, **vars(match.board), **columns_of(match)}


def inserting(row: dict[str, Any]) -> str:
    values = ", ".join(f":{name}" for name in row)
    return f"INSERT INTO duel ({', '.join(row)}) VALUES ({values})"  # noqa: S608  (columns' names)


def fill(path: Path, duels: int) -> Crowd:
    """A new file, with which `duelhost check` would find nothing wrong."""
    years = Years(duels)
    rows = iter(watched(map(row_of, years), f"playing {duels:,} duels", duels))
    first = next(rows)
    with closing(connect_writing(path)) as db:
        migrate(db, path)
        # This file needn't survive a power failure.
        for setting in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -500000"):
            db.execute(f"PRAGMA {setting}")
        empty = path.stat().st_size
        db.execute("BEGIN")
        db.executemany(inserting(first), chain([first], rows))
        db.executemany(
            "INSERT INTO server (guild, duels, ends) VALUES (?, ?, ?)",
            ((guild, ends, ends) for guild, ends in years.ends.items()),
        )
        for guild, ends in years.ends.items():
            for _ in watched(range(0, ends, AT_ONCE), f"counting {ends:,} duels"):
                apply_results.apply_waiting(db, guild, AT_ONCE)
        db.execute("COMMIT")
    grown = path.stat().st_size - empty
    return Crowd(years.players[LARGEST], years.ends[LARGEST], grown / duels)


def rank(path: Path, players: int) -> list[PlayerId]:
    """A new file in which so many stand on the ladder of the largest server. Nobody has played."""
    random = Random(1)
    ranked = [PlayerId(ANA + nth) for nth in range(players)]
    with closing(connect_writing(path)) as db:
        migrate(db, path)
        db.execute("BEGIN")
        standing_rows.write(
            db,
            LARGEST,
            Season(),
            {(player, EVERY_GAME): _standing(random) for player in ranked},
        )
        db.execute("COMMIT")
    return ranked


def _standing(random: Random) -> Standing:
    """Return a random standing. Every third one has no rating, and every third rating is
    provisional."""
    wins, losses = (int(random.expovariate(0.2)) for _ in range(2))
    rating = Rating(random.gauss(1500, 200), 60)
    rank = Rank(rating, START, 19, established=random.random() < 2 / 3)
    return Standing(wins, 1 + losses, 0, 1, "wlwlw", rank if random.random() < 2 / 3 else None)
