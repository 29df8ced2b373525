"""Lines as they are written and read."""

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.export_format import line_format
from storage.export_format.line_format import REQUIRED, UnfitLine, read, version, written
from tests.storage.export_file.edit import line_of

LARGEST = 2**53 - 1
ID = 2**63 - 1
# Each kind of line with all values, and with as few as possible.
EXAMPLES: list[tuple[str, dict[str, Any]]] = [
    (
        "record",
        {
            "format": "duelhost",
            "version": 1,
            "server": 81384788765712384,
            "duels": 10_000_000,
            "ends": 0,
            "erased": LARGEST,
        },
    ),
    ("season", {"number": 2, "first": LARGEST, "at": 253_402_300_799_999}),
    (
        "rules",
        {
            "clock": 1,
            "channels": [0, 7, ID],
            "roles": [1],
            "rated_a_day": 0,
            "board_mode": "thread",
            "variants": [("divisor", "ranked"), ("z" * 20, "y" * 20)],
            "daily_channel": ID,
        },
    ),
    (
        "rules",
        {
            "clock": None,
            "channels": [],
            "roles": [],
            "rated_a_day": None,
            "board_mode": "one",
            "variants": [],
            "daily_channel": None,
        },
    ),
    ("blocked", {"player": ID}),
    (
        "duel",
        {
            "number": 1,
            "phase": "finished",
            "challenger": -ID,
            "opponent": ID,
            "first": "drawn",
            "seated": "opponent",
            "legs": 2,
            "clock": 86_400_000,
            "unrated": "seats",
            "earlier": "1/divisor/size=3/1-2",
            "record": "1/divisor/size=3/1-3",
            "deadline": 0,
            "winner": 0,
            "reason": "timed-out",
            "ended": 1_800_000_000_000,
            "void": True,
            "nth": 1,
            "channel": 0,
            "message": ID,
            "step": 0,
            "good_game": 3,
            "board_mode": "every",
            "challenger_rating": -LARGEST,
            "opponent_rating": 1500,
            "challenger_provisional": True,
            "opponent_provisional": True,
            "level": "casual",
            "hints": "0,0,12,488",
            "played_from": 12,
        },
    ),
    (
        "duel",
        {
            "number": LARGEST,
            "phase": "offered",
            "challenger": 1,
            "opponent": -1,
            "first": "challenger",
            "seated": None,
            "legs": 1,
            "clock": 1,
            "unrated": None,
            "earlier": None,
            "record": "1/sequence/rows=either/1-*5",
            "deadline": None,
            "winner": None,
            "reason": None,
            "ended": None,
            "void": False,
            "nth": None,
            "channel": 1,
            "message": None,
            "step": LARGEST,
            "good_game": 0,
            "board_mode": "one",
            "challenger_rating": None,
            "opponent_rating": None,
            "challenger_provisional": False,
            "opponent_provisional": False,
            "level": None,
            "hints": "",
            "played_from": 0,
        },
    ),
    ("end", {"lines": 1, "sha256": "0123456789abcdef" * 4}),
]
ALL = dict(reversed(EXAMPLES))


def test_every_kind_of_lines_is_here() -> None:
    assert ALL.keys() == line_format.LINES.keys()
    assert all(values.keys() == line_format.LINES[line].keys() for line, values in EXAMPLES)


@pytest.mark.parametrize(("line", "values"), EXAMPLES)
def test_what_is_written_is_read_again(line: str, values: dict[str, Any]) -> None:
    text = written(line, values)
    assert text.endswith(b"}\n")
    assert text.count(b"\n") == 1
    assert read(text[:-1]) == (line, values)


def test_a_line_says_what_it_is_first_and_numbers_of_discord_as_text() -> None:
    assert written("blocked", {"player": ID}) == (
        b'{"line":"blocked","player":"9223372036854775807"}\n'
    )


def unfit(text: bytes) -> str | None:
    with pytest.raises(UnfitLine) as refused:
        read(text)
    return refused.value.key


def shown(line: str) -> dict[str, Any]:
    values: dict[str, Any] = json.loads(written(line, ALL[line]))
    return values


