"""The schema with every table divided by server, as a large installation may have it."""

import re
from dataclasses import replace

from storage.postgres.migrate import MIGRATIONS, Migration

PARTITIONS = 4
# They belong to no server.
WHOLE = {"note", "pulse", "outage", "fleet", "lease", "identify_ticket"}
TABLE = re.compile(r"^CREATE TABLE (\w+) \((.*?)^\)( WITH \([^)]*\))?;$", re.MULTILINE | re.DOTALL)


def partitioned(migrations: tuple[Migration, ...] = MIGRATIONS) -> list[Migration]:
    """The same migrations, with tables that are hash-partitioned by their servers."""
    return [replace(each, sql=TABLE.sub(_divided, each.sql)) for each in migrations]


def _divided(found: re.Match[str]) -> str:
    name, columns, settings = found.groups()
    if name in WHOLE:
        return found[0]
    parts = (
        f"CREATE TABLE {name}_{nth} PARTITION OF {name}"
        f" FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {nth}){settings or ''};"
        for nth in range(PARTITIONS)
    )
    return "\n".join((f"CREATE TABLE {name} ({columns}) PARTITION BY HASH (guild);", *parts))
