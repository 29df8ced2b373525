"""The interface of a game: options, rules as text, states and moves."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, fields
from functools import lru_cache
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

from engine.games.options import Option, option_of
from engine.games.preset import CLASSIC, Preset
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


def as_text(recorded: dict[str, Any]) -> str:
    """Options as a record writes them: `size=40,gone=5.10`."""
    return ",".join(
        f"{name}={'.'.join(map(str, value)) if isinstance(value, tuple) else value}"
        for name, value in recorded.items()
    )


@lru_cache(maxsize=_KINDS)
def _options(kind: "type[Game[Any]]") -> tuple[Option, ...]:
    found = [option_of(each) for each in fields(kind) if each.init]
    return tuple(sorted(found, key=lambda option: option.host))


@dataclass(frozen=True)
class Game(ABC, Generic[State]):
    """A game is a value: its fields are its options. States are plain and hashable, moves ints.

    `summary` says in a few words what players do, and what kind of game it is. The first of the
    presets is what is played unless players choose another."""

    key: ClassVar[str]
    title: ClassVar[str]
    pitch: ClassVar[str]
    summary: ClassVar[str] = ""
    presets: ClassVar[tuple[Preset, ...]] = (CLASSIC,)
    TEXT: ClassVar[Text] = Text()

    def __post_init__(self) -> None:
        for each in self.options():
            value = each.normal(getattr(self, each.key))
            if not each.accepts(value):
                raise each.refusal(self.key, getattr(self, each.key))
            object.__setattr__(self, each.key, value)

    @classmethod
    def options(cls) -> tuple[Option, ...]:
        """The options, those that players choose before those that the host sets."""
        return _options(cls)

    @classmethod
    def drawn(cls, option: Option, _settings: dict[str, Any], random: Random | None) -> Any:
        """A value for an option that was left out and has no default, if there is a source of
        chance."""
        if random is None:
            raise option.left_open(cls.key)
        return random.choice(option.drawn)

    def settings(self) -> dict[str, Any]:
        """The value of each option in this game."""
        return {each.key: getattr(self, each.key) for each in self.options()}

    def recorded(self) -> dict[str, Any]:
        """The options as a record has them, by the names that it gives them."""
        settings = self.settings()
        return dict(
            each.written(settings[each.key])
            for each in self.options()
            if not (each.added and settings[each.key] == each.default)
        )

    @property
    def draws_start(self) -> bool:
        """Whether the host draws a start for it: the players don't choose one."""
        return False

    @property
    def awaits_start(self) -> bool:
        """Whether that start has yet to be drawn. Nobody can play before."""
        return False

    @property
    def start_options(self) -> frozenset[str]:
        """The options that a start consists of."""
        return frozenset()

    @property
    def hosts_moves(self) -> tuple[int, ...]:
        """The moves that the host made before player 1 begins."""
        return ()

    def without_start(self) -> Self:
        """The same game before its start was drawn."""
        return self

    @property
    def variant(self) -> str | None:
        """The name of the preset that this is, whatever was drawn for it."""
        settings, drawn = self.settings(), self._drawn()
        chosen = [each for each in self.options() if each.key not in drawn]
        for preset in self.presets:
            wanted = preset.options
            if all(
                settings[each.key] == wanted.get(each.key, each.default)
                for each in chosen
                if each.default is not None or each.key in wanted
            ):
                return preset.name
        return None

    @property
    def setup(self) -> str:
        """What the players have agreed to, as text, without a drawn start. What is measured of a
        game is kept under it."""
        settings, recorded, drawn = self.settings(), self.recorded(), self._drawn()
        for each in self.options():
            if each.key in drawn:
                recorded.pop(each.written(settings[each.key])[0], None)
        return f"{self.key}/{as_text(recorded)}"

    def _drawn(self) -> frozenset[str]:
        return self.start_options if self.draws_start else frozenset()

    @property
    def is_usual(self) -> bool:
        """Whether it is played as the rulebook says, at the usual size."""
        return self.variant == self.presets[0].name

    def settings_text(self, template: str = "") -> str:
        """The options in a few words, by the template of a language or else by the game's own."""
        settings = {
            key: ", ".join(map(str, value)) if isinstance(value, tuple) else value
            for key, value in self.settings().items()
        }
        if template := template or self.TEXT.settings:
            return template.format(**settings)
        return ", ".join(f"{key} {value}" for key, value in settings.items())

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

    def known_way(self, _moves: tuple[int, ...]) -> bool:
        """Whether a game that is over went the way it goes every time between players who know it:
        the winner had nothing left to find."""
        return False

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
        """The name of a move, as players type it and records have it."""
        return str(move)
