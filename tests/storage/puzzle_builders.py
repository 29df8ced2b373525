"""Puzzles, and players who try them, for tests of a store."""

from functools import cache
from random import Random

from engine.durations import DAY
from engine.ids import Instant, PlayerId, Span
from engine.puzzles.drawing import draw_puzzle
from engine.puzzles.puzzle import Puzzle
from engine.puzzles.setups import draw_setup
from engine.solve import solve
from storage.ids import PuzzleId
from storage.puzzles import Daily, PuzzleAttempt
from tests.storage.builders import ANA, BO, GUILD, START, Table

TODAY = START // DAY
# The first moment of a day in UTC.
MIDNIGHT = Instant(TODAY * DAY)


@cache
def puzzles(count: int = 6) -> tuple[Puzzle, ...]:
    """Different puzzles of Divisor Duel, with several decisions each."""
    random, found = Random(3), dict[str, Puzzle]()
    while len(found) < count:
        if puzzle := draw_puzzle(random, draw_setup(random, "divisor")):
            found[puzzle.text] = puzzle
    return tuple(found.values())


def of_hardness(hardness: int) -> Puzzle:
    random = Random(hardness)
    while True:
        wanted = range(hardness, hardness + 1)
        if puzzle := draw_puzzle(random, draw_setup(random, "divisor"), wanted):
            return puzzle


def right(attempt: PuzzleAttempt) -> str:
    record = attempt.attempt.record
    return record.game.text(solve(record.game, record.state).winning[0])


def wrong(attempt: PuzzleAttempt) -> str:
    record = attempt.attempt.record
    winning = solve(record.game, record.state).winning
    return record.game.text(next(each for each in record.legal if each not in winning))


async def take_daily(table: Table, nth: int = 0, day: int = TODAY) -> Daily:
    daily = await table.store.take_daily(table.guild, day, puzzles()[nth])
    assert daily
    return daily


async def decide(
    table: Table, number: PuzzleId, *, squares: str = "r", player: PlayerId = ANA
) -> PuzzleAttempt:
    """Make right and wrong decisions, as far as there are any to make."""
    found = await table.store.puzzle_attempt(table.guild, player, number)
    for square in squares:
        if not found.attempt.over:
            text = right(found) if square == "r" else wrong(found)
            nth = len(found.attempt.decisions)
            found = await table.store.decide(table.call(player), number, text, nth)
    return found


async def given(table: Table, player: PlayerId = ANA) -> PuzzleAttempt:
    """The next puzzle of a player, of which there must be one."""
    found = await table.store.next_puzzle(GUILD, player)
    assert found
    return found


async def try_puzzles(table: Table) -> None:
    """Let everything happen to puzzles: the first four are the pool, the others those of days."""
    await table.store.take_mined(GUILD, 1, puzzles()[:4])
    for player, squares in ((ANA, "rwrr"), (BO, "w")):
        await decide(table, (await given(table, player)).number, squares=squares, player=player)
    for nth in (4, 5):
        await table.store.move_days(GUILD, ANA, 600, table.now)
        day = await table.store.daily_day(GUILD, ANA, table.now)
        daily = await take_daily(table, nth, day)
        await decide(table, daily.number, squares="wrr")
        table.wait(Span(DAY))
    await table.store.move_days(GUILD, ANA, 720, table.now)
    table.wait(Span(-2 * DAY))
