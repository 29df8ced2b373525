"""Work that nobody waits for, except the end."""

import asyncio

from bot.background import Background


async def test_the_end_waits_for_what_has_begun_and_for_what_that_begins() -> None:
    background, gate, done = Background(), asyncio.Event(), list[str]()

    async def second() -> None:
        done.append("second")

    async def first() -> None:
        await gate.wait()
        background.start(second(), "second")
        done.append("first")

    background.start(first(), "first")
    finishing = asyncio.create_task(background.finish())
    await asyncio.sleep(0)
    assert not finishing.done()
    gate.set()
    await finishing
    assert done == ["first", "second"]
