"""A message as a value: what it says and shows, whom it pings and what can be pressed. Knows no
Discord."""

from dataclasses import dataclass, field
from enum import Enum, auto

from bot.interactions.custom_id import CustomId
from engine.ids import PlayerId

# Discord's limits.
PER_ROW = 5
ROWS = 5
PER_SELECT = 25
CONTENT = 2000
# The one colour that everything of ours has.
ACCENT = 0x7D97FF


class Look(Enum):
    """The look of a button, by the kind of action."""

    PLAIN = auto()
    GO = auto()
    STOP = auto()


@dataclass(frozen=True)
class Button:
    label: str
    press: CustomId
    look: Look = Look.PLAIN
    # Shown, but not to be pressed: it leads nowhere at the moment.
    disabled: bool = False


@dataclass(frozen=True)
class Choice:
    value: str
    label: str
    chosen: bool = False
    # A line under the label.
    about: str = ""


class Kind(Enum):
    """The kind of things that a select offers."""

    GIVEN = auto()
    CHANNELS = auto()
    ROLES = auto()


@dataclass(frozen=True)
class Select:
    press: CustomId
    placeholder: str
    choices: tuple[Choice, ...] = ()
    kind: Kind = Kind.GIVEN
    # The current choice, where Discord knows the choices.
    chosen: tuple[int, ...] = ()


Row = tuple[Button, ...] | Select


@dataclass(frozen=True)
class File:
    """Goes along with a message. Discord leaves a name of ASCII letters, digits, dots, dashes and
    underscores as it is, and changes others."""

    name: str
    data: bytes = field(repr=False)
    # The picture in words, for people who can't see it.
    alt: str = ""


@dataclass(frozen=True)
class Message:
    content: str
    rows: tuple[Row, ...] = ()
    ping: PlayerId | None = None
    files: tuple[File, ...] = ()
    # As a change of a message, whether that one's files stay.
    keeps_files: bool = False


@dataclass(frozen=True)
class Text:
    content: str


@dataclass(frozen=True)
class Headed:
    """A text with a small picture beside it, from anywhere."""

    content: str
    picture_url: str


@dataclass(frozen=True)
class Image:
    """A file of the same page, shown large."""

    name: str


@dataclass(frozen=True)
class Rule:
    """A line between what is above and what is below."""


Block = Text | Headed | Image | Rule | Row


@dataclass(frozen=True)
class Page:
    """A message laid out in blocks, one below the other, within a frame. It pings nobody: of a
    page, Discord would make an empty notification."""

    blocks: tuple[Block, ...]
    files: tuple[File, ...] = ()
    accent: int = ACCENT


def in_rows(buttons: tuple[Button, ...]) -> tuple[Row, ...]:
    return tuple(buttons[at : at + PER_ROW] for at in range(0, len(buttons), PER_ROW))
