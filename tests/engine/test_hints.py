"""Hints are true, and tell no more than they should."""

from collections.abc import Callable
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.hints import Fact, Hint, Kind, hint
from engine.record import Record
from engine.solve import solve
from engine.solve.best_play import hardest_trap
from engine.solve.search import BUDGET, solver
from tests.engine.countdown import Countdown
from tests.engine.random_play import line

GAMES: list[Game[Any]] = [
    Divisor(20),
    Divisor(60, gone=(5, 10), opening=(7, 14)),
    Divisor(30, rule="steps", gone=(4,), opening=(12,)),
    Divisor(40, first="even"),
    Parity(15),
    Parity(30, rule="doubles"),
    Split((16,)),
    Split((5, 7, 8)),
    Split((9, 13), keep="both"),
    Split((9, 13), keep="larger"),
    Sequence(9),
    Sequence(9, sums=3, ties="second"),
    Sequence(8, rows="either", ties="second"),
    Sequence(9, sums=3, rows="either"),
    Countdown(20),
]


def number(game: Game[Any], move: int) -> int:
    """The number that a move takes, or the part that it keeps."""
    return int(game.text(move).rpartition(":")[2].removeprefix("*"))


def whole(game: Game[Any], state: Any, move: int) -> int:
    split, colon, _ = game.text(move).partition(":")
    return int(split) if colon else int(state.numbers[0])


def pairs(game: Game[Any], state: Any, move: int) -> tuple[int, int]:
    """How many pairs a move makes in both rows, and how many of them count."""
    record = Record.replay(game, map(game.text, state))
    rows, after = record.view.rows, record.play(move).view.rows
    return (
        sum(len(each.sums) for each in after) - sum(len(each.sums) for each in rows),
        sum(each.pairs for each in after) - sum(each.pairs for each in rows),
    )


def able(game: Game[Any], state: Any, move: int) -> list[int]:
    return [each for each in game.play(state, move).numbers if each > 2]


Holds = Callable[[Any, Any, int, int | None], bool]
# Each kind of fact, as its sentence has it.
TRUE: dict[Kind, Holds] = {
    Kind.ONLY: lambda game, state, move, _: game.legal(state) == (move,),
    Kind.ANY: lambda game, state, _, __: solve(game, state).winning == game.legal(state),
    Kind.SMALLER: lambda _, state, move, __: 0 < move < state.last,
    Kind.LARGER: lambda _, state, move, __: move > state.last > 0,
    Kind.DIVISOR: lambda _, state, move, __: state.last % move == 0 < state.last,
    Kind.MULTIPLE: lambda _, state, move, __: state.last > 0 == move % state.last,
    Kind.EVEN: lambda game, _, move, __: number(game, move) % 2 == 0,
    Kind.ODD: lambda game, _, move, __: number(game, move) % 2 == 1,
    Kind.LOW: lambda game, _, move, n: move <= (n or 0) == game.size // 2,
    Kind.HIGH: lambda game, _, move, n: move > (n or 0) == game.size // 2,
    Kind.PRIME: lambda _, __, move, ___: sum(move % each == 0 for each in range(1, 101)) == 2,
    Kind.NOT_PRIME: lambda _, __, move, ___: sum(move % each == 0 for each in range(1, 101)) != 2,
    Kind.DIVISIBLE: lambda _, __, move, by: move % (by or 0) == 0,
    Kind.SPLITS: lambda game, state, move, n: whole(game, state, move) == n,
    Kind.KEEPS_ONE: lambda game, _, move, __: number(game, move) == 1,
    Kind.KEEPS_EVEN: lambda game, _, move, __: number(game, move) % 2 == 0,
    Kind.KEEPS_ODD: lambda game, _, move, __: number(game, move) % 2 == 1,
    Kind.LARGER_EVEN: lambda game, _, move, __: number(game, move) % 2 == 0,
    Kind.LARGER_ODD: lambda game, _, move, __: number(game, move) % 2 == 1,
    Kind.LEAVES_EQUAL: lambda game, state, move, _: (
        len(found := able(game, state, move)) > len(set(found))
    ),
    Kind.LEAVES_TO_SPLIT: lambda game, state, move, n: len(able(game, state, move)) == n,
    Kind.OWN_ROW: lambda game, _, move, __: not game.text(move).startswith("*"),
    Kind.OTHER_ROW: lambda game, _, move, __: game.text(move).startswith("*"),
    Kind.PAIR: lambda game, state, move, _: pairs(game, state, move) == (1, 1),
    Kind.NO_PAIR: lambda game, state, move, _: pairs(game, state, move) == (1, 0),
    Kind.REMAINDER: lambda game, _, move, n: number(game, move) % 3 == n,
    Kind.ENDS: lambda game, state, move, _: game.outcome(game.play(state, move)) is not None,
    Kind.REPLIES: lambda game, state, move, n: len(game.legal(game.play(state, move))) == n,
}


