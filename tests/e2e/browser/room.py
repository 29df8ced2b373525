"""The page in a browser, with both its seats, and everything that a browser says of it."""

import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, expect

from tests.e2e.browser.seat import Seat

PICTURES = Path(__file__).parents[1] / "pictures"
# Messages that Chromium itself logs for refusals, and for a sandbox that has stopped.
ITS_OWN = re.compile(
    r"Failed to load resource: "
    r"|WebSocket connection to 'ws://127\.0\.0\.1:\d+/[^']*' failed: "
)
# Milliseconds until what should happen counts as not happening: machines may be busy.
PATIENCE = 20_000
expect.set_options(timeout=PATIENCE)


# Tells whether the page is in its initial state, except for the messages in the channel.
AS_NEW = """() => {
  const all = (selector, read) => [...document.querySelectorAll(selector)].map(read).join();
  return !document.querySelector('dialog[open], :popover-open, .popup:not([hidden]), #hint[hidden]')
    && document.activeElement === document.body && document.title === 'Duelhost sandbox'
    && document.documentElement.dataset.theme === 'dark'
    && all('.who', (each) => each.selectedOptions[0].label) === 'Ana,Bo'
    && all('.place', (each) => each.textContent) === '#duels,#duels'
    && ['', 'Number Club,Number Club'].includes(
      all('.server:not([hidden]) .select-text', (each) => each.textContent))
    && all('.composer textarea', (each) => each.value) === ','
    && all('.jump, .banner, .outside', (each) => each.hidden).replaceAll('true', '').length === 5
    && document.querySelectorAll('#notice *, .sent *, .spoiler-shown').length === 0
    && !location.hash;
}"""


@dataclass(frozen=True)
class Device:
    """The device that shows the page."""

    width: int = 1440
    height: int = 900
    colours: Literal["dark", "light"] = "dark"
    touch: bool = False

    @property
    def light(self) -> "Device":
        return replace(self, colours="light")

    def __str__(self) -> str:
        return "phone" if self.touch else "desk"


DESK = Device()
PHONE = Device(390, 844, touch=True)
# The narrowest phone.
SLIM = Device(320, 640, touch=True)


class Room:
    def __init__(self, page: Page, device: Device) -> None:
        self.page = page
        self.device = device
        self.left = Seat(page, "left")
        self.right = Seat(page, "right")
        self.complaints: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._hear)
        page.on("pageerror", self._note)

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.left, self.right

    @property
    def hint(self) -> Locator:
        return self.page.get_by_role("complementary", name="Your first duel")

    @property
    def breaks(self) -> Locator:
        """Opens the drawer, and counts what is set there."""
        return self.page.get_by_role("button", name=re.compile("^Break things"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def dialog(self, name: str) -> Locator:
        return self.page.get_by_role("dialog", name=name)

    async def enter(self, url: str) -> None:
        """Open the page, and wait until both seats are up to date."""
        await self.page.goto(url)
        await self.is_there()

    async def reload(self) -> None:
        await self.page.reload()
        await self.is_there()

    async def is_as_new(self, url: str) -> None:
        """Forgets what the test before has done to the page."""
        await self.page.mouse.move(0, 0)
        if not await self.page.evaluate(AS_NEW):
            await self.page.evaluate("localStorage.clear()")
            await self.enter(url)
        self.complaints.clear()

    async def is_there(self) -> None:
        for each in self.seats:
            await expect(each.node.get_by_placeholder("Message #")).to_be_attached()
        await self.bot_is("online")

    async def bot_is(self, state: str) -> None:
        await expect(self.page.locator("#bot")).to_have_attribute("data-state", state)

    def tab(self, seat: Seat) -> Locator:
        """A phone shows a seat at a time."""
        seats = self.page.get_by_role("navigation", name="Seats")
        return seats.get_by_role("button", name=seat.name)

    async def changes_colours(self) -> None:
        """Switch between light and dark, even if a dialog covers the button."""
        await self.page.locator("#theme").dispatch_event("click")

    async def pictured(self, what: str) -> None:
        """Take a screenshot for people to look at, if PICTURES is set."""
        if "PICTURES" not in os.environ:
            return
        colours = await self.page.locator("html").get_attribute("data-theme")
        path = PICTURES / f"{what}-{self.device}-{colours}.png"
        await self.page.screenshot(path=path, animations="disabled")

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning") and not ITS_OWN.match(said.text):
            self.complaints.append(f"{said.type}: {said.text}")

    def _note(self, error: Error) -> None:
        self.complaints.append(f"uncaught: {error}")


Visit = Callable[[Device], Awaitable[Room]]


@asynccontextmanager
async def entered(browser: Browser, url: str, device: Device = DESK) -> AsyncIterator[Room]:
    """Enter with an empty browser profile. Anything that the browser complains of fails the
    test."""
    visit = await browser.new_context(
        viewport={"width": device.width, "height": device.height},
        color_scheme=device.colours,
        has_touch=device.touch,
        is_mobile=device.touch,
        reduced_motion="reduce",
        locale="en-GB",
        timezone_id="Europe/Berlin",
    )
    try:
        room = Room(await visit.new_page(), device)
        await room.enter(url)
        yield room
    finally:
        await visit.close()
    assert room.complaints == []
