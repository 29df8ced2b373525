"""The memory of who wants to be pinged, and that it doesn't grow for ever."""

from pathlib import Path

import pytest

from bot.duels import notifications
from bot.duels.notifications import FRESH, Notifications
from engine.ids import Instant, PlayerId
from storage.ids import ChannelId, GuildId
from storage.people import Pings, Preferences
from storage.sqlite.store import open_store

GUILD, HERE, ELSEWHERE = GuildId(1), ChannelId(2), ChannelId(3)
NOW = Instant(10**12)


async def test_only_so_many_are_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "REMEMBERED", 3)
    async with open_store(tmp_path / "duelhost.db") as store:
        remembered, read, asked = Notifications(store), store.preferences, list[PlayerId]()

        async def noted(guild: GuildId, player: PlayerId) -> Preferences:
            asked.append(player)
            return await read(guild, player)

        monkeypatch.setattr(store, "preferences", noted)
        players = [PlayerId(number) for number in range(1, 10)]
        for each in players:
            await remembered.prefer(GUILD, each, Preferences(pings=Pings.AWAY))
            remembered.seen(GUILD, each, HERE, NOW)
        # The players who were seen last aren't pinged.
        away, there = players[:-3], players[-3:]
        for each in there:
            assert not await remembered.rings(GUILD, each, HERE, NOW)
            assert await remembered.rings(GUILD, each, ELSEWHERE, NOW)
        assert asked == []
        for each in away:
            assert await remembered.rings(GUILD, each, HERE, NOW)
        assert asked == away


async def test_what_is_chosen_while_it_is_read_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_store(tmp_path / "duelhost.db") as store:
        remembered, read = Notifications(store), store.preferences

        async def slowly(guild: GuildId, player: PlayerId) -> Preferences:
            found = await read(guild, player)
            await remembered.prefer(guild, player, Preferences(pings=Pings.NEVER))
            return found

        monkeypatch.setattr(store, "preferences", slowly)
        assert not await remembered.rings(GUILD, PlayerId(1), HERE, NOW)
        assert not await remembered.rings(GUILD, PlayerId(1), HERE, NOW)


async def test_what_was_read_long_ago_is_read_again(tmp_path: Path) -> None:
    """Another process may have erased it."""
    now = NOW
    async with open_store(tmp_path / "duelhost.db") as store:
        remembered = Notifications(store, lambda: now)
        await remembered.prefer(GUILD, PlayerId(1), Preferences(pings=Pings.NEVER))
        await store.erase(GUILD, PlayerId(1), now)
        for later, pings in ((FRESH, Pings.NEVER), (1, Pings.AWAY)):
            now = Instant(now + later)
            assert (await remembered.preferences(GUILD, PlayerId(1))).pings is pings
