"""The picture of a large board, as a player gets it."""

from io import BytesIO

import pytest
from PIL import Image

from bot.boards.picture import LOOKS, _box
from bot.buttons import HANDLERS
from bot.press import Verb
from engine.games.view import Mark
from tests.bot.server.hall import DEAD, Hall, answer, told


def colour_of(picture: Image.Image, number: int) -> str:
    """Of a number's background, beside the number itself."""
    left, top, _, _ = _box(number - 1)
    pixel = picture.getpixel((round(left + 8), round(top + 50)))
    assert isinstance(pixel, tuple)
    return "#" + "".join(f"{each:02x}" for each in pixel[:3])


@pytest.mark.parametrize("size", [26, 100])
async def test_a_large_board_is_shown_as_a_picture_to_whoever_asks(hall: Hall, size: int) -> None:
    board = await hall.duel(size=size)
    for nth, move in enumerate((24, 12, 6)):
        player = hall.bo if nth % 2 else hall.ana
        board = answer(await player.slash(hall.games, "duel move", move=str(move)))
    shown = await hall.cy.click(board, label="Show board")
    assert told(shown) == "Divisor Duel #1"
    assert shown.response
    (file,) = shown.response.attachments
    open_ = "1-3, 18" + (", 30, 36, 42, 48, 54, 60, 66, 72, 78, 84, 90, 96" if size > 26 else "")
    assert file.description == f"Can be taken: {open_}. Last: 6. Gone: 12, 24."
    picture = Image.open(BytesIO(hall.env.backend.cdn.get(file.url) or b""))
    assert picture.size == (1000, 90 + -(-size // 10) * 78 + 60)
    looks = {1: Mark.OPEN, 18: Mark.OPEN, 6: Mark.LAST, 12: Mark.TAKEN, 5: Mark.OUT_OF_REACH}
    for number, mark in looks.items():
        assert colour_of(picture, number) == LOOKS[mark][0]


async def test_a_picture_of_a_challenge_there_is_none(hall: Hall) -> None:
    offer = answer(await hall.challenge(size=100))
    said = hall.read(told(await hall.press(hall.cy, offer, "d1:b:1")))
    assert said == "@bo hasn't accepted yet."


async def test_a_picture_of_a_number_there_is_none(hall: Hall) -> None:
    board = await hall.duel("split")
    assert told(await hall.press(hall.cy, board, "d1:b:1")) == DEAD


def test_whatever_can_be_pressed_is_handled() -> None:
    assert HANDLERS.keys() == set(Verb)
