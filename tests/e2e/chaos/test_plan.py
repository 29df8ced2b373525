"""What is drawn from a seed."""

from collections import Counter

import pytest

from tests.e2e.chaos.plan import PEOPLE, plan
from tests.e2e.chaos.planned import SHORTEST, Planned, Reply, Way
from tests.e2e.chaos.weather import Fault, Kill, ways


def test_a_seed_is_a_plan() -> None:
    assert plan(7, 50, 5) == plan(7, 50, 5)
    assert plan(7, 50, 5) != plan(8, 50, 5)
    (first, *_) = plan(7, 50, 5).duels
    assert [first.turn(ply) for ply in range(9)] == [first.turn(ply) for ply in range(9)]


def test_there_is_as_much_as_was_asked_for() -> None:
    found = plan(7, 300, 20)
    kinds = Counter(type(each) for each in found.steps)
    assert (kinds[Planned], kinds[Kill]) == (300, 20)
    assert [each for each in found.steps if isinstance(each, Planned)] == list(found.duels)
    faults = [each for each in found.steps if isinstance(each, Fault)]
    assert all(each in faults for each in ways())


def test_every_duel_can_be_played() -> None:
    duels = plan(7, 1000, 0).duels
    for nth, each in enumerate(duels):
        assert each.nth == nth
        assert len({each.challenger, each.opponent, each.stranger} & set(PEOPLE)) == 3
        assert each.replies[-1] is Reply.ACCEPTED
    left = [each for each in duels if each.left_at is not None]
    assert {each.options["clock"] for each in left} == {SHORTEST}
    assert {each.turn(each.left_at or 0).way for each in left} == {Way.WALKED_AWAY}


@pytest.mark.parametrize("seed", range(20))
def test_whatever_the_seed_somebody_leaves(seed: int) -> None:
    duels = plan(seed, 4, 0).duels
    assert sum(each.turn(0).way is Way.WALKED_AWAY for each in duels) >= 2
    assert sum(Reply.LEFT in each.replies for each in duels) >= 2


def test_of_few_duels_as_many_are_left_as_there_can_be() -> None:
    assert [len(plan(7, count, 0).duels) for count in range(5)] == [0, 1, 2, 3, 4]


def test_a_rematch_is_of_a_duel_before_that_ends() -> None:
    duels = plan(7, 1000, 0).duels
    again = [(duels[each.rematch_of], each) for each in duels if each.rematch_of is not None]
    assert again
    for before, after in again:
        assert before.nth < after.nth
        assert before.left_at is None
        assert {before.challenger, before.opponent} == {after.challenger, after.opponent}
    assert len({before.nth for before, _ in again}) == len(again)
