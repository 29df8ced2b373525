"""Duels of two legs: the same game twice with the seats swapped, for one result."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from engine import duel as life
from engine.duel import Duel, Finished, First, Offered, Playing, Terms
from engine.fairness import Unrated
from engine.games.split import Split
from engine.ids import PlayerId
from engine.outcome import Reason, Seat
from engine.possible_duel import is_possible
from engine.record import Record
from engine.refusal import LegsOutOfBounds, NotYourTurn, StaleBoard
from tests.engine import lives
from tests.engine.lives import ANA, BO, CLOCK, LASTING, NOW, at

# The player who splits the 4 wins by leaving 1 and loses by leaving 3, if the other leaves 1.
SHORT = Terms(ANA, BO, Split((4,)), First.CHALLENGER, CLOCK, Unrated.NO_CHOICE, legs=2)
WON, LOST = ("1",), ("3", "1")
playing = partial(lives.playing, terms=SHORT)
finished = partial(lives.finished, terms=SHORT)


class TestWhatTwoGamesComeTo:
    @pytest.mark.parametrize(
        ("texts", "champion", "reason"),
        [
            ((*WON, *LOST), ANA, Reason.STUCK),
            ((*LOST, *WON), BO, Reason.STUCK),
            ((*WON, *WON), None, Reason.LEVEL),
            ((*LOST, *LOST), None, Reason.LEVEL),
        ],
    )
    def test_both_or_level(
        self, texts: tuple[str, ...], champion: PlayerId | None, reason: Reason
    ) -> None:
        over = finished(*texts)
        assert (over.champion, over.reason, over.ply) == (champion, reason, len(texts))
        assert over.seats == (BO, ANA)
        assert over.has_result
        assert over.played_out
        assert not life.void(over, now=NOW).has_result

    def test_the_first_of_them_decides_nothing_alone(self) -> None:
        half = playing(*WON)
        assert half == Playing(
            SHORT,
            (BO, ANA),
            Record.start(Split((4,))),
            at(CLOCK),
            Record.replay(Split((4,)), WON),
        )
        assert (half.ply, half.record.ply, half.waiting_for) == (1, 0, BO)


EITHER_LEG = pytest.mark.parametrize("texts", [(), ("3",), WON, (*WON, "3"), LOST, (*LOST, "3")])


class TestEndedFromOutside:
    """Anything that stops a duel stops both games, and a first game that was won counts for
    nothing."""

    @EITHER_LEG
    @pytest.mark.parametrize(("by", "winner"), [(ANA, BO), (BO, ANA)])
    def test_giving_up(self, texts: tuple[str, ...], by: PlayerId, winner: PlayerId) -> None:
        duel = playing(*texts)
        over = life.resign(duel, by, now=at(3))
        assert (over.champion, over.reason, over.at) == (winner, Reason.RESIGNED, at(3))
        self.same_board(over, duel)

    @EITHER_LEG
    def test_running_out_of_time(self, texts: tuple[str, ...]) -> None:
        duel = playing(*texts)
        over = life.time_out(duel, now=at(CLOCK))
        assert over.champion == ({ANA, BO} - {duel.waiting_for}).pop()
        assert (over.reason, over.at) == (Reason.TIMED_OUT, at(CLOCK))
        self.same_board(over, duel)

    @EITHER_LEG
    @pytest.mark.parametrize("winner", [None, Seat.FIRST, Seat.SECOND])
    def test_by_a_moderator(self, texts: tuple[str, ...], winner: Seat | None) -> None:
        duel = playing(*texts)
        over = life.end(duel, now=NOW, winner=winner)
        assert over.champion == (None if winner is None else duel.seats[winner])
        assert (over.reason, over.has_result) == (Reason.ENDED, winner is not None)
        self.same_board(over, duel)

    def same_board(self, over: Finished, duel: Playing) -> None:
        assert is_possible(over)
        assert not over.played_out
        assert (over.seats, over.record, over.earlier) == (duel.seats, duel.record, duel.earlier)
        assert over.ply == duel.ply
        assert life.as_of(over, over.ply, duel.deadline) == duel


class TestBoardsOfAnotherLeg:
    def test_a_move_for_a_board_of_the_first_leg_is_not_made_in_the_other(self) -> None:
        duel = playing(*WON)
        for shown in (0, 2, -1):
            with pytest.raises(StaleBoard) as refusal:
                life.play(duel, BO, "1", now=NOW, ply=shown)
            assert (refusal.value.shown, refusal.value.current) == (shown, 1)
        assert life.play(duel, BO, "1", now=NOW, ply=1).ply == 2

    def test_the_second_click_of_who_ends_one_leg_and_begins_the_other(self) -> None:
        duel = playing("3")
        once = life.play(duel, BO, "1", now=NOW, ply=1)
        assert isinstance(once, Playing)
        assert once.waiting_for == BO
        with pytest.raises(StaleBoard):
            life.play(once, BO, "1", now=NOW, ply=1)

    def test_the_second_click_of_who_ends_one_leg_and_waits_in_the_other(self) -> None:
        with pytest.raises(NotYourTurn):
            life.play(playing(*WON), ANA, "1", now=NOW, ply=0)


class TestOffers:
    @pytest.mark.parametrize("legs", [-1, 0, 3, 100])
    def test_of_one_leg_or_two(self, legs: int) -> None:
        with pytest.raises(LegsOutOfBounds) as refusal:
            life.offer(replace(SHORT, legs=legs), now=NOW, lasting=LASTING)
        assert refusal.value.facts() == {"legs": legs, "least": 1, "most": 2}

    @pytest.mark.parametrize("legs", [1, 2])
    def test_are_sound_with_as_many(self, legs: int) -> None:
        offered = life.offer(replace(SHORT, legs=legs), now=NOW, lasting=LASTING)
        assert is_possible(offered)
        assert offered.terms.legs == legs


class TestRematch:
    def again(self, over: Finished, by: PlayerId) -> Offered:
        return life.rematch(over, by, now=NOW, lasting=LASTING)

    @pytest.mark.parametrize("by", [ANA, BO])
    @pytest.mark.parametrize(
        "over",
        [
            finished(*WON, *WON),
            finished(*LOST, *WON),
            life.resign(playing("3"), BO, now=NOW),
            life.resign(playing(*LOST, "3"), ANA, now=NOW),
        ],
    )
    def test_who_began_the_first_leg_begins_the_second(self, over: Finished, by: PlayerId) -> None:
        again = self.again(over, by)
        other = BO if by == ANA else ANA
        assert (again.terms.challenger, again.terms.opponent) == (by, other)
        assert (again.terms.legs, again.terms.unrated) == (2, SHORT.unrated)
        assert life.accept(again, other, now=NOW, random=Random()).seats == (BO, ANA)

    @pytest.mark.parametrize("by", [ANA, BO])
    def test_what_was_drawn_is_drawn_again(self, by: PlayerId) -> None:
        over = finished(*WON, *WON, terms=replace(SHORT, first=First.DRAWN))
        assert self.again(over, by).terms.first is First.DRAWN

    def test_casual_stays_casual(self) -> None:
        over = finished(*WON, *WON, terms=replace(SHORT, unrated=Unrated.CASUAL))
        assert self.again(over, BO).terms.unrated is Unrated.CASUAL


HALF, TWO_NIL, LEVEL = playing(*LOST), finished(*LOST, *WON), finished(*WON, *WON)
GIVEN_UP = life.resign(playing(*LOST, "3"), ANA, now=NOW)
UNFINISHED = Record.replay(Split((4,)), ["3"])
SINGLE = replace(SHORT, legs=1)


@pytest.mark.parametrize(
    "unsound",
    [
        # One leg too many, or too few.
        replace(HALF, terms=SINGLE),
        replace(TWO_NIL, terms=SINGLE),
        replace(GIVEN_UP, terms=SINGLE),
        replace(TWO_NIL, earlier=None, seats=(ANA, BO)),
        replace(LEVEL, earlier=None, seats=(ANA, BO)),
        replace(finished(*WON, terms=SINGLE), terms=SHORT),
        Offered(replace(SHORT, legs=0), at(LASTING)),
        replace(finished(*WON, terms=SINGLE), terms=replace(SHORT, legs=0)),
        replace(TWO_NIL, terms=replace(SHORT, legs=3)),
        # A first leg that isn't over, or of another game.
        replace(HALF, earlier=UNFINISHED),
        replace(TWO_NIL, earlier=Record.start(Split((4,)))),
        replace(TWO_NIL, earlier=Record.replay(Split((5,)), LOST)),
        replace(TWO_NIL, record=Record.replay(Split((5,)), WON)),
        # Seats that weren't swapped, or shouldn't have been.
        replace(HALF, seats=(ANA, BO)),
        replace(TWO_NIL, seats=(ANA, BO)),
        replace(GIVEN_UP, seats=(ANA, BO)),
        replace(HALF, earlier=None),
        # Another result than that of the games.
        replace(TWO_NIL, winner=None, reason=Reason.LEVEL),
        replace(TWO_NIL, winner=Seat.SECOND),
        replace(TWO_NIL, winner=None),
        replace(TWO_NIL, reason=Reason.LEVEL),
        replace(TWO_NIL, earlier=Record.replay(Split((4,)), WON)),
        replace(LEVEL, winner=Seat.FIRST, reason=Reason.STUCK),
        replace(LEVEL, winner=Seat.FIRST),
        replace(LEVEL, reason=Reason.STUCK),
        replace(LEVEL, reason=Reason.ENDED),
        replace(LEVEL, earlier=Record.replay(Split((4,)), LOST)),
        # Level without having played to the end.
        replace(GIVEN_UP, winner=None, reason=Reason.LEVEL),
        replace(LEVEL, record=UNFINISHED),
        replace(GIVEN_UP, winner=None),
        # A board that is over and still played on.
        replace(HALF, record=TWO_NIL.record),
    ],
)
def test_what_cannot_have_come_about_is_not_sound(unsound: Duel) -> None:
    sound: list[Duel] = [HALF, TWO_NIL, LEVEL, GIVEN_UP]
    assert all(is_possible(each) for each in sound)
    assert not is_possible(unsound)
