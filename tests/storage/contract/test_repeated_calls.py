"""The contract: a repeated call gets the same answer."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.duel import Finished
from engine.games import set_up
from engine.ids import PlayerId, Span
from engine.refusal import NotYourTurn, OtherGame
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store
from tests.storage.builders import (
    ANA,
    BO,
    DAY,
    DI,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    SHORT,
    SHORT_MOVES,
    Table,
    results,
    terms,
)


async def test_a_move_that_comes_twice_is_made_once_and_answered_alike(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    first = await table.store.play(call, match.id, "6")
    second = await table.store.play(call, match.id, "6")
    assert (first, first.again) == (second, False)
    assert second.again
    later = await table.play(first, "12", "4")
    assert await table.store.play(call, match.id, "6") == first
    assert await table.store.duel(GUILD, match.id) == later


async def test_every_answer_is_given_again_whatever_has_happened_since(table: Table) -> None:
    """Also when the duel has moved on, and when it is over."""
    calls = [table.call(ANA), table.call(BO)]
    answers = [await table.store.offer(calls[0], terms(game=SHORT), POSTING)]
    number = answers[0].id
    answers.append(await table.store.accept(calls[1], number, Random(1)))
    for player, text in zip((ANA, BO), SHORT_MOVES, strict=True):
        table.wait(MINUTE)
        calls.append(table.call(player))
        answers.append(await table.store.play(calls[-1], number, text))
    assert isinstance(answers[-1].duel, Finished)
    table.wait(MINUTE)
    again = [
        await table.store.offer(calls[0], terms(game=SHORT), POSTING),
        await table.store.accept(calls[1], number, Random(2)),
        await table.store.play(calls[2], number, "1"),
        await table.store.play(calls[3], number, "7"),
    ]
    assert again == answers
    assert [each.again for each in again] == [True] * 4
    assert (await table.store.profile(GUILD, BO)).overall == results("w")
    assert await table.store.running(GUILD, ANA) == ()


@pytest.mark.parametrize("stop", [None, "resign", "end", "time"])
async def test_every_answer_of_two_legs_is_given_again(table: Table, stop: str | None) -> None:
    """In the first game, between the two, in the second, at the end, and when the duel is void."""
    store, number = table.store, DuelId(1)
    asked: list[Callable[[], Awaitable[Match]]] = []
    answers: list[Match] = []

    async def ask(player: PlayerId, verb: Callable[..., Awaitable[Match]], *args: Any) -> None:
        table.wait(MINUTE)
        call = table.call(player)
        asked.append(lambda: verb(call, *args))
        answers.append(await asked[-1]())
        await ask_again()

    async def ask_again() -> None:
        for each, answer in zip(asked, answers, strict=True):
            found = await each()
            assert (found, found.step, found.again) == (answer, answer.step, True)

    await ask(ANA, store.offer, terms(ANA, BO, SHORT, legs=2), POSTING)
    await ask(BO, store.accept, number, Random(2))
    moves = ((ANA, "1"), (BO, "7"), (BO, "1"), (ANA, "7"))
    for player, text in moves if stop is None else moves[:3]:
        await ask(player, store.play, number, text)
    legs = [getattr(each.duel, "earlier", None) is not None for each in answers]
    assert legs == [False] * 3 + [True] * (len(legs) - 3)
    if stop == "time":
        seen = await table.show(answers[-1])
        answers[:] = [replace(each, board=seen.board) for each in answers]
        table.wait(DAY)
        assert (await store.ring(table.now)).ended
    elif stop:
        await ask(ANA, getattr(store, stop), number)
    await ask_again()
    await ask(DI, store.void, number)
    assert isinstance(answers[-1].duel, Finished)
    assert answers[-1].duel.void


async def test_what_was_withdrawn_or_stopped_is_answered_again_too(table: Table) -> None:
    for verb, player in ((table.store.decline, BO), (table.store.cancel, ANA)):
        offering = table.call(ANA)
        offered = await table.store.offer(offering, terms(), POSTING)
        call = table.call(player)
        answer = await verb(call, offered.id)
        assert await verb(call, offered.id) == answer
        assert await table.store.offer(offering, terms(), POSTING) == offered
    for stop, player in ((table.store.resign, ANA), (table.store.end, DI)):
        match = await table.start()
        call = table.call(player)
        answer = await stop(call, match.id)
        assert await stop(call, match.id) == answer
    played, call = await table.finish(), table.call(ANA)
    again = await table.store.rematch(call, played.id, POSTING)
    assert await table.store.rematch(call, played.id, POSTING) == again


async def test_a_repeated_rematch_gets_the_first_answer_though_its_start_is_drawn_anew(
    table: Table,
) -> None:
    played, call = await table.finish(), table.call(ANA)
    one, other = (set_up("divisor", {"size": size}) for size in (30, 40))
    again = await table.store.rematch(call, played.id, POSTING, one)
    for drawn in (one, other, set_up("parity", {}), None):
        assert await table.store.rematch(call, played.id, POSTING, drawn) == again
    assert again.duel.terms.game == one
    assert await table.store.running(GUILD, ANA) == (again,)
    # A refusal stands, too.
    await table.store.cancel(table.call(ANA), again.id)
    refused = table.call(ANA)
    for drawn in (set_up("parity", {}), one):
        with pytest.raises(OtherGame):
            await table.store.rematch(refused, played.id, POSTING, drawn)


async def test_a_refusal_stands_though_the_same_call_could_now_be_granted(table: Table) -> None:
    match = await table.play(await table.start(), "6")
    early = table.call(ANA)
    with pytest.raises(NotYourTurn) as first:
        await table.store.play(early, match.id, "4")
    moved = await table.play(match, "12")
    with pytest.raises(NotYourTurn) as second:
        await table.store.play(early, match.id, "4")
    assert first.value.facts() == second.value.facts()
    assert await table.store.duel(GUILD, match.id) == moved


async def test_an_interaction_counts_in_its_own_server(table: Table, store: Store) -> None:
    here, there = await table.offer(), await Table(store, ELSEWHERE).offer()
    assert (here.id, there.id) == (1, 1)
    assert not there.again


async def test_old_receipts_are_forgotten(table: Table) -> None:
    match = await table.start()
    call = table.call(ANA)
    await table.store.play(call, match.id, "6")
    table.wait(Span(DAY - 1))
    await table.store.forget_receipts(GUILD, table.now)
    assert (await table.store.play(call, match.id, "6")).again
    table.wait(Span(1))
    await table.store.forget_receipts(GUILD, table.now)
    assert (await table.store.play(call, match.id, "6")).again
    table.wait(Span(1))
    await table.store.forget_receipts(ELSEWHERE, table.now)
    assert (await table.store.play(call, match.id, "6")).again
    await table.store.forget_receipts(GUILD, table.now)
    with pytest.raises(NotYourTurn):
        await table.store.play(call, match.id, "6")
