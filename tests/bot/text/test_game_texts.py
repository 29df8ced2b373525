"""A sentence about one game: from the reader's language, else from the game, else a plain one."""

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from bot.text.demands import ask, asked
from bot.text.english import English
from bot.text.game_texts import (
    about_option,
    about_variant,
    settings_of,
    stuck,
    summary_of,
    title_with_settings,
    variant_of,
)
from bot.text.refusals import sentence
from engine.games import GAMES, preset_of, set_up
from engine.games.options import choice_option
from engine.games.text import Text
from engine.refusal import Refusal
from tests.engine.countdown import SUBTRACT, Countdown, Left, TooFar

REFUSED = TooFar(9, 4, demand=SUBTRACT, legal=(1, 2, 3))


class Denglish(English):
    """Has its own words for parts of one game."""

    GAME_TEXTS: ClassVar = {
        "countdown": Text(
            settings="ab {size}",
            demands={SUBTRACT: "nimm {choices} weg"},
            refusals={TooFar: "{number} geht nicht. {advice}"},
            options={"size": "Wo es beginnt."},
        )
    }


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Countdown:
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    return Countdown(4)


def said(game: Countdown, words: type[English]) -> list[str]:
    """Return every sentence that is the game's own."""
    view, end = game.view((), game.start()), game.view((3, 1), Left(0, 2))
    about = [about_option(game, option, words) for option in game.options()]
    told = (asked(game, view, words), stuck(game, end, words), sentence(REFUSED, words))
    return [settings_of(game, words), *told, *about]


def test_a_game_speaks_for_itself(game: Countdown) -> None:
    assert said(game, English) == [
        "from 4, steps",
        "subtract 1, 2 or 3",
        "Nought is left, and nothing can be subtracted from it.",
        "9 can't be subtracted: 4 is left. You can choose 1, 2 or 3.",
        "The number to begin with.",
        "What may be subtracted: 1 to 3, or 1 and 3.",
    ]
    assert ask(game, game.view((), game.start())) == "Subtract 1, 2 or 3."


def test_a_language_may_have_better_words(game: Countdown) -> None:
    assert said(game, Denglish) == [
        "ab 4",
        "nimm 1, 2 or 3 weg",
        "Nought is left, and nothing can be subtracted from it.",
        "9 geht nicht. You can choose 1, 2 or 3.",
        "Wo es beginnt.",
        "What may be subtracted: 1 to 3, or 1 and 3.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        Text(),
        Text(
            demands={SUBTRACT: "{nonsense}"},
            stuck={SUBTRACT: "{0}"},
            refusals={TooFar: "{number.sign}"},
        ),
        Text(demands={SUBTRACT: "{"}, stuck={SUBTRACT: "}"}, refusals={TooFar: "{number!x}"}),
    ],
)
def test_without_words_or_with_broken_ones_a_plain_sentence_is_said(
    text: Text, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mute(Countdown):
        TEXT = text

    monkeypatch.setitem(GAMES, "countdown", Mute)
    assert said(Mute(4), English)[:4] == [
        "size 4, rule steps",
        "choose 1, 2 or 3",
        "There is nothing left to choose.",
        "That move isn't allowed. You can choose 1, 2 or 3.",
    ]


def test_any_other_refusal_has_a_plain_sentence_too() -> None:
    @dataclass(eq=False)
    class Sulky(Refusal):
        """A refusal that belongs to no game."""

    assert sentence(Sulky()) == "That isn't allowed."


@pytest.mark.parametrize(
    ("key", "options", "settings"),
    [
        ("parity", {"size": 12}, "1–12"),
        ("evenodd", {"size": 7}, "1–7"),
        ("split", {"size": 16}, "from 16"),
        ("split", {"numbers": [9, 5]}, "from 5, 9"),
        ("split", {"numbers": [9], "keep": "larger"}, "from 9, the larger part stays"),
        ("sequence", {}, "1–9"),
        ("divisor", {"size": 40, "rule": "steps", "first": "even"}, "1–40, steps, even first"),
        ("divisor", {"size": 40, "gone": [5], "opening": [7]}, "1–40"),
        ("divisor", {"size": 50, "board": "drawn", "opening": [7]}, "1–50, drawn start"),
        (
            "split",
            {"numbers": (), "keep": "larger", "board": "drawn"},
            "the larger part stays, drawn start",
        ),
        ("sequence", {"size": 11, "ties": "second"}, "1–11, ties to player 2"),
        # Presets are called by their names.
        ("divisor", {"size": 40, "board": "drawn"}, "ranked"),
        ("divisor", {"size": 40, "board": "drawn", "opening": [7]}, "ranked"),
        ("split", {"numbers": (), "keep": "both", "board": "drawn"}, "grundy"),
        ("split", {"numbers": (16,), "keep": "both", "board": "drawn"}, "grundy"),
        ("sequence", {"rows": "either", "ties": "second"}, "tangle"),
    ],
)
def test_the_settings_of_built_in_games(
    key: str, options: dict[str, object], settings: str
) -> None:
    assert settings_of(set_up(key, options)) == settings


def test_a_language_may_have_names_of_its_own_for_presets() -> None:
    class Named(English):
        VARIANTS: ClassVar = {"ranked": "gewertet"}

    game = set_up("divisor", {"size": 40, "board": "drawn"})
    assert settings_of(game, Named) == "gewertet"
    assert title_with_settings(game, Named) == "Divisor Duel (gewertet)"
    assert title_with_settings(set_up("divisor", {}), Named) == "Divisor Duel"


def test_an_added_option_that_a_template_names_is_told_once(game: Countdown) -> None:
    @dataclass(frozen=True)
    class Later(Countdown):
        TEXT = Text(settings="from {size}, by {pace}")
        pace: str = choice_option("How fast.", "slow", "fast", added=True)
        loud: str = choice_option("How loud.", "no", "very", added=True)

    assert settings_of(Later(pace="fast", loud="very")) == "from 21, by fast, loud very"
    assert settings_of(game) == "from 4, steps"


class WithVariants(English):
    VARIANTS: ClassVar = {"ranked": "gewertet"}
    VARIANT_ABOUT: ClassVar = {"divisor/ranked": "Mit 1 bis 40."}
    SUMMARIES: ClassVar = {"divisor": "Teilen"}


@pytest.mark.parametrize(
    ("options", "name", "theirs"),
    [
        ({}, "", ""),
        ({"size": 21}, "", ""),
        ({"size": 40, "board": "drawn"}, "ranked", "gewertet"),
        ({"size": 40, "board": "drawn", "opening": (6, 12)}, "ranked", "gewertet"),
        ({"size": 100, "first": "even"}, "juniper", "juniper"),
    ],
)
def test_a_variant_other_than_the_first_has_a_name(
    options: dict[str, Any], name: str, theirs: str
) -> None:
    found = set_up("divisor", options)
    assert (variant_of(found), variant_of(found, WithVariants)) == (name, theirs)


def test_a_language_may_explain_variants_and_games(
    game: Countdown, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind, preset = GAMES["divisor"], preset_of("divisor", "ranked")
    assert about_variant(kind, preset) == preset.about
    assert about_variant(kind, preset, WithVariants) == "Mit 1 bis 40."
    assert (summary_of(kind), summary_of(kind, WithVariants)) == (kind.summary, "Teilen")
    monkeypatch.setattr(Countdown, "summary", "")  # a package may bring a game without one
    assert summary_of(game) == game.pitch
