"""The real bot on a database that others share, with a faster pulse and leases that soon run out,
so that a test needn't wait for the best part of a minute. Nothing else can set these times."""

import sys
from pathlib import Path

from bot.duels import catch_up, scheduler
from bot.host import fleet, logs, process, settings
from engine.durations import SECOND
from storage.postgres import backend, leases
from tests.e2e.chaos.bot import BEAT, FASTER
from tests.e2e.chaos.clock import reader

# In seconds. Each is in proportion to the real one: a statement that waits for a process that was
# stopped is given up long before a lease runs out.
LASTING, MARGIN, PULSE = 8.0, 1.5, 0.4
LIMIT, GRACE = 2.0, 1.0
LOOK = 3 * SECOND


def hurry() -> None:
    """Shorten all times that a test of several processes waits for."""
    leases.LASTING = LASTING  # type: ignore[attr-defined]
    fleet.MARGIN, fleet.PULSE = MARGIN, PULSE
    backend.LIMIT, backend.GRACE = LIMIT, GRACE
    scheduler.MISSED_BEATS *= FASTER
    scheduler.BEAT = BEAT


def main(clock: Path, pace: str) -> int:
    """The pace is `quick`, or `stepped` with a clock that the test moves as well."""
    hurry()
    if pace == "quick":
        catch_up.MINUTE = LOOK  # type: ignore[attr-defined]
    chosen = settings.read()
    logs.set_up(chosen)
    return process.run(chosen, now=reader(clock))


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
