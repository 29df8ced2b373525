"""Options that players choose before a game starts. Each is a field of the game's class."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, field, replace
from typing import Any

from engine.refusal import BadChoice, BadList, BadOption, OptionLeftOpen, Refusal

# ASCII digits only, and few of them: this text may come from anybody.
_WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
_TYPED = re.compile(r"0|[1-9][0-9]{0,5}")
# People separate numbers as they like; a record has full stops.
_LIST = re.compile(r"[0-9]{1,6}(?:[.+,][0-9]{1,6}){0,99}")
_BETWEEN = re.compile(r"[.+,]")
_DECLARED = "option"


@dataclass(frozen=True)
class Option(ABC):
    """A named option, which `about` explains in one English sentence. An option that is left out
    has its default or, without one, a value drawn from `drawn`.

    A record leaves out an option that was `added` to its game later, where it has its default: so
    the records from before keep their text. A `host` option is set by the host as it draws a start,
    never by a player."""

    key: str
    about: str
    default: Any
    drawn: Sequence[Any]
    added: bool
    host: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names that it may be called by, its key first."""
        return (self.key,)

    def normal(self, value: object) -> object:
        """The one form of a value that may be given in several."""
        return value

    def written(self, value: Any) -> tuple[str, Any]:
        """The name and the value as a record has them."""
        return self.key, value

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """Whether a game may have this value, in its normal form."""

    @abstractmethod
    def read(self, text: str) -> object:
        """The value that a text names. Text that names none stays text, which is not accepted."""

    @abstractmethod
    def refusal(self, game: str, value: object) -> Refusal:
        """Why a value is not accepted, and what is."""

    @abstractmethod
    def left_open(self, game: str) -> Refusal:
        """Why a value must be given where none may be drawn."""

    @property
    @abstractmethod
    def allowed(self) -> str:
        """The accepted values, as text."""

    @abstractmethod
    def examples(self) -> tuple[Any, ...]:
        """The usual value, then the extremes."""

    @abstractmethod
    def beginning_with(self, text: str) -> Iterator[str]:
        """Accepted values, as text that begins like this, the most likely ones first."""


@dataclass(frozen=True)
class NumberOption(Option):
    """A whole number between two bounds."""

    least: int
    most: int

    def accepts(self, value: object) -> bool:
        return type(value) is int and self.least <= value <= self.most

    def read(self, text: str) -> object:
        return int(text) if _WHOLE.fullmatch(text) else text

    def refusal(self, game: str, value: object) -> Refusal:
        return BadOption(game, self.key, value, self.least, self.most)

    def left_open(self, game: str) -> Refusal:
        return OptionLeftOpen(game, self.key, self.least, self.most)

    @property
    def allowed(self) -> str:
        return f"{self.least}–{self.most}"

    def examples(self) -> tuple[int, ...]:
        usual = self.drawn[0] if self.drawn else self.default
        return tuple(dict.fromkeys((usual, self.least, self.most)))

    def beginning_with(self, text: str) -> Iterator[str]:
        if not text:
            yield from map(str, self.examples())
        else:
            yield from _beginning_with(text, self.least, self.most)


@dataclass(frozen=True)
class ChoiceOption(Option):
    """One of a few words."""

    words: tuple[str, ...]

    def accepts(self, value: object) -> bool:
        return value in self.words

    def read(self, text: str) -> object:
        return text

    def refusal(self, game: str, value: object) -> Refusal:
        return BadChoice(game, self.key, value, self.words)

    def left_open(self, game: str) -> Refusal:
        return self.refusal(game, None)

    @property
    def allowed(self) -> str:
        return ", ".join(self.examples())

    def examples(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.default, *self.words)))

    def beginning_with(self, text: str) -> Iterator[str]:
        return (word for word in self.examples() if word.startswith(text))


