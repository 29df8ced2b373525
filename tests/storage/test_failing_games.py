"""A game of a package that fails or is missing affects only its own duels."""

from typing import Any, NoReturn

import pytest

from engine.duel import First, Terms
from engine.durations import HOUR
from engine.games import GAMES
from engine.ids import Instant, Span
from engine.opponents.levels import Level
from engine.standing import Standing
from storage.ids import DuelId
from storage.match import Struck
from storage.trouble import GameFailed
from storage.units import duel_rows
from storage.units.bounded_cache import BoundedCache
from tests.engine.countdown import Countdown
from tests.storage.builders import ANA, BO, BOT, CY, DAY, GUILD, POSTING, Table, terms
from tests.storage.databases import Database

pytestmark = pytest.mark.every_engine


@pytest.fixture
async def table(any_database: Database, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Ana and Bo play a game from a package, Ana and Cy another one; all see their boards."""
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    async with any_database.open() as store:
        table = Table(store)
        await table.show(
            await table.play(await table.start(terms(ANA, BO, Countdown(), First.DRAWN)), "1")
        )
        await table.show(await table.start(terms(ANA, CY)))
    return table


def forget_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot begins anew, with nothing read yet."""
    monkeypatch.setattr(duel_rows, "RECORDS", BoundedCache[Any, Any](9))
    monkeypatch.setattr(duel_rows, "MATCHES", BoundedCache[Any, Any](9))


def fail(*_of: object) -> NoReturn:
    raise IndexError("gone")


def damaged(struck: Struck) -> list[tuple[int, str]]:
    return [(each.number, each.detail) for each in struck.damaged]


@pytest.mark.parametrize("method", ["start", "play", "legal", "to_move", "outcome", "text"])
async def test_a_game_that_fails_stops_no_other_clock(
    any_database: Database, table: Table, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    forget_all(monkeypatch)
    monkeypatch.setattr(Countdown, method, fail)
    async with any_database.open() as store:
        struck = await store.ring(Instant(table.now + DAY))
        assert [each.id for each in struck.ended] == [2]
        assert damaged(struck) == [(1, "IndexError: gone")]
        assert not await store.ring(Instant(table.now + DAY))


async def test_a_game_that_fails_hides_no_other_duel(
    any_database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    forget_all(monkeypatch)
    monkeypatch.setattr(Countdown, "play", fail)
    async with any_database.open() as table.store:
        store = table.store
        assert [each.id for each in await store.running(GUILD, ANA)] == [2]
        with pytest.raises(GameFailed):
            await store.duel(GUILD, DuelId(1))


async def test_an_end_that_fails_half_way_leaves_no_result(
    any_database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The duel was read before the game began to fail."""
    async with any_database.open() as store:
        await store.duel(GUILD, DuelId(1))
        monkeypatch.setattr(Countdown, "outcome", fail)
        struck = await store.ring(Instant(table.now + DAY))
        assert [each.id for each in struck.ended] == [2]
        assert damaged(struck) == [(1, "IndexError: gone")]
        assert (await store.profile(GUILD, BO)).overall == Standing()


async def test_a_start_without_the_game_ends_no_clock(
    any_database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once the game is there again, the player to move is reminded before time is up."""
    forget_all(monkeypatch)
    monkeypatch.delitem(GAMES, "countdown")
    async with any_database.open() as table.store:
        for _ in range(3):
            table.wait(DAY)
            assert damaged(await table.store.ring(table.now)) == [(1, "unknown-game")]
            assert await table.store.next_due() == table.now + HOUR
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    async with any_database.open() as table.store:
        table.wait(Span(HOUR))
        reminded = await table.store.ring(table.now)
        assert [each.id for each in reminded.reminded] == [1]
        table.wait(Span(DAY // 4))
        struck = await table.store.ring(table.now)
        assert [each.id for each in struck.ended] == [1]


async def test_a_player_of_the_bot_is_not_reminded_when_the_game_is_back(
    any_database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Terms(BO, BOT, Countdown(), First.CHALLENGER, DAY, level=Level.NOVICE)
    async with any_database.open() as table.store:
        practice = await table.store.practise(table.call(BO), asked, POSTING, private=True)
    forget_all(monkeypatch)
    monkeypatch.delitem(GAMES, "countdown")
    table.wait(DAY)
    async with any_database.open() as table.store:
        assert (practice.id, "unknown-game") in damaged(await table.store.ring(table.now))
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    async with any_database.open() as table.store:
        table.wait(Span(HOUR))
        struck = await table.store.ring(table.now)
        assert practice.id not in [each.id for each in struck.reminded]
        table.wait(Span(DAY // 4))
        struck = await table.store.ring(table.now)
        assert practice.id in [each.id for each in struck.ended]


async def test_a_challenge_of_a_missing_game_expires_later(
    any_database: Database, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with any_database.open() as table.store:
        offered = await table.offer(terms(BO, CY, Countdown()))
    forget_all(monkeypatch)
    monkeypatch.delitem(GAMES, "countdown")
    table.wait(Span(HOUR))
    async with any_database.open() as table.store:
        assert damaged(await table.store.ring(table.now)) == [(offered.id, "unknown-game")]
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    table.wait(Span(HOUR))
    async with any_database.open() as table.store:
        struck = await table.store.ring(table.now)
        assert [each.id for each in struck.ended] == [offered.id]
