"""Clocks: reminders, forfeits, and time that nobody could use."""

import asyncio
from typing import Any, NoReturn

import pytest

from bot.duels import scheduler as clock
from bot.metrics import REGISTRY
from engine.games.parity import Parity
from engine.ids import Instant
from storage.ids import GuildId
from storage.match import Struck
from storage.shards import Shard
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer, labels, told
from tests.bot.simcord.world import CHOSEN, POST, World
from tests.bot.text.says import won

LIST = {"id": "1", "name": "duel", "type": 1, "options": [{"name": "list", "type": 1}]}
MINUTE = 60
HOUR = 60 * MINUTE


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the scheduler check the time less often, so that simulated hours pass quickly."""
    monkeypatch.setattr(clock, "BEAT", 5 * MINUTE * 1000)


def reminders(world: World) -> list[str]:
    return [line for line in world.lines() if line.startswith("⏳")]


async def test_a_reminder_comes_once_at_a_quarter_of_the_time_left(world: World) -> None:
    await world.duel(clock="1h")
    await world.env.advance_time(45 * MINUTE - 1)
    assert reminders(world) == []
    await world.env.advance_time(2)
    assert reminders(world) == [
        "⏳ @ana, your move in **Divisor Duel** #1 is due <15 min>: LINK",
    ]
    assert world.pinged() == [world.ana.id]
    await world.env.advance_time(14 * MINUTE)
    assert len(reminders(world)) == 1


async def test_each_move_has_its_own_reminder(world: World) -> None:
    board = await world.duel(clock="1h")
    await world.env.advance_time(50 * MINUTE)
    await world.play(board, 6)
    await world.env.advance_time(50 * MINUTE)
    assert [line.split(",")[0] for line in reminders(world)] == ["⏳ @ana", "⏳ @bo"]


async def test_a_player_who_wants_no_pings_gets_no_reminder(world: World) -> None:
    await world.ana.slash(world.games, "duel settings", pings="never")
    await world.duel(clock="1h")
    await world.env.advance_time(59 * MINUTE)
    assert reminders(world) == []


async def test_time_runs_out_once(world: World) -> None:
    board = await world.duel(clock="10m")
    await world.env.advance_time(10 * MINUTE - 1)
    assert await world.standing(world.bo) == (0, 0)
    await world.env.advance_time(2)
    end = world.last()
    assert world.read(end) == (won("@bo", "@ana") + f"@ana ran out of time.\n{CHOSEN}")
    assert labels(end) == ["Rematch", "Leaderboard", "GG"]
    assert await world.standing(world.bo) == (1, 0)
    assert told(await world.press(world.ana, board, "d1:m:1:0:6")) == (
        "This duel is over: time ran out."
    )
    await world.env.advance_time(HOUR)
    assert sum("🏆" in line for line in world.lines()) == 1


async def test_whoever_won_on_time_is_pinged(world: World) -> None:
    await world.duel(clock="10m")
    await world.env.advance_time(11 * MINUTE)
    assert world.pinged(by=POST) == [world.bo.id]


async def test_many_clocks_at_once(world: World) -> None:
    for nth in range(5):
        opponent = world.join(f"p{nth}")
        offer = answer(await world.challenge(opponent=opponent, clock="10m"))
        await opponent.click(offer, label="Accept")
    await world.env.advance_time(11 * MINUTE)
    assert sum("🏆" in line for line in world.lines()) == 5
    assert await world.standing(world.ana) == (0, 5)


async def test_a_move_in_the_last_moment_counts(world: World) -> None:
    board = await world.duel(clock="10m")
    await world.env.advance_time(10 * MINUTE - 1)
    await world.play(board, 6)
    await world.env.advance_time(10 * MINUTE - 2)
    assert (await world.match()).step == 2


# Time that nobody could use.


async def test_time_the_bot_was_down_is_given_back(world: World) -> None:
    await world.duel(clock="10m")
    await world.env.advance_time(5 * MINUTE)
    await world.restart(away=3 * HOUR)
    assert await world.standing(world.bo) == (0, 0)
    await world.env.advance_time(4 * MINUTE)
    assert await world.standing(world.bo) == (0, 0)
    await world.env.advance_time(1 * MINUTE + 5 * MINUTE)
    assert await world.standing(world.bo) == (1, 0)


async def test_a_challenge_waits_for_the_bot_too(world: World) -> None:
    offer = answer(await world.challenge())
    await world.env.advance_time(10 * MINUTE)
    await world.restart(away=HOUR)
    answer(await world.press(world.bo, offer, "d1:a:1"))


async def test_nobodys_time_runs_while_discord_cannot_be_reached(world: World) -> None:
    await world.duel(clock="10m")
    await world.event("disconnect")
    await world.env.advance_time(HOUR)
    assert await world.standing(world.bo) == (0, 0)
    await world.event("resumed")
    assert await world.standing(world.bo) == (0, 0)
    await world.env.advance_time(10 * MINUTE + 5 * MINUTE)
    assert await world.standing(world.bo) == (1, 0)


async def test_nobodys_time_runs_if_discord_is_lost_before_all_servers_are_known(
    world: World,
) -> None:
    await world.duel(clock="10m")
    await world.event("disconnect")
    await world.event("ready")
    await world.env.advance_time(HOUR)
    await world.event("resumed")
    assert await world.standing(world.bo) == (0, 0)


async def test_a_machine_that_slept_takes_nobodys_time(world: World) -> None:
    await world.duel(clock="10m")
    world.env.backend.advance_clock(8 * HOUR)
    await world.env.advance_time(5 * MINUTE)
    assert await world.standing(world.bo) == (0, 0)
    await world.env.advance_time(15 * MINUTE)
    assert await world.standing(world.bo) == (1, 0)


async def test_whoever_asks_before_time_was_given_back_has_it_already(world: World) -> None:
    """The time is given back once: the player to move has the time that the board says, and not the
    night as well."""
    board = await world.duel(clock="10m")
    challenge = answer(await world.challenge(opponent=world.cy))
    world.env.backend.advance_clock(8 * HOUR)
    assert "<10 min>" in world.read(await world.play(board, 6))
    answer(await world.cy.click(challenge, label="Accept"))
    await world.env.advance_time(15 * MINUTE)
    assert await world.standing(world.bo) == (0, 1)


async def test_resuming_twice_is_one_clock(world: World) -> None:
    await world.event("resumed")
    await world.event("ready")
    await world.duel(clock="10m")
    await world.env.advance_time(11 * MINUTE)
    assert sum("🏆" in line for line in world.lines()) == 1


async def test_a_reminder_before_a_restart_is_not_given_again(world: World) -> None:
    await world.duel(clock="1h")
    await world.env.advance_time(46 * MINUTE)
    await world.restart()
    await world.env.advance_time(5 * MINUTE)
    assert len(reminders(world)) == 1


async def test_a_reminder_that_was_missed_is_given_after_a_restart(world: World) -> None:
    await world.duel(clock="1h")
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await world.env.advance_time(46 * MINUTE)
    assert reminders(world) == []
    world.env.backend.faults.clear()
    await world.restart()
    await world.env.advance_time(2 * MINUTE)
    assert len(reminders(world)) == 1


async def test_a_reminder_that_failed_is_given_a_little_later(world: World) -> None:
    await world.duel(clock="1h")
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    await world.env.advance_time(45 * MINUTE + 1)
    assert reminders(world) == []
    await world.env.advance_time(2 * MINUTE)
    assert len(reminders(world)) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_a_reminder_that_cannot_be_posted_is_given_up(
    world: World, status: int, code: int
) -> None:
    await world.duel(clock="1h")
    world.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)
    await world.env.advance_time(59 * MINUTE)
    assert reminders(world) == []
    await world.env.advance_time(2 * MINUTE)
    assert await world.standing(world.bo) == (1, 0)


async def test_who_is_cancelled_while_the_clock_stops_ends(world: World) -> None:
    """Otherwise a process that stops would wait for ever."""
    stopping = asyncio.create_task(world.client.services.scheduler.stop())
    await asyncio.sleep(0)
    stopping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await stopping


async def test_the_clock_survives_a_failing_disk(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel(clock="10m")
    ring = world.store.ring

    async def fail(*_args: object) -> None:
        monkeypatch.setattr(world.store, "ring", ring)
        raise OSError("no disk")

    monkeypatch.setattr(world.store, "ring", fail)
    await world.env.advance_time(11 * MINUTE)
    assert world.incidents() == ["the clock missed a turn"]
    assert await world.standing(world.bo) == (1, 0)


async def test_a_machine_that_sleeps_between_two_looks_at_the_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All time is given back before the first duel is looked at."""
    await world.duel(clock="1h")
    servers = world.store.servers

    async def asleep(shard: Shard) -> tuple[GuildId, ...]:
        monkeypatch.setattr(world.store, "servers", servers)
        world.env.backend.advance_clock(2 * HOUR)
        return await servers(shard)

    monkeypatch.setattr(world.store, "servers", asleep)
    await world.event("disconnect")
    await world.event("resumed")
    assert world.store.servers == servers
    await world.env.advance_time(59 * MINUTE)
    assert await world.standing(world.bo) == (0, 0)
    await world.env.advance_time(2 * MINUTE)
    assert await world.standing(world.bo) == (1, 0)


