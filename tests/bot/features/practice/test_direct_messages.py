"""Practice in the direct messages with the bot, where nobody else is."""

from typing import Any

import pytest

from bot.text.english import English
from engine.duel import Finished, Playing
from engine.games import GAMES
from engine.ids import PlayerId
from storage.ids import DuelId, GuildId, direct_messages
from storage.match import Match
from tests.bot.simcord.messages import labels, private, text_of
from tests.bot.simcord.world import World
from tests.bot.text.says import says_directly


async def kept(world: World, number: int = 1) -> Match:
    return await world.store.duel(direct_messages(PlayerId(world.ana.id)), DuelId(number))


async def running(world: World) -> tuple[Match, ...]:
    player = PlayerId(world.ana.id)
    return await world.store.running(direct_messages(player), player)


async def begin(world: World, **options: Any) -> Any:
    result = await world.ana.user.slash("practice", **options)
    assert result.response
    return result.response


def untidied(world: World) -> list[Any]:
    """What was tried in vain to be tidied away."""
    return [each for each in world.log if "past board" in each["event"]]


async def move(world: World, board: Any) -> Any:
    duel = (await kept(world)).duel
    assert isinstance(duel, Playing)
    label = duel.record.game.text(duel.record.legal[-1])
    result = await world.ana.user.click(board, label=label)
    assert result.response
    return result.response


async def play_out(world: World, board: Any) -> Any:
    while isinstance((await kept(world)).duel, Playing):
        board = await move(world, board)
    return board


async def test_from_the_first_move_to_the_next_duel(world: World) -> None:
    over = await play_out(world, await begin(world))
    assert labels(over) == ["Play again", "Replay", "Analyse", "Another level"]
    assert isinstance((await kept(world)).duel, Finished)
    again = (await world.ana.user.click(over, label="Play again")).response
    assert again
    assert "#2" in again.content
    assert isinstance((await kept(world, 2)).duel, Playing)
    assert world.incidents() == []


async def test_the_board_that_was_pressed_is_never_tidied_away(world: World) -> None:
    board = await begin(world)
    await world.press(world.ana, board, "d1:m:1:0:1", direct=True)
    await world.press(world.ana, board, "d1:m:1:0:1", direct=True)
    assert untidied(world) == []


async def test_a_server_knows_nothing_of_it(world: World) -> None:
    await play_out(world, await begin(world))
    assert await world.store.history(GuildId(world.guild.id), PlayerId(world.ana.id)) == ()
    assert world.lines() == []


async def test_everybody_has_duels_of_their_own(world: World) -> None:
    """A number names one's own duel there, whatever others have."""
    board = await begin(world)
    other = await world.bo.user.slash("practice")
    assert other.response
    assert "#1" in other.response.content
    before = await kept(world)
    await world.press(world.bo, other.response, "d1:y:1", direct=True)
    assert await kept(world) == before
    await move(world, board)


async def test_after_a_restart(world: World) -> None:
    board = await begin(world)
    await world.restart()
    await move(world, board)


async def test_hints_and_resigning(world: World) -> None:
    board = await begin(world)
    user = world.ana.user
    first = (await user.click(board, label="Hint")).response
    assert first
    assert labels(first) == [English.HINT_AGAIN]
    panel = (await user.click(board, label="⋯")).response
    assert panel
    sure = (await user.click(panel, label="Resign")).response
    assert sure
    over = (await user.click(sure, label="Resign")).response
    assert over
    assert "Play again" in labels(over)


async def test_thinking_better_of_resigning(world: World) -> None:
    board = await begin(world)
    user = world.ana.user
    panel = (await user.click(board, label="⋯")).response
    assert panel
    assert labels(panel) == ["Rules", "Large board", "Resign"]
    sure = (await user.click(panel, label="Resign")).response
    assert sure
    again = (await user.click(sure, label="Keep playing")).response
    assert again
    assert (again.content, labels(again)) == (board.content, labels(board))
    await move(world, again)


async def test_what_is_for_servers_is_not_there(world: World) -> None:
    board = await begin(world)
    for custom_id in ("d1:l:all:1", f"d1:h:{world.bo.id}", f"d1:k:{world.bo.id}", "d1:hk"):
        result = await world.press(world.ana, board, custom_id, direct=True)
        assert result.response
        assert text_of(result.response) == says_directly("dead-button")


async def test_variants_are_suggested(world: World) -> None:
    """None of them is rated there."""
    for game, kind in GAMES.items():
        found = await world.ana.user.autocomplete("practice", "variant", "", game=game)
        assert [each["value"] for each in found] == [each.name for each in kind.presets]
        assert not [each for each in found if English.RATED in each["name"].split(" · ")]
        assert not [each for each in found if English.UNRATED in each["name"]]
    found = await world.ana.user.autocomplete("practice", "variant", "JUN", game="divisor")
    assert [each["value"] for each in found] == ["juniper"]
    assert await world.ana.user.autocomplete("practice", "variant", "", game="chess") == []


async def test_options_are_suggested(world: World) -> None:
    found = await world.ana.user.autocomplete("practice", "options", "ru", game="divisor")
    assert "rule=steps" in [each["value"] for each in found]


async def test_a_player_who_deletes_their_data(world: World) -> None:
    await play_out(world, await begin(world))
    user = world.ana.user
    page = (await user.slash("privacy")).response
    assert page
    sure = (await user.click(page, label=English.DELETE)).response
    assert sure
    done = (await user.click(sure, label="Delete everything")).response
    assert done
    assert done.content == English.DELETED
    assert await world.store.servers_with_data(PlayerId(world.ana.id)) == ()


async def test_in_a_server_it_is_there_too(world: World) -> None:
    private(await world.ana.slash(world.games, "practice"))


class TestItIsFoundAgain:
    """Where there is no `/duel list` and no `/duel board`."""

    async def test_running_duels_are_offered(self, world: World) -> None:
        await play_out(world, await begin(world))
        for variant in "ranked", "classic":
            await begin(world, variant=variant)
        found = await world.ana.user.autocomplete("practice", "duel", "")
        assert [each["value"] for each in found] == ["2", "3"]
        assert "Divisor Duel" in found[0]["name"]

    async def test_its_board_is_shown_again(self, world: World) -> None:
        await begin(world)
        begun = await begin(world, variant="juniper")
        board = await begin(world, duel="2")
        assert (board.content, labels(board)) == (begun.content, labels(begun))
        assert len(await running(world)) == 2

    @pytest.mark.parametrize(
        ("duel", "code", "facts"),
        [("99", "no-such-duel", {"number": 99}), ("mine", "unreadable-duel", {"text": "mine"})],
    )
    async def test_what_there_is_not(
        self, world: World, duel: str, code: str, facts: dict[str, Any]
    ) -> None:
        said = text_of(await begin(world, duel=duel))
        assert said == says_directly(code, **facts)

    async def test_from_an_old_board(self, world: World) -> None:
        """It becomes the current one, however often it is pressed."""
        board = await begin(world)
        await move(world, board)
        before = await kept(world)
        for _ in range(2):
            result = await world.press(world.ana, board, "d1:m:1:0:1", direct=True)
            assert result.response
            assert "Hint" in labels(result.response)
        assert await kept(world) == before

    async def test_when_there_are_too_many(self, world: World) -> None:
        for _ in range(10):
            await begin(world)
        said = text_of(await begin(world))
        assert said == says_directly("too-many-practices", most=10)
