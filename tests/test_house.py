"""The house itself: who may import whom, what lies where, and that the papers are in order."""

import ast
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program import Duelhost

ROOT = Path(__file__).parents[1]
OURS = {"engine", "storage", "bot", "deploy", "tests"}
# The rooms that each room may import, besides itself.
MAY_IMPORT = {
    "engine": set[str](),
    "storage": {"engine"},
    "bot": {"engine", "storage"},
    "deploy": set[str](),
    "tests": OURS,
}


# The engine knows no clock, no disk and no network, though the standard library has them.
WORLDLY = {"asyncio", "datetime", "io", "logging", "os", "pathlib", "shutil", "socket", "sqlite3"}
WORLDLY |= {"subprocess", "sys", "tempfile", "threading", "time", "urllib"}


def imports(source: str) -> Iterator[str]:
    """The top-level packages that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def trespasses(room: str, source: str) -> set[str]:
    found = set(imports(source)) - {room}
    allowed = MAY_IMPORT[room]
    wrong = {name for name in found if name in OURS and name not in allowed}
    if room == "engine":
        wrong |= found - OURS - sys.stdlib_module_names | found & WORLDLY
    if room in ("storage", "deploy"):
        wrong |= found & {"discord"}
    if room not in ("storage", "tests"):
        wrong |= found & {"sqlite3", "aiosqlite"}
    return wrong


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_dependencies_point_inward(room: str) -> None:
    files = sorted((ROOT / room).rglob("*.py"))
    assert files
    assert {
        str(file): wrong for file in files if (wrong := trespasses(room, file.read_text()))
    } == {}


@pytest.mark.parametrize(
    ("room", "source", "wrong"),
    [
        ("engine", "import rich", {"rich"}),
        ("engine", "from storage.store import Store", {"storage"}),
        ("engine", "def f():\n    import bot.cli", {"bot"}),
        ("engine", "from time import monotonic", {"time"}),
        ("engine", "import re, engine.duel", set()),
        ("storage", "from discord import Client", {"discord"}),
        ("storage", "import aiosqlite, engine", set()),
        ("storage", "import bot", {"bot"}),
        ("bot", "import deploy.sandbox", {"deploy"}),
        ("bot", "import sqlite3", {"sqlite3"}),
        ("bot", "import tests", {"tests"}),
        ("bot", "import discord, engine, storage", set()),
        ("deploy", "import engine", {"engine"}),
    ],
)
def test_a_trespass_is_noticed(room: str, source: str, wrong: set[str]) -> None:
    assert trespasses(room, source) == wrong


def imported_modules(source: str) -> Iterator[str]:
    """The full names of the modules that a file may import, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


# `engines.py` chooses an engine, and `files.py` has what can be done with files only.
MAY_KNOW_ENGINES = {"storage/engines.py", "storage/files.py"}


def knows_an_engine(source: str) -> bool:
    engines = ("storage.sqlite.", "storage.postgres.")
    return any(f"{name}.".startswith(engines) for name in imported_modules(source))


def test_only_the_place_that_chooses_an_engine_knows_any() -> None:
    files = [*(ROOT / "bot").rglob("*.py"), *(ROOT / "storage").rglob("*.py")]
    found = {
        str(file.relative_to(ROOT))
        for file in files
        if file.parent.name not in ("sqlite", "postgres") and knows_an_engine(file.read_text())
    }
    assert found == MAY_KNOW_ENGINES


@pytest.mark.parametrize(("one", "other"), [("sqlite", "postgres"), ("postgres", "sqlite")])
def test_no_engine_knows_another(one: str, other: str) -> None:
    files = [*(ROOT / "storage" / one).rglob("*.py")]
    assert files
    assert [file for file in files if f"storage.{other}" in file.read_text()] == []


@pytest.mark.parametrize(
    ("source", "knows"),
    [
        ("from storage.sqlite.store import open_store", True),
        ("def f():\n    from storage import sqlite", True),
        ("import storage.sqlite.file", True),
        ("from storage.store import Store", False),
        ("import storage.postgres.store", True),
        ("from storage.files import back_up", False),
    ],
)
def test_an_import_of_an_engine_is_noticed(source: str, knows: bool) -> None:
    assert knows_an_engine(source) is knows


