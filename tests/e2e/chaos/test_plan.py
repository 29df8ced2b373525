"""Plans that are drawn from a seed."""

from collections import Counter

import pytest

from tests.e2e.chaos.plan import (
    BOT,
    FAULTS,
    LEVELS,
    PEOPLE,
    SHORTEST,
    Fault,
    Kill,
    PlannedDuel,
    Reply,
    Way,
    plan,
)

pytestmark = pytest.mark.harness


def test_a_seed_is_a_plan() -> None:
    assert plan(7, 50, 5) == plan(7, 50, 5) != plan(8, 50, 5)
    (duel, *_) = plan(7, 50, 5).duels
    assert [duel.turn(ply) for ply in range(9)] == [duel.turn(ply) for ply in range(9)]


def test_it_holds_what_was_asked_for() -> None:
    found = plan(7, 300, 20)
    kinds = Counter(type(each) for each in found.steps)
    assert (kinds[PlannedDuel], kinds[Kill]) == (300, 20)
    assert [each for each in found.steps if isinstance(each, PlannedDuel)] == list(found.duels)
    assert all(each in found.steps for each in FAULTS)
    assert kinds[Fault] == 200


def test_every_duel_can_be_played() -> None:
    duels = plan(7, 1000, 0).duels
    for nth, each in enumerate(duels):
        assert each.nth == nth
        assert len({each.challenger, each.opponent, each.stranger} & {*PEOPLE, BOT}) == 3
        assert BOT not in (each.challenger, each.stranger)
        assert each.replies[-1] is Reply.ACCEPTED
    left = [each for each in duels if each.left_at is not None]
    assert {each.options["clock"] for each in left} == {SHORTEST}
    assert {each.turn(each.left_at or 0).way for each in left} == {Way.WALKED_AWAY}


def test_the_bot_is_played_at_every_level() -> None:
    against = [each.options for each in plan(7, 300, 0).duels if each.opponent == BOT]
    assert {each["level"] for each in against} == {*LEVELS}
    assert {each["private"] for each in against} == {False, True}
    assert {each["clock"] for each in against} == {SHORTEST}


def test_clocks_run_out_in_every_run() -> None:
    duels = plan(8, 4, 0).duels
    assert sum(each.turn(0).way is Way.WALKED_AWAY for each in duels) >= 2
    assert sum(Reply.IGNORED in each.replies for each in duels) >= 2


def test_a_rematch_is_of_an_earlier_duel_that_ends() -> None:
    duels = plan(7, 1000, 0).duels
    again = [(duels[each.rematch_of], each) for each in duels if each.rematch_of is not None]
    assert again
    for before, after in again:
        assert before.nth < after.nth
        assert before.left_at is None
        assert {before.challenger, before.opponent} == {after.challenger, after.opponent}
    assert len({before.nth for before, _ in again}) == len(again)
