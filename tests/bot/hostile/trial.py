"""Deeds are done one after another, in a server in which nothing of the kind has been done before,
and what comes of each is judged."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tests.bot.hostile.again import again
from tests.bot.hostile.scene import Deed, a_scene, sort_of
from tests.bot.hostile.verdict import wrong

T = TypeVar("T")


def batched(each: Iterable[T], count: int) -> Iterator[tuple[T, ...]]:
    """Yield batches of this size, as setting up a server takes a while."""
    rest = iter(each)
    while some := tuple(islice(rest, count)):
        yield some


def tried(deeds: Iterable[Deed]) -> None:
    """One leads to another."""
    asyncio.run(_tried(deeds, apart=False))


def tried_apart(deeds: Iterable[Deed]) -> frozenset[str]:
    """Each in the scene as it was set. Returns of what sort those are that were done."""
    return asyncio.run(_tried(deeds, apart=True))


async def _tried(deeds: Iterable[Deed], *, apart: bool) -> frozenset[str]:
    """Up to the first of which something wrong has come."""
    done = set()
    with TemporaryDirectory() as folder:
        async with a_scene(Path(folder)) as scene:
            with again(scene, Path(folder)) as scene_again:
                for deed in deeds:
                    came = await scene.comes(deed)
                    found = wrong(scene, came)
                    assert not found, [deed, *found]
                    if came.done:
                        done.add(sort_of(deed))
                    if apart:
                        scene_again.set_back()
    return frozenset(done)
