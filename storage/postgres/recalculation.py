"""Recalculates all standings from the duels, also beside running bots: each step locks its server,
and bots that recalculate the same one take a share of the work."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from storage.backend import DB
from storage.ids import GuildId
from storage.postgres.address import Server
from storage.postgres.answers import Failed
from storage.postgres.sessions import require_ready, runner, session
from storage.postgres.unit_runner import UnitRunner
from storage.progress import Progress, unwatched
from storage.units import apply_results

T = TypeVar("T")

# How many ends are applied at a time, so that no move waits for long.
AT_ONCE = 1_000


def recalculate(server: Server, progress: Progress = unwatched) -> int:
    """Return how many ends were applied. If this is stopped, the bot does the rest."""
    with session(server) as db:
        require_ready(db)
        total, guilds = apply_results.all_ends(db), apply_results.servers(db)
    done = 0
    with runner(server) as units:
        for guild in guilds:
            left = _run(units, guild, partial(apply_results.begin_again, guild=guild))
            while left:
                step = partial(apply_results.apply_waiting, guild=guild, most=AT_ONCE)
                before, left = left, _run(units, guild, step)
                done += max(0, before - left)
                progress(min(done, total), total)
    return done


def _run(units: UnitRunner, guild: GuildId, unit: Callable[[DB], T]) -> T:
    (answer,) = units.run(guild, [unit])
    if isinstance(answer, Failed):
        raise answer.error
    result: T = answer
    return result
