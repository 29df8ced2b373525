"""Whole duels at random, over every game and in one leg or two: what must hold at each moment of
them, and that each can be come back to."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import duel as life
from engine.duel import Finished, First, Playing, Terms
from engine.games.divisor import Divisor
from engine.games.game import Game
from engine.ids import Instant, PlayerId
from engine.outcome import Reason, Seat
from engine.possible_duel import is_possible
from engine.record import Record
from tests.engine.lives import ANA, BO, CLOCK, LASTING, NOW
from tests.engine.random_play import ALL

TERMS = Terms(ANA, BO, Divisor(), First.DRAWN, CLOCK)


def course(terms: Terms, random: Random) -> tuple[list[Playing], Finished]:
    """Return every state of a duel with random moves."""
    offered = life.offer(terms, now=NOW, lasting=LASTING)
    duel: Playing | Finished = life.accept(offered, BO, now=NOW, random=random)
    seen: list[Playing] = []
    while isinstance(duel, Playing):
        seen.append(duel)
        text = duel.record.game.text(random.choice(duel.record.legal))
        now = Instant(duel.deadline - 1)
        duel = life.play(duel, duel.waiting_for, text, now=now, ply=duel.ply)
    return seen, duel


def winners(duel: Finished) -> list[PlayerId]:
    """Return the winner of each game that was played, from the records alone."""
    before = duel.earlier and duel.earlier.outcome
    last = duel.record.outcome
    found = [duel.seats[::-1][before.winner]] if before else []
    return [*found, duel.seats[last.winner]] if last else found


@pytest.mark.parametrize("legs", [1, 2])
@pytest.mark.parametrize("game", ALL, ids=repr)
class TestAWholeLife:
    def courses(self, game: Game[Any], legs: int) -> list[tuple[list[Playing], Finished]]:
        firsts = [First.CHALLENGER, First.OPPONENT, First.DRAWN]
        return [
            course(replace(TERMS, game=game, first=first, legs=legs), Random(seed))
            for seed, first in enumerate(firsts)
        ]

    def test_moves_are_counted_through_and_seats_swapped_once(
        self, game: Game[Any], legs: int
    ) -> None:
        for seen, over in self.courses(game, legs):
            states: list[Playing | Finished] = [*seen, over]
            assert [each.ply for each in states] == list(range(len(states)))
            changes = [each.earlier is not None for each in states]
            assert changes == sorted(changes), "a leg that is over stays so"
            for each in seen:
                assert each.seats == (seen[0].seats[::-1] if each.earlier else seen[0].seats)
                assert each.waiting_for == each.seats[Seat.at(each.record.ply)]
                assert each.record.outcome is None
            if legs == 1:
                assert not any(changes)
                continue
            first = changes.index(True)
            assert seen[first].record == Record.start(game)
            assert over.earlier is seen[first].earlier
            assert over.earlier is not None
            assert over.earlier.outcome is not None
            assert over.earlier.ply == first

    def test_the_clock_runs_anew_after_every_move(self, game: Game[Any], legs: int) -> None:
        for seen, over in self.courses(game, legs):
            for nth, each in enumerate(seen):
                assert each.deadline == NOW + CLOCK + nth * (CLOCK - 1)
            assert over.at == seen[-1].deadline - 1

    def test_it_comes_to_what_its_games_come_to(self, game: Game[Any], legs: int) -> None:
        for _, over in self.courses(game, legs):
            assert over.has_result
            assert over.played_out
            won = winners(over)
            assert len(won) == legs
            if len(set(won)) == 1:
                assert over.champion == won[0]
                assert over.record.outcome is not None
                assert over.reason is over.record.outcome.reason
            else:
                assert (over.champion, over.reason) == (None, Reason.LEVEL)

    def test_every_state_is_sound(self, game: Game[Any], legs: int) -> None:
        for seen, over in self.courses(game, legs):
            states: list[Playing | Finished] = [*seen, over, life.void(over, now=NOW)]
            assert all(is_possible(each) for each in states)

    def test_any_moment_can_be_come_back_to(self, game: Game[Any], legs: int) -> None:
        seen, over = self.courses(game, legs)[-1]
        for nth, then in enumerate(seen):
            for later in (over, seen[-1], then):
                found = life.as_of(later, nth, then.deadline)
                assert found == then
                assert found.ply == nth
                assert (found.record.text, found.record.state) == (
                    then.record.text,
                    then.record.state,
                )