async def test_nobody_runs_out_of_time_while_the_bot_stops(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel(clock="10m")
    running, gate = world.store.running, asyncio.Event()

    async def held(*of: Any) -> Any:
        await world.env.external_wait(gate.wait(), reason="a slow store")
        return await running(*of)

    monkeypatch.setattr(world.store, "running", held)
    await world.deliver(world.ana, 2, world.games.id, LIST)
    finishing = asyncio.create_task(world.client.finish())
    await world.env.advance_time(HOUR)
    over = await world.standing(world.bo)
    assert not finishing.done()
    gate.set()
    await finishing
    assert over == (0, 0)


async def test_a_full_disk_keeps_nobody_from_looking(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()

    async def fail(*_args: object) -> None:
        raise DiskFull(world.store.backend.path)

    for each in ("beat", "give_time_back", "play"):
        monkeypatch.setattr(world.store, each, fail)
    await world.env.advance_time(HOUR)
    assert told(await world.ana.slash(world.games, "duel list")).startswith("**Your duels here**")
    assert told(await world.ana.click(board, label="6")).startswith("Something broke on my side.")
    assert world.incidents().count("incident") == 1


async def test_how_late_it_is_is_counted(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def lateness(what: str) -> float:
        return REGISTRY.get_sample_value(f"duelhost_clock_lag_seconds_{what}") or 0

    await world.duel(clock="1h")
    ring, due = world.store.ring, world.now() + 45 * MINUTE * 1000

    async def fail_when_due(now: Instant, *more: Any) -> Struck:
        if now < due:
            return await ring(now, *more)
        monkeypatch.setattr(world.store, "ring", ring)
        raise OSError("no disk")

    monkeypatch.setattr(world.store, "ring", fail_when_due)
    await world.env.advance_time(44 * MINUTE)
    count, seconds = lateness("count"), lateness("sum")
    await world.env.advance_time(7 * MINUTE)
    assert world.incidents() == ["the clock missed a turn"]
    assert len(reminders(world)) == 1
    assert lateness("count") == count + 1
    assert lateness("sum") - seconds == pytest.approx(5 * MINUTE, abs=1)


async def test_nobody_loses_who_was_not_shown_that_it_was_their_turn(world: World) -> None:
    board = await world.duel(clock="10m")
    world.env.inject_error("POST", "/interactions/*/callback", status=500, times=None)
    world.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await world.ana.click(board, label="6")
    await world.env.advance_time(30 * MINUTE)
    assert (await world.match()).step == 2
    world.env.backend.faults.clear()
    await world.env.advance_time(5 * MINUTE)
    assert "@ana took 6.**" in world.lines()[-1]
    await world.env.advance_time(20 * MINUTE)
    assert await world.standing(world.ana) == (1, 0)


async def test_nobody_loses_whose_board_has_no_place(world: World) -> None:
    board = await world.duel(clock="10m")
    world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, "/channels/*", status=403, code=50013)
    await world.ana.click(board, label="6")
    await world.env.advance_time(30 * MINUTE)
    assert (await world.match()).step == 2
    answer(await world.bo.slash(world.games, "duel board"))
    await world.env.advance_time(20 * MINUTE)
    assert await world.standing(world.ana) == (1, 0)


async def test_nobody_loses_where_the_bot_is_not(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel(clock="10m")
    monkeypatch.setattr(world.client, "get_guild", lambda _: None)
    await world.env.advance_time(30 * MINUTE)
    assert (await world.match()).step == 1
    monkeypatch.undo()
    monkeypatch.setattr(clock, "BEAT", 5 * MINUTE * 1000)
    await world.env.advance_time(20 * MINUTE)
    assert await world.standing(world.bo) == (1, 0)


async def test_a_damaged_duel_holds_up_nobody(world: World) -> None:
    await world.duel(clock="10m")
    offer = answer(await world.challenge(opponent=world.cy, clock="10m"))
    await world.cy.click(offer, label="Accept")
    await world.store.backend.writer.run(
        lambda db: db.execute("UPDATE duel SET record = 'nonsense' WHERE id = 1")
    )
    await world.env.advance_time(11 * MINUTE)
    assert world.incidents() == ["a damaged duel has no clock any more"]
    assert await world.standing(world.cy) == (1, 0)


async def test_a_failing_game_holds_up_nobody(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel("parity", clock="10m")
    offer = answer(await world.challenge(opponent=world.cy, clock="10m"))
    await world.cy.click(offer, label="Accept")

    def fail(*_: object) -> NoReturn:
        raise IndexError("gone")

    monkeypatch.setattr(Parity, "outcome", fail)
    await world.env.advance_time(11 * MINUTE)
    waits = [
        each for each in world.log if each["event"] == "a duel waits for its game to be mended"
    ]
    assert [(each["duel"], each["reason"]) for each in waits] == [(1, "IndexError: gone")]
    world.incidents()
    assert await world.standing(world.cy) == (1, 0)


async def test_receipts_are_forgotten_in_time(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.duel(clock="7d")
    forgotten = []
    forget = world.store.forget_receipts

    async def noted(guild: GuildId, now: Instant) -> None:
        forgotten.append((guild, now - begun))
        await forget(guild, now)

    begun = world.now()
    monkeypatch.setattr(world.store, "forget_receipts", noted)
    await world.env.advance_time(150 * MINUTE)
    assert [guild for guild, _ in forgotten] == [world.guild.id] * 2
    assert forgotten[1][1] - forgotten[0][1] == HOUR * 1000
