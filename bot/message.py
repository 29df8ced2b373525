"""A message as a value: what it says, whom it pings and what can be pressed. Knows no Discord."""

from dataclasses import dataclass
from enum import Enum, auto

from engine.ids import PlayerId

# Discord's limits.
PER_ROW = 5
ROWS = 5
PER_SELECT = 25
CONTENT = 2000


class Look(Enum):
    """What a button looks like, by what pressing it means."""

    PLAIN = auto()
    GO = auto()
    STOP = auto()


@dataclass(frozen=True)
class Button:
    label: str
    press: str
    look: Look = Look.PLAIN


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    chosen: bool = False


class Kind(Enum):
    """What a select lets people choose from."""

    GIVEN = auto()
    CHANNELS = auto()
    ROLES = auto()


@dataclass(frozen=True)
class Select:
    press: str
    placeholder: str
    choices: tuple[Choice, ...] = ()
    kind: Kind = Kind.GIVEN
    # What is chosen already, where Discord knows the choices.
    chosen: tuple[int, ...] = ()


Row = tuple[Button, ...] | Select


@dataclass(frozen=True)
class Message:
    content: str
    rows: tuple[Row, ...] = ()
    ping: PlayerId | None = None


def in_rows(buttons: tuple[Button, ...]) -> tuple[Row, ...]:
    return tuple(buttons[at : at + PER_ROW] for at in range(0, len(buttons), PER_ROW))
