"""Damaged and forged exports: none is imported, and each is refused with a reason."""

import gzip
import zlib
from pathlib import Path
from random import Random

import pytest

from storage.export_format import gzip_lines
from storage.sqlite.import_file import take_in
from storage.trouble import (
    Altered,
    BrokenOff,
    MisplacedLine,
    NotATranscript,
    NoTranscript,
    OddLine,
    OddValue,
    OtherTranscript,
    Oversized,
    Unreadable,
)
from storage.units import import_
from tests.storage.builders import DAY
from tests.storage.export_file.edit import changed, line_of, lines_of, sealed, values_of, zipped
from tests.storage.export_file.import_checks import NOW, ImportChecks, Lines, at

# Most files are refused before anything is written, on any engine.
pytestmark = pytest.mark.every_engine(long=True)


@pytest.fixture
def one(exports: list[Lines]) -> Lines:
    """The export with the most seasons."""
    return max(exports, key=lambda lines: sum(b'"line":"season"' in each for each in lines))


def some(lines: Lines) -> list[int]:
    """The places of all lines but those of duels, and of every ninth of those: each kind of lines
    is among them, with its first and its last one."""
    duels = [nth for nth, line in enumerate(lines) if line.startswith(b'{"line":"duel"')]
    others = set(range(len(lines))) - set(duels)
    return sorted(others | set(duels[::9]) | {duels[-1]})


def swapped(lines: Lines, nth: int) -> Lines:
    return [*lines[:nth], lines[nth + 1], lines[nth], *lines[nth + 2 :]]


def test_lines_that_are_put_together_again_are_imported(
    exports: list[Lines], checks: ImportChecks
) -> None:
    """Otherwise the following tests could pass for another reason."""
    checks.takes(sealed(exports[0]))


# Damaged.


def test_any_change_of_any_line(one: Lines, checks: ImportChecks) -> None:
    whole, random = lines_of(sealed(one)), Random(1)
    for nth in some(whole):
        line = whole[nth]
        for _ in range(3):
            place = random.randrange(len(line))
            other = line[:place] + bytes([line[place] ^ 1]) + line[place + 1 :]
            refused = checks.refuses(zipped([*whole[:nth], other, *whole[nth + 1 :]]))
            assert getattr(refused, "line", 1) <= len(whole)


def test_any_line_that_is_missing(one: Lines, checks: ImportChecks) -> None:
    whole = lines_of(sealed(one))
    for nth in some(whole):
        checks.refuses(zipped([*whole[:nth], *whole[nth + 1 :]]))


def test_any_line_that_is_there_twice(one: Lines, checks: ImportChecks) -> None:
    whole = lines_of(sealed(one))
    for nth in some(whole):
        checks.refuses(zipped([*whole[: nth + 1], *whole[nth:]]))


def test_any_two_lines_that_are_swapped(one: Lines, checks: ImportChecks) -> None:
    whole = lines_of(sealed(one))
    for nth in some(whole)[:-1]:
        checks.refuses(zipped(swapped(whole, nth)))


def test_wherever_it_is_cut_off(one: Lines, checks: ImportChecks) -> None:
    whole = lines_of(sealed(one))
    for nth in some(whole)[1:]:
        assert checks.refuses(zipped(whole[:nth])).facts()["line"] == nth
        text = b"".join(line + b"\n" for line in whole[:nth]) + whole[nth][:10]
        refused = checks.refuses(gzip.compress(text))
        assert isinstance(refused, BrokenOff)
        assert refused.line == nth
    data, random = sealed(one), Random(1)
    for length in random.sample(range(100, len(data)), 10):
        assert isinstance(checks.refuses(data[:length]), BrokenOff | NotATranscript)


def test_whatever_is_changed_of_what_is_zipped(one: Lines, checks: ImportChecks) -> None:
    data, random = sealed(one), Random(1)
    for place in random.sample(range(10, len(data)), 20):
        checks.refuses(data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :])


def test_a_last_line_that_is_not_about_these(one: Lines, checks: ImportChecks) -> None:
    last = lines_of(sealed(one))[-1]
    for other in (
        changed(last, lines=len(one) + 1),
        changed(last, sha256="0" * 64),
        lines_of(sealed(one[:-1]))[-1],
    ):
        refused = checks.refuses(zipped([*one, other]))
        assert isinstance(refused, Altered)
        assert refused.line == len(one)


