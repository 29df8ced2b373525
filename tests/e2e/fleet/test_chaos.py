"""Processes and the database are lost in every way while players play, and no rule is broken."""

import os
import secrets
from pathlib import Path

import pytest

from engine.outcome import Reason
from tests.e2e.fleet.chaos import KINDS, run
from tests.storage.postgres.server import PostgresServer

pytestmark = pytest.mark.fleet


async def test_no_rule_is_broken(
    tmp_path: Path, shared_database: str, durable_server: PostgresServer
) -> None:
    seed = int(os.environ.get("CHAOS_SEED") or secrets.randbelow(10_000))
    found = await run(tmp_path, durable_server, shared_database, seed, len(KINDS))
    assert found.violations == []
    assert found.done.keys() == KINDS.keys()
    assert found.how[Reason.TIMED_OUT]
    assert found.moves > 100
