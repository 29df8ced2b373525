"""Our own faults: each has a code, and harms nothing else."""

from typing import Any

import pytest

from bot.delivery.sender import Sender
from bot.duels import catch_up
from bot.duels.scheduler import BEAT
from engine.ids import Instant, PlayerId
from storage.ids import DuelId, GuildId, InteractionId
from storage.match import Call
from storage.trouble import DiskFull
from tests.bot.simcord.messages import answer, told
from tests.bot.simcord.world import World

LATER = BEAT / 1000 + 1


async def test_a_fault_has_a_code_that_the_log_carries(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()

    async def fail(*_args: Any, **_more: Any) -> None:
        raise ZeroDivisionError("secret")

    monkeypatch.setattr(world.store, "play", fail)
    said = told(await world.ana.click(board, label="6"))
    logged = next(each for each in world.log if each["event"] == "incident")
    assert said == (
        "Something broke on my side. Try again (`/duel board` shows how a duel stands), or report "
        f"code {logged['code']}."
    )
    assert len(logged["code"]) == 4
    assert isinstance(logged["exc_info"], ZeroDivisionError)
    assert logged["asked"] == "d1:m:1:0:6"
    assert world.incidents() == ["incident"]


async def test_a_fault_in_a_command_too(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_args: Any, **_more: Any) -> None:
        raise DiskFull(world.store.backend.path)

    monkeypatch.setattr(world.store, "running", fail)
    said = told(await world.ana.slash(world.games, "duel list"))
    assert said.startswith("Something broke on my side.")
    assert "disk" not in said
    assert world.incidents() == ["incident"]
    assert len(world.env.errors) == 1


async def test_a_fault_while_typing(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_args: Any, **_more: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(world.store, "running", fail)
    assert await world.ana.autocomplete(world.games, "duel move", "duel", "") == []
    assert world.incidents() == ["nothing could be suggested"]


async def test_a_fault_before_anything_could_be_offered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(_now: Instant) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(world.store, "give_time_back", fail)
    await world.event("disconnect")
    assert await world.ana.autocomplete(world.games, "duel move", "duel", "") == []
    assert world.incidents() == ["incident"]


async def test_every_interaction_is_a_line_in_the_log(world: World) -> None:
    await world.challenge()
    await world.bo.slash(world.games, "duel move", move="6")
    lines = [each for each in world.log if each["event"] == "interaction"]
    assert [(each["asked"], each["result"]) for each in lines] == [
        ("duel start", "done"),
        ("duel move", "no-duels"),
    ]
    assert lines[0]["player"] == world.ana.id
    assert lines[0]["guild"] == world.guild.id
    assert lines[0]["ms"] >= 0


async def test_a_fault_that_nobody_waits_for_is_logged(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.duel()

    async def fail(*_args: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Sender, "tidy", fail)
    answer(await world.ana.click(board, label="6"))
    assert world.incidents() == ["background work failed"]


async def test_a_server_with_very_much_to_show_is_shown_in_turns(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catch_up, "AT_ONCE", 2)
    guild = GuildId(world.guild.id)
    for opponent in (world.bo, world.cy, world.join("di")):
        answer(await world.challenge(opponent=opponent))
    for number in (1, 2, 3):
        call = Call(guild, PlayerId(world.ana.id), InteractionId(number), world.now())
        await world.store.cancel(call, DuelId(number))
    await world.client.services.catch_up.catch_up((guild,), world.now())
    await world.env.settle()
    assert sum("cancelled the challenge" in line for line in world.lines()) == 2
    await world.env.advance_time(LATER)
    assert sum("cancelled the challenge" in line for line in world.lines()) == 3
