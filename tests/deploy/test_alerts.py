"""The alerts, as Prometheus itself judges them: when they fire, and when they don't."""

import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli import app
from bot.host.fleet import MARGIN, PULSE
from bot.host.settings import DEFAULTS
from storage.leases import LASTING
from tests.deploy.exposed_labels import exposed_labels
from tests.deploy.promql import asked, unknown
from tests.missing import program

FILE = Path(__file__).parents[2] / "deploy" / "prometheus" / "alerts.yaml"
RULES: list[dict[str, Any]] = yaml.safe_load(FILE.read_text())["groups"][0]["rules"]
NAMED = {each["alert"]: each for each in RULES}
COMMANDS = {each.name for each in app.registered_commands}
# Series of a bot that is well, every 15 seconds for an hour.
WELL = {
    "duelhost_shards{job='bot'}": "2x240",
    "duelhost_connected{job='bot',shard='0'}": "1x240",
    "duelhost_connected{job='bot',shard='1'}": "1x240",
    "duelhost_lease_seconds{job='bot'}": f"{LASTING - MARGIN - PULSE:g}x240",
    "duelhost_faults_total{job='bot'}": "3x240",
    "duelhost_backup_age_seconds{job='bot'}": "86400+15x240",
    "duelhost_discord_requests_total{job='bot',status='200'}": "0+150x240",
    "duelhost_discord_requests_total{job='bot',status='429'}": "0+2x240",
    "duelhost_discord_requests_total{job='bot',status='0'}": "0+1x240",
    **{
        f"duelhost_{name}_seconds_bucket{{job='bot',le='{edge}'}}": "0+100x240"
        for name, edges in {
            "answer": ("0.5", "1.0", "2.0", "3.0", "+Inf"),
            "commit": ("0.025", "0.25", "0.5", "1.0", "+Inf"),
            "clock_lag": ("1.0", "5.0", "15.0", "60.0", "+Inf"),
        }.items()
        for edge in edges
    },
}


def slow(name: str, *edges: str) -> dict[str, str | None]:
    """One in ten takes longer than these edges."""
    return {
        f"duelhost_{name}_seconds_bucket{{job='bot',le='{each}'}}": "0+90x240" for each in edges
    }


# The labels of an alert about one process.
ONE = {"job": "bot", "instance": "one"}
# What is otherwise when an alert fires, and the labels that it has then. A series that is None
# isn't there.
Changed = dict[str, str | None]
FIRING: dict[str, tuple[Changed, dict[str, str]]] = {
    "DuelhostGone": (dict.fromkeys(WELL), {}),
    "DuelhostShardNotConnected": (
        {"duelhost_connected{job='bot',shard='1'}": "1x100 0x140"},
        {"job": "bot", "shard": "1"},
    ),
    "DuelhostShardUnserved": (
        {"duelhost_connected{job='bot',shard='1'}": None},
        {"job": "bot"},
    ),
    "DuelhostLeaseRunsOut": ({"duelhost_lease_seconds{job='bot'}": "19x240"}, ONE),
    "DuelhostFaults": ({"duelhost_faults_total{job='bot'}": "3x220 4x20"}, {"job": "bot"}),
    "DuelhostSlowAnswers": (slow("answer", "0.5", "1.0", "2.0", "3.0"), {"job": "bot"}),
    "DuelhostSlowDatabase": (slow("commit", "0.025", "0.25", "0.5"), {"job": "bot"}),
    "DuelhostClockLag": (slow("clock_lag", "1.0", "5.0", "15.0"), {"job": "bot"}),
    "DuelhostRateLimited": (
        {"duelhost_discord_requests_total{job='bot',status='429'}": "0+4x240"},
        {"job": "bot"},
    ),
    "DuelhostInvalidRequests": (
        {"duelhost_discord_requests_total{job='bot',status='403'}": "0+60x240"},
        {"job": "bot"},
    ),
    "DuelhostDiscordFails": (
        {"duelhost_discord_requests_total{job='bot',status='502'}": "0+40x240"},
        {"job": "bot"},
    ),
    "DuelhostBackupTooOld": (
        {"duelhost_backup_age_seconds{job='bot'}": "129000+15x240"},
        ONE,
    ),
}
# Worth no alert.
QUIET: dict[str, Changed] = {
    "another process has the shard": {
        "duelhost_connected{job='bot',shard='1'}": "1x100 0x140",
        "duelhost_connected{job='bot',shard='1',instance='other'}": "_x98 1x140",
    },
    "a restart": {"duelhost_connected{job='bot',shard='1'}": "1x235 0x5"},
    "a shard on its way from one process to another": {
        "duelhost_connected{job='bot',shard='1'}": "1x235 stale _x3"
    },
    "a process that stands by": {
        "duelhost_shards{job='bot',instance='idle'}": "2x240",
        "duelhost_lease_seconds{job='bot',instance='idle'}": "33x240",
    },
    "a process that waits for Discord": {
        "duelhost_shards{job='bot',instance='new'}": "0x240",
        "duelhost_lease_seconds{job='bot',instance='new'}": "0x240",
        "duelhost_connected{job='bot',shard='0',instance='new'}": "0x240",
    },
    "a bot alone with its database": {"duelhost_lease_seconds{job='bot'}": " ".join(241 * ["Inf"])},
    "a database on a server": {"duelhost_backup_age_seconds{job='bot'}": None},
    "nobody plays": {each: "7x240" for each in WELL if "_bucket" in each},
}