NEVER: list[Any] = [[], {}, 1.0, -1, "", " ", "ä", "x\u0000", float("nan"), 1e300, 10**30, "1" * 25]
NUMBERS = [*NEVER, True, "1", LARGEST + 1]
IDS = [*NEVER, 1, True, "01", "+1", "-0", "1.0", "1 ", "١", "0x1", str(ID + 1), str(-ID - 1)]
WORDS = [*NEVER, 1, True, "Drawn", "drawn\n", "a" * 21, "a b", "a1"]
RECORDS = [*NEVER[:-1], 1, "1/Divisor/", "1/divisor/\n", "1/" * 4001, "1;2"]
SEVERAL = [*NEVER[1:], None, "1", [1], ["2", "1"], ["1", "1"], ["-1"], [None], [["1"]]]
SEVERAL.append([str(each) for each in range(1, 27)])
FLAGS = [*NEVER, 0, 1, None, "true"]
ODD: dict[tuple[str, ...], list[Any]] = {
    ("record", "format"): [*NEVER, "Duelhost", 1, None],
    ("record", "version"): [*NEVER, 0, 2, True, "1", None],
    ("record", "server"): [*IDS, "0", "-1", None],
    ("record", "duels", "ends"): [*NUMBERS, None, 10_000_001],
    ("record", "erased"): [*NUMBERS, None],
    ("season", "number", "first"): [*NUMBERS, 0, None],
    ("season", "at"): [*NUMBERS, None, 253_402_300_800_000],
    ("rules", "clock"): [*NUMBERS, 0],
    ("rules", "channels"): SEVERAL,
    ("rules", "roles"): [*SEVERAL, ["0"]],
    ("rules", "rated_a_day"): NUMBERS,
    ("rules", "board_mode"): [*WORDS, None],
    ("rules", "variants"): [
        *(each for each in NEVER if each != {}),
        None,
        "divisor",
        *({"divisor": each} for each in (*WORDS, None, "a-b")),
        *({each: "ranked"} for each in ("", "Divisor", "a-b", "a" * 21, "a1")),
        {"split": "ranked", "divisor": "ranked"},
        {chr(ord("a") + nth): "ranked" for nth in range(26)},
    ],
    ("rules", "daily_channel"): [*IDS, "-1"],
    ("blocked", "player"): [*IDS, "0", "-1", None],
    ("duel", "number", "legs", "clock"): [*NUMBERS, 0, None],
    ("duel", "challenger", "opponent"): [*IDS, None],
    ("duel", "phase", "first", "board_mode"): [*WORDS, None],
    ("duel", "seated", "unrated", "reason", "level"): WORDS,
    ("duel", "record"): [*RECORDS, None],
    ("duel", "earlier"): RECORDS,
    ("duel", "deadline", "ended"): [*NUMBERS, 253_402_300_800_000],
    ("duel", "winner"): NUMBERS,
    ("duel", "nth"): [*NUMBERS, 0],
    ("duel", "challenger_rating", "opponent_rating"): [
        *(each for each in NUMBERS if each != -1),
        -LARGEST - 1,
    ],
    ("duel", "void"): FLAGS,
    ("duel", "challenger_provisional", "opponent_provisional"): FLAGS,
    ("duel", "hints"): [
        *(each for each in NEVER if each),
        None,
        1,
        ",",
        "1,",
        ",1",
        "1,,2",
        "1000",
        "-1",
        "1 ",
        "x",
    ],
    ("duel", "channel"): [*IDS, "-1", None],
    ("duel", "message"): [*IDS, "0", "-1"],
    ("duel", "step", "good_game", "played_from"): [*NUMBERS, None],
    ("end", "lines"): [*NUMBERS, 0, None],
    ("end", "sha256"): [*NEVER, None, 1, "0" * 63, "0" * 65, "A" * 64, "g" * 64],
}


@pytest.mark.parametrize(("line", "key"), [(line, key) for line, *keys in ODD for key in keys])
def test_a_value_that_nobody_writes_is_refused_by_its_key(line: str, key: str) -> None:
    (values,) = (odd for (where, *keys), odd in ODD.items() if where == line and key in keys)
    for value in values:
        assert unfit(line_of(shown(line) | {key: value})) == key, value
    if line_format.LINES[line][key].default is REQUIRED:
        missing = {name: value for name, value in shown(line).items() if name != key}
        assert unfit(line_of(missing)) == key


