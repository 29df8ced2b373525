"""Judges a run: what must be true of each duel and of everything that was asked, whatever has gone
wrong. Each rule says what it finds to be otherwise."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.e2e.chaos.answers import unanswered
from tests.e2e.chaos.clocks import clock, offer, reminders
from tests.e2e.chaos.endings import told_twice, two_ends
from tests.e2e.chaos.evidence import Case, Evidence
from tests.e2e.chaos.moves import doubled, lost, unshown


@dataclass(frozen=True)
class Violation:
    rule: str
    what: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.what}"


OF_DUELS: tuple[tuple[str, Callable[[Case], Iterator[str]]], ...] = (
    ("lost", lost),
    ("doubled", doubled),
    ("unshown", unshown),
    ("two ends", two_ends),
    ("two ends", told_twice),
    ("clock", clock),
    ("clock", offer),
    ("reminders", reminders),
)


def offered_twice(evidence: Evidence) -> Iterator[str]:
    """Nobody has challenged somebody more often than they tried: what was asked opens one duel."""
    made: dict[tuple[str, str], list[Case]] = {}
    for each in evidence.cases:
        made.setdefault((each.written.challenger, each.written.opponent), []).append(each)
    for (who, whom), cases in made.items():
        tried = len(cases[0].offering)
        if len(cases) > tried:
            yield f"{who} has challenged {whom} {len(cases)} times, and tried {tried} times"


def judge(evidence: Evidence) -> list[Violation]:
    found = [
        Violation(rule, f"#{case.written.number}: {what}")
        for case in evidence.cases
        for rule, finds in OF_DUELS
        for what in finds(case)
    ]
    found += [Violation("doubled", each) for each in offered_twice(evidence)]
    found += [Violation("unanswered", each) for each in unanswered(evidence)]
    found += [Violation(rule, what) for rule, what in evidence.noticed]
    return found
