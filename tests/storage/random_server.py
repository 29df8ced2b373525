"""A server in which everything happens at random, the same for the same seed."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from engine.duel import First, Playing, Terms
from engine.fairness import Unrated
from engine.games import set_up
from engine.ids import PlayerId, Span
from engine.outcome import Seat
from engine.refusal import Refusal
from storage.ids import ChannelId, DuelId, GuildId, MessageId, RoleId
from storage.match import Board, BoardMode, Match
from storage.people import HouseRules, Preferences
from storage.sqlite.store import open_store
from storage.store import Store
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    DAY,
    DI,
    DIVISOR,
    GUILD,
    MINUTE,
    Table,
    practise,
)
from tests.storage.database_files import new_database

STEPS = 300
# Named here, so that with another game the same seeds still lead to the same servers.
PLAYED = ("parity", "evenodd", "split", "divisor", "sequence", "divisor", "split")
# Options of games that are hardly ever rated otherwise. A size of more than ten goes with them.
RATED: dict[str, dict[str, Any]] = {
    "evenodd": {"rule": "doubles"},
    "split": {"keep": "both"},
    "sequence": {"sums": 3, "ties": "second"},
}
NEWCOMERS = PlayerId(11), PlayerId(12), PlayerId(13), PlayerId(14)


class Lively:
    def __init__(self, store: Store, guild: GuildId, seed: int) -> None:
        self._store = store
        self._guild = guild
        self._table = Table(store, guild)
        self._random = Random(seed)
        self._people = [ANA, BO, CY, DI]
        self._duels = 0
        self._seasons = 1

    async def live(self) -> None:
        deeds: dict[Callable[[], Awaitable[object]], int] = {
            self._offer: 30,
            self._answer: 15,
            self._play: 60,
            self._leave: 6,
            self._void: 3,
            self._wait: 5,
            self._block: 6,
            self._begin_season: 2,
            self._erase: 1,
            self._choose: 1,
            self._post: 8,
        }
        for deed in self._random.choices(list(deeds), list(deeds.values()), k=STEPS):
            with suppress(Refusal):
                await deed()
        await self._in_any_case()

    async def _in_any_case(self) -> None:
        """Let happen what the rest needs: a player is blocked during a duel, two play too often for
        ratings, one plays what was known to be decided before options were measured, duels are in
        play, one of them between two with ratings, and one challenge is open."""
        one, other, third, fourth = NEWCOMERS
        for _ in range(6):
            often = await self._start(Terms(one, other, DIVISOR, First.DRAWN, DAY))
            await self._store.resign(self._table.call(one), often.id)
            await self._store.good_game(self._table.call(other), often.id)
        await self._start(Terms(other, one, DIVISOR, First.CHALLENGER, DAY))
        match = await self._start(Terms(one, third, DIVISOR, First.DRAWN, DAY))
        await self._store.block(self._guild, one, blocked=True)
        await self._store.resign(self._table.call(one), match.id)
        await self._start(self._terms(other, third))
        decided = Terms(
            other, fourth, set_up("parity", {"size": 4}), First.DRAWN, DAY, Unrated.FATE
        )
        await self._store.resign(self._table.call(other), (await self._start(decided)).id)
        await self._table.offer(self._terms(third, other))
        await practise(self._table, other)

    async def _start(self, asked: Terms) -> Match:
        match = await self._table.offer(asked)
        accepting = self._table.call(asked.opponent)
        return await self._store.accept(accepting, match.id, self._random)

    def _terms(self, challenger: PlayerId, opponent: PlayerId) -> Terms:
        key = self._random.choice(PLAYED)
        options: dict[str, Any] = {**RATED.get(key, {})}
        if key != "sequence":
            options["size"] = self._random.randrange(3, 12) + (8 if options else 0)
        return Terms(
            challenger,
            opponent,
            set_up(key, options),
            self._random.choice([*First, *[First.DRAWN] * 4]),
            Span(self._random.choice([MINUTE, DAY, DAY])),
            self._random.choice([*[None] * 6, Unrated.CASUAL]),
            self._random.choice([1, 1, 2]),
        )

    async def _offer(self) -> None:
        challenger, opponent = self._random.sample(self._people, 2)
        take = self._table.offer if self._random.random() < 0.3 else self._start
        await take(self._terms(challenger, opponent))
        self._duels += 1

    async def _some(self) -> Match:
        number = max(1, self._duels - self._random.randrange(8))
        return await self._store.duel(self._guild, DuelId(number))

    async def _answer(self) -> None:
        match = await self._some()
        terms, call = match.duel.terms, self._table.call
        how = self._random.randrange(8)
        if how == 0:
            await self._store.decline(call(terms.opponent), match.id)
        elif how == 1:
            await self._store.cancel(call(terms.challenger), match.id)
        else:
            await self._store.accept(call(terms.opponent), match.id, self._random)

    async def _play(self) -> None:
        match = await self._some()
        for _ in range(self._random.randrange(1, 20)):
            if isinstance(match.duel, Playing):
                record = match.duel.record
                move = record.game.text(self._random.choice(record.legal))
                match = await self._table.play(match, move)
        if isinstance(match.duel, Playing):
            await self._table.show(match)

    async def _leave(self) -> None:
        match = await self._some()
        call = self._table.call(match.duel.terms.challenger)
        if self._random.random() < 0.5:
            await self._store.resign(call, match.id)
        else:
            await self._store.end(call, match.id, self._random.choice([None, *Seat]))

    async def _void(self) -> None:
        match = await self._some()
        await self._store.void(self._table.call(ANA), match.id)

    async def _wait(self) -> None:
        self._table.wait(Span(self._random.choice([MINUTE, MINUTE, DAY])))
        await self._store.ring(self._table.now)

    async def _block(self) -> None:
        """Block one player at a time, so that the others can go on."""
        blocked = await self._store.blocked(self._guild)
        player = blocked[0] if blocked else self._random.choice(self._people)
        await self._store.block(self._guild, player, blocked=not blocked)

    async def _begin_season(self) -> None:
        await self._store.begin_season(self._guild, self._seasons + 1, self._table.now)
        self._seasons += 1

    async def _erase(self) -> None:
        """Erase a player whom tests don't name, and one who comes back."""
        await self._store.erase(self._guild, self._random.choice([CY, DI]), self._table.now)

    async def _choose(self) -> None:
        places = frozenset({CHANNEL, ChannelId(7)}), frozenset({RoleId(9)})
        rules = HouseRules(DAY, *places, rated_a_day=3, board_mode=BoardMode.THREAD)
        await self._store.rule_house(self._guild, rules.with_variant("split", "ranked"))
        await self._store.prefer(self._guild, ANA, Preferences())

    async def _post(self) -> None:
        match = await self._some()
        board = Board(CHANNEL, MessageId(self._random.getrandbits(60)), match.step)
        await self._store.posted(self._guild, match.id, board)
        if isinstance(match.duel, Playing):
            await self._store.told(self._guild, match.id, match.step)


async def live(path: Path, seed: int, guild: GuildId = GUILD) -> None:
    async with open_store(path if path.exists() else new_database(path)) as store:
        await Lively(store, guild, seed).live()
