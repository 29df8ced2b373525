"""The bot goes and comes back, at any moment. Nothing about a duel lives only in memory."""

from dataclasses import replace
from typing import Any

import pytest

from bot.duels.catch_up import CatchUp
from bot.duels.unshown import Unshown
from engine.ids import Instant
from storage.ids import GuildId
from storage.match import Match
from tests.bot.simcord.server import Hall, answer, labels


def boards(hall: Hall) -> list[str]:
    return [line.split("**")[1] for line in hall.lines() if "Your move" in line]


async def test_boards_from_before_work_after_it(hall: Hall) -> None:
    board = await hall.duel()
    await hall.restart()
    board = answer(await hall.ana.click(board, label="6"))
    await hall.restart(away=3600)
    answer(await hall.bo.click(board, label="12"))
    assert boards(hall) == ["@bo took 12."]


async def test_challenges_and_ends_from_before_work_after_it(hall: Hall) -> None:
    offer = answer(await hall.challenge(size=3))
    await hall.restart()
    end = await hall.play(answer(await hall.bo.click(offer, label="Accept")), 2, 1, 3)
    await hall.restart()
    answer(await hall.bo.click(end, label="Rematch"))


@pytest.mark.parametrize("nth", ["offer", "accept", "play"])
async def test_what_was_done_and_not_shown_is_shown_at_the_start(
    hall: Hall, nth: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot dies between the commit and the answer."""

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    async def take(step: str) -> None:
        if step == nth:
            monkeypatch.setattr(hall.client.services.publisher, "answer", die)
        if step == "offer":
            await hall.challenge()
        else:
            who, label = (hall.bo, "Accept") if step == "accept" else (hall.ana, "6")
            await who.click(hall.last(), label=label)

    steps = ["offer", "accept", "play"]
    for step in steps[: steps.index(nth) + 1]:
        await take(step)
    assert hall.incidents() == ["incident"]
    before = len(hall.lines())
    await hall.restart()
    assert len(hall.lines()) == before + 1
    assert (await hall.match()).board.message == hall.last().id
    who, label = {
        "offer": (hall.bo, "Accept"),
        "accept": (hall.ana, "6"),
        "play": (hall.bo, "12"),
    }[nth]
    answer(await who.click(hall.last(), label=label))
    await hall.restart()
    assert len([each for each in hall.games.history() if labels(each)]) == 1


async def test_an_end_that_was_not_shown(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await hall.play(await hall.duel(size=3), 2, 1)

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    monkeypatch.setattr(hall.client.services.publisher, "answer", die)
    await hall.ana.click(board, label="3")
    assert hall.incidents() == ["incident"]
    await hall.restart()
    assert hall.lines()[-1].startswith("🏁 **@ana wins Divisor Duel**")
    assert await hall.standing(hall.ana) == (1, 0)


async def test_a_challenge_that_was_declined_and_not_changed(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    offer = answer(await hall.challenge())

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    monkeypatch.setattr(hall.client.services.publisher, "answer_withdrawal", die)
    await hall.bo.click(offer, label="Decline")
    assert hall.incidents() == ["incident"]
    await hall.restart()
    assert hall.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_challenge_that_nobody_knows_the_place_of_is_declined_in_a_line_of_its_own(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bot dies after Discord has shown it, and before it has noted where."""

    async def die(*_args: Any, **_more: Any) -> None:
        raise SystemError("killed")

    with monkeypatch.context() as dying:
        dying.setattr(hall.store, "posted", die)
        await hall.challenge()
    assert hall.incidents() == ["incident"]
    offer = hall.last()
    await hall.bo.click(offer, label="Decline")
    assert hall.lines()[1:] == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_restart_shows_nothing_twice(hall: Hall) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await hall.challenge()
    before = hall.lines()
    await hall.restart()
    await hall.restart()
    assert hall.lines() == before


async def test_while_a_step_is_under_way_nobody_else_shows_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between a move's commit and its board, looking for what isn't shown finds it."""
    board = await hall.duel()
    services = hall.client.services
    shown = services.publisher.answer

    async def looked_at_meanwhile(*args: Any, **more: Any) -> None:
        await services.catch_up.catch_up(await hall.store.servers(), hall.now())
        await shown(*args, **more)

    monkeypatch.setattr(services.publisher, "answer", looked_at_meanwhile)
    await hall.ana.click(board, label="6")
    assert boards(hall) == ["@ana took 6."]
    await hall.challenge(opponent=hall.cy)
    assert sum("challenges you" in line for line in hall.lines()) == 1
    await hall.env.advance_time(20)
    assert boards(hall) == ["@ana took 6."]


async def test_a_board_that_cannot_be_made_holds_up_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As that of a game from a package whose view fails."""
    await hall.duel()
    answer(await hall.ana.slash(hall.games, "duel start", game="parity", opponent=hall.cy))
    first, second = await hall.match(1), await hall.match(2)
    shown = list[int]()

    async def show(match: Match, _now: Instant) -> None:
        if match.id == 1:
            raise IndexError("the game's own mistake")
        shown.append(match.id)

    unshown = Unshown()
    catch_up = CatchUp(hall.store, show, unshown)
    monkeypatch.setattr(hall.store, "unshown", lambda *_: found())

    async def found() -> tuple[Match, ...]:
        return tuple(replace(each, board=replace(each.board, shown=None)) for each in matches)

    matches = (first, second)

    async def read(_guild: GuildId, number: int) -> Match:
        match = next(each for each in matches if each.id == number)
        return replace(match, board=replace(match.board, shown=None))

    monkeypatch.setattr(hall.store, "duel", read)
    guild = GuildId(hall.guild.id)
    await catch_up.catch_up((guild,), hall.now())
    assert shown == [2]
    assert unshown.behind == {guild}
    assert hall.incidents() == ["a duel can't be shown"]