# Milliseconds or seconds in a minute, an hour or a day.
LENGTHS = {60_000, 3_600, 3_600_000, 86_400, 86_400_000}
# Converts what a clock that counts seconds has measured, for the log.
MEASURES = {"bot/interactions/dispatch.py"}


def lengths_of_time(source: str) -> list[str]:
    """The places where a file has a length of time as a number of its own."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult | ast.Div | ast.FloorDiv):
            parts = [
                each.value for each in (node.left, node.right) if isinstance(each, ast.Constant)
            ]
            if 1_000 in parts or parts in ([60, 60], [24, 60]):
                found.append(ast.unparse(node))
        elif isinstance(node, ast.Constant) and node.value in LENGTHS:
            found.append(ast.unparse(node))
    return found


def test_constants_of_time_are_in_one_place() -> None:
    files = {
        str(file.relative_to(ROOT)): lengths_of_time(file.read_text())
        for room in ("engine", "storage", "bot")
        for file in (ROOT / room).rglob("*.py")
    }
    assert {file for file, found in files.items() if found} - MEASURES == set()


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("DAY = 24 * 60 * 60", ["24 * 60"]),
        ("now // 1000", ["now // 1000"]),
        ("wait / 60_000", ["60000"]),
        ("at * SECOND; MOST = 1000", []),
    ],
)
def test_a_constant_of_time_is_noticed(source: str, found: list[str]) -> None:
    assert lengths_of_time(source) == found


def test_there_is_no_other_code_folder() -> None:
    folders = {file.relative_to(ROOT).parts[0] for file in ROOT.glob("[a-z]*/**/*.py")}
    # mutmut leaves its mutants there.
    assert folders - {"mutants"} == OURS


def readme_commands() -> list[str]:
    return re.findall(r"```sh\n(.+)\n```", (ROOT / "README.md").read_text())


def test_the_readme_leads_with_one_command_to_run_and_one_to_test() -> None:
    run, test = readme_commands()
    assert run.startswith("pip install uv && uv run --no-dev duelhost ")
    assert f"\nstep {test}\n" in (ROOT / ".ci" / "run").read_text()


def test_the_readmes_answer_is_what_is_answered(duelhost: Duelhost) -> None:
    readme = (ROOT / "README.md").read_text()
    asked, answer = re.findall(r"\$ uv run duelhost (solve .+)\n(.+)\n", readme)[0]
    assert duelhost(*shlex.split(asked)).out == answer + "\n"


LOCKED = ROOT / "deploy" / "requirements.txt"


def test_what_is_deployed_is_locked_by_hashes() -> None:
    lines = LOCKED.read_text().splitlines()
    pins = [line for line in lines if re.match(r"[a-z]", line)]
    assert pins
    assert all(re.match(r"[a-z0-9.-]+==[^ ]+ .*\\$", line) for line in pins)
    assert not re.search(r"://|index-url|find-links", LOCKED.read_text())


def test_what_is_deployed_is_what_the_project_asks_for() -> None:
    uv = shutil.which("uv")
    command = LOCKED.read_text().splitlines()[1].removeprefix("#").split(" -o ")[0].split()
    if uv is None and "CI" not in os.environ:
        pytest.skip("uv is missing: pip install uv")
    made = subprocess.run(
        [*command, "--quiet", "--custom-compile-command", " ".join(command)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if "error sending request" in made.stderr and "CI" not in os.environ:
        pytest.skip(f"the package index cannot be reached: {made.stderr.strip()}")
    assert made.returncode == 0, made.stderr
    requirements = [line for line in made.stdout.splitlines() if not line.startswith("#")]
    locked = [line for line in LOCKED.read_text().splitlines() if not line.startswith("#")]
    assert requirements == locked, "make it again: its second line says how"


@pytest.mark.long
@pytest.mark.parametrize("part", [["tests/engine/test_numbers.py"], ["-k", "there_and_back"]])
def test_a_part_of_the_tests_may_cover_a_part_of_the_code(part: list[str], tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "--cov", "-p", "no:cacheprovider", *part],
        cwd=ROOT,
        env={**os.environ, "COVERAGE_FILE": str(tmp_path / "coverage")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout
    assert "FAIL" not in run.stdout
