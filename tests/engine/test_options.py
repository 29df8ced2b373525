"""Options: what a game may declare, what players may type, and what is suggested while they do."""

from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES, agreed, set_up
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.option_text import read_options, suggest_options
from engine.games.options import choice_option, number_option
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.record import Record
from engine.refusal import (
    BadChoice,
    BadList,
    BadOption,
    Refusal,
    RepeatedOption,
    UnknownOption,
    UnreadableOptions,
)
from tests.engine.countdown import Countdown


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "countdown", Countdown)


@pytest.mark.usefixtures("_registered")
class TestSettingUp:
    @pytest.mark.parametrize(
        ("chosen", "settings"),
        [
            ({}, {"size": 21, "rule": "steps"}),
            ({"rule": "odd"}, {"size": 21, "rule": "odd"}),
            ({"rule": "steps", "size": 1}, {"size": 1, "rule": "steps"}),
        ],
    )
    def test_what_is_left_out_has_its_default(
        self, chosen: dict[str, Any], settings: dict[str, Any]
    ) -> None:
        assert set_up("countdown", chosen).settings() == settings
        assert list(set_up("countdown", chosen).settings()) == ["size", "rule"]

    def test_a_default_may_be_another_word_than_the_first(self) -> None:
        @dataclass(frozen=True)
        class Other(Countdown):
            rule: str = choice_option("What may be subtracted.", "steps", "odd", default="odd")

        assert Other().settings() == {"size": 21, "rule": "odd"}
        assert [each.text for each in suggest_options(Other, "rule=")] == ["rule=odd", "rule=steps"]

    @pytest.mark.parametrize("value", ["even", "", "Odd", 1, None, ["odd"], True])
    def test_another_word_is_refused(self, value: object) -> None:
        with pytest.raises(BadChoice) as refused:
            set_up("countdown", {"rule": value})
        assert refused.value.facts() == {
            "game": "countdown", "option": "rule", "value": value, "words": ("steps", "odd"),
        }  # fmt: skip

    def test_a_field_that_is_no_option_is_named(self) -> None:
        @dataclass(frozen=True)
        class Careless(Countdown):
            komi: int = 6

        with pytest.raises(TypeError, match="komi is not declared by number_option"):
            Careless.options()

    def test_each_option_is_explained(self) -> None:
        for kind in GAMES.values():
            for option in kind.options():
                assert option.about.endswith(".")
                assert 10 < len(option.about) <= 100


@pytest.mark.usefixtures("_registered")
class TestRecords:
    @pytest.mark.parametrize(
        "text", ["1/countdown/size=21,rule=steps/", "1/countdown/size=9,rule=odd/3-1-3"]
    )
    def test_words_are_recorded(self, text: str) -> None:
        assert Record.parse(text).text == text

    @pytest.mark.parametrize(
        ("text", "code"),
        [
            ("1/countdown/rule=odd,size=9/", "unreadable-record"),
            ("1/countdown/size=9/", "unreadable-record"),
            ("1/countdown/size=09,rule=odd/", "unreadable-record"),
            ("1/countdown/size=9,rule=ODD/", "unreadable-record"),
            ("1/countdown/size=9,rule=/", "unreadable-record"),
            (f"1/countdown/size=9,rule={'o' * 21}/", "unreadable-record"),
            (f"1/countdown/size=9,rule={'o' * 20}/", "bad-choice"),
            ("1/countdown/size=nine,rule=odd/", "bad-option"),
            ("1/countdown/size=1234567,rule=odd/", "bad-option"),
            ("1/countdown/size=9,rule=odd,komi=6/", "unknown-option"),
            ("1/chess/size=odd/", "unknown-game"),
        ],
    )
    def test_a_record_has_one_text(self, text: str, code: str) -> None:
        with pytest.raises(Refusal) as refused:
            Record.parse(text)
        assert refused.value.code == code


class TestReading:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("", {}),
            ("size=30 rule=odd", {"size": 30, "rule": "odd"}),
            (" rule=odd ,\n size=+3,", {"rule": "odd", "size": 3}),
            ("size=-3", {"size": -3}),
            ("size=3.0", {"size": "3.0"}),
            ("size=1234567", {"size": "1234567"}),
            ("size=٣", {"size": "٣"}),
            ("rule=a=b", {"rule": "a=b"}),
        ],
    )
    def test_values_are_read_as_their_options_are(
        self, text: str, found: dict[str, object]
    ) -> None:
        assert read_options(Countdown, text) == found

    @pytest.mark.parametrize(
        ("text", "refusal", "facts"),
        [
            ("size", UnreadableOptions, {"text": "size"}),
            ("size=3 =", UnreadableOptions, {"text": "="}),
            ("size = 3", UnreadableOptions, {"text": "size"}),
            (
                "komi=6",
                UnknownOption,
                {"game": "countdown", "option": "komi", "known": ("size", "rule")},
            ),
            ("size=3 size=3", RepeatedOption, {"game": "countdown", "option": "size"}),
        ],
    )
    def test_what_cannot_be_read_is_named(
        self, text: str, refusal: type[Refusal], facts: dict[str, object]
    ) -> None:
        with pytest.raises(refusal) as refused:
            read_options(Countdown, text)
        assert facts.items() <= refused.value.facts().items()

    @given(st.text(max_size=60) | st.from_regex(r"(size|rule)=\w{0,9}( |,)?", fullmatch=True))
    def test_any_text_is_read_or_refused(self, text: str) -> None:
        with suppress(Refusal):
            Countdown(**read_options(Countdown, text))  # type: ignore[arg-type]


