"""Callers in an event loop that wait for the answers of threads."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from storage.backend import DB
from storage.ids import GuildId


@dataclass(frozen=True)
class Failed:
    """The exception that a unit raised, on its way to the caller."""

    error: BaseException


@dataclass(frozen=True, eq=False, slots=True)
class Asked:
    """A unit of work, and the caller's future."""

    guild: GuildId | None
    unit: Callable[[DB], Any]
    answer: asyncio.Future[Any]
    soon: bool = False


def deliver(asked: Sequence[Asked], answers: Sequence[Any]) -> None:
    """Hand answers to the event loop, all in one call. Called by a thread."""
    loop = asked[0].answer.get_loop()
    try:
        loop.call_soon_threadsafe(_tell, asked, answers)
    except RuntimeError:
        if not loop.is_closed():
            raise
        # Nobody waits any more. What was done stays done.


def _tell(asked: Sequence[Asked], answers: Sequence[Any]) -> None:
    for each, answer in zip(asked, answers, strict=True):
        if each.answer.done():
            continue  # the caller was cancelled, its unit was not
        if isinstance(answer, Failed):
            each.answer.set_exception(answer.error)
        else:
            each.answer.set_result(answer)
