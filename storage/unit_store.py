"""The store over a backend: which unit of work answers what."""

from collections.abc import Callable, Mapping
from random import Random, SystemRandom
from typing import Any, Concatenate, ParamSpec, TypeVar

from engine.duel import Terms
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.ledger import EVERY_GAME
from engine.opponents.levels import Level
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import Refusal
from engine.titles import Title
from storage.backend import DB
from storage.ids import ChannelId, DuelId, GuildId, are_direct_messages
from storage.leases import Leases
from storage.match import Board, Call, Match, Posting, Step, Struck
from storage.people import (
    HouseRules,
    Ladder,
    PersonalData,
    Place,
    Preferences,
    Profile,
    Score,
    Season,
)
from storage.shards import ONLY, Shard
from storage.store import EXPORT, Store, everywhere
from storage.titles import Unjudged
from storage.unit_caller import B
from storage.unit_puzzles import UnitPuzzles
from storage.units import (
    apply_results,
    boards,
    clocks,
    daily_posts,
    duel_queries,
    duel_rows,
    duels,
    erase,
    export,
    leaderboard,
    notes,
    people,
    personal_data,
    receipts,
    seasons,
    titles,
)

P = ParamSpec("P")
M = TypeVar("M", Match, Match | None)


class UnitStore(UnitPuzzles[B], Store):
    """The contract, on any storage engine: each method hands its unit of work to the backend."""

    @property
    def leases(self) -> Leases:
        return self.backend.leases

    # Duels

    async def offer(self, call: Call, terms: Terms, posting: Posting) -> Match:
        return await self._ask(duels.offer, call, terms, posting)

    async def rematch(
        self, call: Call, number: DuelId, posting: Posting, game: Game[Any] | None = None
    ) -> Match:
        return await self._ask(duels.rematch, call, number, posting, game)

    async def practise(
        self,
        call: Call,
        terms: Terms,
        posting: Posting,
        record: Record | None = None,
        *,
        private: bool,
    ) -> Match:
        return await self._ask(duels.practise, call, terms, posting, record, private=private)

    async def hint(self, call: Call, number: DuelId, ply: int, steps: int) -> Match:
        return await self._ask(duels.hint, call, number, ply, steps)

    async def offer_instead(
        self, call: Call, number: DuelId, terms: Terms, posting: Posting
    ) -> Match:
        return await self._ask(duels.offer_instead, call, number, terms, posting)

    async def accept(self, call: Call, number: DuelId, random: Random | None = None) -> Match:
        return await self._ask(duels.accept, call, number, random or SystemRandom())

    async def decline(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.decline, call, number)

    async def cancel(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.cancel, call, number)

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        return await self._ask(duels.play, call, number, text, ply)

    async def play_here(self, call: Call, channel: ChannelId, text: str) -> Match | None:
        return await self._ask(duels.play_here, call, channel, text)

    async def resign(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.resign, call, number)

    async def end(self, call: Call, number: DuelId, winner: Seat | None = None) -> Match:
        return await self._ask(duels.end, call, number, winner)

    async def void(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.void, call, number)

    async def good_game(self, call: Call, number: DuelId) -> Match:
        return await self._ask(duels.good_game, call, number)

    async def duel(self, guild: GuildId, number: DuelId, reader: PlayerId | None = None) -> Match:
        if reader is None:
            return await self._read(duel_rows.known, guild, number)
        return await self._read(duel_rows.known_to, guild, number, reader)

    async def running(self, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
        return await self._read(duel_queries.running, guild, player)

    async def rated_running(self, player: PlayerId) -> tuple[Match, ...]:
        return await self._read(duel_queries.rated_running, player)

    async def history(  # noqa: PLR0913
        self,
        guild: GuildId,
        player: PlayerId,
        opponent: PlayerId | None = None,
        before: DuelId | None = None,
        most: int = 10,
        *,
        private: bool = True,
    ) -> tuple[Match, ...]:
        return await self._read(
            duel_queries.history,
            guild,
            player,
            opponent=opponent,
            before=before,
            most=most,
            private=private,
        )

    async def open_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        return await self._read(duel_queries.open_in, guild, most)

    async def ended_in(self, guild: GuildId, most: int = 25) -> tuple[Match, ...]:
        return await self._read(duel_queries.ended_in, guild, most)

    async def open_duels(self, shard: Shard = ONLY) -> dict[str, int]:
        return await self._read(duel_queries.open_duels, shard)

    async def forget_receipts(self, guild: GuildId, now: Instant) -> None:
        await self._write(receipts.forget, guild, now)

    # Boards

    async def posted(
        self, guild: GuildId, number: DuelId, board: Board, *, soon: bool = False
    ) -> Board | None:
        return await self.backend.write(
            guild, lambda db: boards.posted(db, guild, number, board), soon=soon
        )

    async def behind(self, shard: Shard = ONLY, most: int = 1000) -> frozenset[Step]:
        return await self._read(boards.behind, shard, most)

    async def unshown(self, guild: GuildId, most: int = 100) -> tuple[Match, ...]:
        return await self._read(boards.unshown, guild, most)

    # Clocks

    async def ring(
        self, now: Instant, here: Callable[[GuildId], bool] = everywhere, shard: Shard = ONLY
    ) -> Struck:
        return Struck.together(
            await self.backend.write_each(
                lambda db: clocks.due(db, now, shard),
                lambda db, guild, numbers: clocks.ring(db, guild, numbers, now, here=here(guild)),
            )
        )

    async def told(self, guild: GuildId, number: DuelId, step: int) -> bool:
        return await self._write(clocks.told, guild, number, step)

    async def next_due(self, shard: Shard = ONLY) -> Instant | None:
        return await self._read(clocks.next_due, shard)

    async def beat(self, now: Instant, shard: Shard = ONLY) -> None:
        await self.backend.write(None, lambda db: clocks.beat(db, now, shard))

    async def give_time_back(self, now: Instant, shard: Shard = ONLY) -> Span:
        # What began before the bot was away, and isn't on disk yet, gets its time back too.
        await self.backend.settle()
        given = await self.backend.write_each(
            lambda db: clocks.running(db, shard),
            lambda db, guild, numbers: clocks.give_time_back(db, guild, numbers, now),
        )
        await self.beat(now, shard)
        return max(given, default=Span(0))

    # Ladders

    async def leaderboard(
        self,
        guild: GuildId,
        game: str = EVERY_GAME,
        skip: int = 0,
        most: int = 10,
        season: int | None = None,
    ) -> Ladder:
        skip = min(max(0, skip), 2**62)
        return await self._read(leaderboard.leaderboard, guild, game, skip, most, season)

    async def place(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> Place | None:
        return await self._read(leaderboard.place, guild, player, game, season)

    async def above(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> int:
        return await self._read(leaderboard.above, guild, player, game, season)

    async def profile(self, guild: GuildId, player: PlayerId, season: int | None = None) -> Profile:
        return await self._read(leaderboard.profile, guild, player, season)

    async def course(
        self,
        guild: GuildId,
        player: PlayerId,
        game: str = EVERY_GAME,
        season: int | None = None,
    ) -> tuple[tuple[float, Instant], ...]:
        return await self._read(leaderboard.course, guild, player, game, season)

    async def score(self, guild: GuildId, one: PlayerId, other: PlayerId) -> Score:
        return await self._read(duel_queries.score, guild, one, other)

    async def practised(
        self, guild: GuildId, player: PlayerId, *, private: bool
    ) -> dict[Level, Score]:
        return await self._read(duel_queries.practised, guild, player, private=private)

    async def seen(self, guild: GuildId, *players: PlayerId, here: bool) -> None:
        await self._write(leaderboard.seen, guild, players, here=here)

    async def begin_season(self, guild: GuildId, number: int, now: Instant) -> Season:
        return await self._write(seasons.begin_season, guild, number, now)

    async def recalculating(self, shard: Shard = ONLY) -> tuple[GuildId, ...]:
        return await self._read(apply_results.recalculating, shard)

    async def recalculate_some(self, guild: GuildId) -> int:
        return await self._write(apply_results.apply_waiting, guild)

    # Titles

    async def titles(self, guild: GuildId, player: PlayerId) -> tuple[Title, ...]:
        return await self._read(titles.titles, guild, player)

    async def unjudged(self, guild: GuildId, most: int = 50) -> Unjudged | None:
        return await self._read_long(titles.unjudged, guild, most)

    async def judge(self, guild: GuildId, these: Unjudged, earned: Mapping[DuelId, Title]) -> None:
        await self._write(titles.judge, guild, these, earned)

    # People

    async def preferences(self, guild: GuildId, player: PlayerId) -> Preferences:
        return await self._read(people.preferences, guild, player)

    async def prefer(self, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
        await self._write(people.prefer, guild, player, chosen)

    async def change_preferences(
        self, guild: GuildId, player: PlayerId, change: Callable[[Preferences], Preferences]
    ) -> tuple[Preferences, Preferences]:
        return await self._write(people.change_preferences, guild, player, change)

    async def house_rules(self, guild: GuildId) -> HouseRules:
        return await self._read(people.house_rules, guild)

    async def rule_house(self, guild: GuildId, chosen: HouseRules) -> None:
        await self._write(people.rule_house, guild, chosen)

    async def change_house_rules(
        self, guild: GuildId, change: Callable[[HouseRules], HouseRules]
    ) -> HouseRules:
        return await self._write(people.change_house_rules, guild, change)

    async def choose_daily_channel(self, guild: GuildId, channel: ChannelId | None) -> HouseRules:
        return await self._write(daily_posts.choose_channel, guild, channel)

    async def block(self, guild: GuildId, player: PlayerId, *, blocked: bool) -> None:
        await self._write(people.block, guild, player, blocked=blocked)

    async def blocked(self, guild: GuildId) -> tuple[PlayerId, ...]:
        return await self._read(people.blocked, guild)

    async def servers(self, shard: Shard = ONLY) -> tuple[GuildId, ...]:
        return await self._read(people.servers, shard)

    async def personal_data(self, guild: GuildId, player: PlayerId) -> PersonalData | None:
        return await self._read_long(personal_data.personal_data, guild, player)

    async def servers_with_data(self, player: PlayerId) -> tuple[GuildId, ...]:
        return await self._read_long(personal_data.servers_with_data, player)

    async def erase(self, guild: GuildId, player: PlayerId, now: Instant) -> tuple[Match, ...]:
        def everything(db: DB) -> tuple[Match, ...]:
            ended = erase.erase(db, guild, player, now)
            if are_direct_messages(guild):
                self.backend.forget(db, guild)
            return ended

        ended = await self.backend.write(guild, everything)
        await self.backend.purge()
        return ended

    # Notes

    async def note(self, key: str) -> str | None:
        return await self._read(notes.note, key)

    async def take_note(self, key: str, value: str) -> None:
        await self.backend.write(None, lambda db: notes.take_note(db, key, value))

    async def restored(self) -> str:
        return await self.note(notes.RESTORED) or ""

    async def prove(self, now: Instant) -> None:
        def proof(db: DB) -> None:
            self.backend.require_current(db)
            notes.take_note(db, "last proof", str(now))

        await self.backend.write(None, proof)

    # Archive

    async def exported(self, guild: GuildId, most: int = EXPORT) -> bytes | None:
        return await self._read_long(export.exported, guild, most)

    async def _ask(
        self,
        unit: Callable[Concatenate[DB, Call, P], M | Refusal],
        call: Call,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> M:
        """Raise the unit's refusal here: it comes back as a value, so that its receipt is kept."""
        answer = await self.backend.write(call.guild, lambda db: unit(db, call, *args, **kwargs))
        if isinstance(answer, Refusal):
            raise answer
        return answer
