"""Run axe-core to find accessibility violations on the page."""

from typing import Any

from axe_playwright_python.async_playwright import Axe  # type: ignore[import-untyped]

from tests.e2e.browser.room import Room

GRAVE = ("serious", "critical")
EVERYTHING: dict[str, Any] = {"resultTypes": ["violations"], "iframes": False, "preload": False}
# The only rule whose result differs between light and dark.
COLOURS = EVERYTHING | {"runOnly": ["color-contrast"]}


async def findings(
    room: Room, options: dict[str, Any] = EVERYTHING, within: str = "body"
) -> list[str]:
    """Looks at a part of the page where the rest has been looked at before: it takes as long as
    there is much to look at."""
    if not await room.page.evaluate("'axe' in window"):
        await room.page.evaluate(Axe().axe_script)
    run = "([within, options]) => axe.run(within, options).then(({violations}) => violations)"
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:200]} {node['failureSummary']}"
        for each in await room.page.evaluate(run, [within, options])
        if each["impact"] in GRAVE
        for node in each["nodes"]
    ]
