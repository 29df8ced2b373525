"""The image, and the Compose file that runs it: what they promise of safety stands in them. That
they work is what the drill shows."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import compose_spec
import pytest
import yaml

from bot.cli import app
from bot.host.process import PATIENCE
from bot.host.settings import DEFAULTS
from bot.host.shards import FAREWELL
from tests.deploy.dockerfile import DOCKER, all_of, environment, final, one

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
KEYS = {*DEFAULTS}
COMMANDS = {each.name for each in app.registered_commands}


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
    return found


def bot() -> dict[str, Any]:
    found: dict[str, Any] = compose()["services"]["bot"]
    return found


def test_the_linter_has_nothing_to_say() -> None:
    linter = Path(sys.executable).with_name("hadolint")
    said = subprocess.run(
        [linter, DOCKER / "Dockerfile"], capture_output=True, text=True, check=False
    )
    assert (said.returncode, said.stdout) == (0, "")


def test_there_is_one_image_to_pin_and_it_has_the_python_of_the_lock() -> None:
    assert {each.split()[0] for each in all_of("FROM")} == {"${PYTHON}"}
    version = re.search(
        r"--python-version (\S+)", (ROOT / "deploy" / "requirements.txt").read_text()
    )
    assert version
    (argument,) = all_of("ARG")
    assert argument.startswith(f"PYTHON=python:{version[1]}-slim-")


def test_nothing_is_installed_without_its_hash() -> None:
    assert not all_of("ADD")
    installed = [
        step for each in all_of("RUN") for step in each.split(" && ") if "pip" in step.split()
    ]
    doing = [step for step in installed if {"install", "wheel"} & {*step.split()}]
    assert len(doing) == 4
    for step in doing:
        hashed = "--require-hashes --only-binary=:all: -r" in step
        assert hashed or ("--no-deps" in step and "--no-index" in step), step
    tools = (DOCKER / "build-requirements.in").read_text().split()
    assert tools == PROJECT["build-system"]["requires"]


def test_what_builds_it_is_locked_by_hashes() -> None:
    locked = (DOCKER / "build-requirements.txt").read_text()
    assert re.findall(r"^[a-z].*==", locked, re.MULTILINE) == ["uv-build=="]
    assert "--hash=sha256:" in locked
    assert not re.search(r"://|index-url|find-links", locked)


def test_it_is_built_from_nothing_but_what_it_needs() -> None:
    ignored = (DOCKER / "Dockerfile.dockerignore").read_text().splitlines()
    assert ignored[1] == "*"
    let_in = {each[1:] for each in ignored if each.startswith("!")}
    copied = {
        file
        for each in all_of("COPY")
        if not each.startswith("--from=build ")
        for file in each.split()[:-1]
    }
    assert copied == let_in
    assert all((ROOT / each).exists() for each in copied)
    modules = PROJECT["tool"]["uv"]["build-backend"]["module-name"]
    assert {each.split("/")[0] for each in copied} >= {*modules, "pyproject.toml", "LICENSE"}


def test_it_runs_as_nobody_in_particular_and_needs_no_shell() -> None:
    names = [name for name, _ in final()]
    user, group = one("USER").split(":")
    assert int(user) == int(group) > 9999
    assert f"--owner={user} --group={group} --mode=0700 /data /backups" in all_of("RUN")[-1]
    assert names.index("USER") > max(nth for nth, name in enumerate(names) if name == "RUN")
    assert one("STOPSIGNAL") == "SIGTERM"
    entry, command = json.loads(one("ENTRYPOINT")), json.loads(one("CMD"))
    check = json.loads(one("HEALTHCHECK").partition(" CMD ")[2])
    assert entry == ["duelhost"]
    assert {command[0], check[1]} <= COMMANDS
    assert check[0] in PROJECT["project"]["scripts"]


def test_what_is_set_can_be_set() -> None:
    ours = {key: each for key, each in environment().items() if key.startswith("DUELHOST_")}
    assert ours.keys() | bot()["environment"].keys() <= KEYS
    assert Path(ours["DUELHOST_DATABASE"]).parent == Path(one("WORKDIR"))
    assert environment()["PYTHONDONTWRITEBYTECODE"] == "1"
    # Without it there would be nobody to ask how it is.
    assert int(ours["DUELHOST_STATUS_PORT"])


def test_its_labels_are_the_projects() -> None:
    labels = dict(re.findall(r'org\.opencontainers\.image\.(\w+)="([^"]+)"', one("LABEL")))
    project = PROJECT["project"]
    assert labels == {
        "title": "Duelhost",
        **{each: project[each] for each in ("description", "version")},
        "licenses": project["license"],
    }


def test_the_compose_file_keeps_to_the_specification() -> None:
    compose_spec.PyCompose.from_yaml((DOCKER / "compose.yaml").read_text()).validate()
    broken = "services: {bot: {image: duelhost, read_only: sometimes}}"
    with pytest.raises(ValueError, match="read_only"):
        compose_spec.PyCompose.from_yaml(broken)


def test_nothing_but_its_volumes_can_be_written_to() -> None:
    assert bot()["read_only"] is True
    assert bot()["cap_drop"] == ["ALL"]
    assert bot()["security_opt"] == ["no-new-privileges:true"]
    assert [each.partition(":")[0] for each in bot()["tmpfs"]] == ["/tmp"]  # noqa: S108
    mounts = dict(each.split(":") for each in bot()["volumes"])
    assert mounts == {"data": "/data", "backups": "/backups"}
    assert mounts.keys() == compose()["volumes"].keys()
    assert mounts["backups"] == bot()["environment"]["DUELHOST_BACKUP_DIR"]
    assert environment()["DUELHOST_DATABASE"].startswith(mounts["data"] + "/")
    assert not {"ports", "privileged", "cap_add", "network_mode"} & bot().keys()


def test_the_token_is_in_no_file_of_this_tree_and_in_no_environment() -> None:
    (secret,) = bot()["secrets"]
    assert bot()["environment"]["DISCORD_TOKEN_FILE"] == f"/run/secrets/{secret}"
    assert "DISCORD_TOKEN" not in bot()["environment"]
    assert re.fullmatch(r"\$\{DISCORD_TOKEN_FILE:-/etc/\S+\}", compose()["secrets"][secret]["file"])


def test_it_has_the_time_to_finish_what_it_has_begun() -> None:
    assert int(bot()["stop_grace_period"].removesuffix("s")) > PATIENCE + FAREWELL
    assert bot()["restart"] == "unless-stopped"
