"""The ladder over whole seasons: a better player stands higher, equals stay equal, and tricks don't
pay.

These tricks aren't prevented. Each has its price:
- An established player, also one who became so by honest play, may lose on purpose to another.
  The loser pays for what the winner gains, and the number of duels that are rated in a day
  limits how much can be given.
- An established player loses nothing by losing on purpose to a provisional one. A new account that
  is fed like that for some days, and then meets three other players, begins with a high rating.
- A ladder with few players is open to anybody: in the first days of a season, or of a game that is
  hardly played, a few accounts become established by duels among themselves. A ladder also opens
  again to twice as many players as are established: sixty accounts, where thirty are established.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random
from statistics import mean, pstdev
from typing import Any

import pytest

from engine.duel import First
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.games.split import BOTH, Split
from engine.ids import PlayerId
from engine.ledger import EVERY_GAME
from engine.outcome import Seat
from tests.engine.seasons import OFTEN, PLAIN, Habit, Season, better_seat

# Beginning wins the first, if nobody errs, and loses the second.
FIRST_WINS, SECOND_WINS = Split((12,), BOTH), Divisor(10)
BOARDS = (FIRST_WINS, SECOND_WINS, Divisor(12))
SEEDS = (1, 2, 3, 4)


def people(number: int) -> list[PlayerId]:
    return [PlayerId(nth) for nth in range(1, number + 1)]


def played(season: Season, days: int, duels: int, who: list[PlayerId], draw: Random) -> None:
    """Let random pairs of these players play, this many duels a day."""
    for _ in range(days):
        season.next_day()
        for _ in range(duels):
            one, other = draw.sample(who, 2)
            season.duel(one, other, draw.choice(BOARDS))


class TestEquals:
    def test_stay_equal(self) -> None:
        who = people(20)
        spreads: list[float] = []
        lasting: list[float] = []
        for seed in SEEDS:
            season, draw = Season(dict.fromkeys(who, 0.7), seed), Random(seed)
            played(season, 40, 10, who, draw)
            level = mean(map(season.value, who))
            seen: dict[PlayerId, list[float]] = {each: [] for each in who}
            for _ in range(8):
                played(season, 10, 10, who, draw)
                spreads.append(pstdev(map(season.value, who)))
                for each in who:
                    seen[each].append(season.value(each) - level)
            assert all(map(season.is_established, who))
            # The mean rating stays constant.
            assert abs(mean(map(season.value, who)) - level) < 10
            lasting += [mean(each) for each in seen.values()]
        # A deviation of 60 lets a rating stray by about 40 by chance alone.
        assert 30 < mean(spreads) < 60
        # Ratings return to the mean: no player stays above or below the others.
        assert pstdev(lasting) < mean(spreads)
        assert max(map(abs, lasting)) < 160


class TestSkill:
    def test_orders_the_ladder(self) -> None:
        skills = [0, 0.2, 0.4, 0.6, 0.8, 1]
        who = people(2 * len(skills))
        seen: dict[float, list[float]] = {skill: [] for skill in skills}
        for seed in SEEDS:
            season = Season({each: skills[each % len(skills)] for each in who}, seed)
            draw = Random(seed)
            played(season, 30, 8, who, draw)
            for _ in range(6):
                played(season, 8, 8, who, draw)
                for each in who:
                    seen[season.skills[each]].append(season.value(each))
        values = [mean(seen[skill]) for skill in skills]
        assert values == sorted(values)
        assert values[-1] - values[0] > 250

    @pytest.mark.parametrize(("skill", "sign"), [(1.0, 1), (0.0, -1)])
    def test_takes_a_newcomer_where_they_belong(self, skill: float, sign: int) -> None:
        regulars, newcomer = people(12), PlayerId(99)
        above: list[float] = []
        for seed in SEEDS:
            season = Season(dict.fromkeys(regulars, 0.5) | {newcomer: skill}, seed)
            draw = Random(seed)
            played(season, 40, 8, regulars, draw)
            for _ in range(12):
                season.next_day()
                for _ in range(6):
                    season.duel(newcomer, draw.choice(regulars), draw.choice(BOARDS))
            assert season.is_established(newcomer)
            above.append(season.value(newcomer) - mean(map(season.value, regulars)))
        # From skill 0 to skill 1 it is about 300 points.
        assert mean(above) * sign > 80


@cache
def gained(habit: Habit, game: Game[Any], seed: int) -> float:
    """How far above their equals somebody of this habit stands, in the long run."""
    player, *others = who = people(9)
    season, draw = Season(dict.fromkeys(who, 0.9), seed), Random(seed)
    above: list[float] = []
    for day in range(120):
        season.next_day()
        for _ in range(5):
            one, other = draw.sample(others, 2)
            season.duel(one, other, game)
        for _ in range(3):
            season.duel(player, draw.choice(others), game, habit if day >= 20 else PLAIN)
        if day >= 40:
            above.append(season.value(player) - mean(map(season.value, others)))
    return mean(above)


def better(game: Game[Any]) -> First:
    return First.CHALLENGER if better_seat(game) is Seat.FIRST else First.OPPONENT


class TestSeats:
    """On these boards a good player nearly always wins from one of the seats."""

    @pytest.mark.parametrize("game", [FIRST_WINS, SECOND_WINS], ids=repr)
    def test_nothing_is_gained_by_choosing_it(self, game: Game[Any]) -> None:
        player, *others = who = people(9)
        season, draw = Season(dict.fromkeys(who, 0.9), 1), Random(1)
        played(season, 20, 10, who, draw)
        before = season.value(player), season.ledger.standing((player, EVERY_GAME)).wins
        for _ in range(25):
            season.next_day()
            for other in draw.sample(others, 4):
                season.duel(player, other, game, Habit(first=better(game)))
        won = season.ledger.standing((player, EVERY_GAME)).wins - before[1]
        assert won > 75, "it is much the better one"
        assert season.value(player) == before[0]

    @pytest.mark.parametrize(
        ("habit", "game"),
        [
            pytest.param(Habit(gives_up=0), FIRST_WINS, id="giving up before the first move"),
            pytest.param(Habit(gives_up=1), SECOND_WINS, id="giving up after it"),
            pytest.param(Habit(gives_up=2), SECOND_WINS, id="giving up after both have moved"),
            pytest.param(Habit(rematches=3), FIRST_WINS, id="asking for a rematch when it lost"),
            pytest.param(Habit(better(FIRST_WINS), 2), FIRST_WINS, id="beginning of two legs"),
            pytest.param(Habit(First.OPPONENT, 2), FIRST_WINS, id="beginning the last of them"),
        ],
    )
    def test_nothing_is_gained_by_wanting_it(self, habit: Habit, game: Game[Any]) -> None:
        with_it = mean(gained(habit, game, seed) for seed in SEEDS)
        without = mean(gained(PLAIN, game, seed) for seed in SEEDS)
        assert with_it - without < 40


FRIEND = PlayerId(30)
HONEST = people(30)
ACCOUNTS = [PlayerId(nth) for nth in range(101, 111)]
DAYS = 15


class Town:
    """Thirty who play honestly, one of whom has ten fresh accounts at hand. Chance decides what
    skill doesn't, and the same chances fall whatever the accounts do."""

    def __init__(self, seed: int) -> None:
        self.season = Season({}, seed)
        self.draw = Random(seed)
        self.strength = {each: self.draw.gauss(1500, 200) for each in HONEST} | {FRIEND: 1500.0}

    def day(self, who: list[PlayerId]) -> None:
        self.season.next_day()
        for _ in range(40):
            self.honest_duel(*self.draw.sample(who, 2))

    def honest_duel(self, one: PlayerId, other: PlayerId) -> None:
        odds = 10 ** ((self.strength[other] - self.strength[one]) / 400)
        winner = one if self.draw.random() < 1 / (1 + odds) else other
        self.season.result(one, other, winner, "divisor")

    def agreed(self, one: PlayerId, other: PlayerId, winner: PlayerId) -> None:
        """Let one player win as many duels as are rated in a day, and one more."""
        for _ in range(OFTEN + 1):
            self.season.result(one, other, winner, "divisor")

    @property
    def value(self) -> float:
        return self.season.value(FRIEND)

    @property
    def place(self) -> int:
        return 1 + sum(self.season.value(each) > self.value for each in HONEST)


