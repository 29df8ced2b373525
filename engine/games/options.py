"""Options that players choose before a game starts. Each is a field of the game's class."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import MISSING, Field, dataclass, field, replace
from typing import Any

from engine.refusal import BadChoice, BadOption, OptionLeftOpen, Refusal

# ASCII digits only, and few of them: this text may come from anybody.
_WHOLE = re.compile(r"[+-]?[0-9]{1,6}")
_TYPED = re.compile(r"0|[1-9][0-9]{0,5}")
_DECLARED = "option"


@dataclass(frozen=True)
class Option(ABC):
    """A named option, which `about` explains in one English sentence. An option that is left out
    has its default or, without one, a value drawn from `drawn`."""

    key: str
    about: str
    default: Any
    drawn: Sequence[Any]

    @abstractmethod
    def accepts(self, value: object) -> bool:
        """Whether a game may have this value."""

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
        elif _TYPED.fullmatch(text):
            # 3, then 30 to 39, then 300 to 399 …
            low, high = int(text), int(text)
            while low <= self.most:
                yield from map(str, range(max(low, self.least), min(high, self.most) + 1))
                low, high = low * 10 or self.most + 1, high * 10 + 9


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


# `Any`, as with `dataclasses.field`: the annotation beside it says what the field holds.


def number_option(
    about: str, *, least: int, most: int, default: int | None = None, drawn: range = range(0)
) -> Any:
    """A field that is a whole-number option. Give it a default, or a range to draw from."""
    return _declared(NumberOption("", about, default, drawn, least, most))


def choice_option(about: str, *words: str, default: str | None = None) -> Any:
    """A field that is one of these words. The first is the default, unless another is named."""
    return _declared(ChoiceOption("", about, words[0] if default is None else default, (), words))


def _declared(option: Option) -> Any:
    default = MISSING if option.default is None else option.default
    return field(default=default, metadata={_DECLARED: option})


def option_of(declared: "Field[Any]") -> Option:
    """The option that a field of a game was declared as."""
    if _DECLARED not in declared.metadata:
        raise TypeError(f"{declared.name} is not declared by number_option or choice_option")
    found: Option = replace(declared.metadata[_DECLARED], key=declared.name)
    return found
