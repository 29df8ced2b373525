"""The metrics of a running bot. No metric carries user, server or message data."""

from collections.abc import Iterable

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

# The times of first counts are of no use.
disable_created_metrics()  # type: ignore[no-untyped-call]
REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

ANSWER = Histogram(
    "duelhost_answer_seconds",
    "From when an interaction came in until Discord has taken its answer, or a promise of one.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3),
    registry=REGISTRY,
)
COMMIT = Histogram(
    "duelhost_commit_seconds",
    "From when a move was given to the database until it was committed or refused.",
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
    registry=REGISTRY,
)
MOVES = Counter("duelhost_moves", "Moves that were made.", ["game"], registry=REGISTRY)
REFUSALS = Counter(
    "duelhost_refusals", "Interactions that were refused, by why.", ["code"], registry=REGISTRY
)
IGNORED = Counter(
    "duelhost_ignored",
    "Interactions left without an answer, as somebody sent far too many.",
    registry=REGISTRY,
)
FAULTS = Counter(
    "duelhost_faults", "Lines that the log has as an error or worse.", registry=REGISTRY
)
REQUESTS = Counter(
    "duelhost_discord_requests",
    "What the bot asked of Discord, by the status of the answer; 0 where none came.",
    ["status"],
    registry=REGISTRY,
)
LATENESS = Histogram(
    "duelhost_clock_lag_seconds",
    "How long after it was due the clock saw to a reminder or to an end.",
    buckets=(0.1, 0.5, 1, 2, 5, 15, 60, 300),
    registry=REGISTRY,
)
DUELS = Gauge(
    "duelhost_open_duels", "Duels that are not over.", ["shard", "phase"], registry=REGISTRY
)
SERVERS = Gauge("duelhost_servers", "Servers that the bot is in.", ["shard"], registry=REGISTRY)
CONNECTED = Gauge(
    "duelhost_connected",
    "1 while a shard is connected to Discord, otherwise 0.",
    ["shard"],
    registry=REGISTRY,
)
SHARDS = Gauge(
    "duelhost_shards", "How many shards the bot has, in all processes.", registry=REGISTRY
)
LEASE_LEFT = Gauge(
    "duelhost_lease_seconds",
    "How long this process may still speak for its shards; infinite if it shares no database.",
    registry=REGISTRY,
)
BACKUP_AGE = Gauge(
    "duelhost_backup_age_seconds",
    "Since the last backup in DUELHOST_BACKUP_DIR was made; infinite if there is none.",
    registry=REGISTRY,
)


class _WithoutBackups(Collector):
    """All metrics of a bot whose database is on a server, which is backed up by other means."""

    def collect(self) -> Iterable[Metric]:
        ours = {each.name for each in BACKUP_AGE.collect()}
        return (each for each in REGISTRY.collect() if each.name not in ours)


WITHOUT_BACKUPS = _WithoutBackups()