KEPT = ("one", "both", "larger")
KEEP = tuple(f"keep={each}" for each in KEPT)
TYPED = st.from_regex(
    r"((size|rule|numbers|keep|board|gone|sums)=\w{0,9}([,.+ ]\w{0,3}){0,3}[, ]){0,2}"
    r"(size|rule|numbers|keep|board|gone|sums)?=?\w{0,6}",
    fullmatch=True,
)


def suggested(kind: type[Game[Any]], typed: str) -> list[str]:
    return [each.text for each in suggest_options(kind, typed)]


class TestSuggesting:
    @pytest.mark.parametrize(
        ("typed", "texts"),
        [
            ("", ["size=21", "size=1", "size=50", "rule=steps", "rule=odd"]),
            ("ru", ["rule=steps", "rule=odd"]),
            ("rule=o", ["rule=odd"]),
            ("rule=odd", ["rule=odd"]),
            ("rule=odd ", ["rule=odd size=21", "rule=odd size=1", "rule=odd size=50"]),
            ("rule=odd,s", ["rule=odd size=21", "rule=odd size=1", "rule=odd size=50"]),
            ("size=3 rule=", ["size=3 rule=steps", "size=3 rule=odd"]),
            ("rule=odd size=5", ["rule=odd size=5", "rule=odd size=50"]),
            ("size=4", [f"size={each}" for each in (4, *range(40, 49))]),
            ("size=0", []),
            ("size=05", []),
            ("size=x", []),
            ("size=51", []),
            ("komi", []),
            ("komi=", []),
            ("rul=", []),
            ("size=3 rule=odd ", []),
            ("size=99 komi=6 nonsense rule=", ["rule=steps", "rule=odd"]),
            ("rule=a=b rule=odd size=5", ["rule=odd size=5", "rule=odd size=50"]),
            ("rule=odd rule=steps size=2", [f"rule=steps size={n}" for n in (2, *range(20, 29))]),
        ],
    )
    def test_what_may_be_typed_next(self, typed: str, texts: list[str]) -> None:
        assert suggested(Countdown, typed) == texts

    def test_the_usual_value_comes_first(self) -> None:
        assert suggested(Divisor, "") == [
            "size=20", "size=2", "size=100", "board=plain", "board=drawn", "rule=classic",
            "rule=steps", "first=any", "first=even",
        ]  # fmt: skip
        assert suggested(Split, "")[:2] == ["numbers=15", "keep=one"]
        assert suggested(Sequence, "s") == [
            "size=9", "size=5", "size=13", "sums=2", "sums=3",
        ]  # fmt: skip
        assert suggested(Divisor, "size=10") == ["size=10", "size=100"]

    @pytest.mark.parametrize(
        ("typed", "texts"),
        [
            ("si", ["size=15"]),
            ("numbers=5,8", ["numbers=5.8"]),
            ("numbers=5+8+12", ["numbers=5+8+12"]),
            ("numbers=5, 8, 12 ke", [f"numbers=5.8.12 keep={each}" for each in KEPT]),
            ("size=16 ", [f"size=16 {each}" for each in (*KEEP, "board=plain", "board=drawn")]),
            ("size=16 numb", []),
            ("numbers=16 si", []),
            ("numbers=2", [f"numbers={each}" for each in range(20, 30)]),
            ("numbers=2,", ["numbers=15", *KEEP, "board=plain", "board=drawn"]),
            ("numbers=2,3", []),
            ("numbers=5,8,12,5,8,12", []),
            ("numbers=x", []),
        ],
    )
    def test_lists_are_suggested_as_far_as_they_are_typed(
        self, typed: str, texts: list[str]
    ) -> None:
        assert suggested(Split, typed) == texts

    def test_nothing_is_suggested_that_only_the_host_sets(self) -> None:
        for typed in ("gone", "gone=5", "opening=", "size=20 ope"):
            assert suggested(Divisor, typed) == []

    def test_a_suggestion_names_its_option(self) -> None:
        (first, *_) = suggest_options(Countdown, "size=3 ")
        assert first.option.about == "What may be subtracted: 1 to 3, or 1 and 3."

    @pytest.mark.parametrize("kind", [Countdown, *GAMES.values()])
    @given(typed=st.text(max_size=20) | TYPED)
    def test_every_suggestion_can_be_set_up(self, kind: type[Game[Any]], typed: str) -> None:
        with patch.dict(GAMES, {"countdown": Countdown}):
            for each in suggest_options(kind, typed):
                assert isinstance(agreed(kind.key, read_options(kind, each.text), Random(1)), kind)

    def test_all_values_that_begin_alike_are_known(self) -> None:
        size, *_ = Split.options()
        assert [*size.beginning_with("1")] == [*map(str, (*range(10, 20), 100))]
        assert [*size.beginning_with("3")] == [*map(str, (3, *range(30, 40)))]

    def test_a_large_range_is_not_gone_through(self) -> None:
        @dataclass(frozen=True)
        class Huge(Countdown):
            size: int = number_option("Any number.", least=0, most=999_999, default=5)

        assert suggested(Huge, "size=99999")[:2] == ["size=99999", "size=999990"]
        assert suggested(Huge, "size=0") == ["size=0"]
        assert suggested(Huge, "size=") == ["size=5", "size=0", "size=999999"]


