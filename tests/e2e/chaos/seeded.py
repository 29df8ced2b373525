"""A plan for tests: of another seed each time, and of the same when it has to be seen again."""

import os
import secrets

from tests.e2e.chaos.plan import Plan, plan


def seeded(duels: int, kills: int, nth: int = 0) -> Plan:
    """Whoever tries it again does so with the next one."""
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10_000)) + nth
    print(f"seed {seed}: to play the same again, set CHAOS_SEED to it")
    return plan(seed, duels, kills)
