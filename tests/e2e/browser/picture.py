"""The README's picture: `uv run python -m tests.e2e.browser.picture`. Looks best where
`fonts-noto-core` and `fonts-noto-color-emoji` are installed."""

import asyncio
import re
import sys
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.async_api import Page, expect

from tests.e2e.browser import chromium
from tests.e2e.browser.club import Club, opened
from tests.e2e.browser.room import DESK, PICTURES, entered

PICTURE = PICTURES / "sandbox.png"
MOVES = ("10", "5", "20", "4")
NOW = "12"


async def draw(to: Path) -> None:
    executable = chromium.found()
    if executable is None:
        sys.exit(chromium.MISSING)
    with TemporaryDirectory() as folder:
        async with (
            opened(Path(folder)) as club,
            chromium.launched(executable) as browser,
            entered(browser, club.url, DESK) as room,
        ):
            await room.hint.get_by_role("button", name="Got it").click()
            await begun(club)
            ana, bo = room.seats
            await ana.numbers.get_by_text(NOW, exact=True).click()
            for each in room.seats:
                await expect(each.log.locator(".card")).to_have_count(1)
                await expect(each.board).to_contain_text(f"@Ana took {NOW}. Your move, @Bo")
            await expect(bo.board).to_have_class(re.compile("pinged"))
            await room.page.mouse.move(0, 0)
            to.write_bytes(await taken(room.page))


async def begun(club: Club) -> None:
    """What was said and played before."""
    ana, bo = club.table.ana, club.table.bo
    await bo.says("Divisors? I've been practising.")
    await ana.says("Then you go second 😄")
    duel = await club.table.duel(ana, bo)
    await duel.plays(*MOVES)
    await duel.has_one_board()


async def taken(page: Page) -> bytes:
    """As small as it gets without losing a colour."""
    whole = Image.open(BytesIO(await page.screenshot(animations="disabled"))).convert("RGB")
    file = BytesIO()
    whole.save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    asyncio.run(draw(PICTURE))
