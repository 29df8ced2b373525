"""Mistakes that a bot could make, each of which some rule has to notice: otherwise all that the
rules say could be so for want of looking."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any
from unittest.mock import patch

from bot.delivery import Delivery
from bot.desk import Desk
from bot.stage import Stage
from engine import duel as life
from engine.duel import Finished
from engine.refusal import Refusal
from storage.match import Match
from storage.sqlite import clock, entering, receipts, writer


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
def greedy() -> Iterator[None]:
    """Time in which nobody could move is not given back."""

    def give_time_back(db: Any, now: Any) -> int:
        clock.beat(db, now)
        return 0

    with patch.object(clock, "give_time_back", give_time_back):
        yield


@contextmanager
def blind() -> Iterator[None]:
    """Time runs out also for who couldn't see that it was their turn."""
    with patch.object(Match, "out_of_sight", False):
        yield


@contextmanager
def slow() -> Iterator[None]:
    """Nothing is ended when its time is over."""
    with patch.object(clock, "MOST", 0):
        yield


@contextmanager
def nagging() -> Iterator[None]:
    """Nobody takes note of reminders, and each is a message of its own."""
    post, times = Delivery.post, count()

    async def anew(self: Any, *how: Any) -> Any:
        *others, what = how
        fresh = f"{what} {next(times)}" if what == "reminder" else what
        return await post(self, *others, fresh)  # type: ignore[call-arg]

    with patch.object(clock, "told", lambda *_: False), patch.object(Delivery, "post", anew):
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
    enter, ends = entering.enter, count(1)

    def twice(db: Any, guild: Any, duel: Any) -> Any:
        found = enter(db, guild, duel)
        if next(ends) % 10 == 0:
            db.execute("UPDATE standing SET wins = wins + 1 WHERE guild = ?", (guild,))
        return found

    with patch.object(entering, "enter", twice):
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
}
NAMED = {each.__name__: each for each in (*MISTAKES, none)}
