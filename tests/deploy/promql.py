"""What a PromQL expression asks for, as far as its names tell."""

import re
from dataclasses import dataclass

# Prometheus adds these to every series.
TARGET = {"job", "instance"}
SERIES = re.compile(r"\b((?:duelhost|process)_\w+)(?:\{([^}]*)\})?")
MATCHER = re.compile(r"(\w+)\s*(?:=~|!~|!=|=)")
GROUPING = re.compile(r"\b(?:by|on|without|ignoring)\s*\(([^)]*)\)")


@dataclass(frozen=True)
class Asked:
    """The series of an expression, and the labels that it tells apart."""

    series: dict[str, set[str]]
    grouped_by: set[str]


def asked(expression: str) -> Asked:
    series: dict[str, set[str]] = {}
    for name, matchers in SERIES.findall(expression):
        series.setdefault(name, set()).update(MATCHER.findall(matchers))
    groups = (each.split(",") for each in GROUPING.findall(expression))
    return Asked(series, {label.strip() for each in groups for label in each})


def unknown(expression: str, exposed: dict[str, set[str]]) -> list[str]:
    """Return the series and labels that nobody exposes."""
    found, wrong = asked(expression), list[str]()
    known = set(TARGET)
    for name, labels in found.series.items():
        if name not in exposed:
            wrong.append(name)
            continue
        known |= exposed[name]
        wrong += (f"{name}{{{label}}}" for label in sorted(labels - exposed[name] - TARGET))
    return [*wrong, *sorted(found.grouped_by - known)]
