"""`duelhost bench`: the benchmarks, which live beside the tests of a source checkout."""

import runpy
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

CHECKOUT = Path(__file__).parents[2]


class Engine(StrEnum):
    """The storage engines that can be measured."""

    SQLITE = "sqlite"
    POSTGRES = "postgres"


def bench(
    name: Annotated[str, typer.Argument(metavar="NAME", help="engine, storage, bot or servers")],
    engine: Annotated[Engine, typer.Option(help="The storage engine")] = Engine.SQLITE,
) -> None:
    """Measure speed against a peer in the same run, which needs a source checkout."""
    folder = CHECKOUT / "tests" / "bench"
    # A module without a test of its bounds is shared code and no benchmark.
    known = sorted(file.stem.removeprefix("test_") for file in folder.glob("test_*.py"))
    if name not in known:
        there = ", ".join(known) or "none, for they come with the source and not with the package"
        raise typer.BadParameter(f"there is no benchmark {name!r}. Benchmarks: {there}.")
    if engine is Engine.POSTGRES:
        if name != "storage":
            raise typer.BadParameter("only the storage has engines to choose from.")
        name = "storage_on_postgres"
    runpy.run_path(str(folder / f"{name}.py"), run_name="__main__")
