"""Refusals of the bot and of a server; those of games and duels are in the engine."""

from dataclasses import dataclass

from engine.ids import PlayerId
from engine.refusal import Refusal


@dataclass(eq=False)
class BotsCantPlay(Refusal):
    """The opponent is a bot."""


@dataclass(eq=False)
class OnlyWithTheBot(Refusal):
    """The option is for duels with the bot, and the opponent is somebody else."""

    option: str


@dataclass(eq=False)
class NoSuchLevel(Refusal):
    """The bot can't play so well with the options that were chosen."""

    level: str
    levels: tuple[str, ...]


@dataclass(eq=False)
class NotAMember(Refusal):
    """The opponent has left, or never was here."""

    player: PlayerId


@dataclass(eq=False)
class CantSeeIt(Refusal):
    """The opponent can't see the channel of the challenge."""

    player: PlayerId


@dataclass(eq=False)
class NotYoursToSee(Refusal):
    """A duel of other players, in a channel that the player can't see."""


@dataclass(eq=False)
class DiscordSilent(Refusal):
    """Discord didn't answer a question that has to be answered first."""


@dataclass(eq=False)
class WrongChannel(Refusal):
    """The server allows duels only in other channels."""

    channels: tuple[str, ...]


@dataclass(eq=False)
class WrongRole(Refusal):
    """The server lets only members with certain roles start duels."""

    roles: tuple[str, ...]


@dataclass(eq=False)
class PermissionsMissing(Refusal):
    """The bot may not post in this channel."""

    permissions: tuple[str, ...]
    channel: str


@dataclass(eq=False)
class NoPlaceForPosts(Refusal):
    """The channel isn't one of the server in which the bot can post by itself."""

    channel: str


@dataclass(eq=False)
class PostsNotAllowed(Refusal):
    """The bot may not post by itself in the channel."""

    permissions: tuple[str, ...]
    channel: str


@dataclass(eq=False)
class OldBoard(Refusal):
    """The button belongs to a board that has been replaced."""

    shown: int
    link: str


@dataclass(eq=False)
class OldPrivateBoard(Refusal):
    """The same of a private duel. No link leads to its board."""

    shown: int


@dataclass(eq=False)
class SeveralDuels(Refusal):
    """The player has more than one."""

    count: int


@dataclass(eq=False)
class DuelsElsewhere(Refusal):
    """The player's duels are in other channels."""

    link: str


@dataclass(eq=False)
class NoDuels(Refusal):
    """The player has no duel here."""


@dataclass(eq=False)
class SeveralChallenges(Refusal):
    """The player has more than one."""

    count: int


@dataclass(eq=False)
class NoChallenge(Refusal):
    """No challenge waits for the player's answer."""


@dataclass(eq=False)
class NoChallengeOfYours(Refusal):
    """The player has no challenge to cancel."""


@dataclass(eq=False)
class UnreadableDuel(Refusal):
    """The text isn't the number of a duel."""

    text: str


@dataclass(eq=False)
class NotAChoice(Refusal):
    """The value isn't one of the choices."""

    text: str


@dataclass(eq=False)
class UnknownTime(Refusal):
    """It isn't this time anywhere now."""

    text: str


@dataclass(eq=False)
class OutdatedCommand(Refusal):
    """The player's Discord still shows the commands of an earlier version."""


@dataclass(eq=False)
class DeadButton(Refusal):
    """The button was forged, or belongs to an earlier version."""


@dataclass(eq=False)
class OnlyModerators(Refusal):
    """The player may not manage the server."""


@dataclass(eq=False)
class NothingToReplay(Refusal):
    """The player has finished no duel."""


@dataclass(eq=False)
class NotConfirmed(Refusal):
    """A step that can't be undone must be confirmed by typing its name."""

    asked: str
    number: int
    last: int


@dataclass(eq=False)
class PlayerTooFast(Refusal):
    """The player is over the rate limit."""

    seconds: int


@dataclass(eq=False)
class ServerTooFast(Refusal):
    """All players of a server together are over the rate limit."""

    seconds: int


@dataclass(eq=False)
class Crowded(Refusal):
    """Too many pictures are being drawn."""


@dataclass(eq=False)
class BeingMade(Refusal):
    """Something that takes long is running for the same player or server."""


@dataclass(eq=False)
class DatabaseAway(Refusal):
    """The server of the database can't be reached. A change that was asked for may have been saved
    all the same."""


@dataclass(eq=False)
class Closing(Refusal):
    """The bot is about to stop."""
