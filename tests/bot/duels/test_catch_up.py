"""The bot goes and comes back, at any moment. Nothing about a duel lives only in memory."""

from dataclasses import replace
from typing import Any

import pytest

from bot.duels.catch_up import CatchUp
from bot.duels.unshown import Unshown
from engine.ids import Instant
from storage.ids import DuelId, GuildId
from storage.match import Match
from tests.bot.simcord.messages import answer, labels
from tests.bot.simcord.world import World
from tests.bot.text.says import won


def boards(world: World) -> list[str]:
    return [line.split("**")[1] for line in world.lines() if "Your move" in line]


async def test_boards_from_before_work_after_it(world: World) -> None:
    board = await world.duel()
    await world.restart()
    board = answer(await world.ana.click(board, label="6"))
    await world.restart(away=3600)
    answer(await world.bo.click(board, label="12"))
    assert boards(world) == ["@bo answered 6 with 12."]


async def test_challenges_and_ends_from_before_work_after_it(world: World) -> None:
    offer = answer(await world.challenge(size=3))
    await world.restart()
    end = await world.play(answer(await world.bo.click(offer, label="Accept")), 2, 1, 3)
    await world.restart()
    answer(await world.bo.click(end, label="Rematch"))


async def test_what_another_process_has_done_and_not_shown_is_shown(world: World) -> None:
    """It was killed, or it has erased a player whose servers are on other shards."""
    await world.duel()
    match = await world.match()
    await world.store.resign(world.call(world.ana), match.id)
    await world.env.advance_time(50)
    assert "resigned" not in world.lines()[-1]
    await world.env.advance_time(100)
    assert "resigned" in world.lines()[-1]


@pytest.mark.parametrize("nth", ["offer", "accept", "play"])
async def test_what_was_done_and_not_shown_is_shown_at_the_start(
    world: World, nth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot dies between the commit and the answer."""

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    async def take(step: str) -> None:
        if step == nth:
            monkeypatch.setattr(world.client.services.publisher, "answer", die)
        if step == "offer":
            await world.challenge()
        else:
            who, label = (world.bo, "Accept") if step == "accept" else (world.ana, "6")
            await who.click(world.last(), label=label)

    steps = ["offer", "accept", "play"]
    for step in steps[: steps.index(nth) + 1]:
        await take(step)
    assert world.incidents() == ["incident"]
    before = len(world.lines())
    await world.restart()
    assert len(world.lines()) == before + 1
    assert (await world.match()).board.message == world.last().id
    who, label = {
        "offer": (world.bo, "Accept"),
        "accept": (world.ana, "6"),
        "play": (world.bo, "12"),
    }[nth]
    answer(await who.click(world.last(), label=label))
    await world.restart()
    assert len([each for each in world.games.history() if labels(each)]) == 1


async def test_an_end_that_was_not_shown(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await world.play(await world.duel(size=3), 2, 1)

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    monkeypatch.setattr(world.client.services.publisher, "answer", die)
    await world.ana.click(board, label="3")
    assert world.incidents() == ["incident"]
    await world.restart()
    assert world.lines()[-1].startswith(won("@ana", "@bo"))
    assert await world.standing(world.ana) == (1, 0)


async def test_a_challenge_that_was_declined_and_not_changed(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = answer(await world.challenge())

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    monkeypatch.setattr(world.client.services.publisher, "answer_withdrawal", die)
    await world.bo.click(offer, label="Decline")
    assert world.incidents() == ["incident"]
    await world.restart()
    assert world.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_challenge_whose_place_could_not_be_noted_is_declined_where_it_is(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    with monkeypatch.context() as dying:
        dying.setattr(world.store, "posted", die)
        await world.challenge()
    assert world.incidents() == ["incident"]
    offer = world.last()
    await world.bo.click(offer, label="Decline")
    assert world.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_restart_shows_nothing_twice(world: World) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await world.challenge()
    before = world.lines()
    await world.restart()
    await world.restart()
    assert world.lines() == before


async def test_while_a_step_is_under_way_nobody_else_shows_it(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a move's commit and its board, looking for what isn't shown finds it."""
    board = await world.duel()
    services = world.client.services
    shown = services.publisher.answer

    async def looked_at_meanwhile(*args: Any, **more: Any) -> None:
        await services.catch_up.catch_up(await world.store.servers(), world.now())
        await shown(*args, **more)

    monkeypatch.setattr(services.publisher, "answer", looked_at_meanwhile)
    await world.ana.click(board, label="6")
    assert boards(world) == ["@ana took 6."]
    await world.challenge(opponent=world.cy)
    assert sum("challenges you" in line for line in world.lines()) == 1
    await world.env.advance_time(20)
    assert boards(world) == ["@ana took 6."]


@pytest.fixture
async def two_unshown(world: World, monkeypatch: pytest.MonkeyPatch) -> tuple[GuildId, ...]:
    """A server in which nobody was shown the duels 1 and 2."""
    await world.duel()
    answer(await world.ana.slash(world.games, "duel start", game="parity", opponent=world.cy))
    matches = {
        each.id: replace(each, board=replace(each.board, shown=None))
        for each in (await world.match(1), await world.match(2))
    }

    async def unshown(_guild: GuildId, _most: int) -> tuple[Match, ...]:
        return tuple(matches.values())

    async def duel(_guild: GuildId, number: DuelId) -> Match:
        return matches[number]

    monkeypatch.setattr(world.store, "unshown", unshown)
    monkeypatch.setattr(world.store, "duel", duel)
    return (GuildId(world.guild.id),)


async def test_a_board_that_cannot_be_made_holds_up_no_other(
    world: World, two_unshown: tuple[GuildId, ...]
) -> None:
    """Such a board may be that of a game from a package whose view fails."""
    shown, unshown = list[int](), Unshown()

    async def show(match: Match, _now: Instant) -> None:
        if match.id == 1:
            raise IndexError("the game's own mistake")
        shown.append(match.id)

    await CatchUp(world.store, show, unshown).catch_up(two_unshown, world.now())
    assert shown == [2]
    assert unshown.behind == {*two_unshown}
    assert world.incidents() == ["a duel can't be shown"]


async def test_a_bot_that_stops_leaves_the_rest_for_when_it_is_back(
    world: World, two_unshown: tuple[GuildId, ...]
) -> None:
    shown = list[int]()

    async def show(match: Match, _now: Instant) -> None:
        shown.append(match.id)
        catch_up.stop()

    catch_up = CatchUp(world.store, show, Unshown())
    await catch_up.catch_up(two_unshown, world.now())
    assert shown == [1]
