"""A run for people: `python -m tests.e2e.chaos --duels 2000 --kills 100 --seed 7`"""

import argparse
import asyncio
import secrets
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from storage.match import BoardMode
from tests.e2e.chaos.faults import Injector
from tests.e2e.chaos.mistakes import MISTAKES
from tests.e2e.chaos.plan import plan
from tests.e2e.chaos.run import run

COLUMNS = ("{task.description}", "{task.fields[kills]} kills, {task.fields[faults]} faults struck")


def main() -> int:
    chosen = _chosen()
    console = Console()
    console.print(f"seed {chosen.seed}")
    columns = (BarColumn(), MofNCompleteColumn(), *map(TextColumn, COLUMNS), TimeElapsedColumn())
    with (
        TemporaryDirectory(prefix="chaos-") as temporary,
        Progress(*columns, console=console) as progress,
    ):
        bar = progress.add_task("duels,", total=chosen.duels, kills=0, faults=0)

        def show(over: int, injector: Injector) -> None:
            faults = injector.struck.total()
            progress.update(bar, completed=over, kills=injector.done["kill"], faults=faults)

        folder = chosen.folder or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        planned = plan(chosen.seed, chosen.duels, chosen.kills, BoardMode(chosen.mode))
        found = asyncio.run(run(planned, folder, show, chosen.mistake))
    console.print(found.table())
    for each in found.violations:
        console.print(str(each), style="red", markup=False, soft_wrap=True)
    return 1 if found.violations else 0


def _chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.e2e.chaos", description=__doc__)
    parser.add_argument("--duels", type=int, default=200)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10_000), help="drawn")
    parser.add_argument("--mode", choices=[*BoardMode], default=BoardMode.ONE, help="of showing")
    parser.add_argument("--mistake", choices=("", *MISTAKES), default="", help="of the bot's")
    parser.add_argument("--folder", type=Path, help="keeps database and log, instead of nothing")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
