"""The dashboard for Grafana: it shows what a bot exposes, and Grafana can lay it out."""

import json
import re
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

from tests.deploy.exposed_labels import exposed_labels
from tests.deploy.promql import asked, unknown

FILE = Path(__file__).parents[2] / "deploy" / "grafana" / "duelhost.json"
BOARD: dict[str, Any] = json.loads(FILE.read_text())
PANELS = [each for each in BOARD["panels"] if each["type"] != "row"]
TARGETS = [target for panel in PANELS for target in panel["targets"]]
VARIABLES = {each["name"]: each for each in BOARD["templating"]["list"]}
# What Grafana itself puts in.
BUILT_IN = {"__rate_interval", "__all"}
# Parts of a histogram that no panel needs.
PARTS = ("_count", "_sum")
COLUMNS = 24


async def test_a_panel_asks_for_what_there_is(tmp_path: Path) -> None:
    exposed = await exposed_labels(tmp_path)
    for target in TARGETS:
        assert asked(target["expr"]).series, target
        assert unknown(target["expr"], exposed) == [], target
        shown = {*re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])}
        series = asked(target["expr"])
        there = series.grouped_by or {"instance", "job"}.union(*(exposed[n] for n in series.series))
        assert shown <= there, target


async def test_every_metric_of_the_bot_is_shown(tmp_path: Path) -> None:
    exposed = await exposed_labels(tmp_path)
    ours = {each for each in exposed if each.startswith("duelhost_") and not each.endswith(PARTS)}
    assert ours == {
        name
        for target in TARGETS
        for name in asked(target["expr"]).series
        if name.startswith("duelhost_")
    }


def test_its_variables_are_there() -> None:
    used = {*re.findall(r"\$\{?(\w+)", json.dumps(BOARD))}
    assert used == VARIABLES.keys() | BUILT_IN
    assert VARIABLES["datasource"]["query"] == "prometheus"
    for target in TARGETS:
        assert target["datasource"] == {"type": "prometheus", "uid": "${datasource}"}
        # Two bots may have the same Prometheus.
        series = asked(target["expr"]).series
        assert any("job" in labels for labels in series.values()), target


def test_panels_have_a_place_and_a_name_of_their_own() -> None:
    every = BOARD["panels"]
    assert max(Counter(each["id"] for each in every).values()) == 1
    assert max(Counter(each["title"] for each in PANELS).values()) == 1
    for each in every:
        at = each["gridPos"]
        assert at["x"] >= 0
        assert at["x"] + at["w"] <= COLUMNS
    for one, other in combinations((each["gridPos"] for each in every), 2):
        beside = one["x"] + one["w"] <= other["x"] or other["x"] + other["w"] <= one["x"]
        below = one["y"] + one["h"] <= other["y"] or other["y"] + other["h"] <= one["y"]
        assert beside or below, (one, other)
    for each in PANELS:
        assert each["type"] in ("stat", "timeseries")
        assert each["description"].endswith(".")
        references = [target["refId"] for target in each["targets"]]
        assert len({*references}) == len(references) > 0


def test_it_can_be_imported() -> None:
    assert BOARD["uid"] == "duelhost"
    assert BOARD["schemaVersion"] >= 36
    assert "id" not in BOARD  # Grafana gives it one
    assert FILE.read_text() == json.dumps(BOARD, indent=2) + "\n"