def test_no_value_of_a_line_goes_without_such_a_test() -> None:
    tried = {(line, key) for line, *keys in ODD for key in keys}
    assert tried == {(line, key) for line, kinds in line_format.LINES.items() for key in kinds}


BLOCKED = b'{"line":"blocked","player":"7"}'


@pytest.fixture
def longer_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of blocked players have got two more values since."""
    kinds = dict(line_format.LINES["blocked"])
    kinds["until"] = line_format.LINES["season"]["at"].optional(7)
    kinds["roles"] = line_format.LINES["rules"]["roles"].optional([])
    monkeypatch.setattr(line_format, "LINES", {**line_format.LINES, "blocked": kinds})


@pytest.mark.usefixtures("longer_line")
def test_a_line_without_an_optional_value_has_its_default() -> None:
    default = {"player": 7, "until": 7, "roles": []}
    assert read(BLOCKED) == ("blocked", default)
    assert written("blocked", default | {"roles": frozenset()}) == BLOCKED + b"\n"


@pytest.mark.usefixtures("longer_line")
def test_an_optional_value_other_than_its_default_is_in_the_line() -> None:
    values = {"player": 7, "until": 0, "roles": [9]}
    text = b'{"line":"blocked","player":"7","until":0,"roles":["9"]}'
    assert written("blocked", values) == text + b"\n"
    assert read(text) == ("blocked", values)
    assert unfit(text.replace(b"0", b"-1")) == "until"


@pytest.mark.usefixtures("longer_line")
def test_an_optional_value_that_is_written_though_it_is_the_default() -> None:
    """Each line has one form."""
    assert unfit(b'{"line":"blocked","player":"7","until":7}') is None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"7",
        b'"blocked"',
        b"{}",
        b'{"line":"blockade","player":"7"}',
        b'{"line":["blocked"],"player":"7"}',
        b'{"line":null,"player":"7"}',
        b'{"player":"7"}',
        b'{"player":"7","line":"blocked"}',
        b'{"line":"blocked","player":"7","why":"rude"}',
        b'{"line":"blocked","player":"8","player":"7"}',
        b'{"line":"season","line":"blocked","player":"7"}',
        b'{"line":"blocked", "player":"7"}',
        b' {"line":"blocked","player":"7"}',
        b'{"line":"blocked","player":"7"}\r',
        b'{"line":"blocked","player":"\\u0037"}',
        b'{"line":"blocked","player":"7"}{"line":"blocked","player":"8"}',
        b'\xef\xbb\xbf{"line":"blocked","player":"7"}',
        BLOCKED.decode().encode("utf-16"),
        BLOCKED + b"\x00",
        b'{"line":"\xff"}',
        b'{"line":"blocked","player":' + b"9" * 5000 + b"}",
        b"[" * 8000,
        b'{"a":' * 1600,
    ],
)
def test_a_line_in_another_form_is_refused(text: bytes) -> None:
    read(BLOCKED)
    unfit(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@given(st.binary(max_size=200) | JSON.map(json.dumps).map(str.encode))
def test_whatever_comes_is_read_or_refused(text: bytes) -> None:
    with suppress(UnfitLine):
        read(text)
    version(text)


@given(st.sampled_from(sorted(ALL)), st.data())
def test_whatever_is_read_was_written_so(line: str, data: st.DataObject) -> None:
    """And not alike only: one of its values is something else."""
    key = data.draw(st.sampled_from(sorted(ALL[line])))
    text = json.dumps(shown(line) | {key: data.draw(JSON)}, separators=(",", ":")).encode()
    try:
        kind, values = read(text)
    except UnfitLine:
        return
    assert written(kind, values) == text + b"\n"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (b'{"line":"record","format":"duelhost","version":1}', 1),
        (b'{"format":"duelhost","version":2,"anything":[]}', 2),
        (b'{"format":"duelhost","version":0}', None),
        (b'{"format":"duelhost","version":"1"}', None),
        (b'{"format":"duelhost","version":1.0}', None),
        (b'{"format":"duelhost"}', None),
        (b'{"format":"chess","version":1}', None),
        (b'{"version":1}', None),
        (b"[1]", None),
        (b"\x00", None),
        (b"", None),
    ],
)
def test_the_version_of_whatever_begins_so(text: bytes, found: int | None) -> None:
    assert version(text) == found
