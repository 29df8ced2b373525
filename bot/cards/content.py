"""The content of cards as plain values: boards and pages make them, and cards draw them."""

from dataclasses import dataclass

from engine.record import Record

# The names of a player, best first: the first that the font can draw is drawn.
Names = tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """A move, and whose it was: 0 is the first seat, 1 the second."""

    text: str
    side: int


@dataclass(frozen=True)
class Chain:
    """Moves that belong together: a game, a leg of it, or what one player built. `ends` says that
    nothing could follow the last one. The label may say `{first}` and `{second}`."""

    label: str
    steps: tuple[Step, ...]
    ends: bool = False


@dataclass(frozen=True)
class Side:
    """A player, and what became of them."""

    names: Names
    note: str = ""
    rating: int | None = None
    change: int | None = None
    won: bool = False
    # Whether the rating is.
    provisional: bool = False


@dataclass(frozen=True)
class Finish:
    """Headline, reason and labels say `{first}` and `{second}` where they mean a player: only when
    it is drawn it is known what they are called there."""

    headline: str
    why: str
    title: str
    details: str
    sides: tuple[Side, Side]
    chains: tuple[Chain, ...] = ()
    footer: str = ""


@dataclass(frozen=True)
class SwingsOf:
    """The side that stood to win a game: before each move, from the one with the number `first`,
    and at the end."""

    label: str
    sides: tuple[int, ...]
    first: int = 1


@dataclass(frozen=True)
class Swings:
    """Where the win changed hands in the games of a duel."""

    title: str
    names: tuple[Names, Names]
    games: tuple[SwingsOf, ...]


@dataclass(frozen=True)
class Position:
    """A game as it stands, and the names of its players by seat."""

    record: Record
    names: tuple[Names, Names]


@dataclass(frozen=True)
class LeaderboardRow:
    """A player. The form is what came of their last duels, oldest first: of `w`, `l` and `t`.
    A casual player has no rating."""

    place: str
    names: Names
    rating: str | None
    record: str
    form: str = ""
    yours: bool = False
    provisional: bool = False


@dataclass(frozen=True)
class Leaderboard:
    title: str
    subtitle: str
    rows: tuple[LeaderboardRow, ...]
    footer: str = ""


@dataclass(frozen=True)
class Ratings:
    """A player's ratings, oldest first, and the current one. The axis names the first point,
    all of them, and the last one."""

    names: Names
    subtitle: str
    points: tuple[float, ...]
    rating: int
    deviation: int | None = None
    axis: tuple[str, str, str] | None = None
