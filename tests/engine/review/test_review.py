"""Reviews of games whose right moves are known by hand."""

from math import log2

import pytest

from engine.games.divisor import Divisor
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import TooLarge
from engine.review import Judgement, review
from engine.solve.search import winning_moves
from tests.engine.countdown import Countdown
from tests.engine.review.misere import AFTER_TWO, NEVER, Misere
from tests.engine.review.played import parsed

FIRST, SECOND = Seat.FIRST, Seat.SECOND
FOLLOW_1 = (*range(2, 11), *range(12, 21))


def judged(record: Record) -> list[str]:
    return [str(ply.judgement) for ply in review(record).plies]


def test_the_known_way_of_divisor_has_no_mistake() -> None:
    """Only 1 can follow 11, and after that only 14 loses."""
    found = review(parsed("divisor/size=20/11-1-13"))
    assert [ply.judgement for ply in found.plies] == ["good", "forced", "good"]
    assert [ply.legal for ply in found.plies] == [(*range(1, 21),), (1,), FOLLOW_1]
    won = [{*ply.legal} - {*ply.winning} for ply in found.plies]
    assert won == [{1, 14}, {1}, {14}]
    assert found.favourites == (FIRST,) * 4
    assert found.mistakes == ()
    assert found.turning_point is None
    assert found.accuracy(FIRST) == 1
    assert found.accuracy(SECOND) is None


def test_a_win_that_changes_hands_with_every_move() -> None:
    """Of one number, leaving 1 or 2 wins. Of 3 nothing else can be left."""
    found = review(parsed("split/size=16/7-5-3-1"))
    assert [ply.judgement for ply in found.plies] == ["blunder", "blunder", "blunder", "safe"]
    assert [ply.is_missed_win for ply in found.plies] == [False, True, True, False]
    assert [ply.seat for ply in found.plies] == [FIRST, SECOND, FIRST, SECOND]
    assert found.favourites == (FIRST, SECOND, FIRST, SECOND, SECOND)
    assert [ply.nth for ply in found.mistakes] == [1, 2, 3]
    assert found.turning_point == found.plies[2]
    assert (found.accuracy(FIRST), found.accuracy(SECOND)) == (0, 0)


def test_moves_that_were_made_in_another_duel_are_left_out() -> None:
    whole = review(parsed("split/size=16/7-5-3-1"))
    found = whole.since(2)
    assert (found.plies, found.favourites) == (whole.plies[2:], whole.favourites[2:])
    assert (found.skipped, found.made_elsewhere) == (2, 2)
    assert found.accuracy(SECOND) is None
    assert found.since(2) == found


def test_a_win_that_was_given_and_taken() -> None:
    found = review(parsed("split/size=16/7-2"))
    assert [ply.judgement for ply in found.plies] == ["blunder", "good"]
    assert (found.accuracy(FIRST), found.accuracy(SECOND)) == (0, 1)


def test_a_mistake_some_moves_after_the_opponents_is_no_missed_win() -> None:
    """Multiples of 4 lose: the first player leaves 9 instead of 8, and the second one leaves 3."""
    record = Record.replay(Countdown(10), ["1", "1", "3", "2"])
    assert judged(record) == ["deep", "only", "lost", "blunder"]
    assert [ply.is_missed_win for ply in review(record).plies] == [False] * 4


def test_grundys_game() -> None:
    """5 is won by splitting it into 4 + 1 only, and after that there is nothing to choose."""
    assert judged(parsed("split/size=5,keep=both/4-4:3-3:2")) == ["only", "forced", "forced"]
    assert judged(parsed("split/size=5,keep=both/3-3:2")) == ["blunder", "forced"]
    assert judged(parsed("split/size=7,keep=both/4-4:3-3:2-3:2"))[0] == "lost"


