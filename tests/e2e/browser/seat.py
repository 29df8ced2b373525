"""One seat of the page, as whoever sits there sees and uses it."""

import re

from playwright.async_api import Locator, Page, expect

NUMBER = re.compile(r"^\d+$")
SIDES = {"left": "Ana", "right": "Bo"}


class Seat:
    def __init__(self, page: Page, side: str) -> None:
        self.page = page
        self.side = side
        self.name = SIDES[side]
        # The seat isn't found by role: a phone hides one of the seats, which then has none.
        self.node = page.locator(f"#seat-{side}")
        self.box = self.node.get_by_role("textbox", name="Message")
        self.log = self.node.get_by_role("log")
        self.messages = self.log.get_by_role("article")
        self.newest = self.messages.last
        # A message from which something can be chosen, or a page of the bot's.
        self.board = self.log.locator("article:has(.components)").last
        self.numbers = self.board.get_by_role("button", name=NUMBER)
        self.commands = self.node.get_by_role("listbox", name="Commands")
        self.wrong = self.node.locator(".composer .wrong")

    def button(self, label: str) -> Locator:
        """The newest that says so."""
        return self.log.get_by_role("button", name=label, exact=True).last

    def option(self, name: str) -> Locator:
        """Find an option of the command that is being filled in."""
        return self.node.get_by_label(name, exact=True)

    def choice(self, label: str) -> Locator:
        return self.node.locator(".popup").get_by_role("option", name=label).first

    async def orders(self, command: str, **options: str) -> None:
        """Types a command, fills it in, and sends it."""
        await self.box.fill(f"{command} ")
        for name, value in options.items():
            await self.fills_in(name, value)
        await self.node.get_by_role("button", name="Send", exact=True).click()
        await expect(self.node.get_by_role("group", name=command)).to_have_count(0)

    async def fills_in(self, name: str, value: str) -> None:
        if await self.option(name).count() == 0:
            await self.node.get_by_role("button", name=re.compile(f"^Add {name}: ")).click()
        await self.option(name).fill(value)
        if await self.option(name).get_attribute("role") == "combobox":
            await self.choice(value).click()

    async def presses(self, label: str) -> None:
        await self.button(label).click()

    async def says(self, text: str) -> None:
        await self.box.fill(text)
        await self.box.press("Enter")
        await expect(self.box).to_have_value("")

    @property
    def server(self) -> Locator:
        """The button that says which server this is, where there are several."""
        return self.node.get_by_role("button", name=re.compile("^Server: "))

    async def goes_to(self, channel: str) -> None:
        channels = self.node.get_by_role("navigation", name="Channels")
        await channels.get_by_role("button", name=channel).click()

    async def reads(self, text: str | re.Pattern[str]) -> Locator:
        """The newest message in which this stands, as soon as there is one."""
        message = self.messages.filter(has_text=text).last
        await expect(message).to_be_visible()
        return message

    async def sits_down(self, who: str) -> None:
        await self.node.get_by_role("combobox", name=f"Who sits on the {self.side}").select_option(
            who
        )
        await expect(self.node).to_have_accessible_name(re.compile(who.split(maxsplit=1)[0]))
