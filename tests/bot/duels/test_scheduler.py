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
from storage.trouble import DiskFull
from tests.bot.simcord.server import CHOSEN, POST, Hall, answer, labels, told

LIST = {"id": "1", "name": "duel", "type": 1, "options": [{"name": "list", "type": 1}]}
MINUTE = 60
HOUR = 60 * MINUTE


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that hours don't take seconds."""
    monkeypatch.setattr(clock, "BEAT", 5 * MINUTE * 1000)


def reminders(hall: Hall) -> list[str]:
    return [line for line in hall.lines() if line.startswith("⏳")]


async def test_a_reminder_comes_once_at_a_quarter_of_the_time_left(hall: Hall) -> None:
    await hall.duel(clock="1h")
    await hall.env.advance_time(45 * MINUTE - 1)
    assert reminders(hall) == []
    await hall.env.advance_time(2)
    assert reminders(hall) == [
        "⏳ @ana, your move in **Divisor Duel** #1 is due <15 min>: LINK",
    ]
    assert hall.pinged() == [hall.ana.id]
    await hall.env.advance_time(14 * MINUTE)
    assert len(reminders(hall)) == 1


async def test_each_move_has_its_own_reminder(hall: Hall) -> None:
    board = await hall.duel(clock="1h")
    await hall.env.advance_time(50 * MINUTE)
    await hall.play(board, 6)
    await hall.env.advance_time(50 * MINUTE)
    assert [line.split(",")[0] for line in reminders(hall)] == ["⏳ @ana", "⏳ @bo"]


async def test_a_player_who_wants_no_pings_gets_no_reminder(hall: Hall) -> None:
    await hall.ana.slash(hall.games, "duel settings", pings="never")
    await hall.duel(clock="1h")
    await hall.env.advance_time(59 * MINUTE)
    assert reminders(hall) == []


async def test_time_runs_out_once(hall: Hall) -> None:
    board = await hall.duel(clock="10m")
    await hall.env.advance_time(10 * MINUTE - 1)
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.env.advance_time(2)
    end = hall.last()
    assert hall.read(end) == (
        f"🏁 **@bo wins Divisor Duel** #1 against @ana: @ana ran out of time.\n{CHOSEN}"
    )
    assert labels(end) == ["Rematch", "Leaderboard"]
    assert await hall.standing(hall.bo) == (1, 0)
    assert told(await hall.press(hall.ana, board, "d1:m:1:0:6")) == (
        "This duel is over: time ran out."
    )
    await hall.env.advance_time(HOUR)
    assert sum("🏁" in line for line in hall.lines()) == 1


async def test_whoever_won_on_time_is_pinged(hall: Hall) -> None:
    await hall.duel(clock="10m")
    await hall.env.advance_time(11 * MINUTE)
    assert hall.pinged(by=POST) == [hall.bo.id]


async def test_many_clocks_at_once(hall: Hall) -> None:
    for nth in range(5):
        opponent = hall.join(f"p{nth}")
        offer = answer(await hall.challenge(opponent=opponent, clock="10m"))
        await opponent.click(offer, label="Accept")
    await hall.env.advance_time(11 * MINUTE)
    assert sum("🏁" in line for line in hall.lines()) == 5
    assert await hall.standing(hall.ana) == (0, 5)


async def test_a_move_in_the_last_moment_counts(hall: Hall) -> None:
    board = await hall.duel(clock="10m")
    await hall.env.advance_time(10 * MINUTE - 1)
    await hall.play(board, 6)
    await hall.env.advance_time(10 * MINUTE - 2)
    assert (await hall.match()).step == 2


# Time that nobody could use.


async def test_time_the_bot_was_down_is_given_back(hall: Hall) -> None:
    await hall.duel(clock="10m")
    await hall.env.advance_time(5 * MINUTE)
    await hall.restart(away=3 * HOUR)
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.env.advance_time(4 * MINUTE)
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.env.advance_time(1 * MINUTE + 5 * MINUTE)
    assert await hall.standing(hall.bo) == (1, 0)


async def test_a_challenge_waits_for_the_bot_too(hall: Hall) -> None:
    offer = answer(await hall.challenge())
    await hall.env.advance_time(10 * MINUTE)
    await hall.restart(away=HOUR)
    answer(await hall.press(hall.bo, offer, "d1:a:1"))


async def test_nobodys_time_runs_while_discord_cannot_be_reached(hall: Hall) -> None:
    await hall.duel(clock="10m")
    await hall.event("disconnect")
    await hall.env.advance_time(HOUR)
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.event("resumed")
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.env.advance_time(10 * MINUTE + 5 * MINUTE)
    assert await hall.standing(hall.bo) == (1, 0)


