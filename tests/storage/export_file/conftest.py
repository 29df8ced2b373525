"""Exported servers in which everything has happened, and a database that takes them in."""

import asyncio
from pathlib import Path

import pytest

from engine.ids import PlayerId
from storage.ids import ChannelId, RoleId
from storage.people import Challenges, HouseRules, Pings, Preferences
from storage.sqlite.export_file import export
from storage.sqlite.store import open_store
from tests.storage.builders import ANA, BO, CY, ELSEWHERE, GUILD, MINUTE, Table, terms
from tests.storage.database_files import new_database
from tests.storage.databases import Engine
from tests.storage.export_file.edit import lines_of
from tests.storage.export_file.import_checks import SEEDS, ImportChecks, Lines, inhabit
from tests.storage.export_file.played import play_a_little
from tests.storage.random_server import live


@pytest.fixture(scope="session")
def servers(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Databases by the seed of what has happened in them. They are only to be read."""
    paths = {seed: tmp_path_factory.mktemp("servers") / "duelhost.db" for seed in SEEDS}
    for seed, path in paths.items():
        asyncio.run(live(path, seed))
    return paths


@pytest.fixture(scope="session")
def exports(servers: dict[int, Path], tmp_path_factory: pytest.TempPathFactory) -> list[Lines]:
    """The lines of each server's export, without the last one, which seals them."""
    folder, found = tmp_path_factory.mktemp("exports"), []
    for seed, path in servers.items():
        target = folder / f"{seed}.gz"
        export(path, GUILD, target)
        found.append(lines_of(target.read_bytes())[:-1])
    return found


@pytest.fixture(scope="session")
def inhabited_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = new_database(tmp_path_factory.mktemp("inhabited") / "duelhost.db")
    asyncio.run(inhabit(path))
    return path


@pytest.fixture
def checks(engine: Engine, inhabited_file: Path, tmp_path: Path) -> ImportChecks:
    return ImportChecks(engine.shared(inhabited_file), tmp_path)


async def neighbours(path: Path) -> None:
    """A server that has played, and another that has only chosen something."""
    async with open_store(path) as store:
        table = Table(store, ELSEWHERE)
        await store.beat(table.now)
        await table.finish()
        await table.start(terms(ANA, CY))
        await table.offer(terms(BO, CY))
        await store.rule_house(
            GUILD, HouseRules(MINUTE, frozenset({ChannelId(5)}), frozenset({RoleId(5)}), 99)
        )
        await store.block(GUILD, PlayerId(5), blocked=True)
        await store.prefer(GUILD, ANA, Preferences(Pings.NEVER, Challenges.NOBODY))
        for player in (11, 12, 13, 14, 15, 16, 17, 18, 19):
            await store.erase(GUILD, PlayerId(player), table.now)


@pytest.fixture
def inhabited(tmp_path: Path) -> Path:
    asyncio.run(neighbours(tmp_path / "inhabited.db"))
    return tmp_path / "inhabited.db"


@pytest.fixture
def played(path: Path) -> Path:
    asyncio.run(play_a_little(path))
    return path
