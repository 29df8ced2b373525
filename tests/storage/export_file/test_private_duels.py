"""Of private duels an export has the place among others and among ends, and nothing else."""

from pathlib import Path

import pytest

from engine.duel import Finished, First, Terms, Withdrawn
from engine.opponents.levels import Level
from storage.ids import DuelId, direct_messages
from storage.sqlite.check import check
from storage.sqlite.import_file import take_in
from storage.sqlite.store import open_store
from storage.trouble import NothingKept
from tests.storage.builders import ANA, BOT, CY, DAY, DIVISOR, GUILD, POSTING, Table
from tests.storage.export_file.edit import lines_of, values_of
from tests.storage.export_file.import_checks import NOW, duels_in, exported


@pytest.fixture
async def source(tmp_path: Path) -> Path:
    """An export with a private duel that has ended, and one that goes on, beside others, in two
    seasons."""
    asked = Terms(ANA, BOT, DIVISOR, First.CHALLENGER, DAY, level=Level.NOVICE)
    async with open_store(tmp_path / "one.db") as store:
        table = Table(store)
        first = await store.practise(table.call(ANA), asked, POSTING, private=True)
        await store.resign(table.call(ANA), first.id)
        await store.begin_season(GUILD, 2, table.now)
        await table.finish()
        for private in (False, True):
            await store.practise(table.call(ANA), asked, POSTING, private=private)
        await store.erase(GUILD, CY, table.now)
    return exported(tmp_path / "one.db")


async def test_direct_messages_are_not_exported(tmp_path: Path) -> None:
    """They are a player's own, and their numbers may begin with any."""
    guild = direct_messages(ANA)
    asked = Terms(ANA, BOT, DIVISOR, First.CHALLENGER, DAY, level=Level.NOVICE)
    async with open_store(tmp_path / "one.db") as store:
        table = Table(store, guild)
        await store.practise(table.call(ANA), asked, POSTING, private=False)
        with pytest.raises(NothingKept):
            await store.exported(guild)


async def test_they_are_between_erased_players_who_were_never_there(
    source: Path, tmp_path: Path
) -> None:
    take_in(tmp_path / "other.db", source, NOW)
    async with open_store(tmp_path / "other.db") as store:
        assert [each.id for each in await store.running(GUILD, ANA)] == [3]
        assert [each.id for each in await store.history(GUILD, ANA)] == [2]
        assert await store.practised(GUILD, ANA, private=True) == {}
        told = [(await store.duel(GUILD, DuelId(number))).duel for number in (1, 4)]
    assert [type(each) for each in told] == [Finished, Withdrawn]
    # Cy was the first erased player.
    assert {each.terms.players for each in told} == {(-2, -3)}


def test_what_is_taken_in_is_sound_and_exported_alike(source: Path, tmp_path: Path) -> None:
    take_in(tmp_path / "other.db", source, NOW)
    assert list(check(tmp_path / "other.db")) == []
    again = exported(tmp_path / "other.db")
    heads = [values_of(lines_of(each.read_bytes())[0]) for each in (source, again)]
    assert heads[0] == heads[1]
    told, retold = duels_in(source), duels_in(again)
    assert [each["nth"] for each in told] == [1, 2, None, None]
    assert told[2].pop("deadline") < retold[2].pop("deadline")
    assert told == retold
