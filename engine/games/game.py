"""What every game is: its options, its rules as text, and what may be done in a state."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, Generic, TypeVar

from engine.demand import Demand
from engine.games.view import View
from engine.outcome import Outcome, Reason, Seat
from engine.refusal import BadOption, GameOver, Unreadable

State = TypeVar("State", bound=Hashable)

# ASCII digits only, and few of them: players are not the only ones who send text.
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")


@dataclass(frozen=True)
class Option:
    """What players may choose before they start. Without a default, one of `drawn` is drawn."""

    key: str
    least: int
    most: int
    default: int | None
    drawn: range


def option(*, least: int, most: int, default: int | None = None, drawn: range = range(0)) -> Any:
    """A field that is an option. (`Any`, as with `dataclasses.field`: the annotation beside it
    says what it holds.)"""
    facts = {"least": least, "most": most, "default": default, "drawn": drawn}
    return field(default=MISSING if default is None else default, metadata=facts)


@dataclass(frozen=True)
class Rules:
    """A game explained to somebody who has never played it."""

    objective: str
    turn: str
    valid: str
    end: str
    example: str


# As much of a player's text as can have a point: it may be long, and hostile.
READ = 60


@dataclass(frozen=True)
class Game(ABC, Generic[State]):
    """A game is a value: its fields are its options. States are plain and hashable, moves ints."""

    key: ClassVar[str]
    title: ClassVar[str]
    pitch: ClassVar[str]

    def __post_init__(self) -> None:
        for each in self.options():
            value = getattr(self, each.key)
            if type(value) is not int or not each.least <= value <= each.most:
                raise BadOption(self.key, each.key, value, each.least, each.most)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        return tuple(Option(key=each.name, **each.metadata) for each in fields(cls) if each.init)

    def settings(self) -> dict[str, int]:
        """The options as they stand in this game."""
        return {each.key: getattr(self, each.key) for each in self.options()}

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
        """The state after the move. Refuses what isn't legal and says why."""

    @abstractmethod
    def demand(self, state: State) -> Demand:
        """What the board asks of the player to move."""

    def outcome(self, state: State) -> Outcome | None:
        """Who won and why, or nothing while the game goes on. Whoever is stuck has lost."""
        if self.legal(state):
            return None
        return Outcome(self.to_move(state).other, Reason.STUCK)

    @abstractmethod
    def view(self, moves: tuple[int, ...], state: State) -> View:
        """What a board shows after these moves, which lead to this state."""

    def read(self, state: State, text: str) -> int:
        """The move that a player's text names, legal or not."""
        if over := self.outcome(state):
            raise GameOver(over.winner)
        if not _NUMBER.fullmatch(text.strip()):
            raise Unreadable(text[:READ], demand=self.demand(state), legal=self.legal(state))
        return int(text)

    def text(self, move: int) -> str:
        return str(move)
