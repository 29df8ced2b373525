"""The README's pictures: `uv run python -m tests.e2e.browser.picture`. They look best where
`fonts-noto-core` and `fonts-noto-color-emoji` are installed. With a folder behind it, a whole duel
is photographed there instead, in each way to show one."""

import asyncio
import re
import sys
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Browser, expect

from deploy.sandbox.guild.servers import Servers
from engine.games.divisor import Divisor
from engine.ids import Instant, Span
from storage.match import BoardMode
from storage.people import HouseRules
from tests.e2e.browser import chromium
from tests.e2e.browser.club import Before, Club, opened
from tests.e2e.browser.room import DESK, PHONE, PICTURES, Device, Room, entered
from tests.e2e.past import HOUR, regulars, remembered, rule

# Two seats, in which a duel is being played.
MOVES = ("10", "5", "20", "4")
NOW = "12"
# One seat, as wide as a message with a card needs it.
SEAT = Device(590, 1400)
# The ranked players, best first, who have played for weeks: the number of duels, and the time
# between them. With this seed Bo learns.
RANKED = ("fay", "bo", "cleo", "ana", "gus", "dan", "hal", "eve", "ivy", "jay")
DUELS, APART, SEED = 160, Span(6 * HOUR), 143
# The moves of a duel between Ana and Bo, up to the last one.
PLAYED = ("16", "4", "20", "5", "1", "10", "2", "12", "6", "18", "9", "3")
LAST = "15"
# A seat as high as a whole duel is, and a duel of seventeen moves that the first player wins.
TALL = Device(1440, 1700)
WHOLE = tuple(map(str, (10, 20, 5, 15, 3, 9, 18, 6, 12, 4, 8, 16, 2, 14, 7, 1, 11)))
# Milliseconds in which a page is drawn.
SETTLED = 500
# More than these nobody would miss.
COLOURS = 256


async def two_seats(browser: Browser, folder: Path) -> None:
    async with opened(folder) as club, entered(browser, club.url, DESK) as room:
        await room.hint.get_by_role("button", name="Got it").click()
        await begun(club)
        await room.left.numbers.get_by_text(NOW, exact=True).click()
        for each in room.seats:
            await expect(each.log.locator(".components")).to_have_count(1)
            await expect(each.board).to_contain_text(f" with {NOW}. Your move, @Bo")
        await room.page.mouse.move(0, 0)
        save("sandbox", await room.page.screenshot(animations="disabled"))


async def begun(club: Club) -> None:
    """Say and play the beginning of the picture."""
    ana, bo = club.table.ana, club.table.bo
    await bo.says("Divisors? I've been practising.")
    await ana.says("Then you go second 😄")
    duel = await club.table.duel(ana, bo)
    await duel.plays(*MOVES)
    await duel.has_one_board()


async def first_steps(browser: Browser, folder: Path) -> None:
    """How a duel begins: a command, a challenge, a board."""
    async with opened(folder) as club, entered(browser, club.url, DESK) as room:
        await room.hint.get_by_role("button", name="Got it").click()
        ana, bo = room.seats
        await ana.box.fill("/duel start ")
        for name, value in {"game": "Divisor Duel", "opponent": "Bo"}.items():
            await ana.fills_in(name, value)
        await expect(ana.node.locator(".popup")).to_be_hidden()
        save("start", await ana.node.locator(".composer").screenshot(animations="disabled"))
        await ana.node.get_by_role("button", name="Send", exact=True).click()
        await expect(bo.button("Accept")).to_be_visible()
        save("challenge", await bo.board.screenshot(animations="disabled"))
        await bo.presses("Accept")
        await expect(ana.board).to_contain_text("@Bo accepted. Your move, ")
        drawn = "Your move, @Ana" in await ana.board.inner_text()
        mover, waiting = (ana, bo) if drawn else (bo, ana)
        await mover.numbers.get_by_text("6", exact=True).click()
        await expect(waiting.board).to_contain_text("took 6. Your move, ")
        await room.page.mouse.move(0, 0)
        save("board", await waiting.board.screenshot(animations="disabled"))


async def messages(browser: Browser, folder: Path) -> None:
    async with opened(folder, a_season) as club, entered(browser, club.url, SEAT) as room:
        await room.hint.get_by_role("button", name="Got it").click()
        ana = room.left
        await expect(ana.board).to_contain_text("Your move, @Ana")
        await ana.orders("/duel leaderboard", game="Divisor Duel")
        await photographed("leaderboard", room, "Divisor Duel leaderboard")
        await ana.orders("/duel profile", player="Bo")
        await photographed("profile", room, "Bo, All games")
        await club.table.bo.says("Is there a way out?")
        await ana.presses(LAST)
        await photographed("finished", room, "Ana wins")
        await ana.presses("Analyse")
        await photographed("analysis", room, "Divisor Duel #161, ")


