"""Errors on their one way out."""

from typing import Any

import pytest

from bot.interactions import dispatch
from tests.bot.simcord.messages import told
from tests.bot.simcord.world import World


async def test_a_sentence_that_cannot_be_made_is_an_incident(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game from a package may bring a refusal whose sentence fails. The player hears of it."""
    board = await world.duel()

    def fail(*_args: Any, **_more: Any) -> str:
        raise TypeError("the game's own mistake")

    monkeypatch.setattr(dispatch, "sentence", fail)
    said = told(await world.bo.click(board, label="6"))
    (entry,) = [each for each in world.log if each["event"] == "incident"]
    assert entry["code"] in said
    assert world.log[-1]["result"] == entry["code"]
    assert world.incidents() == ["incident"]
