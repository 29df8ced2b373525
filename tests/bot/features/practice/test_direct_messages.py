"""Practice in the direct messages with the bot."""

from engine.duel import Finished, Playing
from engine.ids import PlayerId
from storage.ids import DuelId, direct_messages
from tests.bot.simcord.messages import labels, text_of
from tests.bot.simcord.world import World


async def test_a_duel_from_its_first_move_to_its_end(world: World) -> None:
    ana = world.ana.user
    result = await ana.slash("practice")
    board = result.response
    home = direct_messages(PlayerId(ana.id))
    while isinstance(duel := (await world.store.duel(home, DuelId(1))).duel, Playing):
        result = await ana.click(board, label=str(duel.record.legal[0]))
        board = result.response
        print(text_of(board), labels(board), result.ephemeral)
    assert isinstance(duel, Finished)
    result = await ana.click(board, label="Play again")
    print(text_of(result.response), labels(result.response), result.ephemeral)
    assert 0