def test_something_behind_the_end(one: Lines, checks: ImportChecks) -> None:
    whole = lines_of(sealed(one))
    for data in (
        sealed(one) + b"\x00",
        sealed(one) + sealed(one),
        zipped([*whole, b""]),
        zipped([*whole, whole[-1]]),
        gzip.compress(b"\n".join(whole) + b"\n" + b"x", mtime=0),
    ):
        refused = checks.refuses(data)
        assert isinstance(refused, Altered | BrokenOff)
        assert refused.line == len(whole)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"SQLite format 3\x00",
        b'{"line":"record","format":"duelhost","version":1}\n',
        Random(1).randbytes(10_000),
        gzip.compress(b"", mtime=0),
        gzip.compress(b"\n", mtime=0),
        gzip.compress(b"hello\n", mtime=0),
        gzip.compress(b"{}\n", mtime=0),
        gzip.compress(b'{"format":"chess","version":1}\n', mtime=0),
        gzip.compress(bytes(10**7), mtime=0),
        gzip.compress(b'{"line":"record","format":"duelhost","version":1}', mtime=0),
        gzip.compress(b'{"line":"record","format":"duelhost","version":1}\n', mtime=0)[:30],
    ],
)
def test_something_else(checks: ImportChecks, data: bytes) -> None:
    assert isinstance(checks.refuses(data), NotATranscript)


