"""Mistakes that a bot could make, each of which some rule has to notice: otherwise all that the
rules say could be so for want of looking."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any
from unittest.mock import patch

from bot.boards import board
from bot.delivery.payload import FAILURES
from bot.duels.publisher import Stage
from bot.interactions.dispatch import Desk
from engine import duel as life
from engine.duel import Finished, Withdrawn
from engine.refusal import Refusal
from storage.match import Match
from storage.sqlite import apply_results, duels, receipts, writer
from tests.e2e.chaos.mistimed import blind, greedy, hasty, nagging, slow, stingy


@contextmanager
def early() -> Iterator[None]:
    """Moves are answered before they are on disk."""
    batches = count(1)

    def transact(db: Any, units: Any, _: Any) -> list[Any]:
        if db.in_transaction and next(batches) % 5 == 0:
            db.execute("COMMIT")
        if not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
        return [unit(db) for unit in units]

    with patch.object(writer, "transact", transact):
        yield


@contextmanager
def forgetful() -> Iterator[None]:
    """What has come before isn't known again when it comes twice."""

    def once(_: Any, __: Any, step: Any) -> Match | Refusal:
        try:
            return step()  # type: ignore[no-any-return]
        except Refusal as refusal:
            return refusal

    with patch.object(receipts, "once", once), patch.object(Desk, "_note", lambda *_: None):
        yield


@contextmanager
def lively() -> Iterator[None]:
    """A duel that is over can be ended once more."""
    playing = life._playing

    def revived(duel: life.Duel) -> life.Playing:
        if isinstance(duel, Finished):
            return life.Playing(duel.terms, duel.seats, duel.record, duel.at, duel.earlier)
        return playing(duel)

    with patch.object(life, "_playing", revived), patch.object(life, "_clock_runs"):
        yield


@contextmanager
def silent() -> Iterator[None]:
    """Nobody is told why not."""
    turn_down = Desk.turn_down

    async def swallow(self: Any, ask: Any, error: Any) -> None:
        if not isinstance(error, Refusal):
            await turn_down(self, ask, error)

    with patch.object(Desk, "turn_down", swallow):
        yield


@contextmanager
def careless() -> Iterator[None]:
    """What couldn't be shown at once never is."""

    async def nothing(*_: Any) -> None:
        pass

    with patch.object(Stage, "catch_up", nothing), patch.object(Stage, "try_again", nothing):
        yield


@contextmanager
def unfair() -> Iterator[None]:
    """With every tenth end somebody else has won too."""
    enter, ends = apply_results.enter, count(1)

    def twice(db: Any, guild: Any, duel: Any) -> Any:
        found = enter(db, guild, duel)
        if next(ends) % 10 == 0:
            db.execute("UPDATE standing SET wins = wins + 1 WHERE guild = ?", (guild,))
        return found

    with patch.object(apply_results, "enter", twice):
        yield


@contextmanager
def confused() -> Iterator[None]:
    """It finds a fault with itself where the rules say no."""
    turn_down = Desk.turn_down

    async def fail(self: Any, ask: Any, error: Any) -> None:
        await turn_down(self, ask, ValueError("confused") if isinstance(error, Refusal) else error)

    with patch.object(Desk, "turn_down", fail):
        yield


@contextmanager
def echoing() -> Iterator[None]:
    """An end that is posted is posted once more, and nobody could know it again."""
    show = Stage.show

    async def twice(self: Any, match: Match, now: Any) -> None:
        await show(self, match, now)
        if isinstance(match.duel, Finished | Withdrawn) and not getattr(match.duel, "void", False):
            message = board(match, self.words(match.guild))
            with suppress(*FAILURES):
                await self._delivery.post(match, message, None, match.board.channel, "once more")

    with patch.object(Stage, "show", twice):
        yield


@contextmanager
def generous() -> Iterator[None]:
    """Every fifth challenge opens two duels."""
    offer, offers = duels._offer, count(1)

    def twice(*what: Any) -> Match:
        first = offer(*what)
        if next(offers) % 5 == 0:
            with patch.object(duels, "_challenged_by", lambda *_: {}):
                offer(*what)
        return first

    with patch.object(duels, "_offer", twice):
        yield


@contextmanager
def none() -> Iterator[None]:
    yield


# Each with the rule that it breaks.
MISTAKES = {
    early: "lost",
    forgetful: "doubled",
    lively: "two ends",
    greedy: "clock",
    blind: "clock",
    slow: "clock",
    nagging: "reminders",
    silent: "unanswered",
    careless: "unshown",
    unfair: "ladder",
    confused: "incident",
    hasty: "clock",
    stingy: "clock",
    echoing: "two ends",
    generous: "doubled",
}
NAMED = {each.__name__: each for each in (*MISTAKES, none)}
