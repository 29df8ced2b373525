"""The way of a move, as CONTRIBUTING tells it: the modules of the bot that run between a press on a
board and its answer."""

import re
import sys
from pathlib import Path
from types import FrameType

import pytest

from storage.match import BoardMode
from tests.bot.simcord.world import World

ROOT = Path(__file__).parents[2]
BOT = ROOT / "bot"

# Where the board is gets noted after the answer.
AFTER = {"background.py"}


def told() -> set[str]:
    """The modules that the walk names."""
    guide = (ROOT / "CONTRIBUTING.md").read_text()
    walk = guide.partition("## The way of a move")[2].partition("```")[2].partition("```")[0]
    return {each for each in re.findall(r"[a-z_]+(?:/[a-z_]+)*\.py", walk) if (BOT / each).exists()}


@pytest.mark.boards(BoardMode.ONE)
async def test_the_walk_names_every_module_on_the_way(world: World) -> None:
    board = await world.play(await world.duel("divisor"), 6)
    passed: set[str] = set()

    def follow(frame: FrameType, _event: str, _arg: object) -> None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(BOT):
            passed.add(str(file.relative_to(BOT)))

    sys.setprofile(follow)
    try:
        await world.bo.click(board, label="3")
    finally:
        sys.setprofile(None)
    assert passed - AFTER == told()
