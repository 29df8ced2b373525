"""How a player becomes established, so that their results change others' ratings."""

from dataclasses import replace

import pytest

from engine.ids import PlayerId
from engine.ledger import (
    DUELS_NEEDED,
    OPPONENTS_NEEDED,
    PlayerCounts,
)
from engine.ledger import TOO_FEW_IF_ONE_IN as RATIO
from tests.engine.book import (
    ANA,
    BO,
    CY,
    DEE,
    EVE,
    FAY,
    FRESH,
    GAME,
    KNOWN,
    OLD,
    Book,
)


class TestBecomingEstablished:
    def among(self, *people: str) -> Book:
        return Book(OLD, **dict.fromkeys(people, KNOWN))

    def test_takes_five_duels_and_three_opponents_who_are(self) -> None:
        book = self.among("bo", "cy", "dee")
        for nth, opponent in enumerate([BO, BO, CY, DEE], start=1):
            book.duel(ANA, opponent, ANA)
            assert book.rank(ANA).duels == nth
        assert book.rank(ANA).established_opponents == (BO, CY, DEE)
        assert not book.rank(ANA).established
        book.duel(BO, ANA)
        assert book.rank(ANA).established
        assert book.rank(ANA).established_opponents == ()

    def test_two_are_not_enough_however_often(self) -> None:
        book = self.among("bo", "cy")
        for _ in range(20):
            book.duel(ANA, BO, ANA)
            book.duel(CY, ANA, CY)
        assert book.rank(ANA).duels == 40
        assert book.rank(ANA).established_opponents == (BO, CY)
        assert not book.rank(ANA).established

    def test_nor_are_provisional_opponents_however_many(self) -> None:
        book = self.among("bo", "cy")
        for opponent in [BO, CY, *map(PlayerId, range(100, 130))]:
            book.duel(ANA, opponent, ANA)
        assert not book.rank(ANA).established

    def test_the_third_may_come_late(self) -> None:
        book = self.among("bo", "cy", "dee")
        for opponent in [BO, CY, *[EVE] * 10, DEE]:
            assert not book.established() & {ANA}
            book.duel(ANA, opponent, ANA)
        assert ANA in book.established()

    @pytest.mark.parametrize("winner", [ANA, None])
    def test_duels_given_up_at_once_establish_nobody(self, winner: PlayerId | None) -> None:
        book = self.among("bo", "cy", "dee")
        for opponent in [BO, CY, DEE, BO, CY]:
            book.duel(ANA, opponent, winner or opponent, plies=1)
        assert ANA not in book.established()
        assert (book.rank(ANA).duels, book.rank(ANA).established_opponents) == (0, ())

    @pytest.mark.parametrize("players", [(ANA, BO), (BO, ANA)])
    def test_a_player_established_by_a_duel_is_no_help_to_the_opponent_in_it(
        self, players: tuple[PlayerId, PlayerId]
    ) -> None:
        ready = replace(FRESH, duels=9, established_opponents=(CY, DEE))
        book = Book(ana=ready, bo=replace(ready, established_opponents=(CY, DEE, EVE)), cy=KNOWN)
        book.duel(*players, ANA)
        assert book.established() == {BO}
        assert book.rank(ANA).established_opponents == (CY, DEE)

    def test_an_established_player_stays_established(self) -> None:
        book = Book(ana=KNOWN, bo=KNOWN, cy=KNOWN)
        for opponent in [BO, CY, *[DEE] * 10]:
            book.duel(ANA, opponent, opponent)
            assert ANA in book.established()
            assert book.rank(ANA).established_opponents == ()


class TestTheFirstOfALadder:
    @pytest.mark.parametrize("people", range(2, 13))
    def test_however_few_they_are_all_become_established(self, people: int) -> None:
        """If they all play each other: a server may well have no more than three players."""
        book = Book(PlayerCounts())
        players = [PlayerId(100 + nth) for nth in range(people)]
        for _ in range(DUELS_NEEDED + 1):
            for one in players:
                for other in players[: players.index(one)]:
                    book.duel(one, other, max(one, other))
        assert book.established() == set(players)
        values = [book.rating(player).value for player in players]
        assert values == sorted(values)

    def test_duels_alone_establish_as_many_as_one_has_to_meet(self) -> None:
        book = Book(
            PlayerCounts(OPPONENTS_NEEDED - 1, OPPONENTS_NEEDED - 1),
            ana=replace(FRESH, duels=DUELS_NEEDED - 2),
        )
        book.duel(ANA, BO, ANA)
        assert not book.established()
        book.duel(ANA, BO, ANA)
        assert book.established() == {ANA}
        assert book.ledger.counts(GAME) == PlayerCounts(OPPONENTS_NEEDED, OPPONENTS_NEEDED)
        for _ in range(DUELS_NEEDED):
            book.duel(BO, FAY, BO)
        assert book.established() == {ANA}

    def test_two_may_become_established_by_one_duel(self) -> None:
        ready = replace(FRESH, duels=DUELS_NEEDED - 1)
        book = Book(PlayerCounts(OPPONENTS_NEEDED - 1, OPPONENTS_NEEDED - 1), ana=ready, bo=ready)
        book.duel(ANA, BO)
        assert book.established() == {ANA, BO}
        assert book.ledger.counts(GAME) == PlayerCounts(OPPONENTS_NEEDED + 1, OPPONENTS_NEEDED + 1)

    @pytest.mark.parametrize(
        ("experienced", "opens"),
        [
            (4 * RATIO - 2, False),
            (4 * RATIO - 1, False),
            (4 * RATIO, True),
        ],
    )
    def test_a_ladder_left_to_provisional_players_opens_again(
        self, experienced: int, opens: bool
    ) -> None:
        """The first players are established and gone: nobody else could ever meet them."""
        ready = replace(FRESH, duels=DUELS_NEEDED)
        book = Book(PlayerCounts(experienced, 4), ana=ready)
        book.duel(ANA, BO, ANA)
        assert (ANA in book.established()) is opens
        assert (book.rating(ANA) != ready.rating) is opens
        assert book.ledger.counts(GAME) == PlayerCounts(experienced, 4 + opens)

    def test_experienced_players_are_counted_once(self) -> None:
        book = Book(ana=replace(FRESH, duels=DUELS_NEEDED - 2))
        book.duel(ANA, BO, ANA)
        assert book.ledger.player_counts[GAME] == OLD
        book.duel(ANA, BO, ANA)
        assert book.ledger.player_counts[GAME] == replace(OLD, experienced=13)
        book.duel(ANA, BO, ANA)
        assert book.ledger.player_counts[GAME] == replace(OLD, experienced=13)
