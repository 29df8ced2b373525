"""The end of a duel that was played out names the move that decided it."""

from dataclasses import replace
from random import Random

import pytest
from simcord import MemberActor

from bot.boards import board
from bot.duels import turning_points
from bot.duels.turning_points import turning_point_of
from bot.text.english import English
from engine import duel as life
from engine.duel import Finished
from engine.games import set_up
from engine.games.split import Split
from engine.review import review
from storage.match import BoardMode
from tests.bot.duels.test_legs import begin, play
from tests.bot.simcord.messages import answer, private
from tests.bot.simcord.world import World
from tests.bot.text.duels import NOW, match, of, played_out
from tests.bot.text.says import turned
from tests.builders import at_random, finished
from tests.engine.countdown import Countdown

# Bo gives the win away with the second move.
MOVES = (6, 3, 9, 1, 8, 4, 2)
LINE = turned(2, "@bo", 3)
NAMED = English.TURNED_AT.split(":", maxsplit=1)[0]


def is_told(world: World) -> bool:
    return NAMED in world.lines()[-1]


async def test_a_duel_between_two(world: World) -> None:
    end = await world.play(await world.duel(size=9), *MOVES)
    assert LINE in world.read(end).splitlines()


@pytest.mark.boards(BoardMode.ONE)
async def test_it_is_the_same_whenever_the_end_is_shown(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=9), *MOVES)
    await world.bo.click(world.last(), label="GG")
    assert LINE in world.lines()[-1].splitlines()
    await world.restart()
    await world.ana.click(world.last(), label="GG")
    assert LINE in world.lines()[-1].splitlines()
    shown = private(await world.cy.slash(world.games, "duel board", duel="1"))
    assert LINE in world.read(shown).splitlines()
    await boss.slash(world.games, "duel-admin void", duel="1")
    assert not is_told(world), "a removed result was decided by nobody"


async def test_a_duel_with_the_bot(world: World) -> None:
    """Of 3 there are only the moves that the bot makes too."""
    board = answer(await world.challenge(opponent=world.bot, size=3))
    while not isinstance((await world.match()).duel, Finished):
        board = answer(await world.ana.click(board, label="1"))
    assert turned(1, "@ana", 1) in world.read(board).splitlines()


async def test_the_second_of_two_games(world: World) -> None:
    await begin(world)
    end = await play(world, 1, 2, 1, 2)
    assert turned(3, "@bo", 1) in world.read(end).splitlines()


async def test_the_first_if_nobody_errs_in_the_second(world: World) -> None:
    await begin(world)
    end = await play(world, 1, 2, 2, 1, 3)
    assert turned(1, "@ana", 1) in world.read(end).splitlines()


async def test_none_where_nobody_made_a_mistake(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    assert not is_told(world)


async def test_none_of_a_duel_that_was_given_up(world: World) -> None:
    await world.play(await world.duel(size=9), *MOVES[:4])
    await world.resign(world.bo)
    assert not is_told(world)


def test_a_star_is_no_markdown() -> None:
    either = of(set_up("sequence", {"rows": "either"}))
    over = finished(either, lambda duel: duel.record.game.text(duel.record.legal[-1]), NOW)
    lines = board(match(over), English, turning_point=2).content.splitlines()
    (told,) = [each for each in lines if NAMED in each]
    assert told.startswith(turned(2, "<@2>", "\\*").removesuffix("."))


async def test_none_where_another_duel_was_turned() -> None:
    """A duel that goes on from there tells what was done in it."""
    over = played_out(of(Split((5, 7))))
    nth = await turning_point_of(over)
    assert nth
    for begun, told in ((nth - 1, nth), (nth, None)):
        terms = replace(over.terms, played_from=begun)
        assert await turning_point_of(replace(over, terms=terms)) == told


async def test_none_where_it_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first move loses, and to know it takes many positions."""
    moves = iter(["1", "1", *("3", "1") * 12])
    over = finished(of(Countdown(50)), lambda _duel: next(moves), NOW)
    assert await turning_point_of(over) == 1
    monkeypatch.setattr(turning_points, "BUDGET", 100)
    assert await turning_point_of(over) is None


async def test_it_is_the_turning_point_of_the_review() -> None:
    random = Random(5)
    for _ in range(20):
        over = finished(of(Split((9, 10, 11))), at_random(random), NOW)
        last = review(over.record).turning_point
        assert await turning_point_of(over) == (last and last.nth)


async def test_none_of_what_does_not_stand() -> None:
    over = played_out(of(Split((5, 7))))
    assert await turning_point_of(over)
    assert await turning_point_of(life.void(over, now=NOW)) is None
    assert await turning_point_of(of(Split((5, 7)))) is None
