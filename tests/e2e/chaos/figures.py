"""What a run came to, in numbers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from rich.table import Table as Rows

from deploy.sandbox.faults import Aim, Kind
from engine.outcome import Reason, Withdrawal
from tests.e2e.chaos.answers import why_unanswered
from tests.e2e.chaos.evidence import Evidence
from tests.e2e.chaos.oracle import Violation
from tests.e2e.chaos.plan import Plan
from tests.e2e.chaos.refusals import refusal_in
from tests.e2e.chaos.storm import HOUR, MINUTE, Storm

COMMAND = "python -m tests.e2e.chaos --duels {duels} --kills {kills} --seed {seed}"


@dataclass(frozen=True)
class Figures:
    command: str
    # By what they are about, each with what it counts.
    counts: Mapping[str, Mapping[str, int | str]]
    struck: Mapping[tuple[Kind, Aim], int]
    violations: tuple[Violation, ...]

    @property
    def begun(self) -> int:
        return int(self.counts["duels"]["begun"])

    @property
    def clocks(self) -> int:
        """How many ran out."""
        return int(self.counts["clocks"]["fired"])

    @property
    def kills(self) -> int:
        return int(self.counts["the bot"]["kill"])


def figures(
    plan: Plan, evidence: Evidence, storm: Storm, violations: list[Violation], lasted: float
) -> Figures:
    command = COMMAND.format(duels=len(plan.duels), kills=plan.kills, seed=plan.seed)
    counts: dict[str, Mapping[str, int | str]] = {
        "duels": _duels(plan, evidence),
        "came to nothing": _ends(evidence, Withdrawal),
        "ended by": _ends(evidence, Reason),
        "clocks": _clocks(evidence, storm),
        "asked": _asked(evidence),
        "refused": Counter(
            code for each in evidence.asked if each.told and (code := refusal_in(each.told))
        ),
        "unanswered because of": Counter(
            why_unanswered(each, evidence.trouble) or "nothing"
            for each in evidence.asked
            if each.state != "answered"
        ),
        "the bot": storm.done,
        "restarts": _restarts(storm),
        "violations": Counter(each.rule for each in violations) or {"of any rule": 0},
        "the run": {"seconds": round(lasted), **_lateness(evidence)},
    }
    return Figures(command, counts, storm.struck, tuple(violations))


def _duels(plan: Plan, evidence: Evidence) -> dict[str, int | str]:
    begun = [each.written for each in evidence.cases if each.written.begun]
    return {
        "planned": len(plan.duels),
        "offered": len(evidence.cases),
        "begun": len(begun),
        "moves": sum(len(each.moves) for each in begun),
        "taken out": sum(each.void for each in begun),
    }


def _ends(evidence: Evidence, kinds: type[Reason] | type[Withdrawal]) -> dict[str, int | str]:
    found = Counter(each.written.how for each in evidence.cases)
    return {str(each): found[each] for each in kinds if found[each]}


def _clocks(evidence: Evidence, storm: Storm) -> dict[str, int | str]:
    ends = Counter(each.written.how for each in evidence.cases)
    return {
        "fired": ends[Reason.TIMED_OUT] + ends[Withdrawal.EXPIRED],
        "reminders": sum(
            len(each)
            for case in evidence.cases
            if (sight := case.sights.get(case.written.challenger))
            for each in sight.reminders.values()
        ),
        "minutes passed in steps": round(storm.hands.passed / MINUTE),
        "minutes put back": round(storm.hands.put_back / MINUTE),
        "hours slept": round(storm.hands.jumped / HOUR),
    }


def _asked(evidence: Evidence) -> dict[str, int | str]:
    answered = sorted(each.took for each in evidence.asked if each.state == "answered")
    states = Counter(each.state for each in evidence.asked)
    return {
        "in all": len(evidence.asked),
        **states,
        "median answer": f"{median(answered) * 1000:.0f} ms",
        "99 of 100 within": f"{answered[len(answered) * 99 // 100] * 1000:.0f} ms",
    }


def _lateness(evidence: Evidence) -> dict[str, int | str]:
    """How busy the machine was that all of it shared."""
    late = [each for _, each in evidence.trouble.late]
    return {
        "late in all": f"{sum(late):.1f} s",
        "at most at once": f"{max(late, default=0.0):.2f} s",
    }


def _restarts(storm: Storm) -> dict[str, int | str]:
    if not storm.restarts:
        return {}
    return {
        "median until it is back": f"{median(storm.restarts):.2f} s",
        "longest": f"{max(storm.restarts):.2f} s",
    }


def table(figures: Figures) -> Rows:
    rows = Rows("", "", "", title=figures.command, title_justify="left", show_header=False)
    struck = {f"{kind} {aim}": count for (kind, aim), count in sorted(figures.struck.items())}
    for about, counts in (*figures.counts.items(), ("faults that struck", struck)):
        label = about
        for what, count in counts.items():
            shown = f"{count:,}" if isinstance(count, int) else count
            rows.add_row(label, what, shown)
            label = ""
        if counts:
            rows.add_section()
    return rows
