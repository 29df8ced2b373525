"""Whether a challenge is allowed: pure rules on facts that the store has gathered."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from engine.duel import Terms
from engine.ids import PlayerId
from engine.refusal import (
    AlreadyChallenged,
    Blocked,
    NotYourDuel,
    OpponentGone,
    Refusal,
    TakesNoChallenges,
    TooManyChallenges,
)


@dataclass(frozen=True)
class Facts:
    """What a server knows about the two players when one challenges the other."""

    # Those of the two whom the moderators have blocked.
    blocked: Collection[PlayerId] = ()
    # The open challenges that each of the two has made: the number of the duel, by opponent.
    by_challenger: Mapping[PlayerId, int] = field(default_factory=dict)
    by_opponent: Mapping[PlayerId, int] = field(default_factory=dict)
    # How many open challenges one player may have made.
    most: int = 10
    takes_challenges: bool = True


def why_not(terms: Terms, by: PlayerId, facts: Facts) -> Refusal | None:
    """Return the first reason why this player may not make this challenge, or None."""
    return next(_refusals(terms, by, facts), None)


def _refusals(terms: Terms, by: PlayerId, facts: Facts) -> Iterator[Refusal]:
    challenger, opponent = terms.players
    if by != challenger:
        yield NotYourDuel(terms.players)
    if opponent <= 0:
        yield OpponentGone()
    if refusal := why_blocked(terms.players, facts.blocked):
        yield refusal
    if opponent in facts.by_challenger:
        yield AlreadyChallenged(challenger, opponent, facts.by_challenger[opponent])
    if challenger in facts.by_opponent:
        yield AlreadyChallenged(opponent, challenger, facts.by_opponent[challenger])
    if len(facts.by_challenger) >= facts.most:
        yield TooManyChallenges(facts.most)
    if not facts.takes_challenges:
        yield TakesNoChallenges(opponent)


def why_blocked(players: Iterable[PlayerId], blocked: Collection[PlayerId]) -> Blocked | None:
    """Name the first of these players who is blocked."""
    return next((Blocked(player) for player in players if player in blocked), None)


def is_rated_limit_reached(limit: int, begun: int, ended: Iterable[int]) -> bool:
    """Whether two players have had their rated duels of a day. Duels that have begun count, or the
    two would begin all of them at once. `ended` holds one count for each player, because a result
    against an erased player counts against everyone whom that player may have been."""
    return any(begun + count >= limit for count in ended)
