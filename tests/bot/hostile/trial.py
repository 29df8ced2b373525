"""Deeds are done one after another, in a server in which nothing of the kind has been done before,
and what comes of each is judged."""

import asyncio
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from tests.bot.hostile.scene import Deed, a_scene
from tests.bot.hostile.verdict import wrong

T = TypeVar("T")


def batched(each: Iterable[T], count: int) -> Iterator[tuple[T, ...]]:
    """So many at a time, as a server takes a while to be made."""
    rest = iter(each)
    while some := tuple(islice(rest, count)):
        yield some


def tried(deeds: Iterable[Deed]) -> None:
    found = asyncio.run(_tried(deeds))
    assert not found, found


async def _tried(deeds: Iterable[Deed]) -> list[object]:
    """The first of them of which something wrong has come, and what."""
    with TemporaryDirectory() as folder:
        async with a_scene(Path(folder)) as scene:
            for deed in deeds:
                if found := wrong(scene, await scene.comes(deed)):
                    return [deed, *found]
    return []
