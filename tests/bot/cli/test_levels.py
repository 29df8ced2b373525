"""`duelhost levels`: how much better each level is than the one below, and the table of them."""

import runpy
from pathlib import Path

import pytest

from bot.cli import levels
from engine.games.divisor import Divisor
from engine.games.geography import DRAWN
from engine.games.split import BOTH, Split
from engine.measure import fitting
from engine.opponents import fitted
from engine.opponents.strength import Strength
from tests.program import Duelhost


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "GAMES_OF_A_PAIR", 20)


def rows(duelhost: Duelhost, *args: str) -> dict[str, list[str]]:
    """The columns of each row, by its name."""
    run = duelhost("levels", *args)
    assert (run.code, run.err) == (0, "")
    _, *lines = run.out.splitlines()
    return {line[:24].strip(): line[24:].split() for line in lines}


def test_a_variant(duelhost: Duelhost) -> None:
    ((name, found),) = rows(duelhost, "split", "--variant", "grundy").items()
    assert name == "split grundy"
    *shares, novice, usual, most = found
    assert len(shares) == 4
    assert all(0 <= float(each) <= 1 for each in shares)
    assert float(novice) > 0.8
    assert 0 < float(usual) < float(most.strip("()"))


def test_the_presets_of_a_game(duelhost: Duelhost) -> None:
    run = duelhost("levels", "evenodd")
    assert run.out.splitlines()[1] == "evenodd classic: nothing to be better at, so no levels."
    assert run.out.splitlines()[2].startswith("evenodd ranked  ")


def test_a_game_without_a_perfect_player(duelhost: Duelhost) -> None:
    large = ("--size", "13", "--option", "rows=either", "--option", "sums=3")
    row = duelhost("levels", "sequence", *large).out.splitlines()[1]
    casual, skilled, expert, perfect, novice, *_ = row.split()[4:]
    assert all(0 <= float(each) <= 1 for each in (casual, skilled, expert))
    assert (perfect, novice) == ("–", "–")


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("divisor", "--variant", "blitz"), "no variant"),
        (("chess",), "no game called"),
        (("--size", "20"), "name a GAME"),
        (("divisor", "--write"), "don't name one"),
    ],
)
def test_what_it_refuses(duelhost: Duelhost, args: tuple[str, ...], why: str) -> None:
    run = duelhost("levels", *args)
    assert (run.code, run.out) == (2, "")
    assert why in " ".join(run.err.replace("│", " ").split())


def test_the_table_is_written_in_order(
    duelhost: Duelhost, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "fitted.py"
    monkeypatch.setattr(fitted, "__file__", str(file))
    monkeypatch.setattr(fitting, "presets", lambda: [Split((), BOTH, DRAWN), Divisor(30)])
    strengths = (Strength(1, slip=0.5), Strength(2), Strength(2, 0.25), Strength(3, 1, 0.1))
    monkeypatch.setattr(fitting, "fit", lambda _: strengths)
    assert duelhost("levels", "--write").out == "The levels are fitted to 2 set-ups now.\n"
    assert runpy.run_path(str(file))["FITTED"].splitlines() == [
        "divisor/size=30 1,0,0,0.5 2,0,0,0 2,0.25,0,0 3,1,0.1,0",
        "split/keep=both,board=drawn 1,0,0,0.5 2,0,0,0 2,0.25,0,0 3,1,0.1,0",
    ]
