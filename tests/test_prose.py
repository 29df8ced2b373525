"""Our English is plain, as far as that can be counted (see CONTRIBUTING)."""

import re
from pathlib import Path

import pytest

from tests import prose
from tests.prose import in_room, openings, share

# The rooms that are held to it, of all ROOMS.
PLAIN = ("engine", "storage", "bot", "deploy", "tests")
MOST = 0.05
GOLDEN = Path(__file__).parent / "bot" / "text" / "golden" / "english"
# Words of the glossary's right column, which no player or host has to read.
OLD = re.compile(
    r"\b(settled|newcomer|unsure|taken back|took .* back|taken out|Discord number|runs? out|"
    r"run out|offer|legs?|counted again|1st|2nd|rung|census|whoever|whom)\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("room", PLAIN)
def test_few_docstrings_and_comments_open_with_a_riddle(room: str) -> None:
    found = in_room(room)
    assert share(found) <= MOST, [each for each in found if each.is_riddle][:20]


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_no_text_has_a_word_that_the_glossary_replaces(file: Path) -> None:
    # Titles of scenes are ours.
    read = [line for line in file.read_text().splitlines() if not line.startswith("== ")]
    read = [re.sub(r"^[a-z-]+( [a-z-]+)?\.[a-z]+: ", "", line) for line in read]
    assert [line for line in read if OLD.search(line)] == []


def test_riddles_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "bot" / "riddles.py"
    file.parent.mkdir()
    file.write_text(
        '"""Whoever asks."""\n'
        "# So many, and\n# what follows is the same comment.\n"
        "x = 1  # Of a kind\n"
        "y = 2  # noqa: ERA001\n"
        "# Plain.\n"
        'def office() -> None:\n    """Office hours."""\n'
    )
    texts = [(each.text, each.is_riddle) for each in openings(file)]
    assert texts == [
        ("Whoever asks.", True),
        ("Office hours.", False),
        ("So many, and", True),
        ("Of a kind", True),
        ("Plain.", False),
    ]
    monkeypatch.setattr(prose, "ROOT", tmp_path)
    assert share(in_room("bot")) == 0.6