def fitting(game: Game[Any], state: Any, facts: tuple[Fact, ...]) -> set[int]:
    """The legal moves that the facts are true of."""
    return {
        move
        for move in game.legal(state)
        if all(TRUE[each.kind](game, state, move, each.number) for each in facts)
    }


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_hints_are_true(game: Game[Any]) -> None:
    """Of a winning move, and of as many moves as they say."""
    random = Random(1)
    for _ in range(6):
        for _, state in line(game, random):
            found = hint(game, state)
            legal, winning = game.legal(state), solve(game, state).winning
            assert found == hint(game, state)
            if not legal:
                assert found is None
                continue
            assert found
            assert found.lost == (not winning)
            fits = fitting(game, state, found.facts)
            assert len(fits) == found.fits
            assert found.move in fits
            counted = [each.number for each in found.facts if each.kind is Kind.REPLIES]
            assert all(1 <= (each or 0) <= 10 for each in counted)
            if winning:
                assert found.move == min(fits.intersection(winning))
            else:
                assert found.facts == ()
                assert found.move == hardest_trap(game, state, solver(game, BUDGET))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_hints_narrow_the_choice_without_giving_the_move_away(game: Game[Any]) -> None:
    """They are true of one move only where no other fact of those used tells moves apart."""
    random, met = Random(2), set[tuple[Fact, ...]]()
    seen = []
    for _ in range(8):
        for _, state in line(game, random):
            found = hint(game, state)
            winning = solve(game, state).winning
            if found and 0 < len(winning) < len(game.legal(state)):
                assert found.fits < len(game.legal(state)) or not found.facts
                met.add(found.facts)
                seen.append((state, found))
    used = sorted({fact for facts in met for fact in facts}, key=repr)
    choice = [*((each,) for each in used), *combinations(used, 2)]
    for state, found in seen:
        winning, legal = solve(game, state).winning, game.legal(state)
        others = []
        for facts in choice:
            try:
                fits = fitting(game, state, facts)
            except ZeroDivisionError:  # before the first move
                continue
            if not fits.isdisjoint(winning) and 1 < len(fits) < len(legal):
                others.append((len(fits), len(facts)))
                # Of facts that are as good, one that more winning moves have.
                if (len(fits), len(facts)) == (found.fits, len(found.facts)):
                    used_now = fitting(game, state, found.facts)
                    assert len(fits & {*winning}) <= len(used_now & {*winning})
        if others:
            assert found.fits > 1
            # A single fact that leaves a third is enough; otherwise the fewest moves are left.
            enough = [fits for fits, facts in others if facts == 1 and fits <= len(legal) / 3]
            assert found.fits <= min(enough or [fits for fits, _ in others])
        else:
            assert found.fits == 1 or not found.facts


@pytest.mark.parametrize(
    ("text", "facts", "fits", "move"),
    [
        ("1/split/size=3,keep=larger/", ((Kind.ONLY, None),), 1, 2),
        ("1/parity/size=15/2", ((Kind.ANY, None),), 8, 1),
        # Of 1, 2, 3 and 9 two are prime. Only 2 is even, which would give it away.
        ("1/divisor/size=30,gone=6.7.12.17.30,opening=18/", ((Kind.PRIME, None),), 2, 2),
        ("1/split/numbers=3.3.12/", ((Kind.KEEPS_ONE, None),), 2, 12001),
    ],
)
def test_known_hints(
    text: str, facts: tuple[tuple[Kind, int | None], ...], fits: int, move: int
) -> None:
    record = Record.parse(text)
    found = hint(record.game, record.state)
    assert found
    assert tuple((each.kind, each.number) for each in found.facts) == facts
    assert (found.fits, found.move) == (fits, move)


def test_nothing_wins_in_a_lost_position() -> None:
    record = Record.parse("1/split/numbers=3.3.3.3/")
    found = hint(record.game, record.state)
    assert found == Hint(3001, (), 2, lost=True)


def test_a_package_has_hints_of_its_own_facts_or_of_replies() -> None:
    found = hint(Countdown(5), Countdown(5).start())
    assert found
    assert (found.move, found.lost) == (1, False)
    # Each move leaves three replies or two, and 1 leaves three, as 2 does.
    assert (found.facts, found.fits) == ((Fact(Kind.REPLIES, 3),), 2)


def test_a_game_that_is_too_large_has_no_hints() -> None:
    class Modest(Countdown):
        exact = False

    assert hint(Modest(21), Modest(21).start()) is None
