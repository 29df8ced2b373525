"""The ledger: which results change whose rating and by how much, in which ladder, and over time."""

from dataclasses import replace

import pytest

from engine.ids import Instant, PlayerId
from engine.ledger import (
    DUELS_NEEDED,
    EVERY_GAME,
    MAX_DEVIATION,
    MIN_DEVIATION,
    PlayerCounts,
    rating_at,
)
from engine.rating import Rating, after, idle
from engine.standing import Rank
from tests.engine.book import ANA, BO, CY, DEE, FRESH, GAME, HOUR, KNOWN, NOW, OTHER_GAME, Book


class TestWhoMovesWhom:
    @pytest.mark.parametrize(("winner", "score"), [(ANA, 1.0), (BO, 0.0), (None, 0.5)])
    def test_established_players_change_each_others_ratings(
        self, winner: PlayerId | None, score: float
    ) -> None:
        stronger = replace(KNOWN, rating=Rating(1750, 80, 0.05))
        book = Book(ana=KNOWN, bo=stronger)
        book.duel(ANA, BO, winner)
        assert book.rating(ANA) == after(KNOWN.rating, [(stronger.rating, score)])
        assert book.rating(BO) == after(stronger.rating, [(KNOWN.rating, 1 - score)])

    @pytest.mark.parametrize(("winner", "score"), [(ANA, 1.0), (BO, 0.0), (None, 0.5)])
    def test_of_a_provisional_and_an_established_player_only_the_first_is_moved(
        self, winner: PlayerId | None, score: float
    ) -> None:
        book = Book(ana=KNOWN, bo=FRESH)
        book.duel(ANA, BO, winner)
        assert book.rank(ANA) == replace(KNOWN, duels=21)
        assert book.rating(BO) == after(FRESH.rating, [(KNOWN.rating, 1 - score)])

    @pytest.mark.parametrize("winner", [ANA, BO, None])
    def test_in_an_old_ladder_provisional_players_do_not_move_each_other(
        self, winner: PlayerId | None
    ) -> None:
        book = Book(ana=FRESH)
        book.duel(ANA, BO, winner)
        assert book.rank(ANA) == replace(FRESH, duels=3)
        assert book.rank(BO) == Rank(Rating(), NOW, 1)

    @pytest.mark.parametrize(("winner", "score"), [(ANA, 1.0), (BO, 0.0), (None, 0.5)])
    def test_in_a_young_ladder_they_do(self, winner: PlayerId | None, score: float) -> None:
        book = Book(PlayerCounts(2, 2), ana=FRESH)
        book.duel(ANA, BO, winner)
        assert book.rating(ANA) == after(FRESH.rating, [(Rating(), score)])
        # A player without games has the greatest uncertainty, also after a tie.
        unknown = after(Rating(), [(FRESH.rating, 1 - score)])
        assert book.rating(BO) == unknown

    def test_in_a_young_ladder_too_established_players_are_not_moved_by_others(self) -> None:
        book = Book(PlayerCounts(2, 2), ana=KNOWN)
        book.duel(ANA, BO, ANA)
        assert book.rank(ANA) == replace(KNOWN, duels=21)

    def test_opponents_are_rated_as_they_were_before(self) -> None:
        """The same holds if this very duel makes the opponent established."""
        ready = replace(FRESH, duels=9, established_opponents=(CY, DEE))
        book = Book(ana=KNOWN, bo=ready)
        book.duel(BO, ANA, BO)
        assert book.rank(BO).established
        assert book.rank(ANA) == replace(KNOWN, duels=21)
        book.duel(BO, ANA, BO)
        assert book.rating(ANA).value < KNOWN.rating.value


class TestGivingUpAtOnce:
    @pytest.mark.parametrize("plies", [0, 1])
    def test_costs_the_loser_and_helps_nobody(self, plies: int) -> None:
        book = Book(ana=KNOWN, bo=KNOWN)
        book.duel(ANA, BO, ANA, plies=plies)
        assert book.rank(ANA) == KNOWN
        assert book.rank(BO).duels == KNOWN.duels
        assert book.rating(BO) == after(KNOWN.rating, [(KNOWN.rating, 0.0)])

    def test_after_both_have_moved_it_is_a_duel_like_any_other(self) -> None:
        book = Book(ana=KNOWN, bo=KNOWN)
        book.duel(ANA, BO, ANA, plies=2)
        assert book.rating(ANA) == after(KNOWN.rating, [(KNOWN.rating, 1.0)])

    @pytest.mark.parametrize("plies", [0, 1])
    def test_is_not_what_a_game_does_that_ends_so_soon(self, plies: int) -> None:
        """The number of a split may be decided with the first move."""
        book = Book(ana=KNOWN, bo=KNOWN)
        book.duel(ANA, BO, ANA, plies=plies, played_out=True)
        assert book.rating(ANA) == after(KNOWN.rating, [(KNOWN.rating, 1.0)])
        assert book.rating(BO) == after(KNOWN.rating, [(KNOWN.rating, 0.0)])

    def test_counts_as_a_result_for_both(self) -> None:
        book = Book(ana=KNOWN, bo=KNOWN)
        changed = book.duel(ANA, BO, ANA, plies=0)
        assert (changed[ANA, GAME].form, changed[BO, GAME].form) == ("w", "l")


