"""How fast the engine is: random play beside OpenSpiel's nim, and perfect play and drawn starts in
milliseconds.

Peers take turns in one run and CPU time is what counts, so that whatever else the machine does
weighs on all of them alike; the figure is the median.
"""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any

from rich.console import Console
from rich.progress import track

from engine.games.divisor import CLASSIC_RULE, STEPS, Divisor
from engine.games.evenodd import EvenOdd
from engine.games.game import Game
from engine.games.geography import DRAWN
from engine.games.numbers import mask, numbers
from engine.games.parity import DOUBLES, Parity
from engine.solve import solve
from engine.solve.matching import inessential
from engine.starts import draw_start
from tests.bench.figures import Figure, report

ROUNDS = 15
PLIES = 20_000
POSITIONS = 50
STARTS = 100
MISSING_PEER = (
    "OpenSpiel, the peer, is not installed. Run: uv run --group bench duelhost bench engine"
)


def measure() -> Iterator[Figure]:
    yield from random_play()
    yield from perfect_play()
    yield from drawn_starts()


def random_play() -> Iterator[Figure]:
    """Our plies a second as a multiple of those of OpenSpiel's C++ nim driven from Python."""
    import pyspiel  # noqa: PLC0415  (only who compares needs it)

    nim = pyspiel.load_game("nim")
    ours = {(game, size): game(size) for size in (20, 100) for game in (Parity, Divisor)}
    ratios: dict[Any, list[float]] = {key: [] for key in ours}
    for turn in track(range(ROUNDS), "random play", console=Console(stderr=True), transient=True):
        chance = Random(turn).random
        for key, game in ours.items():
            floor = _plies_per_second(partial(_play_nim, nim, chance))
            ratios[key].append(_plies_per_second(partial(_play, game, chance)) / floor)
    for (game, size), found in ratios.items():
        gate = 0.75 if size == 20 else 0.35
        yield Figure(f"{game.title} {size}, random play / nim", median(found), gate, "×")


def perfect_play() -> Iterator[Figure]:
    """Value and all winning moves, at the start and on the way through random games."""
    game = Divisor(100)
    start = game.start()
    yield Figure(
        "Divisor Duel 100, perfect play, start", _milliseconds(partial(solve, game, start)), 1, "ms"
    )
    positions = list(_positions(game, Random(1)))
    slowest = max(_milliseconds(partial(solve, game, state)) for state in positions)
    yield Figure(f"  slowest of {POSITIONS} random positions", slowest, 1, "ms")

    # More numbers than may be played: the method itself, on a graph that stands ready as in a game.
    everything = range(1, 1001)
    reach = [mask(everything)]
    reach += (mask(b for b in everything if a != b and game.relation(a, b)) for a in everything)

    def winning(free: int, last: int) -> tuple[int, ...]:
        return numbers(inessential(reach, free) & reach[last])

    figure = _milliseconds(partial(winning, reach[0], 0))
    yield Figure("Divisor Duel 1000, perfect play, start", figure, 30, "ms")
    random = Random(1)
    taken = (random.sample(everything, random.randrange(1, 1000)) for _ in range(POSITIONS))
    slowest = max(_milliseconds(partial(winning, reach[0] ^ mask(gone), gone[0])) for gone in taken)
    yield Figure(f"  slowest of {POSITIONS} random positions", slowest, 30, "ms")


def drawn_starts() -> Iterator[Figure]:
    """Starts of the set-ups that are played, and of the largest, which has the bound."""
    games: list[Game[Any]] = [
        Divisor(100, board=DRAWN),
        Divisor(40, board=DRAWN),
        Divisor(30, rule=STEPS, board=DRAWN),
        Parity(50, rule=DOUBLES, board=DRAWN),
        EvenOdd(30, rule=DOUBLES, board=DRAWN),
    ]
    for nth, game in enumerate(games):
        times = [_once(partial(draw_start, game, Random(start))) for start in range(STARTS)]
        rule = game.settings()["rule"]
        what = (
            f"{game.title} {game.settings()['size']}{'' if rule == CLASSIC_RULE else f', {rule}'}"
        )
        yield Figure(f"{what}, drawn start", median(times), None if nth else 150, "ms")
        yield Figure(f"  slowest of {STARTS}", max(times), None, "ms")


def _plies_per_second(play: Callable[[], int]) -> float:
    plies = 0
    began = process_time()
    while plies < PLIES:
        plies += play()
    return plies / (process_time() - began)


def _play(game: Game[Any], chance: Callable[[], float]) -> int:
    plies = 0
    state = game.start()
    while moves := game.legal(state):
        state = game.play(state, moves[int(chance() * len(moves))])
        plies += 1
    return plies


def _play_nim(nim: Any, chance: Callable[[], float]) -> int:
    plies = 0
    state = nim.new_initial_state()
    while not state.is_terminal():
        moves = state.legal_actions()
        state.apply_action(moves[int(chance() * len(moves))])
        plies += 1
    return plies


def _positions(game: Game[Any], random: Random) -> Iterator[Any]:
    found = 0
    while found < POSITIONS:
        state = game.start()
        while (moves := game.legal(state)) and found < POSITIONS:
            yield state
            found += 1
            state = game.play(state, random.choice(moves))


def _milliseconds(work: Callable[[], object]) -> float:
    return median(_once(work) for _ in range(ROUNDS))


def _once(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return (process_time() - began) * 1000


def main() -> None:
    try:
        figures = list(measure())
    except ModuleNotFoundError:
        sys.exit(MISSING_PEER)
    report(f"median of {ROUNDS}, CPU time", figures)


if __name__ == "__main__":
    main()
