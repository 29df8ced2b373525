"""Which title a win earns by itself."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine import titles
from engine.duel import (
    Finished,
    First,
    Playing,
    Terms,
    accept,
    after_move,
    end,
    offer,
    resign,
    void,
)
from engine.durations import CHALLENGE_LASTS, DEFAULT_CLOCK
from engine.fairness import Unrated
from engine.games import preset_of, set_up
from engine.games.game import Game
from engine.ids import Instant, PlayerId
from engine.opponents.levels import Level
from engine.outcome import Seat
from engine.record import Record
from engine.review import DECISIONS, review
from engine.starts import draw_start
from engine.titles import BY_A_WIN, LEAST_DECISIONS, Title, earned_by
from tests.builders import at_random, finished
from tests.engine.countdown import Countdown

ANA, BO = PlayerId(1), PlayerId(2)
NOW = Instant(1_767_225_600_000)
DIVISOR = set_up("divisor", {"size": 40})
# The player who begins answers a decision right with each of five moves.
WON = "29 1 33 3 21 7 35 5 25"


def ranked(key: str = "divisor") -> Game[Any]:
    random = Random(1)
    return draw_start(set_up(key, preset_of(key, "ranked").options, random), random)


def begun(game: Game[Any] = DIVISOR, legs: int = 1, unrated: Unrated | None = None) -> Playing:
    terms = Terms(ANA, BO, game, First.DRAWN, DEFAULT_CLOCK, unrated, legs)
    offered = offer(terms, now=NOW, lasting=CHALLENGE_LASTS)
    return accept(offered, BO, now=NOW, random=Random(2))


def played(duel: Playing, moves: str) -> Playing | Finished:
    after: Playing | Finished = duel
    for text in moves.split():
        assert isinstance(after, Playing)
        after = after_move(after, after.record.read(text), NOW)
    return after


def over(moves: str = WON, **facts: Any) -> Finished:
    duel = played(begun(**facts), moves)
    assert isinstance(duel, Finished)
    return duel


def against_bot(level: Level, game: Game[Any] | None = None, *, won: bool = True) -> Finished:
    """A duel with the bot that ends somehow, with this result."""
    terms = Terms(ANA, BO, game or ranked(), First.CHALLENGER, DEFAULT_CLOCK, Unrated.BOT, 1, level)
    for seed in range(100):
        record = Record.start(terms.game)
        random = Random(seed)
        while record.outcome is None:
            record = record.play(random.choice(record.legal))
        seat = record.outcome.winner
        if (seat is Seat.FIRST) is won:
            return Finished(terms, (ANA, BO), record, seat, record.outcome.reason, NOW)
    raise AssertionError("nobody has won")


def test_the_winner_of_the_example_made_no_mistake() -> None:
    duel = over()
    found = [each for each in review(duel.record).plies if each.seat is Seat.FIRST]
    assert [each.judgement in DECISIONS for each in found] == [True] * (LEAST_DECISIONS + 1)
    assert not any(each.is_mistake for each in found)
    assert duel.terms.unrated is None


def test_a_rated_win_without_a_mistake() -> None:
    assert earned_by(over()) is Title.FLAWLESS


def test_not_in_an_unrated_duel() -> None:
    assert earned_by(over(unrated=Unrated.CASUAL)) is None


def test_not_with_fewer_decisions() -> None:
    """The same duel, given up earlier."""
    duel = played(begun(), WON.rsplit(" ", 3)[0])
    assert earned_by(resign(duel, duel.seats[1], now=NOW)) is None


def test_also_where_the_opponent_gives_up() -> None:
    duel = played(begun(), WON.rsplit(" ", 1)[0])
    assert isinstance(duel, Playing)
    assert earned_by(resign(duel, duel.seats[1], now=NOW)) is Title.FLAWLESS
    assert earned_by(resign(duel, duel.seats[0], now=NOW)) is None
    assert earned_by(end(duel, now=NOW)) is None


def test_not_while_it_is_played() -> None:
    assert earned_by(played(begun(), "31 1 21")) is None


def test_a_mistake_that_was_not_punished() -> None:
    """Of random games, those earn the title whose winner erred nowhere."""
    some, random = set(), Random(3)
    for _ in range(300):
        duel = finished(begun(), at_random(random), NOW)
        seat = duel.winner
        assert seat is not None
        found = [each for each in review(duel.record).plies if each.seat is seat]
        decisions = sum(each.judgement in DECISIONS for each in found)
        right = decisions >= LEAST_DECISIONS and not any(each.is_mistake for each in found)
        assert earned_by(duel) is (Title.FLAWLESS if right else None)
        some.add((right, decisions >= LEAST_DECISIONS))
    assert some == {(True, True), (False, True), (False, False)}


def test_two_games_count_together() -> None:
    """The winner of both has the other seat in the second."""
    size = {"size": 13}
    game, random = set_up("divisor", size), Random(8)
    some = set()
    for _ in range(400):
        duel = finished(begun(game, legs=2), at_random(random), NOW)
        if duel.winner is None:
            assert earned_by(duel) is None
            continue
        assert duel.earlier
        answers = [
            not each.is_mistake
            for record, seat in ((duel.earlier, duel.winner.other), (duel.record, duel.winner))
            for each in review(record).plies
            if each.seat is seat and each.judgement in DECISIONS
        ]
        right = len(answers) >= LEAST_DECISIONS and all(answers)
        rated = duel.terms.unrated is None
        assert earned_by(duel) is (Title.FLAWLESS if right and rated else None)
        some.add(right)
    assert some == {True, False}


def test_a_game_that_is_too_large_to_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first moves can't be judged, one of them may have been a mistake."""
    duel = played(begun(Countdown(size=20)), "3 1 3 1 3 1 2 2 3 1")
    assert earned_by(duel) is Title.FLAWLESS
    for budget in (1, 100):
        monkeypatch.setattr(titles, "BUDGET", budget)
        assert earned_by(duel) is None


@pytest.mark.parametrize("level", Level)
def test_a_win_against_the_bot_at_its_best(level: Level) -> None:
    expected = {Level.EXPERT: Title.BOT_BEATER, Level.PERFECT: Title.PERFECTIONIST}
    duel = against_bot(level)
    assert earned_by(duel) is expected.get(level)
    assert earned_by(against_bot(level, won=False)) is None
    assert earned_by(duel, private=True) is None
    assert earned_by(replace(duel, hints=(0,))) is None
    played_on = replace(duel, terms=replace(duel.terms, played_from=1))
    assert earned_by(played_on) is None


@pytest.mark.parametrize("key", ["divisor", "parity", "evenodd", "split", "sequence"])
def test_in_the_ranked_variant_of_each_game(key: str) -> None:
    assert earned_by(against_bot(Level.EXPERT, ranked(key))) is Title.BOT_BEATER


@pytest.mark.parametrize("options", [{"size": 3}, {"size": 20}, {"size": 40}])
def test_not_in_others(options: dict[str, object]) -> None:
    """Nobody earns it by three numbers, or by what everybody knows of the usual ones."""
    assert earned_by(against_bot(Level.PERFECT, set_up("divisor", options))) is None


def test_each_of_them_is_named() -> None:
    assert {*BY_A_WIN} == {Title.PERFECTIONIST, Title.BOT_BEATER, Title.FLAWLESS}


def test_a_removed_result_keeps_it_to_itself() -> None:
    """The store leaves removed results out, so that they need no judgement."""
    assert earned_by(void(over(), now=NOW)) is Title.FLAWLESS
