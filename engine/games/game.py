"""The interface of a game: options, rules as text, states and moves."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, ClassVar, Generic, TypeVar

from engine.games.options import Option, option_of
from engine.games.text import Text
from engine.games.view import View
from engine.outcome import Outcome, Reason, Seat
from engine.refusal import GameOver, Unreadable

State = TypeVar("State", bound=Hashable)

# ASCII digits only, and few of them: this text may come from anybody.
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


@dataclass(frozen=True)
class Rules:
    """A game explained to somebody who has never played it."""

    objective: str
    turn: str
    valid: str
    end: str
    example: str


# A refusal quotes no more of a player's text than this. The text may be long, and hostile.
READ = 60
# A declaration is looked at for every record that is read. More classes than this no program has.
_KINDS = 64


@lru_cache(maxsize=_KINDS)
def _options(kind: "type[Game[Any]]") -> tuple[Option, ...]:
    return tuple(option_of(each) for each in fields(kind) if each.init)


@dataclass(frozen=True)
class Game(ABC, Generic[State]):
    """A game is a value: its fields are its options. States are plain and hashable, moves ints."""

    key: ClassVar[str]
    title: ClassVar[str]
    pitch: ClassVar[str]
    TEXT: ClassVar[Text] = Text()

    def __post_init__(self) -> None:
        for each in self.options():
            value = getattr(self, each.key)
            if not each.accepts(value):
                raise each.refusal(self.key, value)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        return _options(cls)

    def settings(self) -> dict[str, Any]:
        """The value of each option in this game."""
        return {each.key: getattr(self, each.key) for each in self.options()}

    @property
    def is_usual(self) -> bool:
        """Whether every option that has a default has it."""
        settings = self.settings()
        return all(each.default in (None, settings[each.key]) for each in self.options())

    def settings_text(self, template: str = "") -> str:
        """The options in a few words, by the template of a language or else by the game's own."""
        if template := template or self.TEXT.settings:
            return template.format(**self.settings())
        return ", ".join(f"{key} {value}" for key, value in self.settings().items())

    @property
    def exact(self) -> bool:
        """Whether perfect play may be worked out at these options. A game without a fast solver
        says here how large it may be; `engine.solve` has a budget in any case."""
        return True

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules at these options."""

    @abstractmethod
    def start(self) -> State:
        """The state before the first move."""

    @abstractmethod
    def to_move(self, state: State) -> Seat:
        """Whose turn it is, or, at the end, would be."""

    @abstractmethod
    def legal(self, state: State) -> tuple[int, ...]:
        """Every move that `play` accepts, ascending; none at the end."""

    @abstractmethod
    def play(self, state: State, move: int) -> State:
        """The state after the move. A move that isn't legal raises a Refusal that says why."""

    @abstractmethod
    def demand(self, state: State) -> str:
        """A code for what the player to move has to do: a Demand, or one of the game's own, whose
        sentence stands in `TEXT`."""

    def outcome(self, state: State) -> Outcome | None:
        """The winner and the reason, or nothing while the game goes on. A player without a legal
        move has lost."""
        if self.legal(state):
            return None
        return Outcome(self.to_move(state).other, Reason.STUCK)

    @abstractmethod
    def view(self, moves: tuple[int, ...], state: State) -> View:
        """The board after these moves, which lead to this state."""

    def read(self, state: State, text: str) -> int:
        """The move that a player's text names. It may be illegal."""
        if over := self.outcome(state):
            raise GameOver(over.winner)
        if not _NUMBER.fullmatch(text.strip()):
            raise Unreadable(text[:READ], demand=self.demand(state), legal=self.legal(state))
        return int(text)

    def text(self, move: int) -> str:
        return str(move)
