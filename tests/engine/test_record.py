"""A record's text: what it looks like, that it comes back, and that nothing else gets in."""

import pickle
import re
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from engine.games.divisor import Divisor
from engine.games.notation import FORM, MOST_MOVES
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.record import Record
from engine.refusal import (
    AlreadyGone,
    BadChoice,
    BadList,
    BadOption,
    GameOver,
    IllegalOpening,
    IllegalRecord,
    MustBeEven,
    NoStep,
    NothingToTake,
    NotOnTheTable,
    NotThePart,
    OptionLeftOpen,
    OutOfRange,
    Refusal,
    RepeatedOption,
    RowFull,
    StartNotDrawn,
    TooClose,
    UnknownGame,
    UnknownOption,
    UnknownRecordVersion,
    Unreadable,
    UnreadableRecord,
    Unrecordable,
    Unrelated,
)
from tests.engine.countdown import Countdown, Left
from tests.engine.random_play import any_game, line


@st.composite
def records(draw: st.DrawFn, largest: int = 100) -> Record:
    """A record of any game with any options, from its start to its end."""
    kind = draw(st.sampled_from(list(GAMES.values())))
    game = any_game(kind, Random(draw(st.integers(0, 10**6))), largest)
    lines = list(line(game, Random(draw(st.integers(0, 10**6)))))
    moves, _ = draw(st.sampled_from(lines))
    return Record.replay(game, map(game.text, moves))


def test_what_it_looks_like() -> None:
    assert Record.start(Sequence()).text == "1/sequence//"
    assert Record.replay(Divisor(), ["6", "3", "18"]).text == "1/divisor/size=20/6-3-18"
    assert Record.replay(Split((16,)), ["06"]).text == "1/split/size=16/6"
    begun = Divisor(20, gone=(10, 5), opening=(7, 14), first="any")
    assert Record.replay(begun, ["1"]).text == "1/divisor/size=20,gone=5.10,opening=7.14/1"
    several = Split((16, 5), keep="both")
    assert Record.replay(several, ["16:9"]).text == "1/split/numbers=5.16,keep=both/16:9"
    either = Sequence(rows="either", sums=3)
    assert Record.replay(either, ["5", "*4"]).text == "1/sequence/sums=3,rows=either/5-*4"


# As they were written before there were other options, and are stored.
OLD = [
    "1/divisor/size=20/6-3",
    "1/divisor/size=100/",
    "1/split/size=16/6-5-4-1",
    "1/split/size=3/",
    "1/sequence//",
    "1/sequence//1-2-3-4-5-6-7-8-9",
    "1/parity/size=20/10-7-8-5-4-19",
    "1/parity/size=2/1-2",
    "1/evenodd/size=20/",
    "1/evenodd/size=99/7-16",
]


@pytest.mark.parametrize("text", OLD)
def test_records_from_before_keep_their_text(text: str) -> None:
    record = Record.parse(text)
    assert record.text == text
    assert Record.start(record.game).text == text[: text.rindex("/") + 1]
    assert record.game.variant == ("classic" if re.search("=20/|split|nce//", text) else None)


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
            st.text("0123456789-/=,.:*asize\n٣", max_size=2)
        )
    changed = "".join(text)
    with suppress(Refusal):
        assert Record.parse(changed).text == changed


