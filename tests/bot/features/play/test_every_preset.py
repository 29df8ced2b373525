"""Every preset of every game: challenged to, accepted, played to its end by buttons and lists, and
gone through again, with starts as players get them."""

import pytest

from bot.duels.starts import draw_start
from bot.text.english import English
from bot.text.game_texts import title_with_settings
from engine.duel import Finished
from engine.games import GAMES
from tests.bot.simcord.messages import answer, labels, private, text_of
from tests.bot.simcord.world import World

PRESETS = [(key, preset.name) for key, kind in GAMES.items() for preset in kind.presets]


@pytest.mark.parametrize(("game", "name"), PRESETS)
async def test_a_preset_from_its_challenge_to_its_replay(
    world: World, game: str, name: str
) -> None:
    world.draw_start = draw_start
    asked = await world.challenge(game, variant=name, first="random")
    board = answer(await world.bo.click(answer(asked), label="Accept"))
    agreed = (await world.match()).duel.terms
    title = title_with_settings(agreed.game)
    assert agreed.game.variant == name
    assert f"\n-# {title}" in world.read(board)
    end = await world.play_out(board)
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert duel.played_out
    assert "🏆" in end.content
    assert {"Rematch", "Replay"} <= set(labels(end))
    page = private(await world.cy.click(end, label="Replay"))
    steps = 0
    last = English.REPLAY_STEPS[2]
    while last in labels(page) and steps < duel.ply:
        steps += 1
        page = private(await world.cy.click(page, label=last))
    assert f"after move {duel.ply} of {duel.ply}" in text_of(page)
    assert steps == duel.ply
