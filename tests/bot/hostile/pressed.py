"""Presses of every verb with any arguments, and of malformed custom_ids."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from bot.interactions.custom_id import CustomId
from bot.interactions.handlers import BUTTONS
from tests.bot.hostile.granted import PRESSED as GRANTED
from tests.bot.hostile.scene import DUELS, ON, OUTSIDE, OUTSIDER, PRESS, WHO, Deed, Json
from tests.bot.hostile.texts import framed, texts
from tests.bot.hostile.typed import HUGE, NOBODY

# Arguments for duels, plies, moves, pages, seasons and people: each is tried in the place of every
# other.
ARGS = [
    *map(str, range(DUELS + 3)),
    *("12", "18", "20", "50", "99", "100", "101", "007", "00"),
    *("16.6", "5.2", "*5", "*", ".", "97.3", "1.2.3"),
    *("x", "me", "e2", "f00", "divisor", "split", "chess", "all"),
    *(str(each) for each in HUGE if each >= 0),
    *("9" * 19, "9" * 20, NOBODY),
]
# Discord's limit for a custom_id, and for what is chosen from a list.
MOST = 100
# A custom_id that no button of ours has, though it may look like one.
MALFORMED = [
    *("", "d1", "d1:", "d1::", "d1:m", "d1:m:", "d1:m::0:6", "d1:zz:1", "d1:M:2:2:3", "D1:m:2:2:3"),
    *("d2:m:2:2:3", "d1:m:2:2:3:4:5", "d1:m:2:2:3\n", " d1:m:2:2:3", "d1:m:-2:2:3", "d1:m:2:+2:3"),
    *("d1:m:２:2:3", "d1:m:2:2:" + "9" * 21, "d1:" + "m" * 13, "d1:m:2:2:3\x00", "x" * 100),
    *(f"d1:{verb}:@everyone" for verb in ("m", "a", "l")),
]
PICKED = [
    "6",
    "97",
    "97:3",
    "*5",
    "3",
    "divisor",
    "1h",
    "5",
    "1",
    "#1",
    "0",
    "2",
    "1000",
    "ana",
    "games",
    OUTSIDER,
    OUTSIDE,
    NOBODY,
]


def written(kind: type[CustomId], *args: object) -> str:
    """A custom_id with any arguments, whether or not they fit."""
    return ":".join(("d1", kind.verb, *map(str, args)))


arguments = st.lists(st.sampled_from([*ARGS, *WHO, OUTSIDER, OUTSIDE]), max_size=5).map(tuple)
hostile = texts.map(lambda text: framed(text, MOST))
kinds = st.sampled_from([*BUTTONS])
made_up = st.builds(lambda kind, args: written(kind, *args), kinds, arguments)
custom_ids = made_up | st.sampled_from(MALFORMED) | hostile
chosen = st.none() | st.lists(st.sampled_from(PICKED) | hostile, max_size=3)


def press(who: str, on: str, custom_id: str, values: Sequence[Any] | None = None) -> Deed:
    data: Json = {"custom_id": custom_id, "component_type": 2 if values is None else 3}
    return Deed(who, PRESS, data if values is None else data | {"values": [*values]}, on)


def granted(kind: type[CustomId]) -> Deed:
    known = GRANTED[kind]
    return press(known.who, known.on, written(kind, *known.args), known.values)


anything = st.builds(press, st.sampled_from(WHO), st.sampled_from(ON), custom_ids, chosen)


@st.composite
def any_press(draw: st.DrawFn) -> Deed:
    return draw(anything | kinds.map(granted))


presses = any_press()
