"""How plain our English is, as far as it can be counted: the share of docstrings and comments that
open with a riddle, by room.

`uv run python -m tests.prose` prints the shares; `-v` also each of these openings.
"""

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "storage", "bot", "deploy", "tests")
RIDDLE = re.compile(r"(Who|Whoever|What|Whatever|Whom|Of|So many|So much)\b")
# Comments for tools say nothing to a reader.
FOR_TOOLS = re.compile(r"#\s*(noqa|type:|fmt:|pragma|!|mypy:|ruff:)")
WITH_DOCSTRING = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Opening(NamedTuple):
    """The beginning of a docstring or a comment."""

    file: Path
    line: int
    text: str

    @property
    def is_riddle(self) -> bool:
        return RIDDLE.match(self.text) is not None


def openings(file: Path) -> Iterator[Opening]:
    source = file.read_text()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, WITH_DOCSTRING) and (text := ast.get_docstring(node)):
            yield Opening(file, node.body[0].lineno, text.split("\n")[0])
    yield from _comments(file, source)


def _comments(file: Path, source: str) -> Iterator[Opening]:
    """A comment of several lines opens once."""
    last = 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT or FOR_TOOLS.match(token.string):
            continue
        line, whole = token.start[0], not token.line[: token.start[1]].strip()
        if not (whole and line == last + 1):
            yield Opening(file, line, token.string.lstrip("#").strip())
        last = line if whole else 0


def in_room(room: str) -> list[Opening]:
    return [each for file in sorted((ROOT / room).rglob("*.py")) for each in openings(file)]


def share(found: list[Opening]) -> float:
    return sum(each.is_riddle for each in found) / max(len(found), 1)


def main() -> None:
    for room in ROOMS:
        found = in_room(room)
        print(f"{room}: {share(found):.1%} of {len(found)}")
        for each in found if "-v" in sys.argv else ():
            if each.is_riddle:
                print(f"  {each.file.relative_to(ROOT)}:{each.line}: {each.text}")


if __name__ == "__main__":
    main()
