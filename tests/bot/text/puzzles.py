"""Scenes of puzzles: that of a day, others, decisions and results."""

from bot.delivery.message import Message
from bot.features.puzzle.daily_post import daily_post
from bot.features.puzzle.view import Shown, none_ready, puzzle_board, share_line, shared
from bot.text.english import English
from engine.ids import PlayerId
from engine.puzzles.attempt import Attempt
from engine.puzzles.puzzle import Puzzle, read_puzzle
from engine.rating import Rating
from engine.solve import solve
from storage.ids import PuzzleId
from storage.match import Gain
from storage.puzzles import Daily, DailyResult, DailyResults, StoredPuzzle
from tests.bot.text.duels import ANA
from tests.bot.text.rendered import Scenes

NUMBER = PuzzleId(12)
# A Thursday.
DAY = 20_454
OF_DIVISOR = "1/divisor/size=35,board=drawn,gone=14.18.27,opening=22.1/20-4-12-6-3-21-7-28-2"
OF_SPLIT = "1/split/numbers=3.3.4.6.11,keep=both/"
OF_SEQUENCE = "1/sequence/size=10,sums=3,ties=second/2-9-6-8-7-4"


def puzzles(words: type[English]) -> Scenes:
    divisor, split, sequence = map(_read, (OF_DIVISOR, OF_SPLIT, OF_SEQUENCE))
    for puzzle in divisor, split, sequence:
        yield f"a puzzle: {puzzle.game.key}", _pooled(Attempt(puzzle), words)
        yield "a right decision", _pooled(_decided(puzzle, "r"), words)
        yield "a wrong decision", _pooled(_decided(puzzle, "w"), words)
        yield "its end", _pooled(_decided(puzzle, "rrrr"), words, Gain(1612.4, 112.4))
        yield "its end, not solved", _pooled(_decided(puzzle, "wrrr"), words, Gain(1450, -50))
    for day in range(DAY, DAY + 7):
        yield "of a day", _of_a_day(Attempt(divisor), words, day)
    for hardness in words.PUZZLE_HARDNESS:
        solution = divisor.solution._replace(hardness=hardness)
        yield f"hardness {hardness}", _pooled(Attempt(Puzzle(divisor.record, solution)), words)
    over = _decided(divisor, "rwrr")
    yield "the end of that of a day", _of_a_day(over, words)
    yield "in direct messages", _of_a_day(over, words, can_share=False)
    line = share_line(_daily(divisor, DAY), over.squares, 5, words)
    yield "shared", shared(ANA, line, words)
    yield "shared before", words.PUZZLE_SHARED_BEFORE
    yield "none is ready", none_ready(words)
    yield from _posts(divisor, words)


def _posts(puzzle: Puzzle, words: type[English]) -> Scenes:
    """The post about the puzzle of a day, after different days."""
    daily = _daily(puzzle, DAY)
    mine = DailyResult(ANA, (True, True, True))
    more = tuple(DailyResult(PlayerId(each), (True, True)) for each in range(2, 12))
    for title, yesterday in (
        ("the first", DailyResults()),
        ("nobody solved yesterday's", DailyResults((), 3, 0)),
        ("somebody solved it, not without a mistake", DailyResults((), 3, 2)),
        ("somebody made no mistake", DailyResults((mine,), 1, 1, 1)),
        ("two made none", DailyResults((mine, more[0]), 5, 3, 2)),
        ("many made none", DailyResults((mine, *more), 40, 31, 12)),
    ):
        yield f"a daily post: {title}", daily_post(daily, yesterday, None, words)
    last = daily_post(daily, DailyResults(), None, words, is_last=True)
    yield "the last daily post for now", last


def _read(text: str) -> Puzzle:
    found = read_puzzle(text)
    assert found, text
    return found


def _decided(puzzle: Puzzle, squares: str) -> Attempt:
    """An attempt after right and wrong decisions, as far as there are any to make."""
    attempt = Attempt(puzzle)
    for nth, square in enumerate(squares):
        if not attempt.over:
            record = attempt.record
            winning = solve(record.game, record.state).winning
            right = [each for each in record.legal if (each in winning) is (square == "r")]
            attempt = attempt.decide(nth, right[0])
    return attempt


def _daily(puzzle: Puzzle, day: int) -> Daily:
    return Daily(day, StoredPuzzle(NUMBER, puzzle, Rating()), nth=124)


def _pooled(attempt: Attempt, words: type[English], gain: Gain | None = None) -> Message:
    return puzzle_board(Shown(NUMBER, attempt, gain=gain if attempt.over else None), words)


def _of_a_day(
    attempt: Attempt, words: type[English], day: int = DAY, *, can_share: bool = True
) -> Message:
    daily = _daily(attempt.puzzle, day)
    return puzzle_board(Shown(NUMBER, attempt, daily, streak=5, can_share=can_share), words)
