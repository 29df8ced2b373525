"""Players and servers: what they choose, and where players stand."""

from dataclasses import dataclass
from enum import StrEnum

from engine.ids import Instant, PlayerId, Span
from engine.standing import Standing
from storage.ids import ChannelId, RoleId
from storage.match import Match

# How many duels of the same two are rated in a day, as long as a server hasn't chosen.
RATED_A_DAY = 5


class Pings(StrEnum):
    ALWAYS = "always"
    AWAY = "away"
    NEVER = "never"


class Challenges(StrEnum):
    """Who may challenge a player."""

    EVERYONE = "everyone"
    NOBODY = "nobody"


@dataclass(frozen=True)
class Preferences:
    """What a player has chosen in a server."""

    pings: Pings = Pings.ALWAYS
    challenges: Challenges = Challenges.EVERYONE


@dataclass(frozen=True)
class HouseRules:
    """What a server has chosen. With no channels named, every channel will do, and with no roles
    everybody may challenge."""

    clock: Span | None = None
    channels: frozenset[ChannelId] = frozenset()
    roles: frozenset[RoleId] = frozenset()
    rated_a_day: int | None = None


@dataclass(frozen=True)
class Season:
    """A ladder that began with nobody on it. Its duels are those from the `first` end of the server
    on, up to those of the next season. When the first season began isn't known."""

    number: int = 1
    first: int = 1
    at: Instant | None = None


@dataclass(frozen=True)
class Place:
    """Equal ratings share a place. Who isn't settled stands behind everybody who is."""

    place: int
    player: PlayerId
    standing: Standing


@dataclass(frozen=True)
class Ladder:
    """A page of the leaderboard of a season, and whether another follows. While results are counted
    again it is not what it will be."""

    places: tuple[Place, ...]
    more: bool
    season: Season
    seasons: int
    counting: bool = False


@dataclass(frozen=True)
class Profile:
    """A player's place over all games, if they are ranked, and their standing in each."""

    place: int | None
    overall: Standing
    games: dict[str, Standing]
    season: Season = Season()
    # When the next season began, if this one is over.
    until: Instant | None = None
    # Its numbers are being counted again.
    counting: bool = False


@dataclass(frozen=True)
class Score:
    """What two players' duels against one another have come to, for the first of them."""

    wins: int = 0
    losses: int = 0
    ties: int = 0


@dataclass(frozen=True)
class Kept:
    """What is kept of somebody in a server. They may never have chosen anything. Of the receipts,
    which name them for a day, there is nothing to show."""

    preferences: Preferences | None
    blocked: bool
    # Whether they have left the server, as far as that is known.
    departed: bool
    # In each season in which they have finished a duel, and always in the last.
    profiles: tuple[Profile, ...]
    duels: tuple[Match, ...]
