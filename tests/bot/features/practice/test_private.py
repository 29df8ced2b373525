"""Duels with the bot that only the player sees."""

from typing import Any

import pytest

from bot.text.english import English
from engine.duel import Finished, Playing
from engine.opponents.levels import Level
from engine.outcome import Reason
from storage.match import BoardMode
from storage.people import Pings
from tests.bot.features.practice.playing import open_move, play_out, running
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says


async def begin(world: World, **options: Any) -> Any:
    return private(await world.ana.slash(world.games, "practice", **options))


async def begin_with_little_time(world: World) -> Any:
    options = {"game": "divisor", "opponent": world.bot, "private": True, "clock": "10m"}
    return private(await world.ana.slash(world.games, "duel start", **options))


async def test_nobody_else_sees_anything_of_it(world: World) -> None:
    over = await play_out(world, await begin(world))
    assert world.lines() == []
    assert labels(over) == ["Play again", "Replay", "Analyse", "Another level"]
    assert isinstance((await world.match()).duel, Finished)


@pytest.mark.parametrize("mode", BoardMode)
async def test_however_the_server_shows_duels(world: World, mode: BoardMode) -> None:
    await world.rules(board_mode=mode)
    await play_out(world, await begin(world))
    assert world.lines() == []


async def test_the_board_that_was_pressed_is_never_tidied_away(world: World) -> None:
    board = await begin(world)
    await world.ana.click(board, label=await open_move(world))
    assert [each for each in world.log if "past board" in each["event"]] == []
    kept = world.env.backend.get_message(board.channel_id, board.id)
    assert "Divisor Duel · against me" in kept.content


async def test_from_duel_start_too(world: World) -> None:
    result = await world.ana.slash(
        world.games, "duel start", game="divisor", opponent=world.bot, private=True
    )
    await play_out(world, private(result))
    assert world.lines() == []


async def test_from_the_list_of_a_player_who_has_no_duels(world: World) -> None:
    page = private(await world.ana.slash(world.games, "duel list"))
    levels = private(await world.ana.click(page, label="Play the bot"))
    board = private(await world.ana.click(levels, label="Expert"))
    assert "against me, Expert" in world.read(board)
    assert world.lines() == []


async def test_where_no_duels_may_be_played(world: World) -> None:
    """It disturbs nobody."""
    await world.rules(channels=frozenset({1}))
    await play_out(world, await begin(world))


async def test_play_again_where_no_duels_may_be_played(world: World) -> None:
    over = await play_out(world, await begin(world))
    await world.rules(channels=frozenset({1}), roles=frozenset({5}))
    again = private(await world.ana.click(over, label="Play again"))
    assert "#2" in again.content


async def test_a_game_variant_level_and_options(world: World) -> None:
    board = await begin(world, game="split", variant="ranked", level="expert")
    assert "against me, Expert" in world.read(board)
    terms = (await running(world)).terms
    assert (terms.game.variant, terms.level) == ("ranked", Level.EXPERT)
    await begin(world, game="divisor", options="size=30")
    assert (await running(world, 2)).terms.game.settings()["size"] == 30


async def test_the_bot_that_was_killed_goes_on(world: World) -> None:
    board = await begin(world)
    await world.restart()
    private(await world.ana.click(board, label=await open_move(world)))
    assert (await running(world)).ply >= 2
    assert world.lines() == []


async def test_a_board_that_was_lost_is_shown_again(world: World) -> None:
    """Discord forgets private messages when its client is closed."""
    await begin(world)
    board = private(await world.ana.slash(world.games, "duel board"))
    assert "Hint" in labels(board)
    private(await world.ana.click(board, label=await open_move(world)))


async def test_the_list_shows_boards_again(world: World) -> None:
    """A private one has no message that a link could lead to."""
    begun = await begin(world)
    await world.duel()
    await begin(world, variant="juniper")
    page = private(await world.ana.slash(world.games, "duel list"))
    mine, other, _ = page.content.splitlines()[1:]
    assert mine.startswith("#1 Divisor Duel against ")
    assert other.startswith("[#2](https://discord.com/channels/")
    assert labels(page) == ["Show #1", "Show #3"]
    board = private(await world.ana.click(page, label="Show #1"))
    assert (board.content, labels(board)) == (begun.content, labels(begun))
    private(await world.ana.click(board, label=await open_move(world)))
    assert not [each for each in world.lines() if "against me" in each]
    assert told(await world.press(world.ana, board, "d1:sb:2")) == DEAD


async def test_variants_are_not_called_rated(world: World) -> None:
    found = await world.ana.autocomplete(world.games, "practice", "variant", "", game="divisor")
    assert found
    assert not [each for each in found if "rated" in each["name"]]


async def test_an_old_board_becomes_the_current_one(world: World) -> None:
    """As after an answer that was lost: nothing else shows the current one."""
    old = await begin(world)
    board = private(await world.ana.slash(world.games, "duel board"))
    text = await open_move(world)
    current = private(await world.ana.click(board, label=text))
    before = await world.match()
    shown = private(await world.ana.click(old, label=text))
    assert (world.read(shown), labels(shown)) == (world.read(current), labels(current))
    assert await world.match() == before


