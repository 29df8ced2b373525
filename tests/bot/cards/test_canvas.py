"""A canvas puts each text and shape in its place, with enough contrast to the background."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cards.box import Box, line
from bot.cards.canvas import Align, Canvas, Text
from bot.cards.colours import DIM, GROUND, INK
from bot.cards.fonts import BOLD, REGULAR, Style, drawable
from bot.text.english import English
from tests.bot.cards.looking import contrast, faint, in_, misplaced, opened
from tests.bot.cards.samples import LADDER, SAMPLES, Value, drawn, finish, picture, ratings

STYLE = Style(24, REGULAR, INK)
# How wide a phone shows a card, and the least size of its texts there.
PHONE, READABLE = 350, 11
HOSTILE = [
    "W" * 32,
    "iiiii lllll " * 20,
    "ẪŶģ Ếǻ ŷçĄ",
    "jjfjffj",
    "Ana\n\n\nBo\r\tCy",
    "\u202eevil\u202c",
    "\U0001d56c" * 32,
    "👨\u200d👩\u200d👧" * 8,
    "Z̷̨̛a̵l̴g̶o̷" * 6,
    "\u200b\u200e",
    "",
    "{first} {second} {0} {",
    "…" * 32,
    "_*~`|<@1>",
    "\ufdfd" * 8,
]


def small(canvas: Canvas) -> list[str]:
    """Return the texts that are too small where a phone shows the card."""
    shown = PHONE / canvas.box.right
    return [each.text for each in canvas.texts if each.style.size * shown < READABLE]


def those_called(name: str) -> list[Value]:
    """Return every card on which people or servers have a name."""
    names = (name, "", "\u0301")
    asked = finish(names, names)
    rows = tuple(replace(row, names=names, yours=True) for row in LADDER.rows[:2])
    return [
        replace(
            asked, why="{first} and {second} " * 9, chains=(replace(asked.chains[0], label=name),)
        ),
        replace(LADDER, subtitle=name, rows=rows),
        replace(ratings(1200, 1250, 1190), names=names, subtitle=name),
    ]


@pytest.mark.parametrize("name", SAMPLES)
def test_texts_keep_to_their_rooms_and_apart(name: str) -> None:
    assert misplaced(drawn(SAMPLES[name])) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_texts_can_be_read_on_a_phone(name: str) -> None:
    assert small(drawn(SAMPLES[name])) == []


@pytest.mark.parametrize("name", SAMPLES)
def test_texts_and_shapes_can_be_told_from_what_is_behind_them(name: str) -> None:
    assert faint(drawn(SAMPLES[name])) == []


@pytest.mark.parametrize("name", HOSTILE)
def test_nothing_that_somebody_calls_themself_breaks_a_card(name: str) -> None:
    for value in those_called(name):
        canvas, shown = drawn(value), picture(value)
        assert misplaced(canvas) == []
        assert small(canvas) == []
        assert all(text.text.isprintable() for text in canvas.texts)
        assert opened(shown).size == (canvas.box.right, canvas.box.bottom)
        assert 0 < len(shown.alt) <= 1024
        assert shown.alt.isprintable()


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=32))
@settings(max_examples=12, deadline=None)
def test_nor_does_anything_else(name: str) -> None:
    for value in those_called(name):
        assert misplaced(drawn(value)) == []


def test_texts_stand_where_they_are_told_to() -> None:
    canvas = Canvas(200, English)
    room = line(100, 500, 80, STYLE.size)
    left, middle, right = (canvas.write("HELLO", room, STYLE, align) for align in Align)
    assert left.left - 100 == pytest.approx(500 - right.right, abs=3)
    assert middle.middle[0] == pytest.approx(300, abs=2)
    assert [each.middle[1] for each in (left, middle, right)] == pytest.approx([80] * 3, abs=1)
    assert left.width == pytest.approx(STYLE.width("HELLO"), abs=5)


def test_ink_is_where_it_is_said_to_be() -> None:
    """Found in the picture by its colour."""
    canvas = Canvas(200, English)
    ink = canvas.write("Ýjg", line(100, 500, 80, 90), Style(90, REGULAR, INK))
    image = opened(canvas.picture("")).convert("L")
    found = image.point(lambda each: 255 if each > 100 else 0).getbbox()
    assert found
    assert in_(Box(*found), ink.smaller(-1))
    assert (found[1], found[3]) == pytest.approx((ink.top, ink.bottom), abs=1.5)
    # Letters have a little free space to their sides.
    assert (found[0], found[2]) == pytest.approx((ink.left, ink.right), abs=90 / 12)


def test_a_line_has_room_for_whatever_the_font_can_draw() -> None:
    canvas, style = Canvas(200, English), Style(18, BOLD, INK)
    for number in (*range(0x21, 0x530), *range(0x1E00, 0x2000)):
        if drawable(chr(number)):
            canvas.write(chr(number), line(100, 600, 80, style.size), style)
    assert len(canvas.texts) > 1000
    assert [each.text for each in canvas.texts if not in_(each.ink, each.room)] == []


def test_nothing_is_written_where_nothing_is_to_be_said() -> None:
    canvas = Canvas(200, English)
    ink = canvas.write("\u200b", line(100, 500, 80, STYLE.size), STYLE)
    assert (ink.left, ink.width, canvas.texts) == (100, 0, [])


def test_a_card_has_round_corners_that_let_through_what_is_behind() -> None:
    image = opened(picture(finish()))
    width, height = image.size
    alpha = image.getchannel("A")
    ends = [(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1)]
    assert [alpha.getpixel(end) for end in ends] == [0] * 4
    assert alpha.crop((30, 0, width - 30, height)).getextrema() == (255, 255)
    assert alpha.crop((0, 30, width, height - 30)).getextrema() == (255, 255)
    assert width == 700


@pytest.mark.parametrize("name", SAMPLES)
def test_a_card_is_a_small_file(name: str) -> None:
    data = picture(SAMPLES[name]).data
    assert data.startswith(b"\x89PNG")
    assert len(data) < 45_000


def test_a_card_is_the_same_whenever_it_is_drawn() -> None:
    assert picture(finish()) == picture(finish())


def test_it_is_noticed_if_texts_are_misplaced() -> None:
    canvas = Canvas(200, English)
    canvas.write("apart", line(100, 500, 80, STYLE.size), STYLE)
    assert misplaced(canvas) == []
    canvas.write("tall", Box(100, 78, 200, 82), STYLE)
    canvas.write("far", line(650, 750, 80, STYLE.size), STYLE)
    long = Text("long", Box(500, 150, 600, 160), Box(500, 140, 590, 170), STYLE)
    canvas.texts.append(long)
    assert misplaced(canvas) == [
        "'tall' leaves its room",
        "'long' leaves its room",
        "the room of 'far' leaves the card",
        "'apart' lies on 'tall'",
    ]


def test_it_is_noticed_if_something_is_hard_to_see() -> None:
    canvas = Canvas(200, English)
    canvas.write("clear", line(100, 200, 80, STYLE.size), STYLE)
    canvas.disc((300, 80), 9, INK)
    assert faint(canvas) == []
    canvas.write("faint", line(100, 200, 120, STYLE.size), replace(STYLE, colour="#6d7391"))
    canvas.disc((300, 120), 9, "#4d526b")
    covered = canvas.write("covered", line(400, 600, 120, STYLE.size), STYLE)
    canvas.disc((600, 120), 9, INK)
    canvas.panel(covered.smaller(-9), 1, DIM)
    canvas.panel(Box(590, 110, 610, 130), 1, GROUND)
    said = faint(canvas)
    assert [each.split(" ")[0] for each in said] == [
        "'faint':",
        "'covered':",
        "Shape(box=Box(left=291,",
        "Shape(box=Box(left=591,",
    ]


def test_contrast_is_measured_as_the_guidelines_say() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((255, 255, 255), (0x76, 0x76, 0x76)) == pytest.approx(4.54, abs=0.01)
    assert contrast((10, 20, 30), (10, 20, 30)) == 1
