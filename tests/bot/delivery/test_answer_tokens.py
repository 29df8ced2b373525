"""Boards that were answers are tidied away by the token of their interaction, as long as that is
valid: Discord doesn't count it among the bot's own requests."""

from typing import Any

import pytest

from bot.delivery import answer_tokens
from bot.delivery.answer_tokens import VALID, AnswerTokens
from storage.ids import MessageId
from storage.match import BoardMode
from tests.bot.simcord.messages import answer
from tests.bot.simcord.world import World

TOKENS: list[dict[str, Any]] = [
    {"application_id": "1", "token": each, "data": {}} for each in ("one", "two", "three")
]


def tidied(world: World) -> list[str]:
    """The requests that have changed or deleted messages."""
    return [
        f"{each.method} {each.path.split('/')[1]}"
        for each in world.env.http_requests
        if each.method in ("PATCH", "DELETE")
    ]


async def test_a_board_is_reduced_by_the_token_of_its_press(world: World) -> None:
    await world.play(await world.duel(), 6, 3)
    assert tidied(world) == ["PATCH webhooks"] * 3  # the challenge too
    assert len(world.lines()) == 4


@pytest.mark.boards(BoardMode.ONE)
async def test_a_board_is_deleted_by_the_token_of_its_command(world: World) -> None:
    await world.duel()
    for player, move in ((world.ana, "6"), (world.bo, "3"), (world.ana, "12")):
        answer(await player.slash(world.games, "duel move", move=move))
    assert tidied(world) == ["DELETE webhooks"] * 3
    assert len(world.lines()) == 1


@pytest.mark.parametrize(("status", "code"), [(401, 50027), (404, 10015), (403, 50013)])
async def test_a_token_that_discord_refuses_is_done_without(
    world: World, status: int, code: int
) -> None:
    board = await world.duel()
    world.env.inject_error("PATCH", "/webhooks/*", status=status, code=code)
    await world.play(board, 6)
    assert tidied(world)[-1] == "PATCH channels"
    assert len(world.lines()) == 3


def test_a_limited_number_of_tokens_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answer_tokens, "REMEMBERED", 2)
    now = 0.0
    tokens = AnswerTokens(lambda: now)
    for nth, each in enumerate(TOKENS):
        tokens.remember(MessageId(nth), each)
    assert tokens.take(MessageId(0)) is None
    assert tokens.take(MessageId(1)) == {"application_id": "1", "token": "two"}
    assert tokens.take(MessageId(1)) is None
    now = VALID
    assert tokens.take(MessageId(2)) is None