def test_a_number_without_default_is_drawn() -> None:
    assert {set_up("split", {}, Random(seed)).settings()["numbers"] for seed in range(99)} == {
        (number,) for number in range(15, 26)
    }
    with pytest.raises(BadList):
        set_up("split", {"size": None}, Random(1))


class TestLists:
    @pytest.mark.parametrize(
        ("text", "found"),
        [
            ("gone=5,10 opening=7,14", {"gone": (5, 10), "opening": (7, 14)}),
            ("gone=5, 10, opening=14+7,size=9", {"gone": (5, 10), "opening": (14, 7), "size": 9}),
            ("gone=5.10", {"gone": (5, 10)}),
            ("gone=5 10", {"gone": (5, 10)}),
            ("gone=5", {"gone": (5,)}),
            ("gone=-5", {"gone": "-5"}),
            ("gone=5..10", {"gone": "5..10"}),
            ("gone=1234567", {"gone": "1234567"}),
            ("gone=٣,5", {"gone": "٣.5"}),
            (f"gone={','.join(['5'] * 101)}", {"gone": ".".join(["5"] * 101)}),
        ],
    )
    def test_reading(self, text: str, found: dict[str, object]) -> None:
        assert read_options(Divisor, text) == found

    @pytest.mark.parametrize(
        ("value", "numbers"), [([8, 5], (5, 8)), ((5, 8), (5, 8)), (7, (7,)), ([9, 9], (9, 9))]
    )
    def test_one_list_has_one_form(self, value: Any, numbers: tuple[int, ...]) -> None:
        assert set_up("split", {"numbers": value}) == Split(numbers)
        assert Split(value).settings()["numbers"] == numbers

    def test_the_order_of_an_opening_matters(self) -> None:
        assert set_up("divisor", {"opening": [14, 7]}).settings()["opening"] == (14, 7)
        assert set_up("divisor", {"gone": [14, 7]}).settings()["gone"] == (7, 14)

    @pytest.mark.parametrize(
        "value",
        [[], [2], [101], [5, True], [5.0], ["5"], "5", None, {}, [[5]], [5] * 6, [10**30], True],
    )
    def test_others_are_refused(self, value: object) -> None:
        with pytest.raises(BadList) as refused:
            set_up("split", {"numbers": value})
        assert refused.value.facts() == {
            "game": "split", "option": "numbers", "value": value,
            "least": 3, "most": 100, "shortest": 1, "longest": 5,
        }  # fmt: skip

    @pytest.mark.parametrize("name", ["numbers", "size"])
    def test_a_single_number_is_called_as_it_always_was(self, name: str) -> None:
        with pytest.raises(BadOption) as refused:
            set_up("split", {name: 2})
        assert refused.value.facts()["option"] == "size"

    def test_two_names_are_one_option(self) -> None:
        with pytest.raises(RepeatedOption) as refused:
            set_up("split", {"numbers": [5], "size": 5})
        assert refused.value.facts() == {"game": "split", "option": "size"}

    def test_a_number_is_struck_out_once(self) -> None:
        for name in ("gone", "opening"):
            with pytest.raises(BadList):
                set_up("divisor", {name: [5, 5]})

    def test_several_may_be_alike(self) -> None:
        assert set_up("split", {"numbers": [5, 5]}).settings()["numbers"] == (5, 5)


def test_an_option_left_open_is_refused_with_what_is_allowed() -> None:
    _, rule = Countdown.options()
    assert rule.left_open("countdown").facts() == {
        "game": "countdown", "option": "rule", "value": None, "words": ("steps", "odd"),
    }  # fmt: skip
