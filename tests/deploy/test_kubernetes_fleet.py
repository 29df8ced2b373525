"""The manifests of several pods on one database."""

import re
from pathlib import Path
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import pytest
import yaml

from bot.cli import app
from bot.host import fleet
from bot.host.process import PATIENCE
from bot.host.settings import DEFAULTS
from bot.host.shards import FAREWELL
from storage.location import USUAL
from tests.deploy import test_kubernetes as alone
from tests.deploy.dockerfile import environment

HERE = Path(__file__).parents[2] / "deploy" / "kubernetes" / "fleet"
README = (HERE / "README.md").read_text()
COMMANDS = {each.name for each in app.registered_commands}


def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((HERE / name).read_text()))


APPLIED: list[str] = documents("kustomization.yaml")[0]["resources"]
ALL = [each for name in (*APPLIED, "migrate.yaml") for each in documents(name)]
DEPLOYMENT, BUDGET = documents("deployment.yaml")
(POLICY,) = documents("network.yaml")
(JOB,) = documents("migrate.yaml")
PODS: list[dict[str, Any]] = [each["spec"]["template"]["spec"] for each in (DEPLOYMENT, JOB)]
BOT, MIGRATE = (each["containers"][0] for each in PODS)
BOTS = {"app.kubernetes.io/name": "duelhost", "app.kubernetes.io/component": "bot"}


def given(container: dict[str, Any]) -> dict[str, Any]:
    return {each["name"]: each.get("value") for each in container["env"]}


@pytest.mark.parametrize("version", alone.VERSIONS)
@pytest.mark.parametrize("manifest", ALL, ids=lambda each: f"{each['kind']}")
def test_a_manifest_keeps_to_the_schema(manifest: dict[str, Any], version: str) -> None:
    kubernetes_validate.validate(manifest, version, strict=True)


def test_every_file_is_applied_but_the_migration() -> None:
    assert sorted([*APPLIED, "kustomization.yaml", "migrate.yaml"]) == sorted(
        each.name for each in HERE.glob("*.yaml")
    )
    assert "Secret" not in [each["kind"] for each in ALL]


@pytest.mark.parametrize("pod", PODS, ids=["bot", "migrate"])
def test_a_pod_keeps_to_the_restricted_standard(pod: dict[str, Any]) -> None:
    alone.test_a_pod_keeps_to_the_restricted_standard(pod)


def test_one_bot_goes_at_a_time() -> None:
    spec = DEPLOYMENT["spec"]
    assert spec["replicas"] >= 3
    assert spec["strategy"] == {
        "type": "RollingUpdate",
        "rollingUpdate": {"maxUnavailable": 1, "maxSurge": 1},
    }
    assert BUDGET["spec"]["maxUnavailable"] == 1
    # A pod has nothing that another one couldn't have too.
    assert not any("persistentVolumeClaim" in each for pod in PODS for each in pod["volumes"])
    spread = PODS[0]["topologySpreadConstraints"]
    assert [each["topologyKey"] for each in spread] == [
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
    ]
    # A migration is no bot that could be counted in the place of one.
    chosen = [
        spec["selector"],
        BUDGET["spec"]["selector"],
        *(each["labelSelector"] for each in spread),
    ]
    assert [each["matchLabels"] for each in chosen] == [BOTS] * 4
    assert spec["template"]["metadata"]["labels"] == BOTS
    labels = JOB["spec"]["template"]["metadata"]["labels"]
    assert labels.items() & BOTS.items() == POLICY["spec"]["podSelector"]["matchLabels"].items()


def test_it_has_the_time_to_finish_and_to_give_its_shards_up() -> None:
    needed = PATIENCE + FAREWELL + fleet.FAREWELL
    assert PODS[0]["terminationGracePeriodSeconds"] > needed
    # A rollout waits for shards to begin, one after the other.
    each = int(given(BOT)["DUELHOST_SHARDS_EACH"])
    most = (DEPLOYMENT["spec"]["replicas"] - 1) * each
    assert DEPLOYMENT["spec"]["progressDeadlineSeconds"] > 5 * most


def test_what_is_set_can_be_set_and_is_where_it_is_mounted() -> None:
    for container in (BOT, MIGRATE):
        assert given(container).keys() <= DEFAULTS.keys()
        # Or the image's own database would stand beside the secret one.
        assert environment()["DUELHOST_DATABASE"] != given(container)["DUELHOST_DATABASE"] == ""
        assert "DUELHOST_BACKUP_DIR" not in given(container)
        mounts = {each["name"]: each["mountPath"] for each in container["volumeMounts"]}
        files = [value for key, value in given(container).items() if key.endswith("_FILE")]
        assert {str(Path(each).parent) for each in files} == {mounts["secrets"]}
    keys = {Path(value).name for key, value in given(BOT).items() if key.endswith("_FILE")}
    assert keys == {*re.findall(r"--from-file=(\w+)", README)}
    secrets = [each["volumes"][0]["secret"] for each in PODS]
    assert {each["secretName"] for each in secrets} == {"duelhost"}
    assert re.search(r"create secret generic duelhost\b", README)
    # A migration needs no token.
    assert [each.get("items") for each in secrets] == [
        None,
        [{"key": "database", "path": Path(given(MIGRATE)["DUELHOST_DATABASE_FILE"]).name}],
    ]


def test_it_is_asked_where_it_answers() -> None:
    (port,) = BOT["ports"]
    assert str(port["containerPort"]) == given(BOT)["DUELHOST_STATUS_PORT"]
    asked = {each: BOT[f"{each}Probe"]["httpGet"] for each in ("startup", "liveness", "readiness")}
    assert {each["port"] for each in asked.values()} == {port["name"]}
    assert [each["path"] for each in asked.values()] == ["/live", "/live", "/ready"]
    notes = DEPLOYMENT["spec"]["template"]["metadata"]["annotations"]
    assert notes["prometheus.io/port"] == str(port["containerPort"])
    assert POLICY["spec"]["ingress"][0]["ports"] == [{"port": port["name"]}]


def test_it_reaches_discord_names_and_the_database_only() -> None:
    assert {*POLICY["spec"]["policyTypes"]} == {"Ingress", "Egress"}
    names, database, discord = POLICY["spec"]["egress"]
    assert {each["port"] for each in names["ports"]} == {53}
    assert database["ports"] == [{"port": int(USUAL)}]
    assert database["to"]
    # To Discord, as a bot does that is alone.
    (policy,) = alone.documents("network.yaml")
    assert discord == policy["spec"]["egress"][-1]


def test_the_migration_runs_what_there_is() -> None:
    assert MIGRATE["args"][0] in COMMANDS
    assert JOB["metadata"]["name"] in README
    assert {MIGRATE["image"], BOT["image"]} == {"duelhost"}
    assert JOB["spec"]["backoffLimit"] == 0