async def test_a_board_from_before_the_end_tells_it(world: World) -> None:
    board = await begin_with_little_time(world)
    text = await open_move(world)
    await world.env.advance_time(11 * 60)
    over = private(await world.ana.click(board, label=text))
    assert labels(over)[0] == English.PLAY_AGAIN
    assert (
        told(await world.ana.slash(world.games, "duel move", move=text, duel="1"))
        == (English.OVER[Reason.TIMED_OUT])
    )


async def test_moderators_cannot_remove_its_result(world: World) -> None:
    await play_out(world, await begin(world))
    boss = world.moderator()
    said = told(await boss.slash(world.games, "duel-admin void", duel="1"))
    assert said == says("no-such-duel", number=1)
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert not duel.void
    assert world.lines() == []


async def test_nobody_else_is_shown_it(world: World) -> None:
    await begin(world)
    boss = world.moderator()
    for other in (world.bo, boss):
        said = told(await other.slash(world.games, "duel board", duel="1"))
        assert said == says("no-such-duel", number=1)
    assert "#1" not in told(await world.bo.slash(world.games, "duel list"))


async def test_a_typed_move(world: World) -> None:
    await begin(world)
    board = private(await world.ana.slash(world.games, "duel move", move=await open_move(world)))
    assert "Hint" in labels(board)
    assert world.lines() == []


async def test_a_typed_move_is_for_the_duel_that_somebody_waits_for(world: World) -> None:
    await begin(world)
    await world.duel("split")
    offered = await world.ana.autocomplete(world.games, "duel move", "move", "")
    assert len(offered) == len((await running(world, 2)).record.legal)
    await world.ana.slash(world.games, "duel move", move="6")
    assert (await running(world, 2)).ply == 1
    assert "#2" in answer(await world.ana.slash(world.games, "duel board")).content
    assert "#2" in private(await world.ana.slash(world.games, "duel resign")).content


async def test_of_two_of_them_neither_is_meant(world: World) -> None:
    await begin(world)
    await begin(world)
    said = told(await world.ana.slash(world.games, "duel move", move="6"))
    assert said == says("several-duels", count=2)


async def test_resigning_ends_it_where_it_is(world: World) -> None:
    board = await begin(world)
    panel = private(await world.ana.click(board, label="⋯"))
    sure = private(await world.ana.click(panel, label="Resign"))
    over = private(await world.ana.click(sure, label="Resign"))
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert duel.reason is Reason.RESIGNED
    assert "Play again" in labels(over)
    assert world.lines() == []


async def test_thinking_better_of_it(world: World) -> None:
    """The board is there again: no link leads to it."""
    board = await begin(world)
    panel = private(await world.ana.click(board, label="⋯"))
    assert labels(panel) == ["Rules", "Large board", "Resign"]
    sure = private(await world.ana.click(panel, label="Resign"))
    again = private(await world.ana.click(sure, label="Keep playing"))
    assert (again.id, again.content, labels(again)) == (panel.id, board.content, labels(board))


async def test_when_its_time_is_up_nothing_is_posted(world: World) -> None:
    await begin_with_little_time(world)
    await world.env.advance_time(11 * 60)
    duel = (await world.match()).duel
    assert isinstance(duel, Finished)
    assert duel.reason is Reason.TIMED_OUT
    assert world.lines() == []


async def test_nobody_is_reminded_of_it_after_the_bot_was_away(world: World) -> None:
    """Everybody would see the board with the reminder."""
    await begin_with_little_time(world)
    await world.wants(Pings.ALWAYS, world.ana)
    await world.restart(away=60)
    await world.env.advance_time(9 * 60)
    assert isinstance((await world.match()).duel, Playing)
    assert world.lines() == []


class TestPlayTheBot:
    """The button on a challenge that waits, and on one that nobody has answered."""

    async def test_while_a_challenge_waits(self, world: World) -> None:
        offer = answer(await world.challenge("divisor", size=30))
        asked = private(await world.ana.click(offer, label="Play the bot"))
        assert labels(asked) == ["Novice", "Casual", "Skilled", "Expert", "Perfect"]
        board = private(await world.ana.click(asked, label="Skilled"))
        assert "against me, Skilled" in world.read(board)
        duel = await running(world, 2)
        assert duel.terms.game.settings()["size"] == 30
        assert "challenges you" in world.lines()[0]

    async def test_when_it_has_expired(self, world: World) -> None:
        await world.challenge("divisor")
        await world.env.advance_time(16 * 60)
        assert labels(world.last()) == ["Play the bot"]
        asked = private(await world.ana.click(world.last(), label="Play the bot"))
        private(await world.ana.click(asked, label="Novice"))
        assert (await running(world, 2)).terms.level is Level.NOVICE

    async def test_at_another_level(self, world: World) -> None:
        over = await play_out(world, await begin(world, level="novice"))
        asked = private(await world.ana.click(over, label="Another level"))
        board = private(await world.ana.click(asked, label="Perfect"))
        assert "against me, Perfect" in world.read(board)

    @pytest.mark.parametrize("forged", ["d1:pl:1:grandmaster", "d1:pl:99:novice", "d1:pb:99"])
    async def test_what_nobody_offered(self, world: World, forged: str) -> None:
        offer = answer(await world.challenge("divisor"))
        told(await world.press(world.ana, offer, forged))
        assert len(world.lines()) == 1
        assert world.incidents() == []
