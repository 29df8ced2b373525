"""Players and servers: what they choose, and where players stand."""

from dataclasses import dataclass
from enum import StrEnum

from engine.ids import PlayerId, Span
from engine.standing import Standing
from storage.ids import ChannelId, RoleId
from storage.match import Match

# The key under which a player's standing over all games is kept.
EVERY_GAME = "all"


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


@dataclass(frozen=True)
class Place:
    """Equal standings share a place."""

    place: int
    player: PlayerId
    standing: Standing


@dataclass(frozen=True)
class Ladder:
    """A page of the leaderboard, and whether another follows."""

    places: tuple[Place, ...]
    more: bool


@dataclass(frozen=True)
class Profile:
    """A player's place over all games, if they have finished any, and their standing in each."""

    place: int | None
    overall: Standing
    games: dict[str, Standing]


@dataclass(frozen=True)
class Kept:
    """What is kept of somebody in a server. They may never have chosen anything. Of the receipts,
    which name them for a day, there is nothing to show."""

    preferences: Preferences | None
    blocked: bool
    profile: Profile
    duels: tuple[Match, ...]
