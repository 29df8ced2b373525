"""The units: systemd itself says whether they are in order, and how much they leave open."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli import app
from bot.host.misconfigured import EXIT_CODE
from bot.host.process import PATIENCE
from bot.host.settings import DEFAULTS
from bot.host.shards import FAREWELL
from tests.missing import program

UNITS = Path(__file__).parents[2] / "deploy" / "systemd"
BOT, BACKUP, TIMER = "duelhost.service", "duelhost-backup.service", "duelhost-backup.timer"
PROGRAM = "/opt/duelhost/bin/duelhost"
KEYS = {*DEFAULTS}
COMMANDS = {each.name for each in app.registered_commands}
# The highest exposure levels allowed, in tenths; at 10.0 everything is open.
MOST = {BOT: 15, BACKUP: 5}


def analyze(*args: str | Path) -> str:
    found = program("systemd-analyze", "systemd-analyze is missing: apt-get install systemd")
    said = subprocess.run([found, *args], capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr
    return said.stdout + said.stderr


def unit(name: str) -> dict[str, list[str]]:
    """Return the values of each setting, in order."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", (UNITS / name).read_text(), re.MULTILINE):
        found.setdefault(key, []).append(value)
    return found


def settings(name: str) -> dict[str, str]:
    return dict(each.split("=", 1) for each in unit(name)["Environment"])


def test_systemd_finds_nothing_wrong(tmp_path: Path) -> None:
    """An installed program stands in for ours, which needn't be."""
    for name in (BOT, BACKUP, TIMER):
        text = (UNITS / name).read_text()
        (tmp_path / name).write_text(text.replace(PROGRAM, sys.executable))
    assert analyze("verify", *(tmp_path / name for name in (BOT, BACKUP, TIMER))) == ""


@pytest.mark.parametrize("name", MOST)
def test_little_is_left_open(name: str) -> None:
    analyze("security", "--offline=true", f"--threshold={MOST[name]}", UNITS / name)


def test_a_backup_may_do_no_more_than_the_bot() -> None:
    """A backup is confined as the bot is, but it may use the folder of backups and not the
    network."""
    ours, bots = unit(BACKUP), unit(BOT)
    confining = [*bots][[*bots].index("CapabilityBoundingSet") : [*bots].index("WantedBy")]
    wider = {"RestrictAddressFamilies"}
    assert {each: ours[each] for each in confining if each not in wider} == {
        each: bots[each] for each in confining if each not in wider
    }
    assert ours["PrivateNetwork"] == ["yes"]
    assert bots["StateDirectory"] == ["duelhost"]
    assert ours["StateDirectory"] == ["duelhost duelhost-backups"]
    assert ours["User"] == bots["User"]


def test_they_agree_on_where_everything_is() -> None:
    bots, backups = settings(BOT), settings(BACKUP)
    assert {*bots, *backups} <= KEYS
    assert backups.items() <= bots.items()
    assert bots["DUELHOST_DATABASE"].removeprefix("%S/").split("/")[0] == "duelhost"
    assert bots["DUELHOST_BACKUP_DIR"] == "%S/duelhost-backups"
    assert bots["DUELHOST_BACKUP_HOURS"] == "0"
    credential, file = unit(BOT)["LoadCredential"][0].split(":")
    assert bots["DISCORD_TOKEN_FILE"] == f"%d/{credential}"
    assert file in (UNITS / "README.md").read_text()


def test_they_run_what_there_is() -> None:
    for name in (BOT, BACKUP):
        program, command = unit(name)["ExecStart"][0].split()
        assert program == PROGRAM
        assert command in COMMANDS


def test_a_mistake_in_the_settings_is_not_tried_again() -> None:
    assert unit(BOT)["RestartPreventExitStatus"] == [str(EXIT_CODE)]
    assert int(unit(BOT)["TimeoutStopSec"][0]) > PATIENCE + FAREWELL


def test_the_user_is_the_one_that_is_made() -> None:
    (line,) = re.findall(r"^u (\S+) ", (UNITS / "sysusers.conf").read_text(), re.MULTILINE)
    assert [line] == unit(BOT)["User"]
