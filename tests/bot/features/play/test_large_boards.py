"""The picture of a large board, as a player gets it."""

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from simcord import InteractionResult, MemberActor

from bot.cards import drawing_queue
from bot.cards.board import LOOKS, Grid
from bot.cards.box import Box
from bot.cards.drawing_queue import DrawingQueue
from bot.interactions.custom_id import LargeBoard
from engine.games.view import Mark
from storage.ids import DuelId
from tests.bot.cards.looking import Colour, alike, colour
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, cards, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says

# Kinds of answers: at once, and later.
NOW, LATER = 4, 5


def answers(world: World) -> list[int]:
    said = [each for each in world.env.http_requests if each.path.endswith("/callback")]
    return [each.json["type"] for each in said if each.json]


async def asked(world: World, who: MemberActor, board: Shown) -> InteractionResult:
    """Have somebody ask for the picture of the first duel."""
    return await world.press(who, board, LargeBoard(DuelId(1)).encode())


def colour_of(picture: Image.Image, box: Box) -> Colour:
    """Return the background colour of a number, taken from beside its digits."""
    pixel = picture.getpixel((round(box.left + 6), round(box.bottom - 16)))
    assert isinstance(pixel, tuple)
    return pixel


async def test_of_a_private_duel_it_is_shown_to_its_player_only(world: World) -> None:
    board = private(await world.ana.slash(world.games, "practice", game="divisor"))
    shown = private(await asked(world, world.ana, board))
    assert [name for name, _ in cards(shown)] == ["board.png"]
    assert cards(private(await asked(world, world.bo, board))) == []


async def test_of_a_channel_that_a_player_sees_no_more_it_is_shown(world: World) -> None:
    """As the rest of their duel is."""
    board = await world.duel()
    world.deny(world.ana, "view_channel")
    assert told(await asked(world, world.ana, board)) == "Divisor Duel #1"


@pytest.mark.parametrize("size", [26, 100])
async def test_a_large_board_is_shown_as_a_picture_to_whoever_asks(world: World, size: int) -> None:
    board = await world.duel(size=size)
    for nth, move in enumerate((24, 12, 6)):
        player = world.bo if nth % 2 else world.ana
        board = answer(await player.slash(world.games, "duel move", move=str(move)))
    shown = await asked(world, world.cy, board)
    assert told(shown) == "Divisor Duel #1"
    assert answers(world)[-1] == NOW
    assert shown.response
    (file,) = shown.response.attachments
    open_ = "1-3, 18" + (", 30, 36, 42, 48, 54, 60, 66, 72, 78, 84, 90, 96" if size > 26 else "")
    assert file.description
    assert file.description.startswith(
        f"Divisor Duel, 1 to {size} · {size - 3} left · move 4. Can be taken: {open_}. Last: 6. "
        "Out of reach: 4-5, 7-11, 13-17, 19-23, 25-"
    )
    taken = " Taken by ● ana: 6, 24. Taken by ▲ bo: 12."
    assert file.description.endswith(taken)
    picture = Image.open(BytesIO(world.env.backend.cdn.get(file.url) or b"")).convert("RGBA")
    grid = Grid.of(size)
    assert picture.size == (700, grid.bottom + 68)
    looks = {1: Mark.OPEN, 18: Mark.OPEN, 6: Mark.LAST, 12: Mark.TAKEN, 5: Mark.OUT_OF_REACH}
    for number, mark in looks.items():
        assert alike(colour_of(picture, grid.box(number - 1)), colour(LOOKS[mark].fill))


async def test_who_comes_after_too_many_is_told_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel(size=26)
    monkeypatch.setattr(drawing_queue, "WAITING", 0)
    shown = await asked(world, world.cy, board)
    assert told(shown) == says("crowded")


async def test_whoever_has_to_wait_for_others_is_told_that_it_comes(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A user has one picture drawn at a time."""
    board = await world.duel(size=26)
    gate, draw = asyncio.Event(), DrawingQueue.draw

    async def held(self: DrawingQueue, *of: Any) -> Any:
        await world.env.external_wait(gate.wait(), reason="somebody else's picture")
        return await draw(self, *of)

    monkeypatch.setattr(DrawingQueue, "is_busy", True)
    monkeypatch.setattr(DrawingQueue, "draw", held)
    shown = await asked(world, world.cy, board)
    assert answers(world)[-1] == LATER
    waiting = says("being-made")
    assert told(await asked(world, world.cy, board)) == waiting
    other = await asked(world, world.bo, board)
    gate.set()
    await world.env.settle()
    again = await asked(world, world.cy, board)
    assert [told(each) for each in (shown, other, again)] == ["Divisor Duel #1"] * 3


async def test_a_picture_of_a_challenge_there_is_none(world: World) -> None:
    offer = answer(await world.challenge(size=100))
    said = world.read(told(await world.press(world.cy, offer, LargeBoard(DuelId(1)).encode())))
    assert said == "@bo hasn't accepted yet."


async def test_a_picture_of_a_number_there_is_none(world: World) -> None:
    board = await world.duel("split")
    assert told(await world.press(world.cy, board, LargeBoard(DuelId(1)).encode())) == DEAD
