"""The contract: in a position of a rated duel that a player is playing, the bot doesn't move."""

from typing import Any

import pytest

from engine.duel import First, Playing, Terms
from engine.games.game import Game
from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.refusal import InRatedDuel
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store
from tests.storage.builders import (
    ANA,
    BO,
    BOT,
    CHANNEL,
    CY,
    DAY,
    DIVISOR,
    ELSEWHERE,
    GUILD,
    POSTING,
    SHORT,
    SHORT_MOVES,
    Table,
    terms,
)

MINE, BOTS = First.CHALLENGER, First.OPPONENT


@pytest.fixture
def elsewhere(store: Store) -> Table:
    """Another server, where the same players are."""
    calls = iter(range(2_045_000_000_000_000_000, 2_046_000_000_000_000_000))
    return Table(store, ELSEWHERE, calls)


async def rated(table: Table, challenger: PlayerId = ANA, opponent: PlayerId = BO) -> Match:
    """The challenger begins."""
    return await table.start(terms(challenger, opponent, first=First.DRAWN))


def against_bot(
    player: PlayerId = ANA, first: First = BOTS, game: Game[Any] = DIVISOR, legs: int = 1
) -> Terms:
    return Terms(player, BOT, game, first, DAY, legs=legs, level=Level.PERFECT)


async def practise(table: Table, player: PlayerId = ANA, first: First = BOTS) -> Match:
    asked = against_bot(player, first)
    return await table.store.practise(table.call(player), asked, POSTING, private=True)


async def test_it_does_not_begin_there(table: Table) -> None:
    running = await rated(table)
    for player in ANA, BO:
        with pytest.raises(InRatedDuel) as refused:
            await practise(table, player)
        assert refused.value.facts() == {
            "number": running.id,
            "guild": GUILD,
            "channel": CHANNEL,
            "message": None,
        }
        assert await table.store.running(GUILD, player) == (running,)


async def test_a_refusal_is_the_same_when_the_call_comes_again(table: Table) -> None:
    running = await rated(table)
    call = table.call(ANA)
    with pytest.raises(InRatedDuel):
        await table.store.practise(call, against_bot(), POSTING, private=True)
    await table.play(running, "12")
    with pytest.raises(InRatedDuel):
        await table.store.practise(call, against_bot(), POSTING, private=True)


async def test_nor_if_the_rated_duel_is_in_another_server(table: Table, elsewhere: Table) -> None:
    running = await rated(elsewhere)
    for player in ANA, BO:
        with pytest.raises(InRatedDuel) as refused:
            await practise(table, player)
        assert (refused.value.guild, refused.value.number) == (ELSEWHERE, running.id)
        assert await table.store.running(GUILD, player) == ()


async def test_it_answers_no_move_that_leads_there(table: Table) -> None:
    begun = await practise(table, first=MINE)
    running = await table.play(await rated(table), "12")
    with pytest.raises(InRatedDuel):
        await table.play(begun, "12")
    assert await table.store.duel(GUILD, begun.id) == begun
    assert (await table.play(begun, "14")).step == 3
    assert await table.store.duel(GUILD, running.id) == running


async def test_it_begins_no_second_game_there(table: Table, elsewhere: Table) -> None:
    """The move that ends the first one isn't made either."""
    asked = against_bot(first=MINE, game=SHORT, legs=2)
    begun = await table.store.practise(table.call(ANA), asked, POSTING, private=True)
    running = await elsewhere.start(terms(game=SHORT, first=First.DRAWN))
    with pytest.raises(InRatedDuel):
        await table.play(begun, "1")
    assert await table.store.duel(GUILD, begun.id) == begun
    await elsewhere.play(running, *SHORT_MOVES)
    assert (await table.play(begun, "1")).step > 3


async def test_where_the_player_begins_the_bot_only_waits(table: Table) -> None:
    await rated(table)
    begun = await practise(table, first=MINE)
    assert isinstance(begun.duel, Playing)
    assert begun.duel.ply == 0


async def test_others_may_play_there(table: Table) -> None:
    await rated(table)
    assert (await practise(table, CY)).step == 2


async def test_when_it_is_over_or_has_moved_on(table: Table) -> None:
    running = await table.play(await rated(table), "14")
    assert (await practise(table)).step == 2
    await table.store.resign(table.call(ANA), running.id)
    running = await rated(table)
    await table.store.resign(table.call(ANA), running.id)
    assert (await practise(table)).step == 2


async def test_a_duel_that_is_not_rated_and_a_challenge(table: Table) -> None:
    await table.start(terms())
    await table.offer(terms(first=First.DRAWN))
    assert await table.store.rated_running(ANA) == ()
    assert (await practise(table)).step == 2


async def test_rated_duels_of_all_servers(table: Table, elsewhere: Table) -> None:
    here, there = await rated(table), await rated(elsewhere, BO, ANA)
    await rated(table, BO, CY)
    found = await table.store.rated_running(ANA)
    assert sorted(found, key=lambda match: match.guild) == [here, there]
    assert (here.id, there.id) == (DuelId(1), DuelId(1))
    assert len(await table.store.rated_running(BO)) == 3
