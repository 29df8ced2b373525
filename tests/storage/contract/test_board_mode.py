"""The contract: a duel is shown as its server wanted when it began."""

from engine.ids import Instant
from storage.match import BoardMode, Match
from storage.people import HouseRules
from tests.storage.builders import (
    ANA,
    BO,
    DAY,
    DI,
    GUILD,
    MINUTE,
    SHORT,
    SHORT_MOVES,
    Loaded,
    Table,
    terms,
)


async def choose(table: Table, mode: BoardMode) -> None:
    await table.store.rule_house(table.guild, HouseRules(board_mode=mode))


async def test_it_is_the_servers_choice_when_the_duel_begins(table: Table) -> None:
    match = await table.offer()
    assert match.board_mode is BoardMode.ONE
    assert (await table.store.house_rules(GUILD)).board_mode is BoardMode.ONE
    for mode in BoardMode:
        await choose(table, mode)
        assert (await table.store.house_rules(GUILD)).board_mode is mode
        assert (await table.start(terms(BO, DI))).board_mode is mode
        assert (await table.store.duel(GUILD, match.id)).board_mode is BoardMode.ONE
    begun = await table.store.accept(table.call(BO), match.id, Loaded())
    assert begun.board_mode is BoardMode.THREAD
    assert (await table.offer()).board_mode is BoardMode.THREAD


async def test_no_later_choice_changes_it(table: Table) -> None:
    """Also in the answer to a call that comes again."""
    call = table.call(ANA)
    await choose(table, BoardMode.EVERY)
    match = await table.start(terms(game=SHORT))
    await choose(table, BoardMode.THREAD)
    seen: list[Match] = [
        await table.store.duel(GUILD, match.id),
        await table.store.play(call, match.id, SHORT_MOVES[0]),
        await table.store.play(call, match.id, SHORT_MOVES[0]),
        await table.play(await table.store.duel(GUILD, match.id), SHORT_MOVES[1]),
        await table.store.good_game(table.call(ANA), match.id),
        await table.store.void(table.call(DI), match.id),
    ]
    assert {each.board_mode for each in seen} == {BoardMode.EVERY}


async def test_lists_clocks_and_an_erasure_say_it(table: Table) -> None:
    await choose(table, BoardMode.THREAD)
    await table.finish(BO, ANA)
    late = await table.show(await table.start(terms(BO, DI, clock=MINUTE)))
    table.wait(MINUTE)
    await table.start(terms(clock=DAY))
    await table.start(terms(BO, DI))
    await choose(table, BoardMode.ONE)
    rung = await table.store.ring(Instant(table.now + DAY - 1))
    erased = await table.store.erase(GUILD, ANA, table.now)
    lists = (
        rung.reminded,
        rung.ended,
        erased,
        await table.store.unshown(GUILD),
        await table.store.ended_in(GUILD),
        await table.store.history(GUILD, BO),
        await table.store.running(GUILD, BO),
        await table.store.open_in(GUILD),
    )
    assert late.id in {each.id for each in rung.ended}
    for found in lists:
        assert found
        assert {each.board_mode for each in found} == {BoardMode.THREAD}