def series(changed: Changed) -> list[dict[str, str]]:
    merged = {**WELL, **changed}
    # Every process has its own address.
    return [
        {
            "series": name if "instance" in name else name.replace("{", "{instance='one',"),
            "values": values,
        }
        for name, values in merged.items()
        if values is not None
    ]


def judged(folder: Path, changed: Changed, firing: dict[str, dict[str, str]]) -> str:
    """Have Prometheus evaluate all alerts at the end of the hour. Return what it expected
    otherwise."""
    promtool = program("promtool", "promtool is missing: apt-get install prometheus")
    expected = [
        {
            "eval_time": "1h",
            "alertname": name,
            "exp_alerts": [
                {
                    "exp_labels": {**rule["labels"], **firing[name]},
                    "exp_annotations": rule["annotations"],
                }
            ]
            if name in firing
            else [],
        }
        for name, rule in NAMED.items()
    ]
    test = {
        "rule_files": [str(FILE)],
        "evaluation_interval": "15s",
        "tests": [
            {"interval": "15s", "input_series": series(changed), "alert_rule_test": expected}
        ],
    }
    (folder / "test.yaml").write_text(yaml.safe_dump(test))
    ran = subprocess.run(
        [promtool, "test", "rules", folder / "test.yaml"],
        capture_output=True,
        text=True,
        check=False,
    )
    return "" if ran.returncode == 0 else ran.stdout + ran.stderr


def test_a_bot_that_is_well_fires_none(tmp_path: Path) -> None:
    assert judged(tmp_path, {}, {}) == ""


@pytest.mark.parametrize("name", NAMED)
def test_an_alert_fires(tmp_path: Path, name: str) -> None:
    changed, labels = FIRING[name]
    assert judged(tmp_path, changed, {name: labels}) == ""


@pytest.mark.parametrize("case", QUIET)
def test_none_fires(tmp_path: Path, case: str) -> None:
    assert judged(tmp_path, QUIET[case], {}) == ""


def test_all_that_stand_by_serve_nobody(tmp_path: Path) -> None:
    nobody: Changed = dict.fromkeys(each for each in WELL if "connected" in each)
    assert judged(tmp_path, nobody, {"DuelhostShardUnserved": {"job": "bot"}}) == ""


async def test_an_alert_asks_for_what_there_is(tmp_path: Path) -> None:
    exposed = await exposed_labels(tmp_path)
    for name, rule in NAMED.items():
        assert asked(rule["expr"]).series, name
        assert unknown(rule["expr"], exposed) == [], name
    assert unknown("sum by (game) (duelhost_moves_total{shard='1'})", exposed) == [
        "duelhost_moves_total{shard}"
    ]
    assert unknown("sum by (shard) (duelhost_move_total)", exposed) == [
        "duelhost_move_total",
        "shard",
    ]


def test_an_alert_says_what_to_do() -> None:
    assert len(NAMED) == len(RULES)
    assert NAMED.keys() == FIRING.keys()
    for name, rule in NAMED.items():
        assert rule["labels"]["severity"] in ("critical", "warning"), name
        told = rule["annotations"]
        assert told.keys() == {"summary", "action"}, name
        for sentence in told.values():
            assert re.fullmatch(r"[A-Z][^\n]*\.", sentence), name
        assert {*re.findall(r"DUELHOST_[A-Z_]+", told["action"])} <= DEFAULTS.keys(), name
        assert {*re.findall(r"`duelhost ([a-z]+)", told["action"])} <= COMMANDS, name
        assert {*re.findall(r"\b(Duelhost[A-Z]\w+)", told["action"])} <= NAMED.keys(), name
