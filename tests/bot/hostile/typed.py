"""Generate typed commands from the command tree itself, so that a new option is tried too."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import discord
from discord import app_commands
from hypothesis import strategies as st

from bot.features.registry import COMMANDS
from engine.games import GAMES
from tests.bot.hostile.granted import TARGET
from tests.bot.hostile.granted import TYPED as GRANTED
from tests.bot.hostile.scene import COMMAND, DUELS, OUTSIDE, OUTSIDER, TYPING, WHO, Deed, Json
from tests.bot.hostile.texts import framed, texts

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL = 1, 2, 3, 4, 5, 6, 7
MENU = 2
# A user ID that Discord doesn't know, and integers that are too large.
NOBODY = "1456074443980899999"
HUGE = (2**31, 2**53, -(2**53), 2**63 - 1, 2**63, 2**64, 10**25)
# Targets of a click on a name.
TARGETS = (*WHO, OUTSIDER, "bot", NOBODY)

# Numbers of duels, in every way to write them: those that there are, and others.
NUMBERS = [
    *(f"{mark}{each}" for each in range(DUELS + 2) for mark in ("", "#")),
    *("#2 Divisor Duel, move 3", "-1", "1.0", "1e3", "0x1", "+1", " 1 ", "9" * 15, "9" * 16),
    *("2\n3", "2;3", "٢", "２", str(2**63), str(2**64)),
]
RECORDS = [
    "1/divisor/size=3/2-1-3",
    "1/divisor/size=3/2-1-3 1/divisor/size=3/1-2",
    "1/divisor/size=3/2-1-3 " * 40,
    "2/divisor/size=3/2",
    "1/divisor/size=999999/2",
    "1/split/size=2/1",
    "1/chess//e2",
    "1/sequence//9-9",
    "1/parity/size=100/" + "-".join(map(str, range(1, 101))),
]
# Values of every type that an option can have.
ODD: tuple[Any, ...] = (0, -1, 1, 1.5, 1e300, True, False, "", "x", "1", *HUGE)


@dataclass(frozen=True)
class Option:
    name: str
    kind: int
    choices: tuple[Any, ...]
    least: int | None
    most: int | None
    suggested: bool
    needed: bool


@dataclass(frozen=True)
class Leaf:
    """A command with its options, by all of its name."""

    path: tuple[str, ...]
    options: tuple[Option, ...]
    menu: bool = False

    def __str__(self) -> str:
        return " ".join(self.path)


@cache
def leaves() -> tuple[Leaf, ...]:
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents.none()))
    return tuple(leaf for each in COMMANDS for leaf in _leaves(each.to_dict(tree), ()))


def _leaves(payload: Any, above: tuple[str, ...]) -> Iterator[Leaf]:
    path = (*above, payload["name"])
    options = payload.get("options", [])
    inner = [each for each in options if each["type"] in (SUBCOMMAND, GROUP)]
    if inner:
        for each in inner:
            yield from _leaves(each, path)
    else:
        menu = not above and payload["type"] == MENU
        yield Leaf(path, tuple(map(_option, options)), menu)


def _option(payload: Json) -> Option:
    return Option(
        payload["name"],
        payload["type"],
        tuple(each["value"] for each in payload.get("choices") or ()),
        payload.get("min_value", payload.get("min_length")),
        payload.get("max_value", payload.get("max_length")),
        bool(payload.get("autocomplete")),
        bool(payload.get("required")),
    )


def offered(option: Option) -> Sequence[Any]:
    """Return values that Discord lets through for this option."""
    if option.choices:
        return option.choices
    if option.kind == STRING:
        return RECORDS if option.name == "record" else [*NUMBERS, "6", "season 2"]
    if option.kind == INTEGER:
        return [each for each in (option.least, option.most, 20, 3) if each is not None]
    others: dict[int, Sequence[Any]] = {
        BOOLEAN: [True, False],
        USER: TARGETS,
        CHANNEL: ["games", OUTSIDE, NOBODY],
    }
    return others[option.kind]


def just_beyond(option: Option) -> Sequence[Any]:
    bounds = (option.least, option.most)
    if option.kind == STRING:
        return ["x" * (each + 1) for each in bounds if each]
    return [at for each in bounds if each is not None for at in (each - 1, each + 1)]


def as_given(option: Option, value: Any, *, kind: int | None = None) -> Json:
    """Return the option as a client sends it, with the names of people and channels in place of
    their IDs."""
    return {"name": option.name, "type": kind or option.kind, "value": value}


def values(option: Option) -> st.SearchStrategy[Json]:
    fitting = st.sampled_from(offered(option)).map(lambda value: as_given(option, value))
    beyond = [as_given(option, each) for each in (*just_beyond(option), *HUGE, *GAMES)]
    # A client may also say that something is of another type than it is.
    odd = st.builds(
        lambda value, kind: as_given(option, value, kind=kind),
        st.sampled_from(ODD),
        st.sampled_from([STRING, INTEGER, BOOLEAN]),
    )
    text = texts.map(lambda text: as_given(option, framed(text), kind=STRING))
    # An unfitting value is refused before it has any effect.
    return st.one_of(fitting, fitting, text, text, odd, st.sampled_from(beyond))


unknown = st.builds(
    lambda name, value: {"name": name, "type": STRING, "value": value},
    st.sampled_from(["nope", "duel", "self", "ask", "move", "size", "__class__"]),
    texts,
)


def granted(leaf: Leaf) -> dict[str, Json]:
    """The options with which it succeeds, by their names."""
    known = {each.name: each for each in leaf.options}
    given = GRANTED[str(leaf)].options
    return {name: as_given(known[name], value) for name, value in given.items()}


@st.composite
def commands(draw: st.DrawFn) -> Deed:
    leaf = draw(st.sampled_from(leaves()))
    # Half of all are granted ones with something else in them, if it comes to that.
    given = granted(leaf) if draw(st.booleans()) else {}
    often = 2 if given else 4
    for each in leaf.options:
        if draw(st.integers(0, 9)) < (9 if each.needed and not given else often):
            given[each.name] = draw(values(each))
    options = [*given.values()]
    if draw(st.integers(0, 9)) == 0:
        options.append(draw(unknown))
    typing = [each for each in options if _is_suggested(leaf, each)]
    who = draw(st.sampled_from((GRANTED[str(leaf)].who, *WHO)))
    still: bool = draw(st.booleans())
    if typing and still:
        draw(st.sampled_from(typing))["focused"] = True
        return typed(leaf, who, options, TYPING)
    return typed(leaf, who, options, target=draw(st.sampled_from(TARGETS)))


def _is_suggested(leaf: Leaf, option: Json) -> bool:
    return any(each.name == option["name"] and each.suggested for each in leaf.options)


def typed(
    leaf: Leaf, who: str, options: Iterable[Json], kind: int = COMMAND, target: str = TARGET
) -> Deed:
    *above, last = leaf.path
    if leaf.menu:
        data: Json = {"id": "1", "name": last, "type": MENU, "target_id": target}
        return Deed(who, kind, data)
    inner: Json = {"name": last, "type": SUBCOMMAND, "options": [*options]}
    for name in reversed(above):
        inner = {"name": name, "type": SUBCOMMAND, "options": [inner]}
    return Deed(who, kind, inner | {"id": "1", "type": SUBCOMMAND})
