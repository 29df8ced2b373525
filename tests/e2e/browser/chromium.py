"""The machine's own Chromium: Playwright's would be one more to download."""

import os
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, async_playwright

# The first has no window that it would draw, and takes half the time for the same page.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
MISSING = "No Chromium was found, so the page isn't tested: apt-get install chromium-headless-shell"
# Options that stop Chromium's background work, above all on the network.
QUIETLY = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-quic",
    "--no-first-run",
)


def found() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def arguments() -> list[str]:
    """Its walls inside need another user than root, who has containers for that."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*QUIETLY, "--no-sandbox"] if is_root else [*QUIETLY]


@asynccontextmanager
async def launched(executable: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=arguments())
        try:
            yield browser
        finally:
            await browser.close()
