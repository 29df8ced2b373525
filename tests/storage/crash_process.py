"""A store under load in a process of its own, which says what has been acknowledged.

Each answered call is a line on standard output, written at once: `accepted DUEL`, or `moved DUEL
PLY MOVES`, where the bot's move follows the player's. So is what the parent has to know before:
`ready`. With `early` as its second argument
it answers before the transaction is committed, as no store may.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from engine.duel import Finished, First, Playing, Terms
from engine.games import set_up
from engine.ids import PlayerId
from engine.opponents.levels import Level
from storage.ids import InteractionId
from storage.match import Call
from storage.sqlite import writer as writing
from storage.sqlite.file import DB
from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.builders import BOT, CY, DAY, GUILD, POSTING, START, terms

CALLERS = 20


def say(*words: object) -> None:
    # One write, shorter than a pipe's atomic size: a kill never leaves half a line.
    os.write(sys.stdout.fileno(), " ".join(map(str, words)).encode() + b"\n")


async def play_on(store: Store, caller: int) -> None:
    """Play one duel after another between the same two players, or against the bot."""
    ana, bo = PlayerId(CY + 2 * caller), PlayerId(CY + 2 * caller + 1)
    # Interactions must be new after each restart.
    numbers = count(int.from_bytes(os.urandom(6), "big") * 1000)

    def call(player: PlayerId) -> Call:
        return Call(GUILD, player, InteractionId(next(numbers)), START)

    for left in await store.running(GUILD, ana):
        leave = store.resign if isinstance(left.duel, Playing) else store.cancel
        await leave(call(ana), left.id)
    while True:
        if caller % 2:
            match = await store.practise(call(ana), against_bot(ana), POSTING, private=caller > 9)
        else:
            asked = terms(ana, bo, GAMES[caller % len(GAMES)])
            offered = await store.offer(call(ana), asked, POSTING)
            match = await store.accept(call(bo), offered.id)
        say("accepted", match.id)
        while isinstance(match.duel, Playing):
            game, ply = match.duel.terms.game, match.duel.ply
            text = game.text(match.duel.record.legal[-1])
            match = await store.play(call(match.duel.waiting_for), match.id, text)
            assert isinstance(match.duel, Playing | Finished)
            say("moved", match.id, ply + 1, *map(game.text, match.duel.record.moves[ply:]))


def against_bot(player: PlayerId) -> Terms:
    return Terms(player, BOT, PRACTISED, First.CHALLENGER, DAY, level=Level.EXPERT)


PRACTISED = set_up("divisor", {"size": 40})
GAMES = [set_up("divisor", {"size": 20}), set_up("parity", {"size": 20}), set_up("sequence", {})]


def answer_early() -> None:
    """Make the mistake that the test must find: commit ten batches at once, after the tenth."""
    batches = count(1)

    def transact(db: DB, units: Sequence[Callable[[DB], Any]], identity: object) -> list[Any]:  # noqa: ARG001
        if db.in_transaction and next(batches) % 10 == 0:
            db.execute("COMMIT")
        if not db.in_transaction:
            db.execute("BEGIN IMMEDIATE")
        return [unit(db) for unit in units]

    writing.transact = transact


async def main(path: Path) -> None:
    async with open_store(path) as store:
        say("ready")
        await asyncio.gather(*(play_on(store, caller) for caller in range(CALLERS)))


if __name__ == "__main__":
    if sys.argv[2:] == ["early"]:
        answer_early()
    asyncio.run(main(Path(sys.argv[1])))
