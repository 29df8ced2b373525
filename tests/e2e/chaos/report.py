"""The report of a run, in numbers."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from rich.table import Table

from deploy.sandbox.faults import Aim, Kind
from engine.outcome import Reason, Withdrawal
from tests.e2e.chaos.evidence import Evidence, Violation
from tests.e2e.chaos.faults import Injector
from tests.e2e.chaos.oracle import why_unanswered
from tests.e2e.chaos.plan import Plan

COMMAND = "python -m tests.e2e.chaos --duels {duels} --kills {kills} --seed {seed} --mode {mode}"
Counts = Mapping[str, int | str]


@dataclass(frozen=True)
class Report:
    command: str
    violations: tuple[Violation, ...]
    # Duels that were accepted, and clocks that ran out.
    begun: int
    timed_out: int
    # Duels with the bot.
    against_bot: int
    # How often each fault struck, and what else was done.
    struck: Mapping[tuple[Kind, Aim], int]
    done: Mapping[str, int]
    # The counts, by their subject.
    counts: Mapping[str, Counts]

    def table(self) -> Table:
        rows = Table("", "", "", title=self.command, title_justify="left", show_header=False)
        for about, counts in self.counts.items():
            for nth, (what, count) in enumerate(counts.items()):
                rows.add_row("" if nth else about, what, str(count))
            rows.add_section()
        return rows


def report(
    plan: Plan,
    evidence: Evidence,
    injector: Injector,
    violations: list[Violation],
    lasted: float,
) -> Report:
    duels = [each.written for each in evidence.cases]
    begun = [each for each in duels if each.begun]
    how = Counter(str(each.how) for each in duels)
    against_bot = sum(each.against_bot for each in begun)
    late = [each for _, each in evidence.excuses.late]
    counts: dict[str, Counts] = {
        "duels": {
            "planned": len(plan.duels),
            "offered": len(duels),
            "begun": len(begun),
            "against the bot": against_bot,
            "hints": sum(len(each.hints) for each in begun),
            "moves": sum(len(each.moves) for each in begun),
            "removed": sum(each.removed for each in begun),
        },
        "ended by": how,
        "asked": {"in all": len(evidence.asks), **_answers(evidence)},
        "unanswered because of": Counter(
            why_unanswered(each, evidence.excuses) or "nothing"
            for each in evidence.asks
            if each.state != "answered"
        ),
        "done": injector.done,
        "faults that struck": {
            f"{kind} {aim}": count for (kind, aim), count in sorted(injector.struck.items())
        },
        "the run": {
            "seconds": round(lasted),
            "hours slept": round(injector.clock.jumped / 3600),
            "minutes passed in steps": round(injector.clock.passed / 60),
            "median restart after a kill": f"{median(injector.restarts or [0]):.2f} s",
            "machine too busy": f"{sum(late):.1f} s",
        },
        "violations": Counter(each.rule for each in violations) or {"of any rule": 0},
    }
    return Report(
        COMMAND.format(duels=len(plan.duels), kills=plan.kills, seed=plan.seed, mode=plan.mode),
        tuple(violations),
        len(begun),
        how[Reason.TIMED_OUT] + how[Withdrawal.EXPIRED],
        against_bot,
        injector.struck,
        injector.done,
        counts,
    )


def _answers(evidence: Evidence) -> Counts:
    took = sorted(each.took for each in evidence.asks if each.state == "answered") or [0.0]
    return {
        **Counter(each.state for each in evidence.asks),
        "refused": sum(each.refused for each in evidence.asks),
        "median answer": f"{median(took) * 1000:.0f} ms",
        "99 of 100 within": f"{took[len(took) * 99 // 100] * 1000:.0f} ms",
    }
