"""The figures that benchmarks measure, and how they are printed."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

MISSED = 3  # the exit code that tells a slow run from a broken one


@dataclass(frozen=True)
class Figure:
    """Multiples have to reach their gate, anything else has to stay within it. Without a gate it is
    only told, and with an excuse it can't be judged on this machine."""

    what: str
    value: float
    gate: float | None
    unit: str
    excuse: str = ""

    @property
    def holds(self) -> bool:
        if self.gate is None or self.excuse:
            return True
        return self.value >= self.gate if self.unit == "×" else self.value <= self.gate

    @property
    def bound(self) -> str:
        if self.gate is None:
            return ""
        return f"{'≥' if self.unit == '×' else '≤'} {self.gate:g} {self.unit}"

    @property
    def verdict(self) -> str:
        if self.gate is None:
            return ""
        if self.excuse:
            return f"not judged: {self.excuse}"
        return "ok" if self.holds else "MISSED"


def report(title: str, figures: Sequence[Figure]) -> None:
    """Print them all, and exit."""
    table = Table("figure", "measured", "has to be", "", title=title)
    for each in figures:
        measured = f"{each.value:,.{0 if each.value >= 100 else 2}f} {each.unit}"
        table.add_row(each.what, measured, each.bound, each.verdict)
    Console().print(table)
    sys.exit(0 if all(each.holds for each in figures) else MISSED)
