"""Duels that nobody plays while processes come and go: their clocks tell how much time was given
back."""

from dataclasses import dataclass

from tests.e2e.duel import Duel
from tests.e2e.fleet.fleet import Fleet, server_of, until
from tests.e2e.fleet.postgres_archive import PostgresArchive
from tests.e2e.table import Table

# In seconds: the pulse before a failure may be so old, and a process that takes over gives time
# back only when it knows its servers. A connection is seen to end a little late.
OLDEST_PULSE, PREPARES, NOTICED = 1.0, 3.0, 0.5


@dataclass(frozen=True)
class IdleDuel:
    table: Table
    duel: Duel
    deadline: int

    @property
    def given(self) -> float:
        """How many seconds its player has been given since it began."""
        return (deadline(self.table, self.duel) - self.deadline) / 1000


async def idle_duels(fleet: Fleet) -> list[IdleDuel]:
    """A duel at each table, begun when all clocks run."""
    shards = len(fleet.connected())
    await until(lambda: _archive(fleet.tables[0]).pulses() == shards, "a pulse of every shard")
    return [await idle_duel(each) for each in fleet.tables]


async def idle_duel(table: Table) -> IdleDuel:
    duel = await table.duel(table.players["Fay"], table.players["Gus"], size=20)
    await duel.plays("6")
    await duel.board()
    return IdleDuel(table, duel, deadline(table, duel))


def deadline(table: Table, duel: Duel) -> int:
    return _archive(table).deadline(duel.number)


def _archive(table: Table) -> PostgresArchive:
    assert isinstance(table.archive, PostgresArchive)
    return table.archive


def nobody_lost_time(
    fleet: Fleet,
    duels: list[IdleDuel],
    since: float,
    *,
    no_pulse: bool = False,
    oldest_pulse: float = OLDEST_PULSE,
) -> None:
    """Everybody was given the time in which nobody served their server, and no more. Without a
    pulse nobody has since then, until their server is served anew."""
    for each in duels:
        absences = fleet.watch.absences(server_of(each.table))
        away = [back - (since if no_pulse else left) for left, back in absences if left > since]
        least, most = sum(away) - NOTICED, sum(away) + len(away) * (oldest_pulse + PREPARES)
        assert (least if away else 0) <= each.given <= most, f"{each.given} s for {absences}"


async def play_on(duels: list[IdleDuel]) -> None:
    """They end as others do."""
    for each in duels:
        await each.duel.plays_on()
