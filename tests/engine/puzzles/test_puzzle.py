"""What a puzzle is: the known ones, and those of small boards by their definition."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.puzzles.hardness import hardness
from engine.puzzles.puzzle import Puzzle, puzzle_at, read_puzzle
from engine.record import Record
from engine.refusal import IllegalRecord, UnreadableRecord
from engine.solve import solve
from tests.engine.countdown import Countdown
from tests.engine.puzzles.definition import described, hardness_of
from tests.engine.puzzles.oracle import known_puzzles, posed
from tests.engine.random_play import line

SMALL: list[Game[Any]] = [
    Divisor(14),
    Divisor(20, gone=(5, 7), opening=(2,)),
    Divisor(20, rule="steps", gone=(1,), opening=(12,)),
    Parity(14, rule="doubles"),
    Split((3, 5, 6)),
    Split((4, 8), keep="both"),
    Split((7, 9), keep="larger"),
    Sequence(7, sums=3, ties="second"),
    Sequence(6, rows="either", ties="second"),
    Countdown(18),
]
# The reply is easy, or all lose, or there are few moves or many.
NONE = "1/divisor/size=20/6-3", "1/divisor/size=20/6", "1/split/size=3/", "1/divisor/size=30/1"


def test_the_known_puzzles_are_recognised() -> None:
    known = known_puzzles()
    assert len(known) == 40
    for each in known:
        record = posed(each)
        assert each["legal"] in ([*record.legal], len(record.legal))
        found = puzzle_at(record)
        assert found
        assert [*found.winning] == each["winning"]
        assert found.hardness == each["hardness"]


def test_a_known_puzzle_is_read_from_its_text() -> None:
    for each in known_puzzles():
        puzzle = puzzle_at(posed(each))
        assert puzzle == read_puzzle(puzzle.text if puzzle else "")


def test_positions_of_small_boards() -> None:
    random, puzzles = Random(3), Counter[str]()
    for game in SMALL * 30:
        for moves, state in line(game, random):
            found = puzzle_at(Record.replay(game, map(game.text, moves)))
            known = described(game, state)
            assert (found is None) == (known is None)
            if found and known:
                puzzles[game.key] += 1
                assert found.record.state == state
                assert (found.winning, found.hardness) == known
    assert set(puzzles) == {"divisor", "split", "sequence"}


@pytest.mark.parametrize("game", SMALL, ids=repr)
def test_hardness_of_any_position(game: Game[Any]) -> None:
    """Also where it is less than that of a puzzle."""
    random, found = Random(4), set[int]()
    for _ in range(6):
        for _, state in line(game, random):
            winning = solve(game, state).winning
            if winning:
                found.add(hardness(game, state, winning))
                assert hardness(game, state, winning) == hardness_of(game, state)
    assert 1 in found
    assert max(found) > 2


def test_hardness_up_to_so_many_plies() -> None:
    record = Record.parse("1/split/numbers=3.3.4/")
    assert hardness(record.game, record.state, (4001,), most=3) == 3
    assert hardness(record.game, record.state, (4001,), most=2) == 7


class Counted(Split):
    """A table that counts the moves that are looked at."""

    looked_at = 0

    def play(self, state: Any, move: int) -> Any:
        Counted.looked_at += 1
        return super().play(state, move)


def test_the_search_for_hardness_is_bounded() -> None:
    game = Counted((100, 99, 98, 97, 95))
    state = game.start()
    winning = solve(game, state).winning
    assert winning
    Counted.looked_at = 0
    assert hardness(game, state, winning) == 7
    legal = len(game.legal(state))
    assert legal < Counted.looked_at <= 20_000 + legal


@pytest.mark.parametrize("text", NONE)
def test_no_puzzles(text: str) -> None:
    assert read_puzzle(text) is None


def test_a_position_at_the_end_is_no_puzzle() -> None:
    game = Split((3, 4))
    *_, (moves, _) = line(game, Random(1))
    assert puzzle_at(Record.replay(game, map(game.text, moves))) is None


@pytest.mark.parametrize(("legal", "may_be"), [(3, False), (4, True), (25, True), (26, False)])
def test_how_many_legal_moves_a_puzzle_has(legal: int, may_be: bool) -> None:
    """Between few and too many to survey, though a winning move is as hard to find among them."""
    random = Random(6)
    while True:
        game = _with_moves(legal, random)
        if described(game, game.start(), range(100)):
            break
    assert (puzzle_at(Record.start(game)) is not None) == may_be


def _with_moves(legal: int, random: Random) -> Divisor:
    """A board with so many legal moves."""
    size, last = (60, 2) if legal > 10 else (30, 18)
    everything = Divisor(size, opening=(last,))
    start = everything.start()
    replies = everything.legal(start)
    gone = {*random.sample(replies, len(replies) - legal)}
    rest = {*range(1, size + 1)} - {*replies, last}
    return Divisor(size, gone=(*gone, *random.sample(sorted(rest), 3)), opening=(last,))


@pytest.mark.parametrize(
    ("text", "refusal"),
    [("", UnreadableRecord), ("1/divisor/size=20/7-8", IllegalRecord)],
)
def test_a_text_that_is_no_record_is_refused(text: str, refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        read_puzzle(text)


def test_a_game_that_is_too_large_has_no_puzzles() -> None:
    class Modest(Split):
        exact = False

    table = (3, 3, 4)
    assert puzzle_at(Record.start(Split(table)))
    assert puzzle_at(Record.start(Modest(table))) is None


def test_one_puzzle_has_one_text() -> None:
    one = read_puzzle("1/split/numbers=3.3.4/")
    assert isinstance(one, Puzzle)
    assert one.text == "1/split/numbers=3.3.4/"
    with pytest.raises(UnreadableRecord):
        read_puzzle("1/split/numbers=3.4.3/")