@given(
    st.text(max_size=300)
    | st.from_regex(r"1/[a-z]{1,8}/(size=\d{1,3})?/[0-9-]{0,40}", fullmatch=True)
    | st.from_regex(
        r"1/(divisor|parity|evenodd|split|sequence)/(size=\d{1,3})?"
        r"(,(gone|opening|numbers|board|first|rule|keep|rows)="
        r"(drawn|even|steps|both|either|\d{1,2}(\.\d{1,3}){0,3})){0,3}/[0-9:*-]{0,12}",
        fullmatch=True,
    )
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
        # Lists have one order, and options too.
        "1/divisor/size=20,gone=10.5/",
        "1/divisor/size=20,opening=7.14,gone=5/",
        "1/divisor/gone=5,size=20/",
        "1/divisor/size=20,gone=5,rule=steps/",
        "1/divisor/size=20,gone=05/",
        "1/divisor/size=20,gone=5.10./",
        "1/divisor/size=20,gone=5,10/",
        "1/divisor/size=20,gone=5+10/",
        "1/divisor/size=20,gone=/",
        "1/divisor/size=20,gone=٥/",
        "1/divisor/size=20,gone=5.1000/",
        f"1/divisor/size=20,gone=1{'.2' * 100}/",
        "1/split/numbers=16.5/",
        "1/split/numbers=,board=drawn/",
        # What has its default is left out, if it wasn't always there.
        "1/divisor/size=20,board=plain/",
        "1/divisor/size=20,rule=classic/",
        "1/divisor/size=20,first=any/",
        "1/sequence/size=9/",
        "1/sequence/sums=2/",
        "1/split/size=16,keep=one/",
        # A single number is called as it always was.
        "1/split/numbers=16/",
        # Moves have one text.
        "1/split/numbers=5.16/16.6",
        "1/split/numbers=5.16/016:6",
        "1/split/numbers=5.16/16:06",
        "1/split/numbers=5.16/16:6:1",
        "1/split/numbers=5.5/16:-6",
        "1/split/size=16/16:6",
        "1/split/numbers=3.16/3:2-6",
        "1/sequence/rows=either/*05",
        "1/sequence/rows=either/**5",
        "1/sequence/rows=either/5*",
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
        ("1/split/board=drawn/", StartNotDrawn),
        ("1/divisor/size=20.30/", BadOption),
        ("1/divisor/size=20,rule=steps.5/", BadChoice),
        ("1/split/numbers=2.5/", BadList),
        ("1/split/numbers=5.5.5.5.5.5/", BadList),
        ("1/split/numbers=5,size=5/", RepeatedOption),
        ("1/divisor/size=20,gone=21/", BadList),
        ("1/divisor/size=20,gone=0.5/", BadList),
        ("1/divisor/size=20,gone=5.5/", BadList),
        ("1/divisor/size=20,gone=five/", BadList),
        ("1/divisor/size=20,opening=7.14.7/", BadList),
        ("1/divisor/size=20,opening=7.15/", IllegalOpening),
        ("1/divisor/size=20,opening=21/", IllegalOpening),
        ("1/divisor/size=20,gone=7,opening=7/", IllegalOpening),
        ("1/divisor/size=20,opening=7,first=even/", IllegalOpening),
        ("1/divisor/size=3,opening=3.1.2/", NothingToTake),
        ("1/divisor/size=4,gone=1,opening=3/", NothingToTake),
        ("1/divisor/size=3,gone=2,first=even/", NothingToTake),
        ("1/parity/size=20,rule=steps/", BadChoice),
        ("1/parity/size=20,first=even/", UnknownOption),
        # Nobody can have played a game whose start was never drawn.
        ("1/divisor/size=40,board=drawn/", StartNotDrawn),
        ("1/divisor/size=40,board=drawn/6-3", StartNotDrawn),
        ("1/divisor/size=40,board=drawn,gone=5.10/", StartNotDrawn),
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
        ("1/divisor/size=20,gone=5/5", 1, AlreadyGone),
        ("1/divisor/size=20,opening=7.14/7", 1, AlreadyGone),
        ("1/divisor/size=20,opening=7.14/3", 1, Unrelated),
        ("1/divisor/size=20,first=even/3", 1, MustBeEven),
        ("1/divisor/size=20,rule=steps/6-18", 2, NoStep),
        ("1/parity/size=20,rule=doubles/6-5", 2, TooClose),
        ("1/split/numbers=5.16/15:6", 1, NotOnTheTable),
        ("1/split/size=16,keep=larger/6", 1, NotThePart),
        ("1/sequence//*5", 1, Unreadable),
        ("1/sequence/size=5,rows=either/1-2-103-4", 3, OutOfRange),
        ("1/sequence/size=5,rows=either/1-2-*3-4", 4, RowFull),
        ("1/sequence/size=6/1-2-3-4-5-6", 6, GameOver),
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
