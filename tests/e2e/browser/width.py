"""Check that nothing on a page sticks out of the screen."""

from tests.e2e.browser.room import Room

# Finds elements that are wider than their container, or that stick out at the right.
WIDE = """() => {
    const boxes = document.querySelectorAll("html, body, main, .log, .composer, dialog");
    const parts = document.querySelectorAll("button, input, textarea, article, p, img");
    const out = (each) => each.getBoundingClientRect().right > innerWidth + 1;
    return [
        ...[...boxes].filter((each) => each.scrollWidth > each.clientWidth),
        // Code may be scrolled.
        ...[...parts].filter((each) => each.checkVisibility() && !each.closest("pre") && out(each)),
    ].map((each) => each.outerHTML.slice(0, 90));
}"""


async def fits(room: Room) -> None:
    wide = await room.page.evaluate(WIDE)
    assert wide == [], wide
