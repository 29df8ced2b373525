"""Draws very many starts of every preset that has them, and judges each.

`uv run python -m tests.engine.million_starts --starts 250000 --results starts.jsonl` draws a
million of the list games, and half a million of split, in an hour on two cores. It can be
stopped: the same command goes on with the results in the file. Without options it takes seconds.

Each start has to pass the tests without chance. The tests by play can't be repeated on a single
start, so their figures are averages over a part of the starts. Player 1 wins half of the starts.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass, fields
from itertools import chain
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

from rich.progress import track

from engine.games import GAMES, agreed, preset_of
from engine.games.game import Game
from engine.games.geography import Geography
from engine.games.split import BOTH, Split
from engine.solve import solve
from engine.starts import draw_start
from tests.engine.good_starts import decisions, judged, thumb_loses

BATCH = 500
# One start in so many is played out.
PLAYED = 10


@dataclass(frozen=True)
class Tally:
    """The figures of some starts. `decisions` are those of both players in `played` games."""

    starts: int = 0
    first_wins: int = 0
    bad: tuple[str, ...] = ()
    played: int = 0
    decisions: tuple[int, int] = (0, 0)
    thumb_losses: int = 0

    @property
    def share(self) -> float:
        """The share of starts that player 1 wins."""
        return self.first_wins / self.starts

    @property
    def margin(self) -> float:
        """The share is this far from its true value in one case of 10,000 (3.9 deviations)."""
        return 3.9 * sqrt(0.25 / self.starts)

    @classmethod
    def total(cls, tallies: Iterable["Tally"]) -> "Tally":
        tallies = list(tallies)
        one, other = zip(*(each.decisions for each in tallies), strict=True)
        return cls(
            sum(each.starts for each in tallies),
            sum(each.first_wins for each in tallies),
            tuple(chain.from_iterable(each.bad for each in tallies)),
            sum(each.played for each in tallies),
            (sum(one), sum(other)),
            sum(each.thumb_losses for each in tallies),
        )


def drawing() -> list[str]:
    """The presets whose starts are drawn, as `divisor/ranked`."""
    return [
        f"{key}/{preset.name}"
        for key, kind in GAMES.items()
        for preset in kind.presets
        if _waiting(f"{key}/{preset.name}").draws_start
    ]


def _waiting(preset: str) -> Game[Any]:
    key, _, name = preset.partition("/")
    return agreed(key, preset_of(key, name).options, Random(1))


def is_good(game: Game[Any]) -> bool:
    """Whether a drawn start is one that may be drawn, as far as chance has no say in it."""
    if isinstance(game, Split):
        if game.keep == BOTH:
            return len(game.numbers) == 1 and 15 <= game.numbers[0] <= 25
        return len(game.numbers) == 3 and all(5 <= each <= 12 for each in game.numbers)
    assert isinstance(game, Geography)
    moves = 2 if game.key == "divisor" else 1
    right = len(set(game.gone)) == game.size // 10 and len(game.opening) == moves
    return right and judged(game) == "ok"


def tally(preset: str, batch: int, starts: int = BATCH) -> Tally:
    """Draw and judge some starts. The same batch has the same starts each time."""
    random = Random(f"{preset} {batch}")
    game = _waiting(preset)
    bad, met, first_wins, played, losses = [], [0, 0], 0, 0, 0
    for nth in range(starts):
        drawn = draw_start(game, random)
        first_wins += bool(solve(drawn, drawn.start()).winning)
        if not is_good(drawn):
            bad.append(repr(drawn))
        if nth % PLAYED == 0 and isinstance(drawn, Geography):
            played += 1
            met = [one + more for one, more in zip(met, decisions(drawn, random), strict=True)]
            losses += thumb_loses(drawn, random)
    return Tally(starts, first_wins, tuple(bad), played, (met[0], met[1]), losses)


def _earlier(results: Path | None) -> Iterator[tuple[str, int, Tally]]:
    """The batches that a file has. The last line may be half of one."""
    if results is None or not results.exists():
        return
    for line in results.read_text().splitlines(keepends=True):
        if line.endswith("\n"):
            found = json.loads(line)
            values = {each.name: found[each.name] for each in fields(Tally)}
            values |= {"bad": tuple(values["bad"]), "decisions": tuple(values["decisions"])}
            yield found["preset"], found["batch"], Tally(**values)


def run(starts: int, results: Path | None, processes: int) -> dict[str, Tally]:
    """Draw so many starts of each preset, rounded up to batches, but for those in the file."""
    done = {(preset, batch): found for preset, batch, found in _earlier(results)}
    wanted = [(preset, batch) for batch in range(-(-starts // BATCH)) for preset in drawing()]
    todo = [each for each in wanted if each not in done]
    with ProcessPoolExecutor(processes) as pool:
        running = {pool.submit(tally, *each): each for each in todo}
        for future in track(as_completed(running), "starts", total=len(running)):
            preset, batch = running[future]
            found = done[preset, batch] = future.result()
            if results is not None:
                line = json.dumps({"preset": preset, "batch": batch, **asdict(found)})
                with results.open("a") as file:
                    file.write(f"{line}\n")
    return {
        preset: Tally.total(done[each] for each in wanted if each[0] == preset)
        for preset in drawing()
    }


def said(what: str, of: Tally) -> str:
    text = f"{what}: {of.starts:,} starts, {len(of.bad)} bad, player 1 wins {of.share:.3%}"
    text += f" ± {of.margin:.2%}"
    if of.played:
        one, other = (each / of.played for each in of.decisions)
        text += f"; decisions {one:.2f} and {other:.2f} a game"
        text += f", the rule of thumb loses {of.thumb_losses / of.played:.0%}"
    return text


def main() -> None:
    parser = ArgumentParser(description="Draw very many starts, and judge each.")
    parser.add_argument("--starts", type=int, default=BATCH, help="of each preset")
    parser.add_argument("--results", type=Path, help="a file for results, to go on with later")
    parser.add_argument("--processes", type=int, default=2)
    chosen = parser.parse_args()
    found = run(chosen.starts, chosen.results, chosen.processes)
    for preset, each in found.items():
        print(said(preset, each))
        print(*each.bad[:10], sep="\n", end="\n" if each.bad else "")
    lists = [each for preset, each in found.items() if not preset.startswith("split/")]
    everything = Tally.total(found.values())
    print(said("list games", Tally.total(lists)))
    print(said("all", everything))
    balanced = all(abs(each.share - 0.5) <= max(0.01, each.margin) for each in found.values())
    sys.exit(0 if balanced and not everything.bad else 1)


if __name__ == "__main__":
    main()
