"""Cards look as they did when somebody last looked at them."""

from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot.cards import canvas
from bot.cards.colours import PANEL
from tests.bot.cards import goldens
from tests.bot.cards.goldens import difference, golden, halved
from tests.bot.cards.looking import opened
from tests.bot.cards.samples import LADDER, SAMPLES, Value, finish, picture


def off(name: str, value: Value, tmp_path: Path) -> str:
    """How far a card is from the golden one, and where it lies to be looked at."""
    actual = halved(opened(picture(value)))
    with Image.open(golden(name)) as kept:
        found = difference(actual, kept)
    if found.small:
        return ""
    actual.save(tmp_path / f"{name}.png")
    return f"{found} between {golden(name)} and {tmp_path / name}.png"


@pytest.mark.parametrize("name", SAMPLES)
def test_a_card_looks_as_it_did(name: str, tmp_path: Path) -> None:
    assert off(name, SAMPLES[name], tmp_path) == ""


def test_there_is_a_golden_picture_of_each_sample_and_no_other() -> None:
    assert {each.stem for each in goldens.FOLDER.iterdir()} == set(SAMPLES)


def test_they_are_small_files() -> None:
    assert max(each.stat().st_size for each in goldens.FOLDER.iterdir()) < 25_000


def test_a_small_difference_is_noticed_and_the_picture_kept(tmp_path: Path) -> None:
    wrong = replace(finish(), footer="rated · #37")
    said = off("finished", wrong, tmp_path)
    kept = tmp_path / "finished.png"
    assert str(kept) in said
    with Image.open(kept) as actual:
        assert difference(actual, halved(opened(picture(wrong)))) == (0, 0)


def test_another_colour_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "MARKED", PANEL)
    assert off("finished", finish(), tmp_path)


def test_another_place_is_noticed() -> None:
    card = halved(opened(picture(LADDER)))
    assert not difference(ImageChops.offset(card, 1, 0), card).small


def test_another_size_is_noticed() -> None:
    card = halved(opened(picture(finish())))
    assert difference(card.crop((0, 0, card.width, card.height - 1)), card).whole == 255


def test_they_are_made_anew_by_one_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(goldens, "FOLDER", tmp_path)
    monkeypatch.setattr(goldens, "SAMPLES", {"finished": finish()})
    (tmp_path / "of-a-sample-that-is-gone.png").touch()
    goldens.make()
    assert capsys.readouterr().out == f"{tmp_path / 'finished.png'}\n"
    assert [each.name for each in tmp_path.iterdir()] == ["finished.png"]
    assert not off("finished", finish(), tmp_path)
