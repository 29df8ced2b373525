"""Hands that don't leave the keyboard. There is nothing here with which to click, or to put the
focus where no key would bring it."""

from playwright.async_api import Locator, Page, expect

# More stops than there are on the page.
FAR = 60


class Keys:
    def __init__(self, page: Page) -> None:
        self._keyboard = page.keyboard

    async def press(self, *keys: str) -> None:
        for each in keys:
            await self._keyboard.press(each)

    async def type(self, text: str) -> None:
        await self._keyboard.type(text)

    async def go_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Step by step, as somebody does who looks where they are."""
        for _ in range(FAR):
            if await is_focused(wanted):
                return
            await self.press(key)
        await expect(wanted).to_be_focused(timeout=1)


async def is_focused(wanted: Locator) -> bool:
    return bool(await wanted.evaluate("node => node === document.activeElement"))
