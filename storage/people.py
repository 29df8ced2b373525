"""What players and servers choose, and where players stand."""

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.ids import Instant, PlayerId, Span
from engine.standing import Standing
from engine.titles import Title
from storage.ids import ChannelId, RoleId
from storage.match import BoardMode, Match
from storage.puzzles import PuzzleData

# How many duels between the same two players are rated in a day, unless the server chooses.
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

    pings: Pings = Pings.AWAY
    challenges: Challenges = Challenges.EVERYONE
    # Whether the player has been asked once when to be pinged.
    pings_offered: bool = False


@dataclass(frozen=True)
class HouseRules:
    """What a server has chosen. Without channels, duels may be played in all of them; without
    roles, everyone may challenge. `variants` has the name of the preset that is played of a game,
    by the game's key. A package may have been removed since: readers ignore names they don't
    know."""

    clock: Span | None = None
    channels: frozenset[ChannelId] = frozenset()
    roles: frozenset[RoleId] = frozenset()
    rated_a_day: int | None = None
    board_mode: BoardMode = BoardMode.ONE
    variants: frozenset[tuple[str, str]] = frozenset()
    # Where the bot posts the puzzle of the day with yesterday's results, if anywhere.
    daily_channel: ChannelId | None = None

    def variant_of(self, game: str) -> str | None:
        """Return the variant of a game that the server has chosen, if it has."""
        return dict(self.variants).get(game)

    def with_variant(self, game: str, variant: str | None) -> "HouseRules":
        """Return the rules with another variant of a game, or with none."""
        chosen = dict(self.variants)
        chosen.pop(game, None)
        if variant is not None:
            chosen[game] = variant
        return replace(self, variants=frozenset(chosen.items()))


@dataclass(frozen=True)
class Season:
    """A leaderboard that began empty. It counts the server's results from number `first` on, up to
    the next season. When the first season began isn't known."""

    number: int = 1
    first: int = 1
    at: Instant | None = None


@dataclass(frozen=True)
class Place:
    """A line of the leaderboard. Equal ratings share a place. Players with a provisional rating
    come after all established players, and players without a rating after those: they have no
    place, and are ordered by wins, then by fewer losses."""

    place: int | None
    player: PlayerId
    standing: Standing


@dataclass(frozen=True)
class Ladder:
    """A page of a season's leaderboard, and whether another page follows. It is not final while
    `recalculating`: results are being recalculated."""

    places: tuple[Place, ...]
    more: bool
    season: Season
    seasons: int
    recalculating: bool = False


@dataclass(frozen=True)
class Profile:
    """A player's place over all games, or None if unranked, and their standing in each game."""

    place: int | None
    overall: Standing
    games: dict[str, Standing]
    season: Season = Season()
    # When the next season began, or None if this is the current one.
    until: Instant | None = None
    # Its numbers are being recalculated.
    recalculating: bool = False


@dataclass(frozen=True)
class Score:
    """The results of two players' duels against each other, as the first of them sees them."""

    wins: int = 0
    losses: int = 0
    ties: int = 0


@dataclass(frozen=True)
class PersonalData:
    """The personal data of a player in a server. `preferences` is None for a player who has never
    chosen any. Receipts name a player for a day, but there is nothing in them to show."""

    preferences: Preferences | None
    blocked: bool
    # Whether the player is known to have left the server.
    departed: bool
    # One for each season in which they finished a duel, and one for the current season.
    profiles: tuple[Profile, ...]
    duels: tuple[Match, ...]
    puzzles: PuzzleData | None = None
    titles: tuple[Title, ...] = ()
