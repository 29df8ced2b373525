"""A run for people: `python -m tests.storage.postgres.chaos --moves 50000 --kills 40 --seed 7`"""

import argparse
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from tests.storage.postgres.chaos.run import Plan, run
from tests.storage.postgres.databases import Databases
from tests.storage.postgres.server import PostgresServer


def main() -> int:
    chosen = _chosen()
    plan = Plan(chosen.moves, chosen.kills, chosen.seed, chosen.processes, chosen.unlocked)
    console = Console()
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[kills]} kills"))
    with (
        TemporaryDirectory(prefix="chaos-") as folder,
        closing(PostgresServer()) as server,
        closing(Databases(server.url())) as databases,
        databases.database() as url,
        Progress(*columns, TimeElapsedColumn(), console=console) as progress,
    ):
        bar = progress.add_task("moves", total=chosen.moves, kills=0)

        def show(done: int, kills: int) -> None:
            progress.update(bar, completed=done, kills=kills)

        report = run(url, Path(folder), plan, show)
    console.print(str(report), markup=False, highlight=False, soft_wrap=True)
    return 1 if report.troubles else 0


def _chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m tests.storage.postgres.chaos", description=__doc__)
    parser.add_argument("--moves", type=int, default=50_000)
    parser.add_argument("--kills", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--unlocked", action="store_true", help="don't lock servers: it turns red")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