@dataclass(frozen=True)
class ListOption(Option):
    """Several whole numbers between two bounds. They are sorted, unless their order matters. A list
    of a single number may have a name of its own, `alone`."""

    least: int
    most: int
    shortest: int
    longest: int
    ordered: bool
    distinct: bool
    alone: str

    @property
    def names(self) -> tuple[str, ...]:
        return (self.key, self.alone) if self.alone else (self.key,)

    def normal(self, value: object) -> object:
        if type(value) is int:
            return (value,)
        if not isinstance(value, list | tuple) or not all(type(each) is int for each in value):
            return value
        return tuple(value) if self.ordered else tuple(sorted(value))

    def written(self, value: Any) -> tuple[str, Any]:
        return (self.alone, value[0]) if self.alone and len(value) == 1 else (self.key, value)

    def accepts(self, value: object) -> bool:
        value = self.normal(value)
        return (
            isinstance(value, tuple)
            and self.shortest <= len(value) <= self.longest
            and all(type(each) is int and self.least <= each <= self.most for each in value)
            and not (self.distinct and len(set(value)) < len(value))
        )

    def read(self, text: str) -> object:
        return tuple(map(int, _BETWEEN.split(text))) if _LIST.fullmatch(text) else text

    def refusal(self, game: str, value: object) -> Refusal:
        if self.alone and type(value) is int:
            return BadOption(game, self.alone, value, self.least, self.most)
        lengths = (self.shortest, self.longest)
        return BadList(game, self.key, value, self.least, self.most, *lengths)

    def left_open(self, game: str) -> Refusal:
        return OptionLeftOpen(game, self.alone or self.key, self.least, self.most)

    @property
    def allowed(self) -> str:
        return f"{self.shortest}–{self.longest} × {self.least}–{self.most}"

    def examples(self) -> tuple[Any, ...]:
        usual = (self.drawn[0],) if self.drawn else self.default
        if self.host:
            return (usual,)
        longest = range(self.most, self.most - min(self.longest, 5), -1)
        found = (usual, (self.least,) * max(self.shortest, 1), tuple(longest))
        return tuple(dict.fromkeys(map(self.normal, found)))

    def beginning_with(self, text: str) -> Iterator[str]:
        """A single number, or the list that is already typed: what could follow nobody knows."""
        if not text and self.drawn:
            yield str(self.drawn[0])
        elif _WHOLE.fullmatch(text) and self.shortest <= 1:
            yield from _beginning_with(text, self.least, self.most)
        elif self.accepts(self.read(text)):
            yield text


def _beginning_with(text: str, least: int, most: int) -> Iterator[str]:
    """The numbers between two bounds whose text begins like this one."""
    if _TYPED.fullmatch(text):
        # 3, then 30 to 39, then 300 to 399 …
        low, high = int(text), int(text)
        while low <= most:
            yield from map(str, range(max(low, least), min(high, most) + 1))
            low, high = low * 10 or most + 1, high * 10 + 9


# `Any`, as with `dataclasses.field`: the annotation beside it says what the field holds.


def number_option(  # noqa: PLR0913  (the declaration of an option is its documentation)
    about: str,
    *,
    least: int,
    most: int,
    default: int | None = None,
    drawn: range = range(0),
    added: bool = False,
) -> Any:
    """A field that is a whole-number option. Give it a default, or a range to draw from."""
    return _declared(
        NumberOption("", about, default, drawn, added, host=False, least=least, most=most)
    )


def choice_option(about: str, *words: str, default: str | None = None, added: bool = False) -> Any:
    """A field that is one of these words. The first is the default, unless another is named."""
    usual = words[0] if default is None else default
    return _declared(ChoiceOption("", about, usual, (), added, host=False, words=words))


def list_option(  # noqa: PLR0913
    about: str,
    *,
    each: range,
    count: range,
    default: tuple[int, ...] | None = None,
    drawn: range = range(0),
    ordered: bool = False,
    distinct: bool = False,
    alone: str = "",
    added: bool = False,
    host: bool = False,
) -> Any:
    """A field that is several whole numbers: `each` in a range, and their `count` in another. Give
    it a default, or a range from which a single one is drawn."""
    return _declared(
        ListOption(
            "", about, default, drawn, added, host,
            each[0], each[-1], count[0], count[-1], ordered, distinct, alone,
        )
    )  # fmt: skip


def _declared(option: Option) -> Any:
    default = MISSING if option.default is None else option.default
    return field(default=default, metadata={_DECLARED: option})


def option_of(declared: "Field[Any]") -> Option:
    """The option that a field of a game was declared as."""
    if _DECLARED not in declared.metadata:
        raise TypeError(
            f"{declared.name} is not declared by number_option, choice_option or list_option"
        )
    found: Option = replace(declared.metadata[_DECLARED], key=declared.name)
    return found
