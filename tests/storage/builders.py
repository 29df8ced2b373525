"""Builders for all tests that use a store: players, terms, a clock that tests move, and calls."""

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from engine.duel import First, Playing, Terms
from engine.fairness import Unrated
from engine.games import set_up
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.opponents.levels import Level
from engine.record import Record
from engine.standing import Result, Standing
from storage.ids import ChannelId, GuildId, InteractionId, MessageId
from storage.match import Board, Call, Match, Posting
from storage.store import Store

GUILD = GuildId(81384788765712384)
ELSEWHERE = GuildId(197038439483310086)
CHANNEL = ChannelId(381870553235193857)
ANA = PlayerId(80351110224678912)
BO = PlayerId(115332333745340416)
CY = PlayerId(155117677105512449)
DI = PlayerId(242340020101201920)
BOT = PlayerId(1045800378228281345)

MINUTE = Span(60_000)
DAY = Span(24 * 60 * MINUTE)
START = Instant(1_800_000_000_000)
POSTING = Posting(CHANNEL, Span(15 * MINUTE))

DIVISOR = set_up("divisor", {"size": 20})
# A whole rated game: the second seat takes 7 and leaves the first without a move.
SHORT = set_up("divisor", {"size": 7})
SHORT_MOVES = ("1", "7")


def terms(  # noqa: PLR0917
    challenger: PlayerId = ANA,
    opponent: PlayerId = BO,
    game: Game[Any] = DIVISOR,
    first: First = First.CHALLENGER,
    clock: Span = DAY,
    legs: int = 1,
) -> Terms:
    """Terms as they are stored. Somebody has chosen who begins, so the duel isn't rated."""
    chosen = first is not First.DRAWN and legs == 1
    return Terms(challenger, opponent, game, first, clock, Unrated.SEATS if chosen else None, legs)


def results(form: str) -> Standing:
    """The standing after these unrated results."""
    standing = Standing()
    for each in form:
        standing = standing.after(Result(each), None)
    return standing


class Loaded(Random):
    """A random source that gives the first seat to the challenger, or with side 1 to the
    opponent."""

    def __init__(self, side: int = 0) -> None:
        super().__init__()
        self.side = side

    def choice(self, seq: Any) -> Any:
        return seq[self.side % len(seq)]


class Table:
    """Calls a store for its players. Each call is made at `now`, in an interaction of its own."""

    def __init__(
        self, store: Store, guild: GuildId = GUILD, interactions: Iterator[int] | None = None
    ) -> None:
        self.store = store
        self.guild = guild
        self.now = START
        self._interactions = interactions or count(1_045_000_000_000_000_000)

    def wait(self, span: Span) -> None:
        self.now = Instant(self.now + span)

    def call(self, player: PlayerId) -> Call:
        return Call(self.guild, player, InteractionId(next(self._interactions)), self.now)

    async def offer(self, asked: Terms | None = None, posting: Posting = POSTING) -> Match:
        asked = asked or terms()
        return await self.store.offer(self.call(asked.challenger), asked, posting)

    async def start(self, asked: Terms | None = None) -> Match:
        """Start a duel. If seats are drawn, the challenger gets the first."""
        offered = await self.offer(asked)
        call = self.call(offered.duel.terms.opponent)
        return await self.store.accept(call, offered.id, Loaded())

    async def play(self, match: Match, *texts: str) -> Match:
        for text in texts:
            assert isinstance(match.duel, Playing)
            match = await self.store.play(self.call(match.duel.waiting_for), match.id, text)
        return match

    async def show(self, match: Match) -> Match:
        """Show the duel to its players, so that the clock can end it."""
        shown = Board(CHANNEL, MessageId(1 + match.step), match.step)
        await self.store.posted(self.guild, match.id, shown)
        return await self.store.duel(self.guild, match.id)

    async def finish(self, winner: PlayerId = BO, loser: PlayerId = ANA) -> Match:
        """Play an unrated duel to its end."""
        self.wait(MINUTE)
        return await self.play(await self.start(terms(loser, winner, SHORT)), *SHORT_MOVES)

    async def rate(
        self, winner: PlayerId = BO, loser: PlayerId = ANA, game: Game[Any] = DIVISOR
    ) -> Match:
        """Play a rated duel that is given up after two moves, the fewest for a gain of rating."""
        self.wait(MINUTE)
        match = await self.start(terms(loser, winner, game, First.DRAWN))
        for _ in range(2):
            assert isinstance(match.duel, Playing)
            match = await self.play(match, game.text(match.duel.record.legal[0]))
        return await self.store.resign(self.call(loser), match.id)

    async def tie(self, one: PlayerId = ANA, other: PlayerId = BO) -> Match:
        """Play a rated duel of two games, of which each player wins one."""
        self.wait(MINUTE)
        match = await self.start(terms(one, other, SHORT, First.DRAWN, legs=2))
        return await self.play(match, *SHORT_MOVES, *SHORT_MOVES)


async def practise(table: Table, player: PlayerId = ANA) -> Match:
    """A player gives up a duel with the bot after a hint, and begins two others, which go on from a
    position: one of them is private."""
    asked = Terms(player, BOT, DIVISOR, First.CHALLENGER, DAY, level=Level.NOVICE)
    match = await table.store.practise(table.call(player), asked, POSTING, private=False)
    await table.store.hint(table.call(player), match.id, 0, 1)
    await table.store.play(table.call(player), match.id, "12")
    await table.store.resign(table.call(player), match.id)
    given = Record.replay(DIVISOR, ["12", "4"])
    await table.store.practise(table.call(player), asked, POSTING, given, private=False)
    return await table.store.practise(table.call(player), asked, POSTING, given, private=True)
