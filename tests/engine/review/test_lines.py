"""What would have won: a line for each mistake."""

from random import Random

from engine.games.game import Game
from engine.games.split import Split
from engine.record import Record
from engine.review import Ply, Review, review
from engine.review.lines import LONGEST, Line, better_line
from engine.solve import solve
from engine.solve.best_play import TRAPS
from tests.engine.countdown import Countdown
from tests.engine.review.misere import AFTER_TWO, Misere
from tests.engine.review.played import any_played, parsed, played


def lines(record: Record) -> list[tuple[Ply, Line]]:
    found = review(record)
    return [(ply, better_line(found, ply)) for ply in found.mistakes]


def test_both_play_as_well_as_they_can() -> None:
    """Of 9 leave 8, and a multiple of 4 after each reply. The other side makes that hardest by
    keeping as many replies as it can."""
    ((_, line),) = lines(Record.replay(Countdown(9), "2"))
    assert line.moves == (1, 1, 3, 1, 3)
    assert line.outcome is not None
    assert line.outcome.winner == 0


def test_a_win_at_once_is_taken() -> None:
    ((_, line),) = lines(Record.replay(Countdown(3), "1"))
    assert line.moves == (3,)
    ((_, line),) = lines(parsed("split/size=16/7-2"))
    assert line.moves == (1,)


def test_the_winner_leaves_few_replies() -> None:
    """Only 1 can follow 11, though 18 numbers would have won."""
    ((_, line),) = lines(parsed("divisor/size=20/14"))
    assert line.moves == (11, 1, 13)


def test_a_line_of_a_long_game_ends_with_a_winning_move() -> None:
    ((ply, line),) = lines(Record.replay(Countdown(41), "2"))
    assert len(line.moves) == LONGEST == 9
    assert line.outcome is None
    assert line.state.number == 24
    assert (line.state.ply % 2 == 1, ply.seat) == (True, 0)


def test_the_loser_sets_the_hardest_trap() -> None:
    """After 5:1, both 4:3 and 8:7 leave eight replies, of which two win and one."""
    ((_, line),) = lines(parsed("split/numbers=4.5.8/4:1"))
    assert [*map(Split((4, 5, 8)).text, line.moves[:2])] == ["5:1", "8:7"]


def test_of_many_answers_those_with_the_most_replies_are_tried() -> None:
    record = parsed("split/numbers=5.8.9/9:8")
    ((_, line),) = lines(record)
    game, state = record.game, record.game.play(record.game.start(), line.moves[0])
    shares = {}
    for move in game.legal(state):
        after = game.play(state, move)
        shares[move] = len(solve(game, after).winning) / len(game.legal(after))
    assert len(shares) > TRAPS
    assert shares[line.moves[1]] == min(shares.values())


def _holds(found: Review, ply: Ply, line: Line) -> None:
    game: Game[object] = found.record.game
    state = found.record.back_to(ply.nth - 1).state
    assert 1 <= len(line.moves) <= LONGEST
    assert line.moves[0] in ply.winning
    for move in line.moves:
        assert game.outcome(state) is None
        won = solve(game, state).winning
        assert bool(won) == (game.to_move(state) is ply.seat)
        assert not won or move in won
        state = game.play(state, move)
    assert line.state == state
    assert line.outcome == game.outcome(state)
    if line.outcome:
        assert line.outcome.winner is ply.seat
    else:
        assert len(line.moves) == LONGEST
    assert better_line(found, ply) == line, "there is no chance in it"


def test_in_every_line_the_same_player_stands_to_win() -> None:
    random = Random(1)
    for _ in range(60):
        found = review(any_played(random))
        for ply in found.mistakes[-3:]:
            _holds(found, ply, better_line(found, ply))


def test_a_player_who_moves_several_times_in_a_row() -> None:
    random = Random(2)
    for _ in range(20):
        found = review(played(Misere(14, AFTER_TWO), random))
        for ply in found.mistakes:
            _holds(found, ply, better_line(found, ply))


def test_a_line_stops_where_perfect_play_is_not_known() -> None:
    found = review(Record.replay(Countdown(41), "2"))
    (ply,) = found.mistakes
    line = better_line(found, ply, budget=0)
    assert line.moves == (1,)
    assert line.outcome is None
