"""Our bot hosts every game in a Discord that others wrote, as it does in the sandbox."""

import pytest

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
