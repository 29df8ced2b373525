"""A record's text: what it looks like, that it comes back, and that nothing else gets in."""

import pickle
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games.divisor import Divisor
from engine.games.notation import FORM, MOST_MOVES
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.record import Record
from engine.refusal import (
    AlreadyGone,
    BadOption,
    IllegalRecord,
    OptionLeftOpen,
    Refusal,
    UnknownGame,
    UnknownOption,
    UnknownRecordVersion,
    UnreadableRecord,
    Unrecordable,
    Unrelated,
)
from tests.engine.countdown import Countdown, Left
from tests.engine.random_play import ALL, line


@st.composite
def records(draw: st.DrawFn) -> Record:
    game = draw(st.sampled_from(ALL))
    lines = list(line(game, Random(draw(st.integers(0, 10**6)))))
    moves, _ = draw(st.sampled_from(lines))
    return Record.replay(game, map(game.text, moves))


def test_what_it_looks_like() -> None:
    assert Record.start(Sequence()).text == "1/sequence//"
    assert Record.replay(Divisor(), ["6", "3", "18"]).text == "1/divisor/size=20/6-3-18"
    assert Record.replay(Split((16,)), ["06"]).text == "1/split/size=16/6"


@given(records())
def test_comes_back(record: Record) -> None:
    again = Record.parse(record.text)
    assert (again, again.state, again.view) == (record, record.state, record.view)


@given(records(), st.data())
def test_one_record_one_text(record: Record, data: st.DataObject) -> None:
    """A changed text is refused, or it is exactly the text of another record."""
    text = list(record.text)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        text[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.text("0123456789-/=,asize\n٣", max_size=2)
        )
    changed = "".join(text)
    with suppress(Refusal):
        assert Record.parse(changed).text == changed


@given(
    st.text(max_size=300)
    | st.from_regex(r"1/[a-z]{1,8}/(size=\d{1,3})?/[0-9-]{0,40}", fullmatch=True)
)
def test_hostile_text_is_only_ever_refused(text: str) -> None:
    with suppress(Refusal):
        assert Record.parse(text).text == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "1",
        "1/divisor/size=20",
        "1/divisor/size=20/6/",
        "1/divisor/size=20/6-3\n",
        " 1/divisor/size=20/",
        "1/divisor/size=20/06",
        "1/divisor/size=20/6--3",
        "1/divisor/size=20/6-3-",
        "1/divisor/size=020/",
        "1/divisor/size=20,/",
        "1/divisor/size=20,size=20/",
        "1/divisor//",
        "1/DIVISOR/size=20/",
        "1/divisor/size=٢٠/",
        "01/divisor/size=20/",
        "1/divisor/size=20/" + "1-" * 5000,
    ],
)
def test_other_spellings_are_unreadable(text: str) -> None:
    with pytest.raises((UnreadableRecord, UnknownRecordVersion)) as refused:
        Record.parse(text)
    version = {"version": text[:2], "known": "1"}
    assert refused.value.facts() == ({"text": text} if text[:2] != "01" else version)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("2/divisor/size=20/", UnknownRecordVersion),
        ("12/divisor;20;6;3", UnknownRecordVersion),
        ("1/chess/size=20/", UnknownGame),
        ("1/sequence/keep=one/", UnknownOption),
        ("1/divisor/size=101/", BadOption),
        ("1/split//", OptionLeftOpen),
    ],
)
def test_set_ups_are_checked(text: str, refused: type[Refusal]) -> None:
    with pytest.raises(refused):
        Record.parse(text)


@pytest.mark.parametrize(
    ("text", "nth", "because"),
    [
        ("1/divisor/size=20/6-7", 2, Unrelated),
        ("1/divisor/size=20/6-3-6", 3, AlreadyGone),
    ],
)
def test_every_move_is_judged_again(text: str, nth: int, because: type[Refusal]) -> None:
    with pytest.raises(IllegalRecord) as refused:
        Record.parse(text)
    assert refused.value.nth == nth
    assert type(refused.value.because) is because


def test_playing_on_leaves_the_record_as_it_was() -> None:
    before = Record.replay(Divisor(), ["6"])
    after = before.play(3)
    assert (before.moves, after.moves) == ((6,), (6, 3))
    assert before != after


def test_no_more_moves_are_made_than_can_be_read_back() -> None:
    class Endless(Countdown):
        def play(self, state: Left, _move: int) -> Left:
            return state

    record = Record.start(Endless())
    for _ in range(MOST_MOVES):
        record = record.play(1)
    assert FORM.fullmatch(record.text)
    with pytest.raises(Unrecordable) as refused:
        record.play(1)
    assert refused.value.facts() == {"text": "1", "most": MOST_MOVES}


@pytest.mark.parametrize("text", ["", "1234567", "-1", "A", "1-2", "1/"])
def test_no_move_is_made_whose_text_cannot_be_read_back(text: str) -> None:
    class Other(Countdown):
        def text(self, _move: int) -> str:
            return text

    with pytest.raises(Unrecordable):
        Record.start(Other()).play(1)


def test_a_refusal_travels_whole() -> None:
    """Through a pickle, into a set, and with its facts in what a log shows."""
    with pytest.raises(Unrelated) as refused:
        Record.replay(Divisor(), ["6"]).play(7)
    refusal = refused.value
    assert pickle.loads(pickle.dumps(refusal)).facts() == refusal.facts()  # noqa: S301
    assert {refusal} == {refusal}
    assert str(refusal).startswith("unrelated: {'demand': ")