class TestWhatIsNotRated:
    @pytest.mark.parametrize(("winner", "forms"), [(ANA, "wl"), (BO, "lw"), (None, "tt")])
    def test_is_a_result_and_nothing_else(self, winner: PlayerId | None, forms: str) -> None:
        book = Book(ana=KNOWN)
        changed = book.duel(ANA, BO, winner, rated=False)
        assert changed[ANA, GAME].rank == KNOWN
        assert changed[BO, GAME].rank is None
        assert changed[ANA, GAME].form + changed[BO, GAME].form == forms

    def test_establishes_nobody(self) -> None:
        book = Book(PlayerCounts(), ana=replace(FRESH, duels=DUELS_NEEDED))
        for _ in range(DUELS_NEEDED):
            book.duel(ANA, BO, ANA, rated=False)
        assert not book.established()
        assert book.ledger.player_counts == {}


class TestTwoLadders:
    def test_a_duel_is_applied_to_that_of_its_game_and_to_that_of_all(self) -> None:
        book = Book(PlayerCounts())
        changed = book.duel(ANA, BO, ANA)
        assert set(changed) == {(who, game) for who in (ANA, BO) for game in (GAME, EVERY_GAME)}
        assert changed[ANA, GAME] == changed[ANA, EVERY_GAME]
        assert book.ledger.standings == changed

    def test_no_game_knows_of_another(self) -> None:
        book = Book(PlayerCounts())
        book.duel(ANA, BO, ANA)
        before = book.ledger.standing((ANA, GAME))
        book.duel(BO, ANA, BO, game=OTHER_GAME)
        assert book.ledger.standing((ANA, GAME)) == before
        assert book.ledger.standing((ANA, OTHER_GAME)).form == "l"
        assert book.ledger.standing((ANA, EVERY_GAME)).form == "wl"

    def test_each_has_its_own_established_players(self) -> None:
        """Five duels of each of two games are ten of all of them, and a ladder is young for
        itself."""
        book = Book(PlayerCounts())
        for _ in range(DUELS_NEEDED - 1):
            book.duel(ANA, BO, ANA)
        book.duel(ANA, BO, ANA, game=OTHER_GAME)
        assert book.established(EVERY_GAME) == {ANA, BO}
        assert not book.established(GAME) | book.established(OTHER_GAME)
        assert book.ledger.counts(EVERY_GAME) == PlayerCounts(2, 2)
        assert book.ledger.counts(GAME) == book.ledger.counts(OTHER_GAME) == PlayerCounts()


class TestTime:
    YEAR = 365 * 24 * HOUR

    def test_who_has_not_played_for_a_year_is_known_less_well(self) -> None:
        known = replace(KNOWN, rating=Rating(1600, 60, 0.06))
        found = rating_at(known, Instant(NOW + self.YEAR))
        assert found.deviation == pytest.approx(110, abs=0.5)
        assert (found.value, found.volatility) == (1600, 0.06)

    def test_both_are_known_as_they_are_when_the_duel_ends(self) -> None:
        later = Instant(NOW + self.YEAR)
        long_ago = replace(KNOWN, rating=Rating(1700, 70, 0.06), at=Instant(NOW - self.YEAR))
        book = Book(ana=KNOWN, bo=long_ago)
        book.duel(ANA, BO, BO, at=later)
        mine, theirs = rating_at(KNOWN, later), rating_at(long_ago, later)
        assert theirs.deviation > mine.deviation > KNOWN.rating.deviation
        assert book.rating(ANA) == after(mine, [(theirs, 0.0)])
        assert book.rating(BO) == after(theirs, [(mine, 1.0)])
        assert book.rank(ANA).at == book.rank(BO).at == later

    def test_only_what_moves_somebody_makes_them_known_anew(self) -> None:
        later = Instant(NOW + self.YEAR)
        book = Book(ana=KNOWN, bo=KNOWN)
        book.duel(ANA, CY, ANA, at=later)
        book.duel(ANA, BO, ANA, at=later, rated=False)
        book.duel(ANA, BO, ANA, at=later, plies=1)
        assert book.rank(ANA).at == NOW
        assert book.rank(BO).at == later

    def test_a_clock_that_was_set_back_takes_nothing_back(self) -> None:
        earlier = Instant(NOW - self.YEAR)
        assert rating_at(KNOWN, earlier) == KNOWN.rating
        book = Book(ana=KNOWN, bo=KNOWN)
        book.duel(ANA, BO, ANA, at=earlier)
        assert book.rating(ANA) == after(KNOWN.rating, [(KNOWN.rating, 1.0)])
        assert book.rank(ANA).at == NOW

    def test_nobody_is_known_worse_than_who_has_never_played(self) -> None:
        ages = Instant(NOW + 1000 * self.YEAR)
        assert idle(KNOWN.rating, 80_000).deviation > MAX_DEVIATION
        assert rating_at(KNOWN, ages).deviation == MAX_DEVIATION

    def test_nor_so_well_that_nothing_could_move_them(self) -> None:
        sure = replace(KNOWN, rating=Rating(1600, 30, 0.01))
        assert rating_at(sure, NOW).deviation == MIN_DEVIATION
        steady = Rating(1600, MIN_DEVIATION, 0.01)
        assert after(steady, [(steady, 1.0)]).deviation < MIN_DEVIATION
        book = Book(ana=sure, bo=sure)
        book.duel(ANA, BO, ANA)
        assert book.rating(ANA).deviation == book.rating(BO).deviation == MIN_DEVIATION