async def test_a_machine_that_slept_takes_nobodys_time(hall: Hall) -> None:
    await hall.duel(clock="10m")
    hall.env.backend.advance_clock(8 * HOUR)
    await hall.env.advance_time(5 * MINUTE)
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.env.advance_time(15 * MINUTE)
    assert await hall.standing(hall.bo) == (1, 0)


async def test_whoever_asks_before_time_was_given_back_has_it_already(hall: Hall) -> None:
    """Once and no more: whoever has to answer has the time that is said, and not the night too."""
    board = await hall.duel(clock="10m")
    challenge = answer(await hall.challenge(opponent=hall.cy))
    hall.env.backend.advance_clock(8 * HOUR)
    assert "<10 min>" in hall.read(await hall.play(board, 6))
    answer(await hall.cy.click(challenge, label="Accept"))
    await hall.env.advance_time(15 * MINUTE)
    assert await hall.standing(hall.bo) == (0, 1)


async def test_resuming_twice_is_one_clock(hall: Hall) -> None:
    await hall.event("resumed")
    await hall.event("ready")
    await hall.duel(clock="10m")
    await hall.env.advance_time(11 * MINUTE)
    assert sum("🏁" in line for line in hall.lines()) == 1


async def test_a_reminder_before_a_restart_is_not_given_again(hall: Hall) -> None:
    await hall.duel(clock="1h")
    await hall.env.advance_time(46 * MINUTE)
    await hall.restart()
    await hall.env.advance_time(5 * MINUTE)
    assert len(reminders(hall)) == 1


async def test_a_reminder_that_was_missed_is_given_after_a_restart(hall: Hall) -> None:
    await hall.duel(clock="1h")
    hall.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await hall.env.advance_time(46 * MINUTE)
    assert reminders(hall) == []
    hall.env.backend.faults.clear()
    await hall.restart()
    await hall.env.advance_time(2 * MINUTE)
    assert len(reminders(hall)) == 1


async def test_a_reminder_that_failed_is_given_a_little_later(hall: Hall) -> None:
    await hall.duel(clock="1h")
    hall.env.inject_error("POST", "/channels/*/messages", status=500, times=1)
    await hall.env.advance_time(45 * MINUTE + 1)
    assert reminders(hall) == []
    await hall.env.advance_time(2 * MINUTE)
    assert len(reminders(hall)) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (404, 10003)])
async def test_a_reminder_that_cannot_be_posted_is_given_up(
    hall: Hall, status: int, code: int
) -> None:
    await hall.duel(clock="1h")
    hall.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=1)
    await hall.env.advance_time(59 * MINUTE)
    assert reminders(hall) == []
    await hall.env.advance_time(2 * MINUTE)
    assert await hall.standing(hall.bo) == (1, 0)