@pytest.mark.parametrize(
    ("game", "moves", "kind"),
    [
        # A loss that the move itself makes, and one that takes 2, 3, 4, 5 and 6 plies.
        (Misere(2), "2", Judgement.BLUNDER),
        (Countdown(5), "2", Judgement.BLUNDER),
        (Misere(3), "1", Judgement.SLIP),
        (Countdown(9), "2", Judgement.SLIP),
        (Misere(7), "1", Judgement.DEEP),
        (Countdown(13), "2", Judgement.DEEP),
    ],
    ids=range(1, 7),
)
def test_the_kind_of_a_mistake_is_how_far_one_has_to_look(
    game: Countdown | Misere, moves: str, kind: Judgement
) -> None:
    assert judged(Record.replay(game, moves)) == [kind]


def test_bits_of_unequal_decisions() -> None:
    """Two of 14 moves win, and later two of four: 2.8 bits and 1."""
    found = review(parsed("split/size=16/1"))
    assert [ply.bits for ply in found.plies] == [pytest.approx(log2(7))]
    found = review(parsed("split/size=16/7-5-1"))
    assert found.accuracy(FIRST) == pytest.approx(1 / (1 + log2(7)))
    assert found.accuracy(SECOND) == 0


def test_a_player_who_moves_several_times_in_a_row() -> None:
    """To subtract 2 of 4 gives another turn with the 2 that is left: then 1 wins and 2 loses."""
    found = review(Record.replay(Misere(4, AFTER_TWO), ["2", "1", "1"]))
    assert [ply.seat for ply in found.plies] == [FIRST, FIRST, SECOND]
    assert [ply.winning for ply in found.plies] == [(1, 2, 3), (1,), ()]
    assert [ply.judgement for ply in found.plies] == ["safe", "only", "forced"]
    assert found.favourites == (FIRST,) * 4
    lost = review(Record.replay(Misere(4, AFTER_TWO), ["2", "2"]))
    assert [ply.judgement for ply in lost.plies] == ["safe", "blunder"]
    assert lost.favourites == (FIRST, FIRST, SECOND)


def test_moves_of_the_host_belong_to_nobody() -> None:
    """6 and 3 were the host's. Of 1 and 9, only 9 leaves the opponent a number that loses."""
    found = review(parsed("divisor/size=10,opening=6.3/9-1-7"))
    assert [(ply.nth, ply.seat, ply.move) for ply in found.plies] == [
        (1, FIRST, 9),
        (2, SECOND, 1),
        (3, FIRST, 7),
    ]
    assert [ply.judgement for ply in found.plies] == ["only", "forced", "good"]


def test_a_game_that_was_broken_off() -> None:
    found = review(parsed("split/size=16/7-5"))
    assert len(found.plies) == 2
    assert found.favourites == (FIRST, SECOND, FIRST)
    assert found.skipped == 0


def test_a_game_that_has_not_begun() -> None:
    found = review(Record.start(Divisor(20)))
    assert (found.plies, found.favourites) == ((), (FIRST,))
    assert (found.turning_point, found.accuracy(FIRST)) == (None, None)


class TestABudget:
    RECORD = Record.replay(Countdown(40), ["1"] * 40)

    def test_all_moves_share_it_and_what_was_found(self) -> None:
        """The first move alone takes 940 positions, and all of them together 1,054."""
        game = self.RECORD.game
        assert winning_moves(game, game.start(), 940) == ()
        assert review(self.RECORD, 1054).skipped == 0
        assert review(self.RECORD, 1053).skipped == 1

    def test_the_end_is_known_where_it_does_not_suffice_for_the_beginning(self) -> None:
        whole, part = review(self.RECORD), review(self.RECORD, 300)
        assert 0 < part.skipped < 40
        assert part.plies == whole.plies[part.skipped :]
        assert part.favourites == whole.favourites[part.skipped :]

    @pytest.mark.parametrize("moves", [0, 1, 39, 40])
    def test_nothing_is_said_where_nothing_is_known(self, moves: int) -> None:
        with pytest.raises(TooLarge) as refused:
            review(self.RECORD.back_to(moves), 0)
        assert (refused.value.game, refused.value.positions) == ("countdown", 0)

    def test_a_game_may_say_that_it_is_too_large(self) -> None:
        class Inexact(Misere):
            exact = False

        with pytest.raises(TooLarge):
            review(Record.replay(Inexact(5, NEVER), "2"))
