"""`duelhost measure`: how much players decide in a set-up, and the table of all of them."""

import runpy
from pathlib import Path
from typing import Any

import pytest

from engine.games.game import Game
from engine.games.parity import Parity
from engine.games.split import Split
from engine.measure import figures, setups, table
from engine.measure.table import Measured
from tests.program import Duelhost


def rows(duelhost: Duelhost, *args: str) -> dict[str, list[str]]:
    """The columns of each row, by its name."""
    run = duelhost("measure", *args)
    assert (run.code, run.err) == (0, "")
    _, *lines = run.out.splitlines()
    return {line[:24].strip(): line[24:].split() for line in lines}


def test_a_set_up(duelhost: Duelhost) -> None:
    ((name, found),) = rows(duelhost, "parity", "--size", "8").items()
    assert name == "parity size=8"
    assert found == ["0.0", "8.0", "1.00", "no-choice", *["0.50"] * 6]


def test_the_presets_of_a_game(duelhost: Duelhost) -> None:
    found = rows(duelhost, "evenodd")
    assert {name: columns[3] for name, columns in found.items()} == {
        "evenodd classic": "no-choice",
        "evenodd ranked": "rated",
    }


def test_a_preset_with_another_option(duelhost: Duelhost) -> None:
    chosen = ("sequence", "--variant", "ranked", "--option", "size=5")
    ((name, found),) = rows(duelhost, *chosen).items()
    assert name == "sequence ranked size=5"
    assert found[1] == "5.0"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("divisor", "--variant", "blitz"), "no variant"),
        (("divisor", "--size", "1"), "2 to 100"),
        (("chess",), "no game called"),
        (("--size", "20"), "name a GAME"),
        (("--missing",), "--missing goes with --write"),
        (("divisor", "--write"), "don't name one"),
    ],
)
def test_what_it_refuses(duelhost: Duelhost, args: tuple[str, ...], why: str) -> None:
    run = duelhost("measure", *args)
    assert (run.code, run.out) == (2, "")
    assert why in " ".join(run.err.replace("│", " ").split())


class TestWriting:
    """On a table of two set-ups, in a file of its own."""

    @pytest.fixture
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        games: list[Game[Any]] = [Parity(4), Split((5,))]
        old = {"split/size=5": Measured(9.0, 9.0, 0.0), "split/size=6": Measured(9.0, 9.0, 0.0)}
        file = tmp_path / "figures.py"
        monkeypatch.setattr(figures, "__file__", str(file))
        monkeypatch.setattr(setups, "setups", lambda: games)
        monkeypatch.setattr(table, "table", lambda: old)
        return file

    def written(self, file: Path) -> list[str]:
        text: str = runpy.run_path(str(file))["FIGURES"]
        return text.splitlines()

    def test_every_set_up_is_measured_anew(self, duelhost: Duelhost, file: Path) -> None:
        assert duelhost("measure", "--write").out == "The table has 2 set-ups now.\n"
        parity, split = self.written(file)
        assert parity == "parity/size=4 0.00 4.0 1.00"
        assert split.startswith("split/size=5 1.")
        first = file.read_bytes()
        duelhost("measure", "--write")
        assert file.read_bytes() == first

    def test_or_only_what_it_lacks(self, duelhost: Duelhost, file: Path) -> None:
        duelhost("measure", "--write", "--missing")
        assert self.written(file)[1] == "split/size=5 9.00 9.0 0.00"