async def test_the_clock_survives_a_failing_disk(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.duel(clock="10m")
    ring = hall.store.ring

    async def fail(*_args: object) -> None:
        monkeypatch.setattr(hall.store, "ring", ring)
        raise OSError("no disk")

    monkeypatch.setattr(hall.store, "ring", fail)
    await hall.env.advance_time(11 * MINUTE)
    assert hall.incidents() == ["the clock missed a turn"]
    assert await hall.standing(hall.bo) == (1, 0)


async def test_a_machine_that_sleeps_between_two_looks_at_the_time(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that is given back is given before anything is seen to."""
    await hall.duel(clock="1h")
    servers = hall.store.servers

    async def asleep() -> tuple[GuildId, ...]:
        monkeypatch.setattr(hall.store, "servers", servers)
        hall.env.backend.advance_clock(2 * HOUR)
        return await servers()

    monkeypatch.setattr(hall.store, "servers", asleep)
    await hall.event("disconnect")
    await hall.event("resumed")
    assert hall.store.servers == servers
    await hall.env.advance_time(59 * MINUTE)
    assert await hall.standing(hall.bo) == (0, 0)
    await hall.env.advance_time(2 * MINUTE)
    assert await hall.standing(hall.bo) == (1, 0)


async def test_nobody_runs_out_of_time_while_the_bot_stops(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.duel(clock="10m")
    running, gate = hall.store.running, asyncio.Event()

    async def held(*of: Any) -> Any:
        await hall.env.external_wait(gate.wait(), reason="a slow store")
        return await running(*of)

    monkeypatch.setattr(hall.store, "running", held)
    await hall.deliver(hall.ana, 2, hall.games.id, LIST)
    finishing = asyncio.create_task(hall.client.finish())
    await hall.env.advance_time(HOUR)
    over = await hall.standing(hall.bo)
    assert not finishing.done()
    gate.set()
    await finishing
    assert over == (0, 0)


async def test_a_full_disk_keeps_nobody_from_looking(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hall.duel()

    async def fail(*_args: object) -> None:
        raise DiskFull(hall.store.path)

    for each in ("beat", "give_time_back", "play"):
        monkeypatch.setattr(hall.store, each, fail)
    await hall.env.advance_time(HOUR)
    assert told(await hall.ana.slash(hall.games, "duel list")).startswith("**Your duels here**")
    assert told(await hall.ana.click(board, label="6")).startswith("Something broke on my side.")
    assert hall.incidents().count("incident") == 1


async def test_how_late_it_is_is_counted(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    def lateness(what: str) -> float:
        return REGISTRY.get_sample_value(f"duelhost_clock_lag_seconds_{what}") or 0

    await hall.duel(clock="1h")
    ring, due = hall.store.ring, hall.now() + 45 * MINUTE * 1000

    async def fail_when_due(now: Instant, *more: Any) -> Struck:
        if now < due:
            return await ring(now, *more)
        monkeypatch.setattr(hall.store, "ring", ring)
        raise OSError("no disk")

    monkeypatch.setattr(hall.store, "ring", fail_when_due)
    await hall.env.advance_time(44 * MINUTE)
    count, seconds = lateness("count"), lateness("sum")
    await hall.env.advance_time(7 * MINUTE)
    assert hall.incidents() == ["the clock missed a turn"]
    assert len(reminders(hall)) == 1
    assert lateness("count") == count + 1
    assert lateness("sum") - seconds == pytest.approx(5 * MINUTE, abs=1)


async def test_nobody_loses_who_was_not_shown_that_it_was_their_turn(hall: Hall) -> None:
    board = await hall.duel(clock="10m")
    hall.env.inject_error("POST", "/interactions/*/callback", status=500, times=None)
    hall.env.inject_error("POST", "/channels/*/messages", status=500, times=None)
    await hall.ana.click(board, label="6")
    await hall.env.advance_time(30 * MINUTE)
    assert (await hall.match()).step == 2
    hall.env.backend.faults.clear()
    await hall.env.advance_time(5 * MINUTE)
    assert "@ana took 6.**" in hall.lines()[-1]
    await hall.env.advance_time(20 * MINUTE)
    assert await hall.standing(hall.ana) == (1, 0)


async def test_nobody_loses_whose_board_has_no_place(hall: Hall) -> None:
    board = await hall.duel(clock="10m")
    hall.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
    hall.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    await hall.ana.click(board, label="6")
    await hall.env.advance_time(30 * MINUTE)
    assert (await hall.match()).step == 2
    answer(await hall.bo.slash(hall.games, "duel board"))
    await hall.env.advance_time(20 * MINUTE)
    assert await hall.standing(hall.ana) == (1, 0)


async def test_nobody_loses_where_the_bot_is_not(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hall.duel(clock="10m")
    monkeypatch.setattr(hall.client, "get_guild", lambda _: None)
    await hall.env.advance_time(30 * MINUTE)
    assert (await hall.match()).step == 1
    monkeypatch.undo()
    monkeypatch.setattr(clock, "BEAT", 5 * MINUTE * 1000)
    await hall.env.advance_time(20 * MINUTE)
    assert await hall.standing(hall.bo) == (1, 0)


async def test_a_damaged_duel_holds_up_nobody(hall: Hall) -> None:
    await hall.duel(clock="10m")
    offer = answer(await hall.challenge(opponent=hall.cy, clock="10m"))
    await hall.cy.click(offer, label="Accept")
    await hall.store.writer.run(
        lambda db: db.execute("UPDATE duel SET record = 'nonsense' WHERE id = 1")
    )
    await hall.env.advance_time(11 * MINUTE)
    assert hall.incidents() == ["a damaged duel has no clock any more"]
    assert await hall.standing(hall.cy) == (1, 0)


async def test_a_failing_game_holds_up_nobody(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.duel("parity", clock="10m")
    offer = answer(await hall.challenge(opponent=hall.cy, clock="10m"))
    await hall.cy.click(offer, label="Accept")

    def fail(*_: object) -> NoReturn:
        raise IndexError("gone")

    monkeypatch.setattr(Parity, "outcome", fail)
    await hall.env.advance_time(11 * MINUTE)
    waits = [each for each in hall.log if each["event"] == "a duel waits for its game to be mended"]
    assert [(each["duel"], each["reason"]) for each in waits] == [(1, "IndexError: gone")]
    hall.incidents()
    assert await hall.standing(hall.cy) == (1, 0)


async def test_receipts_are_forgotten_in_time(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    await hall.duel(clock="7d")
    forgotten = []
    forget = hall.store.forget_receipts

    async def noted(guild: GuildId, now: Instant) -> None:
        forgotten.append((guild, now - begun))
        await forget(guild, now)

    begun = hall.now()
    monkeypatch.setattr(hall.store, "forget_receipts", noted)
    await hall.env.advance_time(150 * MINUTE)
    assert [guild for guild, _ in forgotten] == [hall.guild.id] * 2
    assert forgotten[1][1] - forgotten[0][1] == HOUR * 1000
