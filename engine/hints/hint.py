"""A hint in two steps: which kind of move wins, and then the move itself."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from engine.games.game import Game
from engine.hints.facts import Fact, Kind, facts_of
from engine.refusal import TooLarge
from engine.solve import solve
from engine.solve.best_play import hardest_trap
from engine.solve.search import solver

# How many positions may be searched, where a game has no faster way.
SEARCH = 20_000
# A single fact is enough if it leaves one move in so many.
ONE_IN = 3
_ORDER = {kind: nth for nth, kind in enumerate(Kind)}

Facts = tuple[Fact, ...]


@dataclass(frozen=True)
class Hint:
    """The facts are true of the move and of `fits` legal moves altogether. Nothing wins in a lost
    position: there are no facts, and the move sets the hardest trap. Where no fact tells moves
    apart, there are none either."""

    move: int
    facts: Facts
    fits: int
    lost: bool = False


def hint(game: Game[Any], state: Any) -> Hint | None:
    """The hint for the player to move; none at the end, or if the game is too large. The same
    position always has the same one."""
    legal = game.legal(state)
    if not legal:
        return None
    try:
        winning = solve(game, state, SEARCH).winning
        if not winning:
            trap = hardest_trap(game, state, solver(game, SEARCH))
            return Hint(trap, (), len(legal), lost=True)
    except TooLarge:
        return None
    if len(winning) == len(legal):
        alone = Kind.ONLY if len(legal) == 1 else Kind.ANY
        return Hint(winning[0], (Fact(alone),), len(legal))
    fitting = _fitting({move: facts_of(game, state, move) for move in legal}, winning)
    if not fitting:
        return Hint(winning[0], (), len(legal))
    facts = min(fitting, key=lambda facts: _rank(facts, fitting[facts], winning))
    fits = fitting[facts]
    return Hint(min(fits.intersection(winning)), facts, len(fits))


def _fitting(known: Mapping[int, Facts], winning: Iterable[int]) -> Mapping[Facts, frozenset[int]]:
    """The moves that facts are true of, for facts that are true of a winning move and not of all.
    Two facts stand together only where no single one leaves a third of the moves or fewer to choose
    from, and more than one."""
    singles: dict[Facts, set[int]] = defaultdict(set)
    pairs: dict[Facts, set[int]] = defaultdict(set)
    for move, facts in known.items():
        for one in facts:
            singles[one,].add(move)
        for both in combinations(facts, 2):
            pairs[both].add(move)
    narrow = any(
        1 < len(moves) <= len(known) / ONE_IN and not moves.isdisjoint(winning)
        for moves in singles.values()
    )
    found = singles if narrow else singles | pairs
    return {
        facts: frozenset(moves)
        for facts, moves in found.items()
        if len(moves) < len(known) and not moves.isdisjoint(winning)
    }


def _rank(facts: Facts, fits: frozenset[int], winning: tuple[int, ...]) -> tuple[object, ...]:
    """The lower, the better: a hint doesn't give the move away if it can be helped, leaves few
    moves to choose from, is short, and is true of as many winning moves as possible."""
    order = tuple((_ORDER[each.kind], each.number or 0) for each in facts)
    won = len(fits.intersection(winning))
    return len(fits) == 1, len(fits), len(facts), -won, order
