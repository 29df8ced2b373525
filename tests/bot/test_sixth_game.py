"""Another game is one file: everything that works for the built-in games works for it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.games import GAMES, set_up
from engine.solve import Fate, fate, solve
from tests.engine.countdown import Countdown, Left
from tests.engine.packaged import SOURCE, install
from tests.program import Duelhost, Run

Program = Callable[..., Run]


@pytest.fixture(autouse=True)
def _countdown_is_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "countdown", Countdown)


def test_it_is_solved_by_search() -> None:
    game = set_up("countdown", {})
    for number in range(1, 22):
        winning = (number % 4,) if number % 4 else ()
        assert solve(game, Left(number, 0)).winning == winning
    assert fate(game) is Fate.OPEN
    assert fate(set_up("countdown", {"size": 1})) is Fate.FIRST
    assert fate(set_up("countdown", {"rule": "odd", "size": 50})) is Fate.SECOND


def test_it_is_played_in_the_terminal_in_its_own_words(duelhost: Duelhost) -> None:
    played = duelhost("play", "countdown", "--size", "4", typed="4\n2\n2\n")
    assert (
        "\nSubtract 1, 2 or 3.\n4 can't be subtracted: 4 is left. You can choose 1, 2 or 3.\n"
        in (played.out)
    )
    assert "Nought is left, and nothing can be subtracted from it.\nPlayer 1 has no move." in (
        played.out
    )


def test_its_options_are_chosen_in_the_terminal(duelhost: Duelhost) -> None:
    chosen = ("--option", "rule=odd", "--option", "size=5")
    assert "begins at 5," in duelhost("rules", "countdown", *chosen).out
    assert "You may subtract 1 or 3," in duelhost("rules", "countdown", *chosen).out
    assert "\nSubtract 1 or 3.\n" in duelhost("play", "countdown", *chosen).out
    found = json.loads(duelhost("solve", "countdown", *chosen).out)
    assert found["options"] == {"size": 5, "rule": "odd"}
    assert found["winning"] == ["1", "3"]
    asked = '{"game": "countdown", "options": {"rule": "odd", "size": 6}, "moves": ["3"]}\n'
    answered = json.loads(duelhost("solve", "--batch", typed=asked).out)
    assert (answered["options"], answered["value"]) == ({"size": 6, "rule": "odd"}, 1)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("rule=even", 'In Countdown, rule is steps or odd, not "even".'),
        ("rule=steps,rule=odd", "You set rule twice. Countdown needs it once."),
        ("size=51", "In Countdown, size is a whole number from 1 to 50, not 51."),
        ("komi=6", 'Countdown has no option "komi"; it has size or rule.'),
        ("odd", 'I can\'t read "odd". Write options like this:'),
        ("rule=", 'I can\'t read "rule=". Write options like this:'),
    ],
)
def test_what_an_option_may_be_is_said(duelhost: Duelhost, typed: str, sentence: str) -> None:
    run = duelhost("play", "countdown", "--option", typed)
    assert (run.code, run.out) == (2, "")
    assert sentence in run.err


def test_a_batch_says_so_too(duelhost: Duelhost) -> None:
    asked = '{"game": "countdown", "options": {"rule": ["odd"], "size": 6}}\n'
    answered = json.loads(duelhost("solve", "--batch", typed=asked).out)
    assert answered["error"] == {
        "code": "bad-choice",
        "message": 'In Countdown, rule is steps or odd, not ["odd"].',
    }


def test_a_setup_that_is_too_large_to_solve_says_so(
    duelhost: Duelhost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Countdown, "exact", property(lambda game: game.size <= 20))
    run = duelhost("solve", "countdown")
    assert (run.code, run.out) == (2, "")
    assert "Countdown is too large to solve with these options" in run.err
    assert json.loads(duelhost("solve", "countdown", "--size", "20").out)["winning"] == []


class TestInstalled:
    """The game is a package of its own, in a program that is started with it."""

    @pytest.fixture
    def installed(self, tmp_path: Path) -> Program:
        def run(*args: str, typed: str = "") -> Run:
            done = subprocess.run(
                [sys.executable, "-m", "bot", *args],
                input=typed,
                capture_output=True,
                text=True,
                check=False,
                env={**os.environ, "PYTHONPATH": str(tmp_path), "COLUMNS": "200"},
            )
            return Run(done.returncode, done.stdout, done.stderr)

        install(tmp_path, "countdown")
        return run

    def test_it_is_played_explained_and_solved(self, installed: Program) -> None:
        played = installed("play", "countdown", "--size", "3", typed="9\n3\n")
        assert "9 can't be subtracted: 3 is left. You can choose 1, 2 or 3.\n" in played.out
        assert played.out.endswith("Player 2 has no move. Player 1 wins!\nMoves: 3\n")
        explained = installed("rules", "countdown").out
        assert "Be the player who makes the number nought." in explained
        assert "\nodds: From 30, and you subtract 1 or 3.\n" in explained
        assert "\nsize=1–50 (21): The number to begin with.\n" in explained
        assert "\nrule=steps, odd (steps): What may be subtracted" in explained
        found = json.loads(installed("solve", "countdown", "--option", "rule=odd").out)
        assert found["winning"] == ["1", "3"]

    def test_its_variants_are_played_and_solved(self, installed: Program) -> None:
        played = installed("play", "countdown", "--variant", "odds", typed="2\n3\n")
        assert "You can choose 1 or 3.\n" in played.out
        found = json.loads(installed("solve", "countdown", "--variant", "odds", "3").out)
        assert found["options"] == {"size": 30, "rule": "odd"}
        assert found["winning"] == ["1", "3"]
        assert installed("play", "countdown", "--variant", "evens").err == (
            'duelhost: Countdown has no variant "evens". Choose classic or odds.\n'
        )

    def test_the_doctor_names_a_broken_one_and_everything_else_works(
        self, installed: Program, tmp_path: Path
    ) -> None:
        install(tmp_path, "broken", "1 / 0")
        install(tmp_path, "rival")
        unfit = SOURCE.replace('"odds"', '"Odds"').replace('"countdown"', '"unfit"')
        install(tmp_path, "unfit", unfit.replace("TooFar", "Unfit"))
        looked = installed("doctor", "--offline", "--database", str(tmp_path / "duelhost.db"))
        broken, rival, unfit = (line.strip() for line in looked.out.splitlines()[2:5])
        assert broken == (
            "✘ Games    The game broken of the package duelhost-broken is left out: it can't be "
            "imported (ZeroDivisionError: division by zero)."
        )
        assert rival == (
            "✘ Games    The game rival of the package duelhost-rival is left out: another game has "
            'the key "countdown".'
        )
        assert unfit.startswith(
            "✘ Games    The game unfit of the package duelhost-unfit is left out: its preset "
            '"Odds" can\'t be used'
        )
        assert looked.err == ""
        assert json.loads(installed("solve", "countdown", "--size", "1").out)["winning"] == ["1"]
        assert installed("rules", "rival").err.startswith(
            'duelhost: There is no game called "rival". Choose divisor,'
        )
