"""A duel's life: every step, and every way it is refused."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, replace
from functools import partial
from random import Random

import pytest

from engine import duel as life
from engine.duel import Finished, First, Offered, Playing, Withdrawn
from engine.fairness import Unrated
from engine.games.divisor import Divisor
from engine.games.parity import Parity
from engine.games.sequence import Sequence
from engine.games.split import Split
from engine.ids import PlayerId, Span
from engine.outcome import Reason, Seat, Withdrawal
from engine.possible_duel import is_possible
from engine.record import Record
from engine.refusal import (
    CantDuelYourself,
    NotOver,
    NotYourDuel,
    NotYoursToAnswer,
    NotYoursToCancel,
    NotYourTurn,
    OutOfTime,
    Refusal,
    StaleBoard,
    Unrelated,
)
from tests.engine.lives import (
    ANA,
    BO,
    CLOCK,
    CY,
    LASTING,
    NOW,
    TERMS,
    at,
    offered,
    playing,
    resigned,
    withdrawn,
)


def refused(step: Callable[[], object]) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as refusal:
        step()
    return refusal.value.code, refusal.value.facts()


class TestOffer:
    def test_waits_for_an_answer(self) -> None:
        assert offered() == Offered(TERMS, at(LASTING))

    def test_not_to_yourself(self) -> None:
        alone = replace(TERMS, opponent=ANA)
        with pytest.raises(CantDuelYourself) as refusal:
            life.offer(alone, now=NOW, lasting=LASTING)
        assert refusal.value.player == ANA

    @pytest.mark.parametrize(
        "clock", [Span(-1), Span(0), Span(life.SHORTEST - 1), Span(life.LONGEST + 1)]
    )
    def test_not_on_a_clock_that_nobody_could_keep(self, clock: Span) -> None:
        facts = {"clock": clock, "least": life.SHORTEST, "most": life.LONGEST}
        out = ("clock-out-of-bounds", facts)
        assert refused(lambda: offered(replace(TERMS, clock=clock))) == out

    @pytest.mark.parametrize("clock", [life.SHORTEST, life.LONGEST])
    def test_the_shortest_and_the_longest_will_do(self, clock: Span) -> None:
        assert is_possible(offered(replace(TERMS, clock=clock)))

    def test_declined(self) -> None:
        assert withdrawn() == Withdrawn(TERMS, Withdrawal.DECLINED, NOW)

    def test_cancelled(self) -> None:
        assert life.cancel(offered(), ANA, now=NOW) == Withdrawn(TERMS, Withdrawal.CANCELLED, NOW)

    def test_either_of_the_two_withdraws_it(self) -> None:
        for by, how in ((ANA, Withdrawal.CANCELLED), (BO, Withdrawal.DECLINED)):
            assert life.withdraw(offered(), by, now=NOW) == Withdrawn(TERMS, how, NOW)
        with pytest.raises(NotYourDuel):
            life.withdraw(offered(), CY, now=NOW)

    def test_expired(self) -> None:
        late = at(LASTING + 1)
        assert life.expire(offered(), now=at(LASTING)).at == at(LASTING)
        assert life.expire(offered(), now=late) == Withdrawn(TERMS, Withdrawal.EXPIRED, late)

    def test_only_the_opponent_answers(self) -> None:
        for other in (ANA, CY):
            for answer in (
                lambda by=other: life.accept(offered(), by, now=NOW, random=Random()),
                lambda by=other: life.decline(offered(), by, now=NOW),
            ):
                with pytest.raises(NotYoursToAnswer) as refusal:
                    answer()
                assert refusal.value.opponent == BO

    def test_only_the_challenger_cancels(self) -> None:
        for other in (BO, CY):
            with pytest.raises(NotYoursToCancel) as refusal:
                life.cancel(offered(), other, now=NOW)
            assert refusal.value.challenger == ANA

    def test_nothing_before_it_starts(self) -> None:
        waiting = ("not-started", {"opponent": BO})
        assert refused(lambda: life.play(offered(), ANA, "6", now=NOW)) == waiting
        assert refused(lambda: life.resign(offered(), BO, now=NOW)) == waiting
        assert refused(lambda: life.time_out(offered(), now=at(CLOCK))) == waiting
        assert refused(lambda: life.end(offered(), now=NOW)) == waiting

    def test_the_last_moment_is_too_late(self) -> None:
        end = at(LASTING)
        late = ("offer-expired", {"deadline": end})
        assert refused(lambda: life.accept(offered(), BO, now=end, random=Random())) == late
        assert refused(lambda: life.decline(offered(), BO, now=end)) == late
        assert refused(lambda: life.cancel(offered(), ANA, now=end)) == late
        started = life.accept(offered(), BO, now=at(LASTING - 1), random=Random())
        assert started.deadline == at(LASTING - 1 + CLOCK)

    def test_expires_no_sooner(self) -> None:
        early = ("too-early", {"deadline": at(LASTING)})
        assert refused(lambda: life.expire(offered(), now=at(LASTING - 1))) == early


class TestSeats:
    @pytest.mark.parametrize(
        ("first", "seats"), [(First.CHALLENGER, (ANA, BO)), (First.OPPONENT, (BO, ANA))]
    )
    def test_as_asked(self, first: First, seats: tuple[PlayerId, PlayerId]) -> None:
        assert playing(terms=replace(TERMS, first=first)).seats == seats

    def test_drawn(self) -> None:
        terms = replace(TERMS, first=First.DRAWN)
        draws = [
            life.accept(offered(terms), BO, now=NOW, random=Random(seed)).seats
            for seed in range(400)
        ]
        assert set(draws) == {(ANA, BO), (BO, ANA)}
        assert 150 < draws.count((ANA, BO)) < 250

    def test_accepting_starts_the_first_clock(self) -> None:
        duel = life.accept(offered(), BO, now=at(5), random=Random())
        assert duel == Playing(TERMS, (ANA, BO), Record.start(Divisor()), at(5 + CLOCK))
        assert duel.waiting_for == ANA

    def test_accepted_once(self) -> None:
        started = ("already-started", {"players": (ANA, BO)})
        assert refused(lambda: life.accept(playing(), BO, now=NOW, random=Random())) == started
        assert refused(lambda: life.decline(playing(), BO, now=NOW)) == started
        assert refused(lambda: life.cancel(playing(), ANA, now=NOW)) == started
        assert refused(lambda: life.expire(playing(), now=at(LASTING))) == started


class TestPlay:
    def test_a_move_passes_the_turn_and_resets_the_clock(self) -> None:
        duel = life.play(playing(), ANA, "6", now=at(7))
        assert isinstance(duel, Playing)
        assert (duel.record.moves, duel.waiting_for, duel.deadline) == ((6,), BO, at(7 + CLOCK))

    def test_the_last_move_finishes(self) -> None:
        duel = playing(terms=replace(TERMS, game=Split((3,)), first=First.OPPONENT))
        over = life.play(duel, BO, "2", now=at(9))
        record = Record.replay(Split((3,)), ["2"])
        assert over == Finished(duel.terms, (BO, ANA), record, Seat.FIRST, Reason.STUCK, at(9))

    def test_the_reason_is_the_games(self) -> None:
        duel = playing(*"12345678", terms=replace(TERMS, game=Sequence()))
        over = life.play(duel, ANA, "9", now=NOW)
        assert isinstance(over, Finished)
        assert (over.winner, over.reason) == (Seat.FIRST, Reason.COMPLETED)

    def test_refusals_of_the_game_pass_through(self) -> None:
        with pytest.raises(Unrelated) as refusal:
            life.play(playing("6"), BO, "7", now=NOW)
        assert refusal.value.legal == (1, 2, 3, 12, 18)
        with pytest.raises(Refusal, match="unreadable"):
            life.play(playing("6"), BO, "seven", now=NOW)

    def test_in_turn(self) -> None:
        turn = ("not-your-turn", {"waiting_for": BO})
        assert refused(lambda: life.play(playing("6"), ANA, "3", now=NOW)) == turn

    def test_only_players(self) -> None:
        others = ("not-your-duel", {"players": (ANA, BO)})
        assert refused(lambda: life.play(playing(), CY, "3", now=NOW)) == others
        assert refused(lambda: life.resign(playing(), CY, now=NOW)) == others
        assert refused(lambda: life.play(offered(), CY, "3", now=NOW)) == others

    def test_on_the_board_that_was_shown(self) -> None:
        duel = playing("6", "3")
        assert life.play(duel, ANA, "9", now=NOW, ply=2).record.moves == (6, 3, 9)
        for shown in (0, 1, 3, -1):
            with pytest.raises(StaleBoard) as refusal:
                life.play(duel, ANA, "9", now=NOW, ply=shown)
            assert (refusal.value.shown, refusal.value.current) == (shown, 2)

    def test_the_second_click_finds_that_the_turn_has_passed(self) -> None:
        after = life.play(playing(), ANA, "6", now=NOW, ply=0)
        with pytest.raises(NotYourTurn):
            life.play(after, ANA, "6", now=NOW, ply=0)

    def test_in_time(self) -> None:
        end = at(CLOCK)
        late = ("out-of-time", {"player": ANA, "deadline": end})
        assert life.play(playing(), ANA, "6", now=at(CLOCK - 1)).record.moves == (6,)
        assert refused(lambda: life.play(playing(), ANA, "6", now=end)) == late
        # A resignation comes too late when the player has already lost on time.
        assert refused(lambda: life.resign(playing(), BO, now=end)) == late


class TestWhichRefusalComesFirst:
    """The engine checks first who the player is, then the state of the duel, then the rest."""

    def test_strangers_learn_nothing_of_a_duel(self) -> None:
        for duel in (offered(), playing(), resigned(), withdrawn()):
            steps: list[Callable[[], object]] = [
                partial(life.play, duel, CY, "6", now=at(CLOCK)),
                partial(life.resign, duel, CY, now=at(CLOCK)),
                partial(life.rematch, duel, CY, now=at(CLOCK), lasting=LASTING),
            ]
            for step in steps:
                with pytest.raises(NotYourDuel):
                    step()

    def test_an_answer_that_is_not_yours_to_give(self) -> None:
        for duel in (offered(), playing(), resigned(), withdrawn()):
            with pytest.raises(NotYoursToAnswer):
                life.accept(duel, ANA, now=at(LASTING), random=Random())
            with pytest.raises(NotYoursToCancel):
                life.cancel(duel, BO, now=at(LASTING))

    def test_the_clock_before_the_turn(self) -> None:
        with pytest.raises(OutOfTime) as refusal:
            life.play(playing(), BO, "6", now=at(CLOCK))
        assert refusal.value.player == ANA

    def test_the_turn_before_the_board_and_the_board_before_the_move(self) -> None:
        with pytest.raises(NotYourTurn):
            life.play(playing("6"), ANA, "7", now=NOW, ply=0)
        with pytest.raises(StaleBoard):
            life.play(playing("6"), BO, "7", now=NOW, ply=0)


class TestEnd:
    @pytest.mark.parametrize(("by", "winner"), [(ANA, Seat.SECOND), (BO, Seat.FIRST)])
    def test_resigning_in_or_out_of_turn(self, by: PlayerId, winner: Seat) -> None:
        duel = playing("6")
        assert life.resign(duel, by, now=at(3)) == Finished(
            TERMS, (ANA, BO), duel.record, winner, Reason.RESIGNED, at(3)
        )

    @pytest.mark.parametrize(("moves", "winner"), [([], Seat.SECOND), (["6"], Seat.FIRST)])
    def test_the_clock_beats_whoever_is_to_move(self, moves: list[str], winner: Seat) -> None:
        assert life.time_out(playing(*moves), now=at(CLOCK)).at == at(CLOCK)
        over = life.time_out(playing(*moves), now=at(CLOCK + 5))
        assert (over.winner, over.reason, over.at) == (winner, Reason.TIMED_OUT, at(CLOCK + 5))

    def test_no_time_out_before_its_time(self) -> None:
        early = ("too-early", {"deadline": at(CLOCK)})
        assert refused(lambda: life.time_out(playing(), now=at(CLOCK - 1))) == early

    @pytest.mark.parametrize("winner", [None, Seat.FIRST, Seat.SECOND])
    def test_a_moderator_ends_it_for_anybody_or_nobody(self, winner: Seat | None) -> None:
        over = life.end(playing("6"), now=at(2), winner=winner)
        assert (over.winner, over.reason, over.at) == (winner, Reason.ENDED, at(2))

    @pytest.mark.parametrize(("over", "how"), [(resigned(), "resigned"), (withdrawn(), "declined")])
    def test_over_is_over(self, over: Finished | Withdrawn, how: str) -> None:
        gone = ("already-over", {"how": how})
        late = at(CLOCK + LASTING)
        steps: list[Callable[[], object]] = [
            lambda: life.accept(over, BO, now=NOW, random=Random()),
            lambda: life.decline(over, BO, now=NOW),
            lambda: life.cancel(over, ANA, now=NOW),
            lambda: life.expire(over, now=late),
            lambda: life.play(over, BO, "3", now=NOW),
            lambda: life.resign(over, BO, now=NOW),
            lambda: life.time_out(over, now=late),
            lambda: life.end(over, now=NOW),
        ]
        assert [refused(step) for step in steps] == [gone] * len(steps)


class TestVoid:
    def test_the_result_goes_and_the_rest_stays(self) -> None:
        assert life.void(resigned(), now=at(7)) == replace(resigned(), void=True)

    def test_only_of_what_was_played_to_an_end(self) -> None:
        for duel in (offered(), playing()):
            assert refused(partial(life.void, duel, now=NOW)) == ("not-over", {})
        never = ("already-over", {"how": "declined"})
        assert refused(lambda: life.void(withdrawn(), now=NOW)) == never

    def test_only_once(self) -> None:
        void = life.void(resigned(), now=NOW)
        assert refused(lambda: life.void(void, now=NOW)) == ("already-void", {})

    def test_it_is_over_all_the_same(self) -> None:
        void = life.void(resigned(), now=NOW)
        gone = ("already-over", {"how": "resigned"})
        assert refused(lambda: life.play(void, ANA, "3", now=NOW)) == gone
        again = life.rematch(void, ANA, now=NOW, lasting=LASTING)
        assert again == life.rematch(resigned(), ANA, now=NOW, lasting=LASTING)


class TestGoodGame:
    def test_each_player_says_it_from_their_seat(self) -> None:
        over = resigned()
        assert [life.good_game(over, player) for player in over.seats] == list(Seat)

    def test_only_after_the_end_and_only_the_two(self) -> None:
        for duel in (offered(), playing(), withdrawn()):
            assert refused(partial(life.good_game, duel, ANA)) == ("not-over", {})
        others = ("not-your-duel", {"players": (ANA, BO)})
        assert refused(lambda: life.good_game(resigned(), CY)) == others

    def test_not_of_a_removed_result(self) -> None:
        void = life.void(resigned(), now=NOW)
        assert refused(lambda: life.good_game(void, ANA)) == ("already-void", {})


class TestRematch:
    @pytest.mark.parametrize("first", [First.CHALLENGER, First.OPPONENT])
    @pytest.mark.parametrize(("by", "other"), [(ANA, BO), (BO, ANA)])
    def test_swaps_the_seats(self, first: First, by: PlayerId, other: PlayerId) -> None:
        over = life.resign(playing(terms=replace(TERMS, first=first)), BO, now=NOW)
        again = life.rematch(over, by, now=NOW, lasting=LASTING)
        assert (again.terms.challenger, again.terms.opponent) == (by, other)
        assert (again.terms.game, again.terms.clock) == (Divisor(), CLOCK)
        assert life.accept(again, other, now=NOW, random=Random()).seats == over.seats[::-1]

    @pytest.mark.parametrize(("by", "other"), [(ANA, BO), (BO, ANA)])
    def test_draws_again_what_was_drawn(self, by: PlayerId, other: PlayerId) -> None:
        """The rematch is rated: with chosen seats the player who gets the better one would always
        ask."""
        drawn = replace(TERMS, first=First.DRAWN, unrated=None)
        over = life.resign(playing(terms=drawn), BO, now=NOW)
        again = life.rematch(over, by, now=NOW, lasting=LASTING)
        assert again == offered(replace(drawn, challenger=by, opponent=other))
        seatings = {
            life.accept(again, other, now=NOW, random=Random(seed)).seats for seed in range(30)
        }
        assert seatings == {(ANA, BO), (BO, ANA)}

    @pytest.mark.parametrize("known", [None, *Unrated])
    @pytest.mark.parametrize("first", First)
    def test_asks_anew_whether_it_is_rated(self, known: Unrated | None, first: First) -> None:
        """A rematch of a casual duel is casual; for others it is decided again whether they are
        rated."""
        over = replace(resigned(), terms=replace(TERMS, first=first, unrated=known))
        again = life.rematch(over, ANA, now=NOW, lasting=LASTING).terms.unrated
        if known is Unrated.CASUAL:
            assert again is Unrated.CASUAL
        else:
            assert again is (None if first is First.DRAWN else Unrated.SEATS)

    def test_of_the_same_game_with_other_options(self) -> None:
        usual = life.rematch(resigned(), BO, now=NOW, lasting=LASTING)
        again = life.rematch(resigned(), BO, now=NOW, lasting=LASTING, game=Divisor(40))
        assert again == replace(usual, terms=replace(usual.terms, game=Divisor(40)))
        assert refused(
            lambda: life.rematch(resigned(), BO, now=NOW, lasting=LASTING, game=Parity(20))
        ) == ("other-game", {"game": "divisor"})

    def test_looks_at_its_own_options_for_whether_it_is_rated(self) -> None:
        drawn = replace(TERMS, first=First.DRAWN, unrated=None)
        over = life.resign(playing(terms=drawn), BO, now=NOW)
        for size, rated in ((20, True), (2, False)):
            again = life.rematch(over, BO, now=NOW, lasting=LASTING, game=Divisor(size))
            assert (again.terms.unrated is None) is rated

    def test_only_after_the_end_and_only_between_the_two(self) -> None:
        for duel in (offered(), playing(), withdrawn()):
            with pytest.raises(NotOver):
                life.rematch(duel, ANA, now=NOW, lasting=LASTING)
        with pytest.raises(NotYourDuel):
            life.rematch(resigned(), CY, now=NOW, lasting=LASTING)


def test_duels_are_values() -> None:
    for duel in (offered(), playing(), withdrawn(), resigned()):
        assert {duel} == {duel}
        with pytest.raises(FrozenInstanceError):
            duel.terms = TERMS  # type: ignore[misc]


@pytest.mark.parametrize("winner", [None, Seat.FIRST, Seat.SECOND])
def test_a_result_is_for_whoever_has_won_and_a_void_one_for_nobody(winner: Seat | None) -> None:
    over = life.end(playing("6"), now=NOW, winner=winner)
    assert over.champion == (None if winner is None else over.seats[winner])
    assert over.has_result is (winner is not None)
    assert not life.void(over, now=NOW).has_result
    assert life.void(over, now=NOW).champion == over.champion


def test_whoever_could_not_move_gets_all_of_their_time_once_more() -> None:
    duel = playing("6")
    assert life.restart_turn(duel, now=at(9)) == replace(duel, deadline=at(9 + CLOCK))


def test_a_reminder_comes_when_a_quarter_of_the_time_is_left() -> None:
    assert playing().reminder == at(CLOCK * 3 // 4)
    moved = life.play(playing(), ANA, "6", now=at(5))
    assert isinstance(moved, Playing)
    assert moved.reminder == at(5 + CLOCK * 3 // 4)
