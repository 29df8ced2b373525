"""The zipped text that lines come in."""

import gzip
import io
import tracemalloc
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.export_format import gzip_lines
from storage.export_format.gzip_lines import CutOff, NotZipped, TooLong, unzipped_lines


def lines(data: bytes) -> list[bytes]:
    return list(unzipped_lines(io.BytesIO(data)))


def packed(text: bytes) -> bytes:
    return gzip.compress(text, mtime=0)


@given(st.lists(st.binary(max_size=30).filter(lambda line: b"\n" not in line)))
def test_lines_come_out_as_they_went_in(texts: list[bytes]) -> None:
    assert lines(packed(b"".join(text + b"\n" for text in texts))) == texts


@pytest.mark.parametrize("piece", [1, 2, 7, 100])
def test_lines_across_pieces(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gzip_lines, "PIECE", piece)
    texts = [b"%d" % (7**nth) for nth in range(60)]
    assert lines(packed(b"\n".join([*texts, b""]))) == texts


def test_the_longest_line_there_may_be() -> None:
    longest = b"x" * gzip_lines.LINE
    assert lines(packed(longest + b"\n")) == [longest]
    for text in (longest + b"x\n", longest + b"x", b"\n" + longest + b"x\n"):
        with pytest.raises(TooLong):
            lines(packed(text))


def test_the_largest_text_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    text = packed(b"six\nbytes\n" * 10)
    monkeypatch.setattr(gzip_lines, "WHOLE", 100)
    assert len(lines(text)) == 20
    monkeypatch.setattr(gzip_lines, "WHOLE", 99)
    with pytest.raises(TooLong):
        lines(text)


def test_a_bomb_goes_off_in_a_small_room() -> None:
    """A hundred megabytes, of which no more is unzipped than a piece."""
    pack = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join([*(pack.compress(bytes(2**20)) for _ in range(100)), pack.flush()])
    file = io.BytesIO(bomb)
    tracemalloc.start()
    try:
        with pytest.raises(TooLong):
            list(unzipped_lines(file))
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 8 * gzip_lines.PIECE
    assert file.tell() <= gzip_lines.PIECE < len(bomb)


def test_a_text_without_a_last_end_is_cut_off() -> None:
    with pytest.raises(CutOff):
        lines(packed(b"one\ntwo"))


def test_wherever_it_is_cut_off_it_is_noticed() -> None:
    whole = packed(b"one\ntwo\n")
    for length in range(len(whole)):
        with pytest.raises(CutOff):
            lines(whole[:length])


def test_whatever_is_changed_is_noticed_or_makes_no_difference() -> None:
    """In what gzip says about itself there are bytes that mean nothing."""
    whole = packed(b"one\ntwo\n")
    for at in range(len(whole)):
        for flip in (1, 0x55, 0xFF):
            other = bytearray(whole)
            other[at] ^= flip
            try:
                assert lines(bytes(other)) == [b"one", b"two"]
            except (NotZipped, CutOff, TooLong):
                continue
            assert 3 <= at < 10


@pytest.mark.parametrize(
    "spoil",
    [
        lambda whole: whole + b"\x00",
        lambda whole: whole + whole,
        lambda whole: whole + bytes(2**20),
        lambda whole: b"\n" + whole,
        lambda _: b"one\ntwo\n",
        lambda _: zlib.compress(b"one\ntwo\n"),
    ],
)
def test_what_is_not_one_zipped_text(spoil: Callable[[bytes], bytes]) -> None:
    with pytest.raises(NotZipped):
        lines(spoil(packed(b"one\ntwo\n")))


def test_something_behind_the_end_of_the_last_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = packed(b"one\n")
    monkeypatch.setattr(gzip_lines, "PIECE", len(whole))
    assert lines(whole) == [b"one"]
    with pytest.raises(NotZipped):
        lines(whole + b"x")
