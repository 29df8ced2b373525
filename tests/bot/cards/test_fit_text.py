"""Names of people and servers are fitted into the space that a card has for them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.fit_text import called, fitting, legible, seated, shortened, tidy, wrapped
from bot.cards.fonts import REGULAR, Style, drawable
from bot.text.english import English
from bot.text.format import signed

STYLE = Style(24, REGULAR, "#ffffff")


@pytest.mark.parametrize("text", ["Zoë K.", "мишка", "Ωμέγα", "Đặng Ếch", "ß–—…−×÷·±“”’№→"])
def test_the_font_has_latin_cyrillic_and_greek(text: str) -> None:
    assert all(map(drawable, text))


@pytest.mark.parametrize("character", ["漢", "🎲", "ش", "\U0001d56c", "\u3164", "\u0e01"])
def test_and_it_lacks_others(character: str) -> None:
    assert not drawable(character)


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("  Ana \n\t Bo\r\n", "Ana Bo"),
        ("A\u200bn\u200da\ufeff\u2060", "Ana"),
        ("\u202eanA\u202c \u2066x\u2069\u200f", "anA x"),
        ("❤\ufe0fx\U000e0101\U000e0041", "❤x"),
        ("a\x00b\x1bc\ud800\ue000", "abc"),
        ("Zoe\u0308", "Zoë"),
        ("a\u2028b\u00a0c\u3000d", "a b c d"),
        ("\u200b\u2063", ""),
    ],
)
def test_what_cannot_be_seen_is_left_out(text: str, seen: str) -> None:
    assert tidy(text) == seen


@pytest.mark.parametrize(
    ("names", "name"),
    [
        (("Ana", "ana_99", "player 3"), "Ana"),
        (("𝕬𝖓𝖆" * 10, "ana_99", "player 3"), "ana_99"),
        (("アナ", "安娜", "player 3"), "player 3"),
        (("🎲 Ana 🎲 Lou", "ana_99"), "Ana Lou"),
        (("🎲 🎲", "ana_99"), "ana_99"),
        (("🎲 !", "ana_99"), "ana_99"),
        (("アナ 🎲", "ana_99"), "ana_99"),
        (("Z̷̢a̴l", "zalgo"), "zalgo"),
        (("q\u0301", "accented"), "accented"),
        (("\u200b\n ", "", "player 3"), "player 3"),
        (("アナ",), "player"),
        ((), "player"),
    ],
)
def test_the_first_name_that_can_be_drawn_is_drawn(names: tuple[str, ...], name: str) -> None:
    assert called(names, English) == name


def test_of_what_has_no_other_name_that_is_drawn_which_can_be() -> None:
    assert legible("🎲 Number 数字 Nerds\n🎲") == "Number Nerds"
    assert legible("数字") == ""


def test_what_is_too_long_ends_with_an_ellipsis() -> None:
    assert shortened("Ana", STYLE.width("Ana"), STYLE, English) == "Ana"
    assert shortened("Ana and Bo", STYLE.width("Ana and…"), STYLE, English) == "Ana and…"
    # No gap before it, though there would be room for one.
    assert shortened("Ana and Bo", STYLE.width("Ana …"), STYLE, English) == "Ana…"
    assert shortened("Ana", 0, STYLE, English) == "…"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=60), st.integers(40, 400))
def test_whatever_the_text_is_it_keeps_to_its_room(text: str, room: int) -> None:
    short = shortened(legible(text), room, STYLE, English)
    assert STYLE.width(short) <= room
    assert short.isprintable()
    for line in wrapped(legible(text), (room, room), STYLE, English):
        assert STYLE.width(line) <= room


def test_a_sentence_goes_on_in_the_next_line() -> None:
    room = STYLE.width("one two three")
    assert wrapped("one two three", (room, room), STYLE, English) == ["one two three"]
    assert wrapped("one two three four", (room, room), STYLE, English) == ["one two three", "four"]
    long = "one two three four five six seven"
    assert wrapped(long, (room, room), STYLE, English) == ["one two three", "four five six…"]
    assert wrapped("", (room, room), STYLE, English) == []


def test_a_word_that_fills_more_than_a_line_is_shortened_by_itself() -> None:
    room = STYLE.width("abcdef…")
    assert wrapped("abcdefghij kl", (room, room), STYLE, English) == ["abcdef…", "kl"]


def test_names_are_put_where_they_are_meant_once() -> None:
    assert seated("{first} beat {second}", ("{second}", "Bo")) == "{second} beat Bo"
    assert seated("{third} {0} {", ("Ana", "Bo")) == "{third} {0} {"


def test_in_a_headline_it_is_the_name_that_is_shortened() -> None:
    room = STYLE.width("abcdef… wins") + 2
    names = ("Ana", "abcdefghijklmnop")
    assert fitting("{second} wins", names, room, STYLE, English) == "abcdef… wins"
    assert fitting("{first} wins", names, room, STYLE, English) == "Ana wins"
    assert fitting("Nobody wins this time", names, room, STYLE, English) == "Nobody wins this time"
    both = fitting("{first} {second} {first}", ("abcdefgh",) * 2, room, STYLE, English)
    assert STYLE.width(both) <= room
    assert both.count("…") == 3


@pytest.mark.parametrize(("change", "text"), [(9, "+9"), (-9, "−9"), (0, "±0")])
def test_changes_have_a_sign(change: int, text: str) -> None:
    assert signed(change) == text
