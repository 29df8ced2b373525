"""The drill takes minutes and containers, so `.ci/run` takes it by itself. Here is what can be told
of it, and of every other script, without running it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = sorted([*ROOT.joinpath("deploy").rglob("*.sh"), *ROOT.joinpath(".ci").iterdir()])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda each: each.name)
def test_a_script_is_sound(script: Path) -> None:
    linter = Path(sys.executable).with_name("shellcheck")
    said = subprocess.run([linter, script], capture_output=True, text=True, check=False)
    assert (said.returncode, said.stdout) == (0, "")
    assert script.read_text().startswith("#!/usr/bin/env bash\n# ")
    assert "\nset -euo pipefail\n" in script.read_text()
    assert os.access(script, os.X_OK)


def test_the_drill_runs_what_is_shipped() -> None:
    drill = (ROOT / "deploy" / "drill.sh").read_text()
    assert '"$clone/deploy/docker/compose.yaml"' in drill
    # The override changes where Discord is, and loosens none of the container's restrictions.
    (override,) = drill.split("<<END\n")[1:]
    kept = {"read_only", "cap_drop", "security_opt", "tmpfs", "user", "volumes", "secrets"}
    assert not any(f"{each}:" in override.split("END\n")[0] for each in kept)
