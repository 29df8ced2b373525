"""Random seasons: it makes no difference how results are applied, and they add up."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.fairness import LEAST_PLIES
from engine.ids import Instant, PlayerId
from engine.ledger import (
    DUELS_NEEDED,
    EVERY_GAME,
    MAX_DEVIATION,
    MIN_DEVIATION,
    End,
    Key,
    Ledger,
    PlayerCounts,
)
from engine.standing import Standing
from tests.engine.book import GAME, HOUR, NOW, OTHER_GAME


def at_random(seed: int, ends: int) -> list[End]:
    """Few people and many duels, so that some are established while others aren't."""
    random = Random(seed)
    found: list[End] = []
    at = NOW
    for nth in range(1, ends + 1):
        one, other = random.sample(range(1, 10), 2)
        # Mostly forward, and now and then a clock is set back.
        at = Instant(at + random.choice([0, HOUR, 24 * HOUR, 300 * 24 * HOUR, -30 * HOUR]))
        found.append(
            End(
                nth,
                random.choice([GAME, OTHER_GAME]),
                (PlayerId(one), PlayerId(other)),
                random.choice([PlayerId(one), PlayerId(other), None]),
                rated=random.random() < 0.8,
                plies=random.choice([0, 1, 2, 9, 9]),
                at=at,
                played_out=random.random() < 0.7,
            )
        )
    return found


seasons = st.builds(at_random, st.integers(0, 2**32), st.integers(0, 90))


def applied(season: list[End], ledger: Ledger | None = None) -> Ledger:
    ledger = ledger or Ledger()
    for end in season:
        ledger.apply(end)
    return ledger


class TestSeasons:
    @given(seasons, st.data())
    def test_in_two_parts_or_at_once(self, season: list[End], data: st.DataObject) -> None:
        cut = data.draw(st.integers(0, len(season)))
        first = applied(season[:cut])
        then = Ledger(
            lambda key: first.standings.get(key, Standing()),
            lambda game: first.player_counts.get(game, PlayerCounts()),
        )
        applied(season[cut:], then)
        whole = applied(season)
        assert first.standings | then.standings == whole.standings
        assert first.player_counts | then.player_counts == whole.player_counts

    @given(seasons)
    def test_one_at_a_time_or_at_once(self, season: list[End]) -> None:
        """Each end is applied by a new ledger, as in a server; only the standings it returned and
        the counts are kept."""
        kept: dict[Key, Standing] = {}
        counted: dict[str, PlayerCounts] = {}

        def recalled() -> Ledger:
            return Ledger(
                lambda key: kept.get(key, Standing()),
                lambda game: counted.get(game, PlayerCounts()),
            )

        for end in season:
            ledger = recalled()
            kept |= ledger.apply(end)
            counted |= ledger.player_counts
        whole = applied(season)
        assert kept == whole.standings
        assert counted == whole.player_counts

    @given(seasons)
    def test_the_order_of_the_players_does_not_matter(self, season: list[End]) -> None:
        turned = [replace(end, players=end.players[::-1]) for end in season]
        assert applied(turned).standings == applied(season).standings

    @given(seasons)
    def test_the_standings_add_up(self, season: list[End]) -> None:
        ledger = applied(season)
        for game in (GAME, OTHER_GAME, EVERY_GAME):
            ends = [end for end in season if game in (EVERY_GAME, end.game)]
            standings = {who: each for (who, key), each in ledger.standings.items() if key == game}
            assert sum(each.played for each in standings.values()) == 2 * len(ends)
            wins = sum(each.wins for each in standings.values())
            assert wins == sum(each.losses for each in standings.values())
            ranks = {who: each.rank for who, each in standings.items() if each.rank}
            rated = [end for end in ends if end.rated]
            telling = [end for end in rated if end.played_out or end.plies >= LEAST_PLIES]
            assert sum(rank.duels for rank in ranks.values()) == 2 * len(telling)
            assert set(ranks) == {player for end in rated for player in end.players}
            assert ledger.counts(game) == PlayerCounts(
                sum(rank.duels >= DUELS_NEEDED for rank in ranks.values()),
                sum(rank.established for rank in ranks.values()),
            )

    @given(seasons)
    def test_ranks_stay_within_bounds(self, season: list[End]) -> None:
        for standing in applied(season).standings.values():
            if rank := standing.rank:
                assert MIN_DEVIATION <= rank.rating.deviation <= MAX_DEVIATION
                assert 0 < rank.rating.value < 3000
                assert rank.rating.volatility == pytest.approx(0.06, rel=0.2)
                assert rank.duels >= DUELS_NEEDED or not rank.established
                assert not (rank.established_opponents and rank.established)
                assert len(set(rank.established_opponents)) == len(rank.established_opponents)
