"""How much of what is hostile has been tried, and what came of it: whoever reads that all is well
can see of how much."""

from collections import Counter
from collections.abc import Iterator

from tests.bot.hostile.granted import PRESSED, TYPED

TRIED: Counter[str] = Counter()
# Behind the one comes the code, behind the other the kind, and of what sort it was.
REFUSED, DONE = "refused: ", "done: "

# How many sorts there are.
ALL = {"commands": len(TYPED), "presses": len(PRESSED)}


def lines(tried: Counter[str]) -> Iterator[str]:
    counts = {each: count for each, count in tried.items() if not each.startswith((REFUSED, DONE))}
    yield ", ".join(f"{count:,} {each}" for each, count in sorted(counts.items()))
    refused = [count for each, count in tried.items() if each.startswith(REFUSED)]
    yield f"{sum(refused):,} of them refused, for {len(refused)} reasons"
    done = Counter(each.split(": ")[1] for each in tried if each.startswith(DONE))
    if done:
        told = ", ".join(f"{done[kind]} of {count} {kind}" for kind, count in ALL.items())
        yield f"done at least once: {told}"
