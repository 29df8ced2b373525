"""A plan for tests: of another seed each time, and of the same when it has to be seen again."""

import os
import secrets

from tests.e2e.chaos.plan import Plan, plan


def seeded(duels: int, kills: int) -> Plan:
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10_000))
    print(f"seed {seed}: to play the same again, set CHAOS_SEED to it")
    return plan(seed, duels, kills)
