"""The import graph: no cycles, imports for type checking included, and no long chains."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from storage.sqlite.store import open_store

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "storage", "bot", "deploy")
# How many modules of a room a reader may have to follow, one importing the next.
LONGEST = 12

Graph = Mapping[str, set[str]]


def modules() -> dict[str, Path]:
    found = {}
    for room in ROOMS:
        for file in (ROOT / room).rglob("*.py"):
            parts = file.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def imported_names(source: str) -> Iterator[str]:
    """Imports that run when the module is imported, or that only type checkers read."""
    todo: list[ast.AST] = [ast.parse(source)]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        todo += ast.iter_child_nodes(node)


def graph(sources: Mapping[str, str]) -> Graph:
    """The modules that each module imports. `from a import b` may mean the module a.b."""

    def known(name: str) -> str | None:
        parent = name.rpartition(".")[0]
        return name if name in sources else parent if parent in sources else None

    return {
        name: {found for each in imported_names(source) if (found := known(each))} - {name}
        for name, source in sources.items()
    }


def chain(of: Graph, room: str) -> list[str]:
    """The longest chain of imports within a room."""

    @cache
    def below(name: str) -> tuple[str, ...]:
        longest: tuple[str, ...] = ()
        for each in of[name]:
            if each.split(".")[0] == room and len(found := below(each)) > len(longest):
                longest = found
        return (name, *longest)

    chains = [below(each) for each in of if each.split(".")[0] == room]
    return list(sorted(chains, key=len)[-1])


OURS = graph({name: file.read_text() for name, file in modules().items()})


def test_no_module_imports_itself_by_a_detour() -> None:
    assert len(list(TopologicalSorter(OURS).static_order())) == len(modules())


def test_a_chain_of_imports_in_the_bot_is_short() -> None:
    found = chain(OURS, "bot")
    assert len(found) <= LONGEST, " > ".join(found)


def test_a_cycle_is_noticed() -> None:
    sources = {
        "bot.one": "from bot import two",
        "bot.two": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import bot.one",
    }
    with pytest.raises(CycleError):
        TopologicalSorter(graph(sources)).prepare()


def test_a_chain_is_measured() -> None:
    sources = {
        "bot.one": "from bot.two import Two",
        "bot.two": "import engine.three",
        "engine.three": "def later():\n    import bot.one",
    }
    assert chain(graph(sources), "bot") == ["bot.one", "bot.two"]


DOES = """
import sys
from bot.program import main
try:
    main(sys.argv[1:])
except SystemExit as ended:
    assert ended.code == 0, ended.code
assert not {"discord", "aiohttp"} & sys.modules.keys()
"""


async def test_commands_for_the_database_import_nothing_of_discord(tmp_path: Path) -> None:
    async with open_store(tmp_path / "duelhost.db"):
        pass
    for command in ("migrate", "backup", "check", "recalculate"):
        run = subprocess.run(
            [sys.executable, "-c", DOES, command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "DUELHOST_BACKUP_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, (command, run.stderr)
