"""`duelhost bench`: the benchmarks, which live beside the tests of a source checkout."""

import runpy
from pathlib import Path
from typing import Annotated

import typer

CHECKOUT = Path(__file__).parents[2]


def bench(name: Annotated[str, typer.Argument(metavar="NAME", help="engine")]) -> None:
    """Measure how fast this is, against a peer in the same run. Needs a source checkout."""
    files = {file.stem: file for file in (CHECKOUT / "tests" / "bench").glob("[a-z]*.py")}
    known = sorted(each for each in files if not each.startswith("test_"))
    if name not in known:
        there = ", ".join(known) or "none, for they come with the source and not with the package"
        raise typer.BadParameter(f"there is no benchmark {name!r}. Benchmarks: {there}.")
    runpy.run_path(str(files[name]), run_name="__main__")
