"""Duels with the bot, which accepts and answers at once."""

from engine.duel import Finished, Playing
from tests.bot.simcord.messages import answer, labels, private
from tests.bot.simcord.world import World


async def test_the_bot_answers_in_the_same_message(world: World) -> None:
    board = answer(await world.challenge("divisor", opponent=world.bot))
    print(world.read(board), labels(board))
    while isinstance(duel := (await world.match()).duel, Playing):
        assert duel.waiting_for == world.ana.id
        board = answer(await world.ana.click(board, label=str(duel.record.legal[0])))
        print(world.read(board), labels(board))
    assert isinstance((await world.match()).duel, Finished)
    assert 0


async def test_a_private_duel(world: World) -> None:
    board = private(await world.challenge("divisor", opponent=world.bot, private=True))
    while isinstance(duel := (await world.match()).duel, Playing):
        assert duel.waiting_for == world.ana.id
        board = private(await world.ana.click(board, label=str(duel.record.legal[0])))
    print(world.read(board), labels(board))
    assert isinstance((await world.match()).duel, Finished)
    assert 0