Strategy = Callable[[Town, int], None]


def do_nothing(_town: Town, _day: int) -> None:
    """Do nothing: the baseline for the other strategies."""


def lose(town: Town, _day: int) -> None:
    for account in ACCOUNTS:
        town.agreed(FRIEND, account, FRIEND)


def win(town: Town, _day: int) -> None:
    for account in ACCOUNTS:
        town.agreed(FRIEND, account, account)


def win_first_to_be_worth_more(town: Town, day: int) -> None:
    (win if day < DAYS // 3 else lose)(town, day)


def seem_established_first(town: Town, day: int) -> None:
    if day >= DAYS // 3:
        return lose(town, day)
    for one, other in combinations(ACCOUNTS, 2):
        town.agreed(one, other, (one, other)[day % 2])
    return None


@cache
def town_with(strategy: Strategy, seed: int) -> Town:
    town = Town(seed)
    for _ in range(DAYS):
        town.day(HONEST)
    for day in range(DAYS):
        town.day(HONEST)
        strategy(town, day)
    return town


@cache
def town_with_a_newcomer(strategy: Strategy, seed: int) -> Town:
    """The friend is as fresh as the accounts, and at the end wins some honest duels and loses as
    many."""
    town, regulars = Town(seed), HONEST[:-1]
    for _ in range(DAYS):
        town.day(regulars)
    for day in range(DAYS):
        town.day(regulars)
        strategy(town, day)
    for nth, opponent in enumerate(regulars[:6]):
        town.season.result(FRIEND, opponent, (FRIEND, opponent)[nth % 2], "divisor")
    return town


class TestAFriendWithTenFreshAccounts:
    STRATEGIES = pytest.mark.parametrize(
        "strategy", [lose, win, win_first_to_be_worth_more, seem_established_first]
    )

    @STRATEGIES
    @pytest.mark.parametrize("town", [town_with, town_with_a_newcomer])
    def test_stays_where_they_were(
        self, strategy: Strategy, town: Callable[[Strategy, int], Town]
    ) -> None:
        for seed in SEEDS[:2]:
            before, after = town(do_nothing, seed), town(strategy, seed)
            assert all(map(before.season.is_established, HONEST))
            assert after.season.is_established(FRIEND)
            assert before.place > 5
            assert abs(after.place - before.place) <= 2
            assert abs(after.value - before.value) < 25

    @STRATEGIES
    def test_nor_do_the_accounts_come_to_anything(self, strategy: Strategy) -> None:
        after = town_with(strategy, SEEDS[0])
        assert not any(map(after.season.is_established, ACCOUNTS))
