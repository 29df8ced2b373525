"""Clients that share their HTTP client: it logs in once, and outlives each of them."""

from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest

from bot.client import Duelhost
from bot.delivery.lease_guard import LeaseGuard, LeaseLost
from bot.delivery.shared_http import SharedHttp
from bot.services import share
from storage.shards import Shard
from storage.sqlite.store import open_store
from tests.bot.host.discord_stub import TOKEN, Discord


@pytest.fixture
async def there(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Discord]:
    async with Discord().reachable() as there:
        monkeypatch.setattr(discord.http.Route, "BASE", there.url)
        yield there


async def test_it_logs_in_once_and_stays_open_until_all_are_closed(
    tmp_path: Path, there: Discord
) -> None:
    http = SharedHttp(lambda _: None)
    await http.log_in(TOKEN)
    http.send_quickly()
    async with open_store(tmp_path / "duelhost.db") as store:
        shared = share(store)
        first, second = (Duelhost(shared, [], Shard(each, 2), http) for each in (0, 1))
        for each in (first, second):
            await each.login(TOKEN)
            assert each.user
            assert each.application_id == int(there.application["id"])
        assert there.logins == 1
        await first.close()
        assert await second.http.get_bot_gateway()
        await second.close()
    await http.disconnect()
    with pytest.raises(RuntimeError, match="closed"):
        await http.ws_connect("ws://127.0.0.1")


async def test_a_token_that_is_refused(there: Discord) -> None:
    http = SharedHttp(lambda _: None)
    with pytest.raises(discord.LoginFailure):
        await http.log_in(TOKEN[1:])
    await http.disconnect()
    assert there.logins == 0


async def test_to_log_in_takes_no_lease(there: Discord) -> None:
    """A process that has lost its leases logs in anew when Discord wants other shards."""
    guard = LeaseGuard()
    guard.allow_until(guard.now())
    http = SharedHttp(lambda _: None, guard)
    await http.log_in(TOKEN)
    assert there.logins == 1
    http.send_quickly()
    with pytest.raises(LeaseLost):
        await http.get_bot_gateway()
    await http.disconnect()
