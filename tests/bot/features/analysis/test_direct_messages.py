"""The analysis of a duel with the bot, in direct messages."""

from simcord import InteractionResult

from engine.duel import Finished, Playing
from engine.ids import PlayerId
from engine.opponents.levels import Level
from storage.ids import DuelId, direct_messages
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import labels, text_of
from tests.bot.simcord.world import World


def shown(result: InteractionResult) -> Shown:
    assert result.response
    return result.response


async def test_from_the_end_of_a_duel_into_the_next_one(world: World) -> None:
    ana = world.ana.user
    home = direct_messages(PlayerId(ana.id))
    board = shown(await ana.slash("practice", variant="ranked"))
    while isinstance(duel := (await world.store.duel(home, DuelId(1))).duel, Playing):
        board = shown(await ana.click(board, label=str(duel.record.legal[0])))
    assert isinstance(duel, Finished)
    page = shown(await ana.click(board, label="Analyse"))
    assert "#1 · analysis\n" in text_of(page)
    assert page.id != board.id, "the end stays"
    assert "Accuracy: " in text_of(page)
    await ana.click(page, label="⏮ First")
    assert f"after move 0 of {duel.ply}\n" in text_of(page)
    await ana.click(page, label="Next ▶")
    await ana.click(page, label="Play on from here")
    assert "Analyse" not in labels(page)
    match = await world.store.duel(home, DuelId(2))
    assert isinstance(match.duel, Playing)
    assert match.duel.record.moves == duel.record.moves[:1]
    assert (match.duel.waiting_for, match.duel.terms.level) == (ana.id, Level.SKILLED)
