"""The manifests: what Kubernetes' own schemas say of them, and what they promise of safety."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import kubernetes_validate  # type: ignore[import-untyped]
import pytest
import yaml

from bot.cli import app
from bot.host.process import PATIENCE
from bot.host.settings import DEFAULTS
from bot.host.shards import FAREWELL
from tests.deploy.dockerfile import environment, one

HERE = Path(__file__).parents[2] / "deploy" / "kubernetes"
KEYS = {*DEFAULTS}
COMMANDS = {each.name for each in app.registered_commands}
# The oldest that knows all of it, and the newest whose schema there is.
VERSIONS = ("1.29", "1.37")


def documents(name: str) -> list[dict[str, Any]]:
    return list(yaml.safe_load_all((HERE / name).read_text()))


KUSTOMIZATION = documents("kustomization.yaml")[0]
APPLIED: list[str] = KUSTOMIZATION["resources"]
ALL = [each for name in (*APPLIED, "restore.yaml") for each in documents(name)]


def workload(name: str) -> dict[str, Any]:
    spec: dict[str, Any] = documents(name)[0]["spec"]["template"]["spec"]
    return spec


PODS = [workload("deployment.yaml"), workload("restore.yaml")]
BOT = PODS[0]["containers"][0]


def values(part: Any) -> Iterator[Any]:
    """Yield every value in a nested document."""
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from values(each)
    else:
        yield part


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("manifest", ALL, ids=lambda each: f"{each['metadata']['name']}")
def test_a_manifest_keeps_to_the_schema(manifest: dict[str, Any], version: str) -> None:
    kubernetes_validate.validate(manifest, version, strict=True)


def test_a_mistake_would_be_found() -> None:
    (deployment,) = documents("deployment.yaml")
    deployment["spec"]["replica"] = 2
    with pytest.raises(kubernetes_validate.ValidationError, match="replica"):
        kubernetes_validate.validate(deployment, VERSIONS[0], strict=True)


def test_every_file_is_applied_but_what_is_for_a_restore() -> None:
    assert sorted([*APPLIED, "kustomization.yaml", "restore.yaml"]) == sorted(
        each.name for each in HERE.glob("*.yaml")
    )


@pytest.mark.parametrize("pod", PODS, ids=["bot", "restore"])
def test_a_pod_keeps_to_the_restricted_standard(pod: dict[str, Any]) -> None:
    user, group = map(int, one("USER").split(":"))
    assert pod["securityContext"] == {
        "runAsNonRoot": True,
        "runAsUser": user,
        "runAsGroup": group,
        "fsGroup": group,
        "fsGroupChangePolicy": "OnRootMismatch",
        "seccompProfile": {"type": "RuntimeDefault"},
    }
    (container,) = pod["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert pod["automountServiceAccountToken"] is False
    assert pod["enableServiceLinks"] is False
    assert container["resources"]["limits"]["memory"]
    assert {each["name"] for each in container["volumeMounts"]} == {
        each["name"] for each in pod["volumes"]
    }
    assert not {"hostNetwork", "hostPID", "hostIPC"} & pod.keys()


def test_there_is_never_more_than_one_bot() -> None:
    (deployment,) = documents("deployment.yaml")
    assert deployment["spec"]["replicas"] == 1
    assert deployment["spec"]["strategy"] == {"type": "Recreate"}
    claims = {each["metadata"]["name"]: each for each in documents("volumes.yaml")}
    assert all(each["spec"]["accessModes"] == ["ReadWriteOncePod"] for each in claims.values())
    for pod in PODS:
        claimed = [each["persistentVolumeClaim"] for each in pod["volumes"] if "data" in str(each)]
        assert [each["claimName"] for each in claimed] == ["duelhost-data"]


def test_what_is_set_can_be_set_and_is_where_it_is_mounted() -> None:
    given = {each["name"]: each for each in BOT["env"]}
    assert given.keys() <= KEYS
    mounts = {each["name"]: each["mountPath"] for each in BOT["volumeMounts"]}
    assert given["DUELHOST_BACKUP_DIR"]["value"] == mounts["backups"]
    assert Path(given["DISCORD_TOKEN_FILE"]["value"]).parent == Path(mounts["token"])
    assert environment()["DUELHOST_DATABASE"].startswith(mounts["data"] + "/")


def test_it_is_asked_where_it_answers() -> None:
    given = {each["name"]: each for each in BOT["env"]}
    (port,) = BOT["ports"]
    assert str(port["containerPort"]) == given["DUELHOST_STATUS_PORT"]["value"]
    assert environment()["DUELHOST_STATUS_PORT"] == given["DUELHOST_STATUS_PORT"]["value"]
    asked = {each: BOT[f"{each}Probe"]["httpGet"] for each in ("startup", "liveness", "readiness")}
    assert {each["port"] for each in asked.values()} == {port["name"]}
    assert [each["path"] for each in asked.values()] == ["/live", "/live", "/ready"]
    (deployment,) = documents("deployment.yaml")
    notes = deployment["spec"]["template"]["metadata"]["annotations"]
    assert notes["prometheus.io/port"] == str(port["containerPort"])
    (policy,) = documents("network.yaml")
    assert policy["spec"]["ingress"][0]["ports"] == [{"port": port["name"]}]
    assert {*policy["spec"]["policyTypes"]} == {"Ingress", "Egress"}


def test_it_has_the_time_to_finish_what_it_has_begun() -> None:
    assert PODS[0]["terminationGracePeriodSeconds"] > PATIENCE + FAREWELL


def test_a_restore_runs_what_there_is() -> None:
    (container,) = PODS[1]["containers"]
    assert container["args"][0] in COMMANDS
    assert {container["image"], BOT["image"]} == {"duelhost"}


def test_no_token_and_no_registry_is_named() -> None:
    assert "Secret" not in [each["kind"] for each in ALL]
    written = [each for each in values(ALL) if isinstance(each, str)]
    assert not [each for each in written if each.startswith(("http:", "https:"))]
