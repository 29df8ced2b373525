"""Our bot hosts every game in a Discord that others wrote, as it does in the sandbox."""

import pytest

from deploy.sandbox.bot_process import Bot
from tests.e2e.table import Table
from tests.e2e.test_games import (
    test_a_game_from_challenge_to_leaderboard,
    test_a_hundred_numbers_are_chosen_from_lists_and_seen_in_a_picture,
    test_a_rematch_has_the_other_player_begin,
    test_good_game_is_said_in_the_message_that_tells_the_end,
    test_moves_that_are_typed_as_they_are_suggested,
    test_two_legs_that_are_level,
)

__all__ = [
    "test_a_game_from_challenge_to_leaderboard",
    "test_a_hundred_numbers_are_chosen_from_lists_and_seen_in_a_picture",
    "test_a_rematch_has_the_other_player_begin",
    "test_good_game_is_said_in_the_message_that_tells_the_end",
    "test_moves_that_are_typed_as_they_are_suggested",
    "test_two_legs_that_are_level",
]

pytestmark = pytest.mark.foreign


async def test_a_duel_goes_on_after_a_kill(table: Table, bot: Bot) -> None:
    duel = await table.duel(table.ana, table.bo)
    await duel.plays("10", "5")
    heard = table.page.heard
    before = len(heard)
    await bot.kill()
    await table.page.until(
        lambda: any(each["type"] == "bot" for each in heard[before:]), "the bot again"
    )
    await duel.plays_on()
    await duel.card()
    await duel.has_one_board()
    await table.agrees(duel)
