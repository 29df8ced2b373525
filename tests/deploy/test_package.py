"""The package as people install it: what is in it, and that it works from there."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from tomllib import loads
from zipfile import ZipFile

import pytest
from aiohttp import ClientSession
from packaging.metadata import Metadata

from tests.program import PATIENCE, sandbox

ROOT = Path(__file__).parents[2]
UV = os.environ.get("UV", "uv")
PYPROJECT = loads((ROOT / "pyproject.toml").read_text())
BUILT = PYPROJECT["tool"]["uv"]["build-backend"]["module-name"]
# Files that the program runs by. Those that build and host it stay outside.
RUNS = {".css", ".html", ".js", ".py", ".sql", ".svg", ".typed"}
EXCLUDED = tuple(PYPROJECT["tool"]["uv"]["build-backend"]["wheel-exclude"])
PLAIN = {key: each for key, each in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(*command: str | Path, folder: Path, **more: str) -> str:
    done = subprocess.run(
        [str(each) for each in command],
        cwd=folder,
        env=PLAIN | more,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Has the wheel and the source, the wheel being built from the source."""
    folder = tmp_path_factory.mktemp("built")
    run(UV, "build", "--quiet", "--out-dir", folder, folder=ROOT)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (wheel,) = built.glob("*.whl")
    return wheel


def test_a_wheel_has_all_that_runs_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        names = {each for each in opened.namelist() if not each.endswith("/")}
    packed = {each for each in names if ".dist-info/" not in each}
    there = run(
        "git", "ls-files", "--cached", "--others", "--exclude-standard", *BUILT, folder=ROOT
    )
    runs = {each for each in there.splitlines() if Path(each).suffix in RUNS}
    hosts = {each for each in runs if each.startswith(EXCLUDED)}
    assert {Path(each).suffix for each in hosts} == {".sql"}  # for a cluster's own client
    assert packed == runs - hosts
    assert {each.partition("/")[0] for each in packed} == {*BUILT}
    assert {f"{each}/py.typed" for each in BUILT} <= packed


def test_a_package_says_what_it_is(wheel: Path) -> None:
    with ZipFile(wheel) as opened:
        (written,) = (each for each in opened.namelist() if each.endswith("/METADATA"))
        told = Metadata.from_email(opened.read(written))  # raises if any of it isn't valid
    assert (told.name, str(told.version)) == ("duelhost", PYPROJECT["project"]["version"])
    assert told.license_expression == "MIT"
    assert str(told.author) in (ROOT / "LICENSE").read_text()
    assert told.description == (ROOT / "README.md").read_text()


@pytest.mark.long
@pytest.mark.parametrize("kind", ["whl", "tar.gz"])
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
async def test_it_runs_where_it_is_installed(
    built: Path, tmp_path: Path, version: str, kind: str
) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"No Python {version} was found.")
    (package,) = built.glob(f"*.{kind}")
    newest = PYPROJECT["tool"]["uv"]["exclude-newer"]
    run(UV, "venv", "--quiet", "--python", python, "home", folder=tmp_path)
    run(
        *(UV, "pip", "install", "--quiet", "--exclude-newer", newest, package),
        folder=tmp_path,
        VIRTUAL_ENV=str(tmp_path / "home"),
    )
    duelhost = tmp_path / "home" / "bin" / "duelhost"
    nowhere = tmp_path / "nowhere"
    nowhere.mkdir()
    assert "sandbox" in run(duelhost, "--help", folder=nowhere)
    solved = run(duelhost, "solve", "divisor", "6", "3", folder=nowhere)
    assert json.loads(solved)["winning"] == ["9", "12", "15"]
    async with (
        sandbox([str(duelhost), "sandbox"], nowhere, PLAIN) as address,
        ClientSession() as web,
    ):
        async with web.get(f"{address}main.js") as script:
            assert script.status == 200
        async with web.ws_connect(f"{address}live") as page, asyncio.timeout(PATIENCE):
            # The bot logs in with all that the package brings.
            while "online" not in await page.receive_str():
                pass
    assert list(nowhere.iterdir()) == []


def interpreter(version: str) -> str | None:
    """Also one that pyenv has and doesn't use."""
    if version == f"{sys.version_info.major}.{sys.version_info.minor}":
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    places = [*map(str, pyenv.glob(f"versions/{version}.*/bin")), os.environ["PATH"]]
    found = subprocess.run(
        [UV, "python", "find", "--no-project", "--no-python-downloads", version],
        env=PLAIN | {"PATH": os.pathsep.join(places)},
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() if found.returncode == 0 else None
