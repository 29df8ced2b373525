"""The nimbers of numbers that are split: by Sprague and Grundy, a heap with nimber n plays like n
matches in Nim, and several heaps like one with their nimbers combined by exclusive or."""

from collections.abc import Iterable
from functools import cache, reduce
from operator import xor

from engine.games.split import kept, parts


@cache  # for each of three rules and each number up to 100
def of_number(keep: str, number: int) -> int:
    """The least nimber that no splitting of the number leads to."""
    reached = {of_table(keep, kept(keep, number, part)) for part in parts(keep, number)}
    return next(each for each in range(len(reached) + 1) if each not in reached)


def of_table(keep: str, numbers: Iterable[int]) -> int:
    return reduce(xor, (of_number(keep, each) for each in numbers), 0)
