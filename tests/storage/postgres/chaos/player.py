"""A process that plays duels in two servers, together with others like it, until its
input ends.

It begins by repeating the calls that nobody has answered, as Discord may deliver them again."""

import argparse
import asyncio
import sys
import time
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

from engine.duel import First, Playing, Terms
from engine.games import set_up
from engine.ids import Instant, PlayerId
from engine.refusal import Refusal
from storage.ids import GuildId, InteractionId
from storage.match import Call, Match
from storage.postgres import errors, transaction, unit_runner
from storage.postgres.backend import Options
from storage.postgres.store import open_store
from storage.store import Store
from tests.storage.builders import ANA, DAY, POSTING
from tests.storage.postgres.chaos.witness import MOVED, Move, Witness, account

GUILDS = (GuildId(81384788765712384), GuildId(197038439483310086))
PEOPLE = [PlayerId(ANA + nth) for nth in range(60)]
GAMES = [set_up("divisor", {"size": 21}), set_up("parity", {"size": 21})]
# How many play at the same time in each process, and how many duels are open in a server.
TASKS, OPEN = 12, 20
# How many moves somebody makes before they look for another duel.
BURST = 8
# One of so many results is removed, and before one of so many bursts somebody leaves or comes back.
VOID, LEAVE = 10, 10
UNLOCKED = "SELECT 1 FROM guild_lock WHERE guild = ?"


class Player:
    """Plays whatever duels are open, for both players of each."""

    def __init__(self, store: Store, witness: Witness, first: int) -> None:
        self.stopping = False
        self._store = store
        self._witness = witness
        self._random = Random(first)
        self._interactions = map(InteractionId, count(first))

    async def play(self) -> None:
        while not self.stopping:
            guild = self._random.choice(GUILDS)
            if self._random.randrange(LEAVE) == 0:
                who, here = self._random.choice(PEOPLE), self._random.random() < 0.5
                await self._store.seen(guild, who, here=here)
            found = await self._store.open_in(guild, most=OPEN)
            playing = [each for each in found if isinstance(each.duel, Playing)]
            if len(found) < OPEN // 2 or not playing:
                await self._start(guild)
            else:
                await self._go_on(self._random.choice(playing))

    async def repeat(self, move: Move) -> Match | None:
        """Make a move that may have been made already."""
        try:
            match = await self._store.play(move.call, move.number, move.text, move.ply)
        except Refusal as refusal:
            self._witness.told(move, refusal.code)
            return None
        self._witness.told(move, MOVED)
        return match

    async def _go_on(self, match: Match) -> None:
        for _ in range(BURST):
            duel = match.duel
            if self.stopping or not isinstance(duel, Playing):
                break
            text = duel.record.game.text(self._random.choice(duel.record.legal))
            move = Move(self._call(match.guild, duel.waiting_for), match.id, duel.ply, text)
            self._witness.asked(move)
            if not (moved := await self.repeat(move)):
                return
            match = moved
        else:
            return
        if not isinstance(match.duel, Playing) and self._random.randrange(VOID) == 0:
            try:
                await self._store.void(self._call(match.guild, ANA), match.id)
            except Refusal:
                return

    async def _start(self, guild: GuildId) -> None:
        one, other = self._random.sample(PEOPLE, 2)
        terms = Terms(one, other, self._random.choice(GAMES), First.DRAWN, DAY)
        try:
            offered = await self._store.offer(self._call(guild, one), terms, POSTING)
            await self._store.accept(self._call(guild, other), offered.id, self._random)
        except Refusal:
            return  # somebody else has challenged one of the two

    def _call(self, guild: GuildId, player: PlayerId) -> Call:
        return Call(guild, player, next(self._interactions), Instant(time.time_ns() // 1_000_000))


async def play(url: str, path: Path, first: int) -> None:
    witness, left = Witness(path), account([path]).unanswered
    with counted(witness):
        async with open_store(url, Options(lanes=4, readers=2)) as store:
            player = Player(store, witness, first)

            def stop() -> None:
                player.stopping = True
                asyncio.get_running_loop().remove_reader(sys.stdin)

            asyncio.get_running_loop().add_reader(sys.stdin, stop)
            for each in left:
                await player.repeat(each)
            async with asyncio.TaskGroup() as tasks:
                for _ in range(TASKS):
                    tasks.create_task(player.play())


def counted(witness: Witness) -> AbstractContextManager[object]:
    """Note every failure after which a unit of work runs again."""
    judge = errors.is_transient

    def is_transient(error: BaseException) -> bool:
        again = judge(error)
        if again:
            witness.retried(getattr(error, "sqlstate", type(error).__name__))
        return again

    return patch.object(unit_runner, "is_transient", is_transient)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("url")
    parser.add_argument("witness", type=Path)
    parser.add_argument("first", type=int, help="the first interaction's ID")
    parser.add_argument("--unlocked", action="store_true", help="don't lock servers")
    chosen = parser.parse_args()
    lock = UNLOCKED if chosen.unlocked else transaction.LOCK
    with patch.object(transaction, "LOCK", lock):
        asyncio.run(play(chosen.url, chosen.witness, chosen.first))


if __name__ == "__main__":
    main()
