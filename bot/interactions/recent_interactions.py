"""Remembers recent interactions: which came before, and when each began."""

import time
from collections import OrderedDict

from bot.metrics import ANSWER

# How many interactions are recognised when Discord delivers them again. Steps of duels have
# receipts in the store; this is for everything else.
REMEMBERED = 10_000


class RecentInteractions:
    def __init__(self) -> None:
        # When each interaction began.
        self._began: OrderedDict[int, float] = OrderedDict()

    def __contains__(self, interaction: int) -> bool:
        return interaction in self._began

    def begin(self, interaction: int) -> float:
        """Remember an interaction. Returns the moment in seconds."""
        began = self._began[interaction] = time.perf_counter()
        if len(self._began) > REMEMBERED:
            self._began.popitem(last=False)
        return began

    def answered(self, interaction: int) -> None:
        """Discord has taken an answer, or knows that one is coming."""
        if began := self._began.get(interaction):
            ANSWER.observe(time.perf_counter() - began)
