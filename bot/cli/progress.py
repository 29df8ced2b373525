"""A bar for what takes long, on standard error."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import Progress


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    with Progress(
        console=Console(stderr=True),
        transient=True,
        disable=not sys.stderr.isatty(),
        # While it is shown it passes on what is printed, but only to where it is shown itself.
        redirect_stdout=sys.stdout.isatty(),
    ) as bar:
        task = bar.add_task(what, total=None)

        def watch(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield watch
