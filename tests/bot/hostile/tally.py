"""How much of what is hostile has been tried, and what came of it: whoever reads that all is well
can see of how much."""

from collections import Counter
from collections.abc import Iterator

TRIED: Counter[str] = Counter()
# Behind it comes the code.
REFUSED = "refused: "


def lines(tried: Counter[str]) -> Iterator[str]:
    counts = {each: count for each, count in tried.items() if not each.startswith(REFUSED)}
    yield ", ".join(f"{count:,} {each}" for each, count in sorted(counts.items()))
    refused = {each: count for each, count in tried.items() if each not in counts}
    yield f"{sum(refused.values()):,} of them refused, for {len(refused)} reasons"
