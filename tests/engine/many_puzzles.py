"""Draws many puzzles of each game, and measures what they cost.

`uv run python -m tests.engine.many_puzzles --draws 1000` takes a few minutes on one core. It says
how many positions are puzzles, how long it takes to find out how hard one is, how many of the
drawn ones are different, how long it takes to draw one of each hardness, and how many a duel
between perfect players with some noise has. Times are CPU times.
"""

from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import mean, median
from time import process_time
from typing import Any

from engine.games.divisor import STEPS, Divisor
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.parity import DOUBLES, Parity
from engine.games.sequence import EITHER, SECOND, Sequence
from engine.games.split import BOTH, Split
from engine.measure.tally import Unbounded
from engine.puzzles.daily import TRIES, daily_puzzle
from engine.puzzles.drawing import draw_board, draw_puzzle, noisy_game
from engine.puzzles.hardness import hardness
from engine.puzzles.puzzle import HARDNESS, Puzzle, solution_of
from engine.puzzles.setups import draw_setup

SETUPS: Mapping[str, Game[Any]] = {
    "divisor 30": Divisor(30, DRAWN),
    "divisor 40": Divisor(40, DRAWN),
    "divisor 60": Divisor(60, DRAWN),
    "steps 30": Divisor(30, DRAWN, rule=STEPS),
    "steps 40": Divisor(40, DRAWN, rule=STEPS),
    "doubles 50": Parity(50, DRAWN, rule=DOUBLES),
    "split ranked": Split((), board=DRAWN),
    "split grundy": Split((), BOTH, DRAWN),
    "sequence ranked": Sequence(sums=3, ties=SECOND),
    "sequence tangle": Sequence(rows=EITHER, ties=SECOND),
}
GAMES = ("divisor", "split", "sequence")
DAYS = 100


@dataclass
class Found:
    """The puzzles among the positions of noisy games. `searches` has the milliseconds that it took
    to find out how hard each one is."""

    games: int = 0
    positions: int = 0
    single: int = 0
    searches: list[float] = field(default_factory=list)
    hardness: Counter[int] = field(default_factory=Counter)

    def __str__(self) -> str:
        if not (puzzles := len(self.searches)):
            return f"no puzzle in {self.positions:,} positions"
        by_hardness = ", ".join(f"{each}: {self.hardness[each]}" for each in HARDNESS)
        return (
            f"{puzzles:,} puzzles in {self.positions:,} positions ({puzzles / self.positions:.4f}, "
            f"{puzzles / self.games:.2f} a game, {self.single / puzzles:.0%} with one answer); "
            f"search {mean(self.searches):.2f} ms, at most {max(self.searches):.1f}; {by_hardness}"
        )


def search(setup: Game[Any], games: int, random: Random) -> Found:
    """Test every position of so many noisy games."""
    found = Found(games)
    for _ in range(games):
        for at in noisy_game(random, draw_board(setup, random), Unbounded()):
            found.positions += 1
            if solution := solution_of(at.game, at.state, at.winning):
                begun = process_time()
                hardness(at.game, at.state, at.winning)
                found.searches.append((process_time() - begun) * 1_000)
                found.hardness[solution.hardness] += 1
                found.single += len(at.winning) == 1
    return found


def drawn(key: str, draws: int, random: Random, wanted: range = HARDNESS) -> Iterator[Puzzle]:
    """The puzzles of so many draws, each from another set-up. Some draws find nothing."""
    for _ in range(draws):
        if puzzle := draw_puzzle(random, draw_setup(random, key), wanted, TRIES):
            yield puzzle


def said_of_draws(key: str, draws: int, random: Random, wanted: range = HARDNESS) -> str:
    begun = process_time()
    texts = [each.text for each in drawn(key, draws, random, wanted)]
    each = (process_time() - begun) * 1_000 / max(1, len(texts))
    return f"{len(texts)} of {draws} draws, {len({*texts})} different, {each:.1f} ms each"


def said_of_days(days: int) -> str:
    times = []
    texts = set()
    for day in range(days):
        begun = process_time()
        texts.add(daily_puzzle(b"secret", day, 1).text)
        times.append((process_time() - begun) * 1_000)
    return f"{len(texts)} different; median {median(times):.1f} ms, at most {max(times):.1f}"


def main() -> None:
    parser = ArgumentParser(description="Draw many puzzles, and measure what they cost.")
    parser.add_argument("--draws", type=int, default=200, help="of puzzles of each game")
    parser.add_argument("--games", type=int, default=300, help="to play of each set-up")
    chosen = parser.parse_args()
    random = Random(1)
    for name, setup in SETUPS.items():
        print(f"{name}: {search(setup, chosen.games, random)}", flush=True)
    for key in GAMES:
        print(f"{key}: {said_of_draws(key, chosen.draws, random)}", flush=True)
        for each in HARDNESS:
            one = said_of_draws(key, chosen.draws // 10, random, range(each, each + 1))
            print(f"{key}, hardness {each}: {one}", flush=True)
    print(f"{DAYS} days: {said_of_days(DAYS)}")


if __name__ == "__main__":
    main()
