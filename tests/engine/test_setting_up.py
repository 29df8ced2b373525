"""The registered games, their presets, and what players may agree on."""

from random import Random
from typing import Any

import pytest

from engine.games import GAMES, agreed, preset_of, set_up
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.record import Record
from engine.refusal import (
    BadOption,
    HostsOption,
    OptionLeftOpen,
    StartNotDrawn,
    UnknownGame,
    UnknownOption,
    UnknownVariant,
)
from tests.engine.random_play import ALL


@pytest.mark.parametrize(
    ("key", "title", "allowed"),
    [
        ("divisor", "Divisor Duel", {"size": "2–100", "first": "any, even"}),
        ("parity", "Parity Duel", {"size": "2–100", "rule": "classic, doubles"}),
        ("evenodd", "Even/Odd Match", {"size": "2–100", "board": "plain, drawn"}),
        ("split", "Number Split Duel", {"numbers": "1–5 × 3–100", "keep": "one, both, larger"}),
        (
            "sequence",
            "Sequence Builder",
            {"size": "5–13", "sums": "2–3", "ties": "first, second", "rows": "own, either"},
        ),
    ],
)
def test_the_first_five_games(key: str, title: str, allowed: dict[str, str]) -> None:
    assert GAMES[key].title == title
    assert allowed.items() <= {each.key: each.allowed for each in GAMES[key].options()}.items()


def test_their_order() -> None:
    assert list(GAMES)[:5] == ["divisor", "parity", "evenodd", "split", "sequence"]


PRESETS = {
    "divisor": {
        "classic": {"size": 20},
        "ranked": {"size": 40, "board": "drawn"},
        "juniper": {"size": 100, "first": "even"},
        "steps": {"size": 30, "rule": "steps", "board": "drawn"},
    },
    "parity": {
        "classic": {"size": 20},
        "ranked": {"size": 50, "rule": "doubles", "board": "drawn"},
    },
    "evenodd": {
        "classic": {"size": 20},
        "ranked": {"size": 30, "rule": "doubles", "board": "drawn"},
    },
    "split": {
        "classic": {"size": 24},
        "ranked": {"numbers": (), "board": "drawn"},
        "grundy": {"numbers": (), "keep": "both", "board": "drawn"},
    },
    "sequence": {
        "classic": {},
        "ranked": {"sums": 3, "ties": "second"},
        "tangle": {"ties": "second", "rows": "either"},
    },
}


@pytest.mark.parametrize("key", PRESETS)
def test_the_presets(key: str) -> None:
    """Each is the game with these options, and is known by its name again."""
    games = {each.name: set_up(key, each.options, Random(5)) for each in GAMES[key].presets}
    assert {name: game.recorded() for name, game in games.items()} == PRESETS[key]
    assert {name: game.variant for name, game in games.items()} == {name: name for name in games}
    assert [game.is_usual for game in games.values()] == [name == "classic" for name in games]


@pytest.mark.parametrize("game", [each for each in ALL if each.draws_start], ids=repr)
def test_a_drawn_start_belongs_to_nothing_that_players_agree_on(game: Game[Any]) -> None:
    before = game.without_start()
    assert before.awaits_start
    assert not game.awaits_start
    assert (before.variant, before.setup) == (game.variant, game.setup)
    assert before != game
    for name in ("gone", "opening", "numbers", "=size"):
        assert name not in game.setup
    with pytest.raises(StartNotDrawn):
        Record.start(before)


@pytest.mark.parametrize(
    ("game", "setup", "variant"),
    [
        (Divisor(), "divisor/size=20", "classic"),
        (Divisor(21), "divisor/size=21", None),
        (Divisor(gone=(5,)), "divisor/size=20,gone=5", None),
        (Divisor(40, board="drawn"), "divisor/size=40,board=drawn", "ranked"),
        (Parity(50, rule="doubles"), "parity/size=50,rule=doubles", None),
        (Split((16,)), "split/size=16", "classic"),
        (Split((16, 17)), "split/numbers=16.17", None),
        (Split((9,), keep="both", board="drawn"), "split/keep=both,board=drawn", "grundy"),
        (Sequence(), "sequence/", "classic"),
        (Sequence(sums=3), "sequence/sums=3", None),
    ],
)
def test_what_was_agreed_as_text(game: Game[Any], setup: str, variant: str | None) -> None:
    assert (game.setup, game.variant) == (setup, variant)


@pytest.mark.parametrize(
    ("key", "chosen", "names"),
    [
        ("divisor", {"gone": [5]}, "gone"),
        ("divisor", {"gone": []}, "gone"),
        ("divisor", {"board": "drawn", "opening": [7]}, "opening"),
        ("split", {"board": "drawn", "numbers": [7]}, "numbers"),
        ("split", {"board": "drawn", "size": 7}, "size"),
    ],
)
def test_players_choose_no_start_that_the_host_draws(
    key: str, chosen: dict[str, Any], names: str
) -> None:
    with pytest.raises(HostsOption) as refused:
        agreed(key, chosen, Random(1))
    assert refused.value.facts() == {"game": key, "option": names}
    assert set_up(key, chosen).settings()


def test_players_choose_anything_else() -> None:
    random = Random(1)
    assert agreed("divisor", {"board": "drawn"}, random) == Divisor(board="drawn")
    assert agreed("split", {"numbers": [9, 5]}, random) == Split((5, 9))
    assert agreed("split", {"board": "drawn"}, random).awaits_start


def test_presets_are_found_by_name() -> None:
    assert preset_of("divisor", "juniper").options == {"size": 100, "first": "even"}
    with pytest.raises(UnknownVariant) as refused:
        preset_of("split", "juniper")
    assert refused.value.facts() == {
        "game": "split", "variant": "juniper", "known": ("classic", "ranked", "grundy"),
    }  # fmt: skip


@pytest.mark.parametrize("key", ["parity", "evenodd", "divisor"])
def test_lists_go_to_20_unless_players_choose(key: str) -> None:
    assert set_up(key, {}).recorded() == {"size": 20}
    assert set_up(key, {"size": 7}).recorded() == {"size": 7}


def test_split_is_drawn_unless_players_choose() -> None:
    random = Random(1)
    drawn = {set_up("split", {}, random).recorded()["size"] for _ in range(500)}
    assert drawn == set(range(15, 26))
    assert set_up("split", {"size": 99}, random) == Split((99,))
    with pytest.raises(OptionLeftOpen) as refused:
        set_up("split", {})
    assert refused.value.facts() == {"game": "split", "option": "size", "least": 3, "most": 100}


@pytest.mark.parametrize("value", [1, 101, 0, -5, True, 20.0, "20", None, 10**30])
def test_sizes_have_bounds(value: object) -> None:
    with pytest.raises(BadOption) as refused:
        set_up("divisor", {"size": value})
    assert refused.value.facts() == {
        "game": "divisor", "option": "size", "value": value, "least": 2, "most": 100,
    }  # fmt: skip


def test_unknown_games_and_options() -> None:
    with pytest.raises(UnknownGame) as game:
        set_up("chess", {})
    assert game.value.facts() == {"key": "chess", "known": tuple(GAMES)}
    with pytest.raises(UnknownOption) as option:
        set_up("sequence", {"keep": "one"})
    known = ("size", "sums", "ties", "rows")
    assert option.value.facts() == {"game": "sequence", "option": "keep", "known": known}
