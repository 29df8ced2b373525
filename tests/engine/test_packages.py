"""Games from installed packages: a sound one is registered, any other is left out with a reason."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from string import ascii_lowercase

import pytest

from engine.games import GAMES, agreed, preset_of, set_up
from engine.games.notation import MOST_MOVES
from engine.games.packages import MOST_GAMES, MOST_RULES, MOST_VALID, LeftOut, installed
from engine.ledger import EVERY_GAME
from engine.record import Record
from engine.refusal import Blocked, HostsOption
from engine.solve import solve
from engine.solve.search import BUDGET, is_solved, winning_moves
from tests.engine.conformance import conforms
from tests.engine.countdown import Countdown, TooFar
from tests.engine.packaged import SOURCE, install
from tests.engine.random_play import boards, line

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path. The modules in it are forgotten afterwards."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for file in tmp_path.glob("*.py"):
        sys.modules.pop(file.stem, None)


def test_without_packages_there_are_the_built_in_games() -> None:
    assert installed(GAMES) == ({}, [])


def test_a_game_of_a_package_is_a_game_like_any_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(folder, "countdown")
    found, left_out = installed(GAMES)
    assert (list(found), left_out) == (["countdown"], [])
    monkeypatch.setitem(GAMES, "countdown", found["countdown"])
    for board in boards(found["countdown"]):
        conforms(board, Random(1))


SOLVER = """

from engine.solve.search import winning_moves

@winning_moves.register
def _(game: Countdown, state: Left, _budget: int) -> tuple[int, ...]:
    if game.rule == "odd":
        return game.legal(state) if state.number % 2 else ()
    return tuple(step for step in (1, 2, 3) if step <= state.number and step == state.number % 4)
"""


@pytest.mark.parametrize("first", ["engine.games", "engine.solve", "engine.solve.search", "bot"])
def test_a_package_brings_its_solver(folder: Path, first: str) -> None:
    """It is there whichever module a program begins with, and needs no budget."""
    install(folder, "countdown", SOURCE + SOLVER)
    asked = f"""
import {first}
from engine.games import GAMES, LEFT_OUT
from engine.solve import solve
assert LEFT_OUT == []
for rule in ("steps", "odd"):
    game = GAMES["countdown"](21, rule)
    print(solve(game, game.start(), budget=0).winning)
"""
    run = subprocess.run(
        [sys.executable, "-c", asked],
        env={**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"},
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "(1,)\n(1, 3)\n"


def test_a_solver_of_a_package_is_right(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(folder, "countdown", SOURCE + SOLVER)
    found, _ = installed(GAMES)
    monkeypatch.setitem(GAMES, "countdown", kind := found["countdown"])
    search = winning_moves.dispatch(object)
    for game in boards(kind):
        assert is_solved(game)
        for _, state in line(game, Random(1)):
            assert solve(game, state).winning == search(game, state, BUDGET)
    assert not is_solved(Countdown())


def test_a_package_brings_presets_and_lists(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(folder, "countdown", changed(RULE, f"{LISTED}{HOSTS}{RULE}"))
    found, left_out = installed(GAMES)
    assert left_out == []
    monkeypatch.setitem(GAMES, "countdown", found["countdown"])
    odds = preset_of("countdown", "odds")
    assert set_up("countdown", odds.options) == set_up("countdown", {"size": 30, "rule": "odd"})
    assert agreed("countdown", odds.options, Random(1)).variant == "odds"
    for text in (
        "1/countdown/size=30,one=3,rule=odd/1-3",
        "1/countdown/size=21,numbers=3.5,rule=steps,gone=7.9/",
    ):
        assert Record.parse(text).text == text
    with pytest.raises(HostsOption):
        agreed("countdown", {"gone": [7]}, Random(1))


def test_of_two_games_with_one_key_the_first_by_name_is_taken(folder: Path) -> None:
    install(folder, "later")
    install(folder, "earlier")
    found, left_out = installed(GAMES)
    assert found["countdown"].__module__ == "earlier"
    assert left_out == [LeftOut("duelhost-later", "later", "key-taken", "countdown")]


def test_two_games_may_not_have_refusals_of_one_code(folder: Path) -> None:
    install(folder, "first")
    install(folder, "second", SOURCE.replace('key = "countdown"', 'key = "other"'))
    found, left_out = installed(GAMES)
    assert list(found) == ["countdown"]
    assert left_out == [LeftOut("duelhost-second", "second", "refusal-taken", "too-far")]


def test_a_broken_game_keeps_no_other_out(folder: Path) -> None:
    install(folder, "abroken", "raise RuntimeError('no')")
    install(folder, "countdown")
    found, left_out = installed(GAMES)
    assert list(found) == ["countdown"]
    assert left_out == [LeftOut("duelhost-abroken", "abroken", "import-failed", "RuntimeError: no")]


IMPORT = "from engine.games.options import choice_option, number_option"
assert IMPORT in SOURCE


def changed(old: str, new: str) -> str:
    assert old in SOURCE
    return SOURCE.replace(IMPORT, f"{IMPORT}, list_option").replace(old, new)


TITLE, PITCH = 'title = "Countdown"', "Subtract from the number"
SIZE = "least=1, most=50, default=21"
ABOUT = "The number to begin with."
EXAMPLE = "The number is 3. Subtract 3, and your opponent has nothing to subtract from."
CHOICES = 'tuple(Choice(move, f"{state.number} − {move}") for move in legal)'
GAME = Countdown()
BESIDE_THE_EXAMPLE = sum(
    map(
        len,
        (
            *(GAME.title, GAME.pitch, *asdict(replace(GAME.rules, example="")).values()),
            *(each for option in GAME.options() for each in (option.key, option.allowed)),
            *(option.about for option in GAME.options()),
        ),
    )
)
TEXT = """
    def text(self, move: int) -> str:
        return {}
