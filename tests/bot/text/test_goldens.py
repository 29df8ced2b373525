"""The catalogue, word for word. A changed sentence shows here, and nowhere else."""

from pathlib import Path

import pytest

from tests.bot.text import goldens
from tests.bot.text.goldens import FILES, FOLDER, written
from tests.bot.text.recorded import all_entries, recording, used_by

WRITTEN, USED = written()


@pytest.mark.parametrize("name", FILES)
def test_a_golden_file_says_what_the_catalogue_says(name: str) -> None:
    assert WRITTEN[name] == (FOLDER / f"{name}.txt").read_text()


def test_there_is_no_other_file() -> None:
    assert {each.stem for each in FOLDER.iterdir()} == set(FILES)


def test_every_entry_of_the_catalogue_is_in_a_golden_file() -> None:
    assert sorted(map(str, all_entries() - USED)) == []


def test_an_entry_that_nothing_shows_is_noticed() -> None:
    words = recording()
    assert words.REFUSALS["game-over"]
    assert words.OR
    assert used_by(words) == {("REFUSALS", "game-over"), "OR"}


def test_they_are_made_anew_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    (tmp_path / "of-an-area-that-is-gone.txt").touch()
    goldens.make()
    assert {each.stem for each in tmp_path.iterdir()} == set(FILES)
