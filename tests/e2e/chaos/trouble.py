"""What got in the way while it was played: all that excuses what would be a mistake otherwise, and
no more than can really have done so."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf

from deploy.sandbox.faults import Aim, Kind

# From when to when, or when and for how long, in seconds.
Span = tuple[float, float]
# How long discord.py waits before it tries again what Discord has failed to do.
TRIES_AGAIN = 1.0
# How much of players' time may pass until the bot knows that it is cut off, and anybody that it is
# back: a second, as it goes here.
NEWS = 60.0


@dataclass(frozen=True)
class Hit:
    """A fault that has struck something."""

    kind: Kind
    aim: Aim
    # By the machine's time.
    at: float = 0.0
    # How long it was told to last.
    seconds: float = 0.0

    def __str__(self) -> str:
        return f"{self.kind} {self.aim}"

    @property
    def holds_up(self) -> float:
        """For how long what was hit doesn't come, which may be for ever."""
        match self.kind:
            case Kind.LOSE:
                return inf
            case Kind.FAIL:
                return TRIES_AGAIN
            case Kind.DELAY | Kind.LIMIT:
                return self.seconds
            case _:
                return 0.0


@dataclass(frozen=True)
class Trouble:
    # What hit each interaction, and what hit anything else.
    hit: Mapping[str, tuple[Hit, ...]] = field(default_factory=dict)
    elsewhere: tuple[Hit, ...] = ()
    # From when to when the bot was away, by the machine's time and by players'.
    absences: tuple[Span, ...] = ()
    away: tuple[Span, ...] = ()
    # How late the run itself came to what it had to do, and when that was.
    late: tuple[Span, ...] = ()
    # By how much the bot's clock was behind the time that players have had by then, each time that
    # it was put back: until it has caught up again, whatever begins seems to begin earlier.
    behind: tuple[Span, ...] = ()

    def was_away(self, since: float, until: float) -> bool:
        return any(left < until and back > since for left, back in self.absences)

    def lateness(self, since: float, until: float) -> float:
        """How much of this time the machine had too much to do."""
        spans = ((max(since, at), min(until, at + late)) for at, late in self.late)
        return sum(end - begin for begin, end in spans if end > begin)

    def put_back(self, since: float, until: float) -> float:
        """By how much a clock may seem to be short that began or was set in this time of
        players'."""
        return max((by for at, by in self.behind if since <= at <= until), default=0.0)

    def given_back(self, since: float, until: float) -> float:
        """How much of this time of players' the bot was certainly away, and gives back when it is
        there again: less what its clock was behind by then."""
        away = [(left, back) for left, back in self.away if since <= left and back <= until]
        missed = (back - left - NEWS - self.put_back(left, back) for left, back in away)
        return sum(max(0.0, each) for each in missed)

    def held_up(self, since: float, until: float) -> float:
        """For how long things have waited that were none of anybody's answers."""
        return sum(
            each.holds_up
            for each in self.elsewhere
            if each.kind is not Kind.LOSE and each.at < until and each.at + each.holds_up > since
        )
