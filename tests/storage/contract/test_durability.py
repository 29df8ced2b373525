"""The contract: an acknowledged change stays, and stays in its server."""

from pathlib import Path

import pytest

from engine.refusal import NoSuchDuel, NotYourTurn, Refusal
from storage.people import Pings, Preferences
from storage.store import Store
from tests.storage.builders import ANA, BO, CY, DI, ELSEWHERE, GUILD, POSTING, Table, terms
from tests.storage.contract.conftest import Backend

# Servers don't see one another.


async def test_a_duel_is_out_of_reach_from_another_server(table: Table) -> None:
    match = await table.start()
    elsewhere = Table(table.store, ELSEWHERE)
    for reach in (
        table.store.duel(ELSEWHERE, match.id),
        table.store.play(elsewhere.call(ANA), match.id, "6"),
        table.store.resign(elsewhere.call(ANA), match.id),
        table.store.end(elsewhere.call(DI), match.id),
        table.store.rematch(elsewhere.call(ANA), match.id, POSTING),
    ):
        with pytest.raises(NoSuchDuel):
            await reach
    assert await table.store.duel(GUILD, match.id) == match


# Notes.


async def test_a_note_is_there_until_another_takes_its_place(store: Store) -> None:
    assert await store.note("commands") is None
    for text in ("6", "", "💥'; DROP TABLE note; --"):
        await store.take_note("commands", text)
        assert await store.note("commands") == text
    assert await store.note("Commands") is None
    assert await store.servers() == ()


# Acknowledged changes stay.


async def test_everything_is_there_after_a_restart(backend: Backend, tmp_path: Path) -> None:
    async with backend(tmp_path) as store:
        table = Table(store)
        kept = [await table.finish(), await table.play(await table.start(), "6")]
        kept.append(await table.offer(terms(CY, DI)))
        call = table.call(BO)
        kept[1] = await store.play(call, kept[1].id, "12")
        early = table.call(BO)
        with pytest.raises(NotYourTurn):
            await store.play(early, kept[1].id, "4")
        await store.prefer(GUILD, ANA, Preferences(Pings.NEVER))
        await store.block(GUILD, CY, blocked=True)
        await store.take_note("commands", "6")
        ladder, due = await store.leaderboard(GUILD), await store.next_due()
    async with backend(tmp_path) as store:
        assert [await store.duel(GUILD, each.id) for each in kept] == kept
        assert (await store.play(call, kept[1].id, "12")).again
        with pytest.raises(NotYourTurn):
            await store.play(early, kept[1].id, "4")
        assert await store.preferences(GUILD, ANA) == Preferences(Pings.NEVER)
        assert (await store.blocked(GUILD), await store.note("commands")) == ((CY,), "6")
        assert (await store.leaderboard(GUILD), await store.next_due()) == (ladder, due)


async def test_hostile_text_is_refused_and_kept_as_text(table: Table) -> None:
    match = await table.start()
    for text in ("'; DROP TABLE duel; --", "6\x00", "\ud800", "𝟔" * 5000, "6' OR 1=1", ""):
        with pytest.raises(Refusal):
            await table.play(match, text)
    assert await table.store.duel(GUILD, match.id) == match
