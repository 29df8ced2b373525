"""Why a server, rather than a game or a duel, says no."""

from dataclasses import dataclass

from engine.ids import PlayerId
from engine.refusal import Refusal


@dataclass(eq=False)
class BotsCantPlay(Refusal):
    """The opponent is a bot."""


@dataclass(eq=False)
class NotAMember(Refusal):
    """The opponent has left, or never was here."""

    player: PlayerId


@dataclass(eq=False)
class CantSeeIt(Refusal):
    """The opponent would be challenged where they can't look."""

    player: PlayerId


@dataclass(eq=False)
class NotYoursToSee(Refusal):
    """A duel of others, in a channel that is closed to whoever asks."""


@dataclass(eq=False)
class DiscordSilent(Refusal):
    """Discord didn't say what had to be known."""


@dataclass(eq=False)
class WrongChannel(Refusal):
    """The server has set channels aside for duels."""

    channels: tuple[str, ...]


@dataclass(eq=False)
class WrongRole(Refusal):
    """The server lets only some start duels."""

    roles: tuple[str, ...]


@dataclass(eq=False)
class PermissionsMissing(Refusal):
    """The bot can't post where it is asked to."""

    permissions: tuple[str, ...]
    channel: str


@dataclass(eq=False)
class OldBoard(Refusal):
    """A button of a board that has been replaced."""

    shown: int
    link: str


@dataclass(eq=False)
class SeveralDuels(Refusal):
    """More than one could be meant."""

    count: int


@dataclass(eq=False)
class DuelsElsewhere(Refusal):
    """None is in this channel, and some are in others."""

    link: str


@dataclass(eq=False)
class NoDuels(Refusal):
    """None at all that could be meant."""


@dataclass(eq=False)
class SeveralChallenges(Refusal):
    """More than one could be meant."""

    count: int


@dataclass(eq=False)
class NoChallenge(Refusal):
    """Nobody has challenged whoever wants to answer."""


@dataclass(eq=False)
class NoChallengeOfYours(Refusal):
    """There is nothing to take back."""


@dataclass(eq=False)
class UnreadableDuel(Refusal):
    """Not the number of a duel."""

    text: str


@dataclass(eq=False)
class NotAChoice(Refusal):
    """None of those that were offered."""

    text: str


@dataclass(eq=False)
class OutdatedCommand(Refusal):
    """The player's Discord still shows what an earlier Duelhost could do."""


@dataclass(eq=False)
class DeadButton(Refusal):
    """Made up, or made by an earlier Duelhost."""


@dataclass(eq=False)
class OnlyModerators(Refusal):
    """Discord hides these commands, but what it lets through is checked again."""


@dataclass(eq=False)
class NothingToReplay(Refusal):
    """Whoever asks has finished no duel."""


@dataclass(eq=False)
class NotConfirmed(Refusal):
    """What can't be taken back is to be typed, letter by letter."""

    asked: str
    number: int
    last: int


@dataclass(eq=False)
class PlayerTooFast(Refusal):
    """Somebody has used up what one player may ask in a while."""

    seconds: int


@dataclass(eq=False)
class ServerTooFast(Refusal):
    """All of a server together have."""

    seconds: int


@dataclass(eq=False)
class Crowded(Refusal):
    """More is asked for than can be made at the same time."""


@dataclass(eq=False)
class BeingMade(Refusal):
    """Something that takes long, for the same player or server."""


@dataclass(eq=False)
class Closing(Refusal):
    """The bot is about to stop."""
