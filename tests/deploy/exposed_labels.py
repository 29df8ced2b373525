"""What a running bot exposes: each series by its name, with the names of its labels."""

from pathlib import Path
from types import SimpleNamespace
from typing import cast

from prometheus_client.parser import text_string_to_metric_families

from bot.host.settings import Premises
from bot.host.status import Serving, open_status
from bot.metrics import MOVES, REFUSALS, REQUESTS
from storage.shards import ONLY
from storage.sqlite.store import open_store

CLIENT = SimpleNamespace(shard=ONLY, connected=True, closing=False, guilds=[])
FLEET = cast(Serving, SimpleNamespace(clients={0: CLIENT}, count=1, lease_left=30.0))


async def exposed_labels(folder: Path) -> dict[str, set[str]]:
    for each in (MOVES, REFUSALS, REQUESTS):
        each.labels("any").inc(0)  # a series is there from its first count on
    async with open_store(folder / "duelhost.db") as store, open_status(store, Premises()) as bot:
        bot.fleet = FLEET
        exposed = (await bot.metrics()).decode()
    return {
        sample.name: {*sample.labels}
        for family in text_string_to_metric_families(exposed)
        for sample in family.samples
    }