def test_what_cannot_be_opened(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for source, trouble in (
        (tmp_path / "nothing.gz", NoTranscript),
        (path / "x.gz", NoTranscript),
        (tmp_path, NotATranscript),
        (path, NotATranscript),
    ):
        with pytest.raises(trouble):
            take_in(tmp_path / "new.db", source, NOW)

    def forbid(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "open", forbid)
    with pytest.raises(Unreadable):
        take_in(tmp_path / "new.db", tmp_path / "x.gz", NOW)
    # None of the refusals has created a database.
    assert not (tmp_path / "new.db").exists()


# Another version.


@pytest.mark.parametrize("version", [2, 99, 2**53 - 1])
def test_another_version(one: Lines, checks: ImportChecks, version: int) -> None:
    for first in (changed(one[0], version=version), changed(one[0], version=version, more=1)):
        refused = checks.refuses(sealed([first, *one[1:]]))
        assert isinstance(refused, OtherTranscript)
        assert (refused.found, refused.known) == (version, 1)


# Too large.


def test_a_line_too_long(one: Lines, checks: ImportChecks) -> None:
    for nth in some(one)[1:]:
        refused = checks.refuses(sealed([*one[:nth], b" " * 30_000, *one[nth:]]))
        assert isinstance(refused, Oversized)
        assert refused.line == nth + 1


def test_a_bomb_behind_what_looks_well(one: Lines, checks: ImportChecks) -> None:
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    parts = [pack.compress(b"\n".join([*one, b""]))]
    parts += [pack.compress(bytes(2**20)) for _ in range(8)]
    refused = checks.refuses(b"".join([*parts, pack.flush()]))
    assert isinstance(refused, Oversized)
    assert refused.line == len(one) + 1


def test_too_many_lines_for_any_server(
    one: Lines, checks: ImportChecks, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each line is fine by itself, but no count announces the blocked players."""
    rules = at(one, line="rules")
    more = [line_of({"line": "blocked", "player": str(each)}) for each in range(1, 12)]
    lines = [*one[: rules + 1], *more, *one[rules + 1 :]]
    monkeypatch.setattr(import_, "BLOCKED", 10)
    refused = checks.refuses(sealed(lines))
    assert isinstance(refused, Oversized)
    assert refused.line == rules + 12
    whole = sum(len(line) + 1 for line in lines_of(sealed(one)))
    monkeypatch.setattr(gzip_lines, "WHOLE", whole - 1)
    assert isinstance(checks.refuses(sealed(one)), Oversized | NotATranscript)
    monkeypatch.setattr(gzip_lines, "WHOLE", whole)
    checks.takes(sealed(one))


def test_more_duels_than_any_server_has(one: Lines, checks: ImportChecks) -> None:
    for key in ("duels", "ends"):
        refused = checks.refuses(sealed([changed(one[0], **{key: 10_000_001}), *one[1:]]))
        assert refused.facts() | {"where": None} == {"where": None, "line": 1, "key": key}


# Forged: every line is in our form, and the last one fits them.


def test_a_line_in_another_form(one: Lines, checks: ImportChecks) -> None:
    for nth in some(one)[1:]:
        line = one[nth]
        for other in (
            line.replace(b",", b", ", 1),
            line + b" ",
            line.replace(b'{"line"', b'{"more":1,"line"'),
            changed(line, more=1),
            line_of(dict(reversed(values_of(line).items()))),
            line.replace(b'{"line"', b'{"line":"end","line"'),
            b"",
        ):
            refused = checks.refuses(sealed([*one[:nth], other, *one[nth + 1 :]]))
            assert isinstance(refused, OddLine)
            assert refused.line == nth + 1


def test_lines_out_of_their_order(one: Lines, checks: ImportChecks) -> None:
    duel, rules, season = (at(one, line=kind) for kind in ("duel", "rules", "season"))
    blocked = at(one, line="blocked")
    for lines, due, where in (
        ([*one[:rules], *one[rules + 1 :]], "rules", rules),
        ([*one[: rules + 1], *one[rules:]], "duel", rules + 1),
        ([*one, one[-1]], "end", len(one)),
        (one[:-1], "duel", len(one) - 1),
        ([*one, one[season]], "end", len(one)),
        ([*one, one[blocked]], "end", len(one)),
        ([*one, one[0]], "end", len(one)),
        ([one[0], *one], "rules", 1),
        (swapped(one, rules - 1), "duel", season + rules - season),
        ([*one[:rules], one[blocked], *one[rules:]], "rules", rules),
        ([*one[:duel], *one[duel + 1 :], one[duel]], None, duel),
    ):
        refused = checks.refuses(sealed(lines))
        if due is None:
            assert refused.facts() | {"where": 0} == {
                "where": 0,
                "line": where + 1,
                "key": "number",
            }
        else:
            assert isinstance(refused, MisplacedLine), due
            assert (refused.due, refused.line) == (due, where + 1)


@pytest.mark.parametrize(
    ("key", "by", "at_line_of"),
    [
        ("duels", 1, "end"),
        ("duels", -1, "duel"),
        ("ends", 1, "record"),
        ("ends", -1, None),
        ("erased", -1, None),
    ],
)
def test_counts_that_do_not_agree_with_the_duels(
    exports: list[Lines], checks: ImportChecks, key: str, by: int, at_line_of: str | None
) -> None:
    one = next(lines for lines in exports if any(b'"-1"' in each for each in lines))
    count = values_of(one[0])[key]
    lines = [changed(one[0], **{key: count + by}), *one[1:]]
    if key == "erased":
        lines[0] = changed(one[0], erased=0)
    refused = checks.refuses(sealed(lines))
    if key == "duels":
        assert isinstance(refused, MisplacedLine)
        assert refused.due == ("duel" if by > 0 else "end")
    elif at_line_of:
        assert isinstance(refused, OddValue)
        assert (refused.line, refused.key) == (1, key)
    else:
        assert isinstance(refused, OddValue)
        wrong = values_of(lines[refused.line - 1])
        # It may be in the line where the last season begins.
        assert refused.key in ("nth", "first", "challenger", "opponent")
        assert str(wrong[refused.key]).startswith("-") == (key == "erased")


def test_seasons_that_cannot_have_been(one: Lines, checks: ImportChecks) -> None:
    first = at(one, line="season")
    last = at(one, line="rules") - 1
    assert last > first
    ends = values_of(one[0])["ends"]

    def told(nth: int, **facts: int) -> Lines:
        return [*one[:nth], changed(one[nth], **facts), *one[nth + 1 :]]

    checks.refuses_value(told(first, number=1), first, "number")
    checks.refuses_value(told(first, number=3), first, "number")
    checks.refuses_value(told(last, number=values_of(one[last])["number"] + 1), last, "number")
    checks.refuses_value(told(first, first=1), first, "first")
    before = values_of(one[last - 1])["first"]
    checks.refuses_value(told(last, first=before), last, "first")
    checks.refuses_value(told(last, first=ends + 2), last, "first")
    checks.refuses_value(swapped(one, first), first, "number")


@pytest.mark.parametrize("clock", [1, 999, 366 * DAY + 1])
def test_a_clock_that_no_server_can_have(one: Lines, checks: ImportChecks, clock: int) -> None:
    nth = at(one, line="rules")
    checks.refuses_value(
        [*one[:nth], changed(one[nth], clock=clock), *one[nth + 1 :]], nth, "clock"
    )


def test_blocked_people_in_disorder(one: Lines, checks: ImportChecks) -> None:
    nth = at(one, line="blocked")
    same = [*one[: nth + 1], one[nth], *one[nth + 1 :]]
    checks.refuses_value(same, nth + 1, "player")
    lower = [*one[: nth + 1], changed(one[nth], player="1"), *one[nth + 1 :]]
    checks.refuses_value(lower, nth + 1, "player")
