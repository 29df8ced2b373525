"""The Dockerfile, as Docker reads it."""

import re
from pathlib import Path

DOCKER = Path(__file__).parents[2] / "deploy" / "docker"


def instructions() -> list[tuple[str, str]]:
    """Each in one line, as Docker reads it."""
    text = re.sub(r"^#.*\n", "", (DOCKER / "Dockerfile").read_text(), flags=re.MULTILINE)
    lines = re.sub(r"\s*\\\n\s*", " ", text).splitlines()
    return [(name, rest) for name, _, rest in (each.partition(" ") for each in lines if each)]


def all_of(name: str) -> list[str]:
    return [rest for each, rest in instructions() if each == name]


def final() -> list[tuple[str, str]]:
    """The stage that is shipped."""
    begun = [nth for nth, (name, _) in enumerate(instructions()) if name == "FROM"]
    return instructions()[begun[-1] :]


def one(name: str) -> str:
    (found,) = (rest for each, rest in final() if each == name)
    return found


def environment() -> dict[str, str]:
    return dict(each.split("=", 1) for each in one("ENV").split())
