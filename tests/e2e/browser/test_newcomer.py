"""A newcomer who has read nothing but the README's first command plays a duel and wins it."""

import re
import shlex
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.browser.divisor import SIZE, turns
from tests.e2e.browser.room import Room, entered
from tests.e2e.browser.seat import Seat
from tests.e2e.table import ROOT
from tests.program import ANYWHERE, MODULE, sandbox

pytestmark = pytest.mark.asyncio(loop_scope="package")


def readmes_command() -> list[str]:
    first = re.findall(r"```sh\n(.+)\n```", (ROOT / "README.md").read_text())[0]
    return shlex.split(first.partition(" duelhost ")[2])


async def test_from_the_readmes_first_command_to_the_leaderboard(
    browser: Browser, tmp_path: Path
) -> None:
    async with (
        sandbox([*MODULE, *readmes_command()], tmp_path, ANYWHERE) as address,
        entered(browser, address) as room,
    ):
        await expect(room.hint).to_be_visible()
        await room.pictured("1-fresh")
        await begins_by_the_hint(room)
        await accepts(room)
        players = await by_turns(room)
        await play_to_the_end(room, players)
        await reads_the_leaderboard(room, winner=players[0])
        before = await everything(room)
        await room.reload()
        assert await everything(room) == before
        await expect(room.hint).to_be_hidden()


async def begins_by_the_hint(room: Room) -> None:
    ana = room.left
    await expect(room.hint.locator(".now")).to_contain_text("As Ana, type /duel start")
    await room.hint.get_by_role("button", name="Put /duel start into Ana's message box").click()
    await expect(ana.option("game")).to_be_focused()
    await room.pictured("2-games")
    await ana.choice("Divisor Duel").click()
    await expect(ana.option("opponent")).to_be_focused()
    await ana.choice("Bo").click()
    await ana.fills_in("size", str(SIZE))
    await room.pictured("3-filled-in")
    await ana.node.get_by_role("button", name="Send", exact=True).click()
    await expect(ana.box).to_have_value("")


async def accepts(room: Room) -> None:
    await expect(room.hint.locator(".now")).to_contain_text("As Bo, press Accept")
    await expect(room.right.board).to_contain_text("@Ana challenges you to Divisor Duel")
    await expect(room.right.board).to_have_class(re.compile("pinged"))
    await room.pictured("4-challenge")
    await room.right.presses("Accept")


async def by_turns(room: Room) -> tuple[Seat, Seat]:
    """Return the player who was drawn to start, and the other one."""
    ana, bo = room.seats
    await expect(ana.board).to_contain_text("@Bo accepted. Your move, ")
    return (ana, bo) if "Your move, @Ana" in await ana.board.inner_text() else (bo, ana)


async def play_to_the_end(room: Room, players: tuple[Seat, Seat]) -> None:
    first, second = players
    await expect(room.hint.locator(".now")).to_contain_text("The player whose move it is")
    for nth, turn in enumerate(turns(), start=1):
        mover, waiting = players[turn.mover], players[turn.mover.other]
        await expect(mover.board).to_contain_text(re.compile(rf"Your move, @{mover.name}[:.,]"))
        await expect(mover.numbers).to_have_text(list(turn.offered))
        await expect(waiting.numbers).to_have_text(list(turn.offered))
        if nth == 2:
            await room.pictured("5-board")
        await mover.numbers.get_by_text(turn.move, exact=True).click()
        made = rf"@{mover.name} (took|answered \d+ with) {turn.move}\b"
        await waiting.reads(re.compile(rf"{made}|beats"))
    await expect(room.hint).to_be_hidden()
    for each in room.seats:
        await expect(each.board).to_contain_text(
            f"@{first.name} beats @{second.name} in Divisor Duel #1"
        )
        await expect(each.log.get_by_role("img", name=f"{first.name} wins.")).to_be_visible()
        # A duel is one message, and that has no moves any more.
        await expect(each.log.locator(".numbers")).to_have_count(0)
    await room.pictured("6-won")


async def reads_the_leaderboard(room: Room, winner: Seat) -> None:
    await room.left.orders("/duel leaderboard")
    page = room.left.board
    await expect(page).to_contain_text(re.compile(rf"1\. @{winner.name} 1662\? · 1–0\s*2\. @"))
    await expect(page.get_by_role("img", name="All games leaderboard, ")).to_be_visible()
    await room.pictured("7-leaderboard")


async def everything(room: Room) -> list[list[str]]:
    return [await each.messages.all_inner_texts() for each in room.seats]


async def test_alone_within_four_actions(browser: Browser, tmp_path: Path) -> None:
    async with (
        sandbox([*MODULE, *readmes_command()], tmp_path, ANYWHERE) as address,
        entered(browser, address) as room,
    ):
        ana = room.left
        await room.hint.get_by_role("button", name="Play the bot alone").click()
        await ana.node.get_by_role("button", name="Send", exact=True).click()
        await expect(ana.newest).to_contain_text("Your move, @Ana")
        await ana.numbers.first.click()
        # The bot has answered: it is Ana's second move, unless that was the end.
        await expect(ana.newest).to_contain_text(re.compile("move [34] ·|beats"))
        await room.pictured("alone")
        await expect(room.hint).to_be_hidden()
