"""How much one player and one server may ask, and how they get on when it was too much."""

import pickle

from hypothesis import given
from hypothesis import strategies as st

from bot.interactions.rate_limit import TYPING, WHILE, RateLimit, TokenBucket
from bot.interactions.refusals import PlayerTooFast, ServerTooFast
from engine.ids import PlayerId
from storage.ids import GuildId

ANA, BO = PlayerId(1), PlayerId(2)
HALL, DEN = GuildId(10), GuildId(20)


class Hand:
    """A watch that goes on when it is told to."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_so_many_at_once_and_then_one_by_one() -> None:
    allowance = TokenBucket(5)
    assert [allowance.take(1, 7.0) for _ in range(5)] == [0] * 5
    assert allowance.take(1, 7.0) == WHILE / 5
    assert allowance.take(1, 8.0) == 1.0
    assert allowance.take(1, 9.0) == 0
    assert allowance.take(1, 9.0) == 2.0
    assert allowance.take(2, 9.0) == 0


@given(
    most=st.integers(1, 50),
    steps=st.lists(st.floats(0, 15, allow_nan=False), max_size=200),
)
def test_nobody_gets_more_than_their_share(most: int, steps: list[float]) -> None:
    """In any ten seconds, a user gets at most a full bucket and what refills meanwhile."""
    allowance, now, taken = TokenBucket(most), 0.0, []
    for step in steps:
        now += step / most
        if not allowance.take(1, now):
            taken.append(now)
    for begin in taken:
        assert sum(begin <= each < begin + WHILE - 1e-6 for each in taken) <= 2 * most
    # In the long run a user gets as much as is refilled.
    assert len(taken) <= most + now / WHILE * most + 1e-6


@given(most=st.integers(1, 50), pauses=st.lists(st.floats(0, 5), max_size=50))
def test_who_waits_as_long_as_they_are_told_is_let_in(most: int, pauses: list[float]) -> None:
    allowance, now = TokenBucket(most), 0.0
    for pause in pauses:
        now += pause / most
        if wait := allowance.take(1, now):
            now += wait + 1e-6
            assert not allowance.take(1, now)


def test_only_those_who_have_asked_lately_are_remembered() -> None:
    allowance = TokenBucket(5)
    for whose in range(1000):
        allowance.take(whose, whose * 0.1)
    few = TokenBucket(5)
    for whose in range(100):
        few.take(whose, 0)
    assert len(pickle.dumps(allowance)) <= len(pickle.dumps(few)) + 100


def test_a_player_who_is_too_fast_is_told_so_and_then_not_even_that() -> None:
    hand = Hand()
    pace = RateLimit(player=3, now=hand)
    asked = [pace.too_fast(ANA, HALL, typing=False) for _ in range(5)]
    assert asked[:3] == [None] * 3
    assert [type(each) for each in asked[3:]] == [PlayerTooFast] * 2
    assert asked[3]
    assert asked[3].facts() == {"seconds": 4}
    assert [pace.tells(ANA, HALL) for _ in range(4)] == [True, True, True, False]
    assert pace.too_fast(BO, HALL, typing=False) is None
    assert pace.tells(BO, HALL)
    hand.now += 4
    assert pace.too_fast(ANA, HALL, typing=False) is None
    assert pace.tells(ANA, HALL)


def test_typing_is_counted_for_itself() -> None:
    pace = RateLimit(player=2, now=Hand())
    typed = [pace.too_fast(ANA, HALL, typing=True) for _ in range(2 * TYPING + 1)]
    assert typed[:-1] == [None] * 2 * TYPING
    assert isinstance(typed[-1], PlayerTooFast)
    assert pace.too_fast(ANA, HALL, typing=False) is None


def test_a_server_has_its_share_and_leaves_others_theirs() -> None:
    pace = RateLimit(player=2, server=3, now=Hand())
    asked = [pace.too_fast(PlayerId(nth), HALL, typing=nth % 2 == 0) for nth in range(5)]
    assert asked[:3] == [None] * 3
    assert [type(each) for each in asked[3:]] == [ServerTooFast] * 2
    assert pace.too_fast(ANA, DEN, typing=False) is None
    # A direct message has no server.
    assert pace.too_fast(PlayerId(9), None, typing=False) is None


def test_who_is_too_fast_uses_up_nothing_of_their_server() -> None:
    pace = RateLimit(player=1, server=2, now=Hand())
    for _ in range(10):
        pace.too_fast(ANA, HALL, typing=False)
    assert pace.too_fast(BO, HALL, typing=False) is None


def test_a_server_in_which_all_are_too_fast_is_told_no_more_than_its_share() -> None:
    hand = Hand()
    pace = RateLimit(player=2, server=3, now=hand)
    told = [pace.tells(PlayerId(nth), HALL) for nth in range(5)]
    assert told == [True] * 3 + [False] * 2
    assert pace.tells(ANA, DEN)
    assert pace.tells(BO, None)
    assert [pace.is_news(PlayerId(nth), HALL) for nth in range(3)] == [True, False, False]
    assert pace.is_news(ANA, DEN)
    assert [pace.is_news(BO, None) for _ in range(2)] == [True, False]
    hand.now += 10
    assert pace.tells(ANA, HALL)
