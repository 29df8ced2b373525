"""The Compose file of a bot on PostgreSQL: several processes, and a database that nobody else
reaches."""

import re
from pathlib import Path
from typing import Any

import compose_spec
import pytest
import yaml

from bot.host.process import PATIENCE
from bot.host.settings import DEFAULTS
from bot.host.shards import FAREWELL
from storage.engines import database_at
from storage.location import ServerAddress
from storage.postgres.backend import Options
from storage.postgres.connecting import LEAST_VERSION
from tests.deploy.dockerfile import DOCKER, environment, one

TEXT = (DOCKER / "compose.postgres.yaml").read_text()
COMPOSE: dict[str, Any] = yaml.safe_load(TEXT)
ALONE: dict[str, Any] = yaml.safe_load((DOCKER / "compose.yaml").read_text())
BOT, DATABASE = COMPOSE["services"]["bot"], COMPOSE["services"]["database"]
# Server processes that the host and PostgreSQL itself need besides.
SPARE = 10
# Where the official image keeps its files since version 18.
FOLDER = "/var/lib/postgresql"


def test_it_keeps_to_the_specification() -> None:
    compose_spec.PyCompose.from_yaml(TEXT).validate()


def test_the_bot_is_confined_as_it_is_alone() -> None:
    alone = ALONE["services"]["bot"]
    for key in ("build", "image", "read_only", "cap_drop", "security_opt", "restart", "logging"):
        assert BOT[key] == alone[key], key
    assert not {"ports", "privileged", "cap_add", "network_mode", "volumes"} & BOT.keys()
    assert int(BOT["stop_grace_period"].removesuffix("s")) > PATIENCE + FAREWELL
    # The image's folder for a file, which would otherwise be one more volume for each process.
    assert one("WORKDIR") in [each.partition(":")[0] for each in BOT["tmpfs"]]


def test_what_is_set_can_be_set() -> None:
    given = BOT["environment"]
    assert given.keys() <= DEFAULTS.keys()
    # Or the image's own database would stand beside the secret one.
    assert environment()["DUELHOST_DATABASE"] != given["DUELHOST_DATABASE"] == ""
    # A folder for backups is for files.
    assert "DUELHOST_BACKUP_DIR" not in given


def test_several_processes_share_the_database() -> None:
    assert BOT["deploy"]["replicas"] > 1
    assert BOT["depends_on"] == {"database": {"condition": "service_healthy"}}
    most = re.findall(r"max_connections=(\d+)", " ".join(DATABASE["command"]))
    assert int(most[0]) > BOT["deploy"]["replicas"] * Options().connections + SPARE
    assert f"up to {Options().connections} connections" in TEXT


def test_only_the_bot_reaches_the_database() -> None:
    assert COMPOSE["networks"]["database"] == {"internal": True}
    assert DATABASE["networks"] == ["database"]
    assert "discord" in BOT["networks"]
    assert not {"ports", "privileged", "cap_add", "network_mode"} & DATABASE.keys()
    assert DATABASE["cap_drop"] == ["ALL"]
    assert DATABASE["read_only"] is True
    assert DATABASE["user"] == "999:999"


def test_the_database_is_kept_and_known_to_be_ready() -> None:
    volumes = dict(each.split(":") for each in DATABASE["volumes"])
    assert volumes == {"database": FOLDER}
    assert volumes.keys() == COMPOSE["volumes"].keys()
    version = re.search(r"postgres:(\d+)-", DATABASE["image"])
    assert version
    assert int(version[1]) >= 18 > LEAST_VERSION
    check = DATABASE["healthcheck"]["test"]
    given = DATABASE["environment"]
    assert check[:2] == ["CMD", "pg_isready"]
    assert f"--username={given['POSTGRES_USER']}" in check
    assert f"--dbname={given['POSTGRES_DB']}" in check
    assert "--host=127.0.0.1" in check


@pytest.mark.parametrize("service", ["bot", "database"])
def test_a_secret_is_in_a_file_that_is_mounted(service: str) -> None:
    described = COMPOSE["services"][service]
    named = {
        Path(value).name
        for key, value in described["environment"].items()
        if key.endswith("_FILE") and Path(value).parent == Path("/run/secrets")
    }
    assert named == {*described["secrets"]}
    assert all(not key.endswith(("PASSWORD", "TOKEN")) for key in described["environment"])
    for each in described["secrets"]:
        where = COMPOSE["secrets"][each]["file"]
        assert re.fullmatch(r"\$\{[A-Z_]+:-/etc/duelhost/[a-z-]+\}", where)
        # The head of the file says how to make it, for the user who reads it.
        owner = (one("USER") if service == "bot" else DATABASE["user"]).split(":")[0]
        made = where.partition(":-")[2].rstrip("}")
        assert re.search(rf"-o {owner} /dev/stdin {made}\b", TEXT), made


def test_the_address_leads_to_the_database() -> None:
    address = re.search(r'<<<"(postgresql://[^"]+)"', TEXT)
    assert address
    given = DATABASE["environment"]
    assert database_at(address[1]).location == ServerAddress(
        "database", "5432", given["POSTGRES_DB"], given["POSTGRES_USER"]
    )
