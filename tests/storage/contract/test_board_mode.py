"""The contract: every duel that is read says how its server wants it shown."""

from engine.ids import Instant
from storage.match import BoardMode, Match
from storage.people import HouseRules
from tests.storage.builders import ANA, BO, DAY, DI, GUILD, MINUTE, SHORT, SHORT_MOVES, Table, terms


async def choose(table: Table, mode: BoardMode) -> None:
    await table.store.rule_house(table.guild, HouseRules(board_mode=mode))


async def test_it_is_what_the_server_has_chosen_last(table: Table) -> None:
    match = await table.offer()
    assert match.board_mode is BoardMode.ONE
    assert (await table.store.house_rules(GUILD)).board_mode is BoardMode.ONE
    for mode in BoardMode:
        await choose(table, mode)
        assert (await table.store.house_rules(GUILD)).board_mode is mode
        assert (await table.store.duel(GUILD, match.id)).board_mode is mode
    assert (await table.offer(terms(BO, DI))).board_mode is BoardMode.THREAD


async def test_each_step_sees_it_at_once(table: Table) -> None:
    """Also the answer to a call that comes again."""
    call = table.call(ANA)
    seen: list[Match] = []
    await choose(table, BoardMode.EVERY)
    seen.append(await table.start(terms(game=SHORT)))
    await choose(table, BoardMode.THREAD)
    seen.append(await table.store.play(call, seen[0].id, SHORT_MOVES[0]))
    await choose(table, BoardMode.ONE)
    seen.append(await table.store.play(call, seen[0].id, SHORT_MOVES[0]))
    await choose(table, BoardMode.EVERY)
    seen.append(await table.play(seen[1], SHORT_MOVES[1]))
    await choose(table, BoardMode.THREAD)
    seen.append(await table.store.good_game(table.call(ANA), seen[0].id))
    await choose(table, BoardMode.EVERY)
    seen.append(await table.store.void(table.call(DI), seen[0].id))
    modes = [each.board_mode.value for each in seen]
    assert modes == ["every", "thread", "one", "every", "thread", "every"]


async def test_so_do_lists_clocks_and_an_erasure(table: Table) -> None:
    await choose(table, BoardMode.THREAD)
    await table.finish(BO, ANA)
    late = await table.show(await table.start(terms(BO, DI, clock=MINUTE)))
    table.wait(MINUTE)
    await table.start(terms(clock=DAY))
    rung = await table.store.ring(Instant(table.now + DAY - 1))
    erased = await table.store.erase(GUILD, ANA, table.now)
    lists = (
        rung.reminded,
        rung.ended,
        erased,
        await table.store.unshown(GUILD),
        await table.store.ended_in(GUILD),
        await table.store.history(GUILD, BO),
        await table.store.running(GUILD, (await table.start(terms(BO, DI))).duel.terms.opponent),
        await table.store.open_in(GUILD),
    )
    assert late.id in {each.id for each in rung.ended}
    for found in lists:
        assert found
        assert {each.board_mode for each in found} == {BoardMode.THREAD}