async def alone(browser: Browser, folder: Path) -> None:
    """The puzzle of this day, which is another one each time, and its result."""
    async with opened(folder) as club, entered(browser, club.url, SEAT) as room:
        await room.hint.get_by_role("button", name="Got it").click()
        ana = room.left
        await ana.orders("/puzzle daily")
        await ana.reads("Find a move that wins")
        save("puzzle", await ana.newest.screenshot(animations="disabled"))


async def a_season(folder: Path, servers: Servers) -> None:
    regulars(servers)
    server = servers.first
    known = {each.username: each for each in servers.people.values()}
    people, random = [known[each] for each in RANKED], Random(SEED)
    async with remembered(folder, server, Span(DUELS * APART)) as past:
        for _ in range(DUELS):
            better, other = sorted(random.sample(people, 2), key=people.index)
            apart = people.index(other) - people.index(better)
            upset = random.random() > 0.5 + apart / 20
            await past.win(*(other, better) if upset else (better, other))
            past.now = Instant(past.now + APART)
        players = known["ana"], known["bo"]
        number, first = await past.begin(*players, Divisor())
        assert first is players[0], "as this number of duels has it"
        for nth, move in enumerate(PLAYED):
            await past.play(number, players[nth % 2], move)


async def photographed(what: str, room: Room, said: str) -> None:
    """The newest message, with nothing around it, as soon as its picture is there."""
    card = room.page.get_by_role("img", name=re.compile(f"^{said}"))
    message = room.left.messages.filter(has=card).last
    picture = message.get_by_role("img", name=re.compile(f"^{said}"))
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
    await room.page.mouse.move(0, 0)
    save(what, await message.screenshot(animations="disabled"))


async def whole_duels(browser: Browser, pictures: Path) -> None:
    """A duel of seventeen moves in each way to show one, as people see it at a desk and on a
    phone: when it begins, when somebody writes below the board, and when it is over."""
    for mode, device in product(BoardMode, (TALL, PHONE)):
        with TemporaryDirectory() as folder:
            async with (
                opened(Path(folder), with_boards(mode)) as club,
                entered(browser, club.url, device) as room,
            ):
                await room.hint.get_by_role("button", name="Got it").click()
                await photograph_duel(room, club, pictures / f"{mode}-{device}")


def with_boards(mode: BoardMode) -> Before:
    async def chosen(folder: Path, servers: Servers) -> None:
        await rule(folder, servers.first, HouseRules(board_mode=mode))

    return chosen


async def photograph_duel(room: Room, club: Club, path: Path) -> None:
    async def photograph(when: str) -> None:
        await room.page.wait_for_timeout(SETTLED)
        await room.page.screenshot(path=f"{path}-{when}.png", animations="disabled")

    ana, bo, cleo = club.table.ana, club.table.bo, club.table.cleo
    await cleo.says("Who plays?")
    duel = await club.table.duel(ana, bo)
    link = room.left.log.get_by_role("button", name=re.compile("^Divisor Duel #"))
    await photograph("1-begun")
    for each in room.seats if await link.count() else ():
        # A phone shows one seat, and hides the other with its channel.
        if await each.node.is_visible():
            await each.log.get_by_role("button", name=re.compile("^Divisor Duel #")).click()
    await duel.plays(*WHOLE[:8])
    await duel.has_one_board()
    await photograph("2-played")
    await cleo.says("Good luck, both of you!", at=(await duel.board()).channel)
    await duel.plays(*WHOLE[8:12])
    await duel.has_one_board()
    await photograph("3-written")
    await duel.plays(*WHOLE[12:])
    await duel.card()
    await duel.has_one_board()
    await photograph("4-over")


def save(what: str, taken: bytes) -> None:
    """Save a screenshot as a PNG with few colours, to keep the file small."""
    whole, file = Image.open(BytesIO(taken)).convert("RGB"), BytesIO()
    few = whole.quantize(COLOURS, Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
    few.save(file, "PNG", optimize=True)
    (PICTURES / f"{what}.png").write_bytes(file.getvalue())


async def draw(pictures: Path | None) -> None:
    executable = chromium.found()
    if executable is None:
        sys.exit(chromium.MISSING)
    (pictures or PICTURES).mkdir(exist_ok=True)
    async with chromium.launched(executable) as browser:
        if pictures:
            await whole_duels(browser, pictures)
            return
        for each in (two_seats, first_steps, messages, alone):
            with TemporaryDirectory() as folder:
                await each(browser, Path(folder))


if __name__ == "__main__":
    asyncio.run(draw(Path(sys.argv[1]) if sys.argv[1:] else None))