"""
RULE = "    rule: str"
ODDS = "From 30, and you subtract 1 or 3."
PRESETS = SOURCE[SOURCE.index("    presets = (") : SOURCE.index("    TEXT = Text(")].rstrip()
MORE_PRESETS = (
    'Preset("p" + "abcdefghijklmnopqrstuvwxyz"[n], "From another number.", {{"size": n + 22}}) '
    "for n in range({})"
)
LISTED = """
    numbers: tuple[int, ...] = list_option(
        "Some.", each=range(0, 99), count=range(1, 5), default=(3,), alone="one"
    )
""".replace("range(1, 5)", "range(*(1, 5))")
HOSTS = """
    gone: tuple[int, ...] = list_option(
        "Gone.", each=range(0, 99), count=range(5), default=(), added=True, host=True
    )
"""
MORE = "\n".join(f'    option{letter}: str = choice_option("?", "a")' for letter in "abcdefg")


def listed(old: str, new: str) -> str:
    """A game with another list than one that fits."""
    assert old in LISTED
    return changed(RULE, f"{LISTED.replace(old, new)}\n{RULE}")


@pytest.mark.parametrize(
    ("source", "code", "detail"),
    [
        ("1 / 0", "import-failed", "ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)", "import-failed", "SystemExit: 3"),
        ("def broken(:", "import-failed", "SyntaxError: "),
        ("import no_such_module", "import-failed", "ModuleNotFoundError: No module named"),
        ("", "import-failed", "AttributeError: "),
        ("Countdown = print", "not-a-game", "package:Countdown"),
        ("class Countdown: pass", "not-a-game", "package:Countdown"),
        (changed('"countdown"', '"divisor"'), "key-taken", "divisor"),
        (changed('"countdown"', '"all"'), "key-taken", "all"),
        (changed('"countdown"', '"Count-down"'), "bad-key", "Count-down"),
        (changed('"countdown"', f'"{"c" * 21}"'), "bad-key", "c" * 21),
        (changed('"countdown"', "None"), "unusable", "TypeError: "),
        (changed('    key = "countdown"\n', ""), "unusable", "AttributeError: "),
        (changed(TITLE, 'title = ""'), "bad-text", ""),
        (changed(TITLE, f'title = "{"t" * 51}"'), "bad-text", "t" * 50),
        (changed(TITLE, r'title = "two\nlines"'), "bad-text", "two\nlines"),
        (changed(PITCH, "p" * 200), "bad-text", "p" * 200),
        (changed("Subtract to nought · quick", "s" * 51), "bad-text", "s" * 50),
        (changed("Subtract to nought · quick", r"two\nlines"), "bad-text", "two\nlines"),
        (changed(PRESETS, "    presets = ()"), "bad-presets", "24"),
        (
            changed(PRESETS, f"    presets = (CLASSIC, *({MORE_PRESETS.format(24)}))"),
            "bad-presets",
            "24",
        ),
        (changed('"odds"', '"Odds"'), "bad-preset", "Odds"),
        (changed('"odds"', '""'), "bad-preset", ""),
        (changed('"odds"', f'"{"o" * 21}"'), "bad-preset", "o" * 21),
        (changed('"odds"', '"classic"'), "bad-preset", "classic"),
        (changed(ODDS, ""), "bad-preset", "odds"),
        (changed(ODDS, "o" * 201), "bad-preset", "odds"),
        (changed(ODDS, r"two\nlines"), "bad-preset", "odds"),
        (changed("minutes=2", "minutes=0"), "bad-preset", "odds"),
        (changed('"rule": "odd"}', '"rule": "even"}'), "bad-preset", "odds"),
        (changed('"rule": "odd"}', '"komi": 6}'), "bad-preset", "odds"),
        (changed('"size": 30', '"size": 51'), "bad-preset", "odds"),
        (changed('{"size": 30, "rule": "odd"}', "{}"), "bad-preset", "odds"),
        (changed('{"size": 30, "rule": "odd"}', '{"gone": (1,)}') + HOSTS, "bad-preset", "odds"),
        (changed('Preset("odds"', 'print("odds"'), "import-failed", "TypeError: "),
        (changed(PRESETS, '    presets = ("classic",)'), "unusable", "AttributeError: "),
        (changed("CLASSIC,\n", ""), "unusual-preset", "odds"),
        (listed("99", "1001"), "bad-option", "numbers"),
        (listed("(1, 5)", "(0, 5)"), "bad-option", "numbers"),
        (listed("(1, 5)", "(1, 102)"), "bad-option", "numbers"),
        (listed("(3,)", "()"), "bad-option", "numbers"),
        (listed('"one"', '"size"'), "bad-option", "size"),
        (listed('"one"', '"One"'), "bad-option", "numbers"),
        (changed(RULE, f"{HOSTS.replace('added=True, ', '')}\n{RULE}"), "bad-option", "gone"),
        (changed(SIZE, "least=1, most=50"), "bad-option", "size"),
        (changed(SIZE, "least=1, most=50, default=51"), "bad-option", "size"),
        (changed(SIZE, "least=1, most=50, drawn=range(0, 9)"), "bad-option", "size"),
        (changed(SIZE, "least=-1, most=50, default=21"), "bad-option", "size"),
        (changed(SIZE, "least=1, most=1_000_000, default=21"), "bad-option", "size"),
        (changed(ABOUT, ""), "bad-option", "size"),
        (changed(ABOUT, "s" * 101), "bad-option", "size"),
        (changed('"steps", "odd")', '"steps", "Odd")'), "bad-option", "rule"),
        (changed('"steps", "odd")', '"steps", "odd", default="even")'), "bad-option", "rule"),
        (changed('"steps", "odd")', ")"), "import-failed", "IndexError: "),
        (changed("    rule: str", "    Rule: str"), "bad-option", "Rule"),
        (changed("    rule: str", f"{MORE}\n    rule: str"), "too-many-options", "8"),
        (changed("    rule: str", "    komi: int = 6\n    rule: str"), "unusable", "TypeError: "),
        (changed("class TooFar", "class Blocked"), "import-failed", "NameError: "),
        (changed("TooFar", "Blocked"), "refusal-taken", "blocked"),
        (changed("refusals={TooFar:", "refusals={GameOver:"), "refusal-taken", "game-over"),
        (changed("{size}, {rule}", "{komi}"), "unusable", "KeyError: "),
        (changed("    def view(", "    def look("), "unusable", "TypeError: "),
        (changed("return Left(self.size, 0)", "raise SystemExit"), "unusable", "SystemExit: "),
        (changed("return Rules(", "raise OSError("), "unusable", "TypeError: "),
        (SOURCE + TEXT.format('f"take {move}"'), "bad-move", "take 1"),
        (changed("state.ply + 1", "id(self)"), "unrepeatable", "1-1-1-"),
        (SOURCE + TEXT.format("str(move - 9)"), "bad-move", "-8"),
        (changed("state.number - move", "state.number"), "too-many-moves", str(MOST_MOVES)),
        (changed(EXAMPLE, "e" * (MOST_RULES - BESIDE_THE_EXAMPLE + 1)), "long-rules", "1800"),
        # The rules of a preset begin with what is said of it.
        (
            changed(EXAMPLE, "e" * (MOST_RULES - BESIDE_THE_EXAMPLE)).replace(ODDS, "o" * 200),
            "long-rules",
            "1800",
        ),
        (changed("but never more than what is left.", "v" * MOST_VALID), "long-valid", "1000"),
        (changed(CHOICES, CHOICES + " * 34"), "too-many-choices", "100"),
        (changed("if move not in legal", "if state.ply"), "unusable", "TooFar: "),
    ],
)
def test_what_does_not_fit_is_left_out(folder: Path, source: str, code: str, detail: str) -> None:
    install(folder, "package", source)
    found, (left_out,) = installed(GAMES)
    assert found == {}
    assert (left_out.package, left_out.name) == ("duelhost-package", "package")
    assert left_out.code == code
    assert left_out.detail.startswith(detail)


SIX = "\n".join(f'    option{letter}: str = choice_option("?", "a")' for letter in "abcdef")


@pytest.mark.parametrize(
    "source",
    [
        changed(TITLE, f'title = "{"t" * 50}"'),
        changed(EXAMPLE, "e" * (MOST_RULES - BESIDE_THE_EXAMPLE)),
        changed(CHOICES, CHOICES + " * (100 // len(legal) if legal else 1)"),
        changed(TITLE, 'title = "t"'),
        changed(
            "Subtract from the number in turns, and be the player who makes it nought.", "p" * 200
        ),
        changed(ABOUT, "s" * 100),
        changed(ABOUT, "s"),
        changed(SIZE, "least=0, most=999_999, default=21"),
        changed(SIZE, "least=7, most=7, default=7").replace('"size": 30, ', ""),
        changed(SIZE, "least=1, most=50, drawn=range(1, 51)"),
        changed('"steps", "odd")', f'"steps", "{"o" * 20}")').replace('"odd"}', f'"{"o" * 20}"}}'),
        changed("Subtract to nought · quick", "s" * 50),
        changed("    summary =", "    anything ="),
        changed(ODDS, "o" * 200),
        changed('"odds"', f'"{"o" * 20}"'),
        changed(PRESETS, f"    presets = (CLASSIC, *({MORE_PRESETS.format(23)}))"),
        changed(PRESETS, ""),
        changed(PRESETS, '    presets = (Preset("usual", "As usual.", {"size": 21}),)'),
        changed(RULE, f"{LISTED}\n{RULE}"),
        changed(RULE, f"{HOSTS}\n{RULE}"),
        changed("    rule: str", f"{SIX}\n    rule: str"),
        changed('"countdown"', f'"{"c" * 20}"'),
    ],
)
def test_what_just_fits_is_taken(folder: Path, source: str) -> None:
    install(folder, "package", source)
    found, left_out = installed(GAMES)
    assert (len(found), left_out) == (1, [])


def test_there_are_no_more_than_discord_can_offer(folder: Path) -> None:
    letters = ascii_lowercase[: MOST_GAMES - len(GAMES) + 1]
    for letter in letters:
        install(
            folder,
            letter,
            changed('"countdown"', f'"count{letter}"').replace("TooFar", f"Too{letter}"),
        )
    found, (left_out,) = installed(GAMES)
    assert len(GAMES) + len(found) == MOST_GAMES
    assert (left_out.name, left_out.code, left_out.detail) == (letters[-1], "too-many-games", "24")


def test_the_names_that_are_tried_are_taken_indeed() -> None:
    assert EVERY_GAME == "all"
    assert (Blocked.code, TooFar.code) == ("blocked", "too-far")
    assert Countdown.key not in GAMES
