"""Hints in a duel with the bot: which kind of move is good, then which."""

from typing import Any

import pytest

from bot.text.english import English
from engine.duel import First, Playing, Terms
from engine.durations import CHALLENGE_LASTS, DEFAULT_CLOCK
from engine.hints import hint
from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.record import Record
from storage.ids import ChannelId, DuelId, GuildId, direct_messages
from storage.match import Posting
from tests.bot.features.practice.playing import move, play_out, running
from tests.bot.simcord.messages import answer, labels, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says


async def begin(world: World, **options: Any) -> Any:
    return private(await world.ana.slash(world.games, "practice", **options))


async def test_the_kind_of_move_then_the_move(world: World) -> None:
    duel = {"game": "divisor", "opponent": world.bot, "first": "me", "private": True}
    board = private(await world.ana.slash(world.games, "duel start", **duel))
    record = (await running(world)).record
    found = hint(record.game, record.state)
    assert found
    first = private(await world.ana.click(board, label="Hint"))
    assert record.game.text(found.move) not in first.content
    assert labels(first) == [English.HINT_AGAIN]
    second = private(await world.ana.click(first, label=English.HINT_AGAIN))
    assert f"**{record.game.text(found.move)}**" in second.content
    assert labels(second) == []
    assert (await running(world)).ply == record.ply


async def test_they_are_counted_at_the_end(world: World) -> None:
    board = await begin(world)
    first = private(await world.ana.click(board, label="Hint"))
    await world.ana.click(first, label=English.HINT_AGAIN)
    over = await play_out(world, board)
    assert "-# Against me, Casual · 2 hints" in world.read(over)


@pytest.mark.parametrize("direct", [False, True])
async def test_asked_again_it_says_the_same_below_the_board(world: World, direct: bool) -> None:
    """A press that came twice tells no more, counts once, and leaves the board alone."""
    if direct:
        who: Any = world.ana.user
        board = (await world.ana.user.slash("practice")).response
    else:
        who, board = world.ana, await begin(world)
    first, second = [(await who.click(board, label="Hint")).response for _ in range(2)]
    assert board.id not in (first.id, second.id)
    assert (second.content, labels(second)) == (first.content, labels(first))
    move = (await who.click(second, label=English.HINT_AGAIN)).response
    assert (move.id, labels(move)) == (second.id, [])
    third = (await who.click(board, label="Hint")).response
    assert (third.content, labels(third)) == (move.content, [])
    place = direct_messages(PlayerId(world.ana.id)) if direct else GuildId(world.guild.id)
    duel = (await world.store.duel(place, DuelId(1))).duel
    assert isinstance(duel, Playing)
    assert duel.hints == (duel.ply, duel.ply)


async def test_the_second_step_after_a_restart(world: World) -> None:
    first = private(await world.ana.click(await begin(world), label="Hint"))
    await world.restart()
    second = private(await world.ana.click(first, label=English.HINT_AGAIN))
    assert labels(second) == []


@pytest.mark.parametrize(
    ("record", "said"), [("1/divisor/size=5/2-4", "only"), ("1/split/size=3/", "any")]
)
async def test_where_the_move_is_known_there_is_no_second_step(
    world: World, record: str, said: str
) -> None:
    begun = Record.parse(record)
    bot, place = PlayerId(world.bot.id), Posting(ChannelId(world.games.id), CHALLENGE_LASTS)
    terms = Terms(
        PlayerId(world.ana.id), bot, begun.game, First.CHALLENGER, DEFAULT_CLOCK, level=Level.CASUAL
    )
    await world.store.practise(world.call(world.ana), terms, place, begun, private=True)
    board = private(await world.ana.slash(world.games, "duel board"))
    hinted = private(await world.ana.click(board, label="Hint"))
    assert (hinted.content, labels(hinted)) == (English.HINT_ALONE[said], [])


@pytest.mark.parametrize("step", ["ph", "pm"])
async def test_for_an_old_board_there_is_none(world: World, step: str) -> None:
    board = await begin(world)
    await move(world, board)
    told(await world.press(world.ana, board, f"d1:{step}:1:0"))
    assert (await running(world)).hints == ()


async def test_between_players_there_are_none(world: World) -> None:
    board = await world.duel()
    said = told(await world.press(world.ana, board, "d1:ph:1:0"))
    assert said == says("no-hint-here")


async def test_somebody_else_gets_none(world: World) -> None:
    offer = await world.ana.slash(
        world.games, "duel start", game="divisor", opponent=world.bot, first="me"
    )
    told(await world.bo.click(answer(offer), label="Hint"))
    assert (await running(world)).hints == ()
