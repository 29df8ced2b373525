"""What is going to happen, all of it drawn from a seed before anything does: which duels are begun,
and what goes wrong between one and the next."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from tests.e2e.chaos.planned import SHORTEST, Planned, Reply, planned
from tests.e2e.chaos.weather import Event, weather

# The sandbox's own, and as many more as it takes for challenges not to get in each other's way.
MORE = ("Fay", "Gus", "Hal")
PEOPLE = ("Ana", "Bo", "Cleo", "Dan", "Eve", *MORE)
REMATCHES = 0.1
# How far apart a duel and its rematch may be.
BEFORE = 6
# So many walk away, and so many offers are left to run out, whatever is drawn, if there are duels
# enough. All of them are early, so that nobody else has to wait for them in the end.
AT_LEAST = 2
EARLY = 0.2

Step = Planned | Event


@dataclass(frozen=True)
class Plan:
    seed: int
    kills: int
    duels: tuple[Planned, ...]
    # Duels and what goes wrong, in their order.
    steps: tuple[Step, ...]


def plan(seed: int, duels: int, kills: int) -> Plan:
    random = Random(seed)
    found: list[Planned] = []
    left = _left(duels, random)
    for nth in range(duels):
        duel = planned(seed, nth, PEOPLE)
        if nth in left:
            duel = left[nth](duel)
        elif random.random() < REMATCHES and (before := _before(found, random)):
            duel = _rematch(duel, before)
        found.append(duel)
    events = weather(seed, duels, kills)
    # Nothing goes wrong before there is somebody whom it could.
    places = sorted(random.uniform(min(5, duels / 2), duels) for _ in events)
    at: list[tuple[float, Step]] = [*enumerate(found), *zip(places, events, strict=True)]
    at.sort(key=lambda each: each[0])
    return Plan(seed, kills, tuple(found), tuple(step for _, step in at))


def _left(duels: int, random: Random) -> dict[int, Callable[[Planned], Planned]]:
    """What is done with those of which it is certain that somebody doesn't do anything."""
    doing = [_walked_away, _unanswered] * AT_LEAST
    early = range(min(duels, max(len(doing), int(duels * EARLY))))
    return dict(zip(random.sample(early, min(duels, len(doing))), doing, strict=False))


def _walked_away(duel: Planned) -> Planned:
    """Before the first move, as any move may be the last."""
    return replace(duel, options={**duel.options, "clock": SHORTEST}, left_at=0)


def _unanswered(duel: Planned) -> Planned:
    return replace(duel, replies=(Reply.LEFT, Reply.ACCEPTED))


def _before(duels: list[Planned], random: Random) -> Planned | None:
    """One that comes to an end, and hasn't had its rematch."""
    again = {each.rematch_of for each in duels}
    fit = [each for each in duels[-BEFORE:] if each.left_at is None and each.nth not in again]
    return random.choice(fit) if fit else None


def _rematch(duel: Planned, before: Planned) -> Planned:
    """Of the same two and with the same clock, as whoever presses the button gets no other."""
    clocked = {**duel.options, "clock": before.options["clock"]}
    return replace(
        duel,
        challenger=before.opponent,
        opponent=before.challenger,
        stranger=before.stranger,
        options=clocked,
        replies=(Reply.ACCEPTED,),
        rematch_of=before.nth,
        left_at=None,
    )
