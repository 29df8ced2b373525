"""Whatever happens, in whatever order: the store says what the model says."""

import asyncio
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
)

from engine import duel as duels
from engine.duel import Duel, First, Offered, Terms
from engine.games import set_up
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Seat
from engine.refusal import Refusal
from storage.ids import DuelId, GuildId, InteractionId
from storage.match import Call, Match, Posting
from storage.sqlite.check import check
from storage.sqlite.store import open_store
from tests.storage.model import Model
from tests.storage.table import ANA, BO, CHANNEL, CY, ELSEWHERE, GUILD, MINUTE, POSTING, START

T = TypeVar("T")

GAMES = [
    set_up("divisor", {"size": 4}),
    set_up("parity", {"size": 3}),
    set_up("split", {"size": 5}),
    set_up("sequence", {}),
]
guilds = st.sampled_from([GUILD, GUILD, GUILD, ELSEWHERE])
players = st.sampled_from([ANA, BO, CY])
# Counted back from the last one; more often than not a duel that goes on.
backs = st.integers(0, 3)
Said = tuple[Call, str, tuple[Any, ...]]


class Loaded(Random):
    """A die that falls alike for the store and for the model."""

    def choice(self, seq: Any) -> Any:
        return seq[self.side % len(seq)]

    def __init__(self, side: int) -> None:
        super().__init__()
        self.side = side


def plain(answer: Match | Refusal | tuple[int, Duel]) -> tuple[Any, Any]:
    if isinstance(answer, Refusal):
        return answer.code, answer.facts()
    return (answer.id, answer.duel) if isinstance(answer, Match) else answer


class Playground(RuleBasedStateMachine):
    """Three people in two servers, with small games and short clocks."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
        self.now = START
        self.asked: list[Said] = []
        self.interactions = iter(range(10**18, 2 * 10**18))
        self.loop = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name) / "duelhost.db"
        self.open()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(work)

    def open(self) -> None:
        self.opened = AsyncExitStack()
        self.store = self.run(self.opened.enter_async_context(open_store(self.path)))

    def teardown(self) -> None:
        try:
            self.run(self.compare())
            assert list(check(self.path)) == []
        finally:
            self.run(self.opened.aclose())
            self.loop.close()
            self.folder.cleanup()

    def ask(self, call: Call, verb: str, *asked: Any) -> None:
        """Ask both, and compare what they say."""
        expected = self.expected(call, verb, *asked)
        try:
            found = self.run(getattr(self.store, verb)(call, *asked))
        except Refusal as refusal:
            found = refusal
        assert plain(found) == plain(expected)
        self.asked.append((call, verb, asked))

    def expected(self, call: Call, verb: str, *asked: Any) -> Any:
        if verb in ("offer", "rematch"):
            return self.model.answer(call, verb, *asked)
        number, *rest = asked
        steps: dict[str, Any] = {
            "accept": lambda random: partial(duels.accept, by=call.player, random=random),
            "decline": lambda: partial(duels.decline, by=call.player),
            "cancel": lambda: partial(duels.cancel, by=call.player),
            "play": lambda text, ply: partial(duels.play, by=call.player, text=text, ply=ply),
            "resign": lambda: partial(duels.resign, by=call.player),
            "end": lambda winner: partial(duels.end, winner=winner),
            "void": lambda: duels.void,
        }
        how = verb if verb == "accept" else "step"
        return self.model.answer(call, how, number, steps[verb](*rest))

    def number(self, guild: GuildId, back: int) -> DuelId:
        return DuelId(sum(where == guild for where, _ in self.model.duels) - back)

    def call(self, guild: GuildId, player: PlayerId) -> Call:
        return Call(guild, player, InteractionId(next(self.interactions)), self.now)

    @rule()
    def start(self) -> None:
        """A duel that goes on, which chance alone seldom brings about."""
        self.offer(GUILD, ANA, BO, (GAMES[0], First.CHALLENGER), POSTING)
        self.accept(GUILD, 0, 0)

    @rule(
        guild=guilds,
        by=players,
        to=players,
        how=st.tuples(st.sampled_from(GAMES), st.sampled_from(First)),
        posting=st.sampled_from([POSTING, POSTING, Posting(CHANNEL, MINUTE, 1)]),
    )
    def offer(self, guild: Any, by: Any, to: Any, how: Any, posting: Any) -> None:
        game, first = how
        terms = Terms(by, to, game, first, rated=True, clock=Span(10 * MINUTE))
        self.ask(self.call(guild, by), "offer", terms, posting)

    @rule(guild=guilds, back=backs, side=st.integers(0, 1))
    def accept(self, guild: Any, back: int, side: int) -> None:
        number = self.number(guild, back)
        duel = self.model.duels.get((guild, number))
        if not isinstance(duel, Offered):
            return
        call = self.call(guild, duel.terms.opponent)
        self.ask(call, "accept", number, Loaded(side))

    @rule(guild=guilds, back=backs, choice=st.integers(0, 30))
    def move(self, guild: Any, back: int, choice: int) -> Any:
        """By whoever's turn it is; more often than not a legal one."""
        number = self.number(guild, back)
        duel = self.model.duels.get((guild, number))
        if not isinstance(duel, duels.Playing):
            return
        legal = duel.record.legal
        text = duel.terms.game.text(legal[choice % len(legal)]) if choice < 25 else str(choice - 25)
        call = self.call(guild, duel.waiting_for)
        self.ask(call, "play", number, text, None)

    @rule(
        guild=guilds,
        by=players,
        back=backs,
        verb=st.sampled_from(["decline", "cancel", "resign"]),
    )
    def leave(self, guild: Any, by: Any, back: int, verb: str) -> None:
        self.ask(self.call(guild, by), verb, self.number(guild, back))

    @rule(guild=guilds, by=players, back=backs, ply=st.none() | st.integers(0, 3))
    def meddle(self, guild: Any, by: Any, back: int, ply: Any) -> None:
        self.ask(self.call(guild, by), "play", self.number(guild, back), "1", ply)

    @rule(guild=guilds, back=backs, winner=st.none() | st.sampled_from(Seat))
    def stop(self, guild: Any, back: int, winner: Any) -> None:
        self.ask(self.call(guild, CY), "end", self.number(guild, back), winner)

    @rule(guild=guilds, back=backs)
    def void(self, guild: Any, back: int) -> None:
        self.ask(self.call(guild, CY), "void", self.number(guild, back))

    @rule(guild=guilds, by=players, back=backs)
    def rematch(self, guild: Any, by: Any, back: int) -> None:
        self.ask(self.call(guild, by), "rematch", self.number(guild, back), POSTING)

    @rule(back=st.integers(0, 5))
    def say_again(self, back: int) -> None:
        """What has been asked comes again, at once or some time later."""
        if not self.asked:
            return
        call, verb, asked = self.asked[max(0, len(self.asked) - 1 - back)]
        if (call.guild, call.interaction) in self.model.answers:
            self.ask(call, verb, *asked)

    @rule(minutes=st.integers(1, 9), rings=st.integers(0, 2))
    def wait(self, minutes: int, rings: int) -> None:
        self.now = Instant(self.now + minutes * MINUTE)
        for _ in range(rings):
            self.ring()

    def ring(self) -> None:
        rung = self.run(self.store.ring(self.now))
        reminded, ended = self.model.ring(self.now)
        assert {(each.guild, each.id) for each in rung.reminded} == reminded
        assert {(each.guild, each.id) for each in rung.ended} == ended
        assert rung.damaged == ()

    @rule(guild=guilds, player=players, blocked=st.sampled_from([True, False, False]))
    def block(self, guild: Any, player: Any, blocked: bool) -> None:
        self.run(self.store.block(guild, player, blocked=blocked))
        self.model.block(guild, player, blocked=blocked)

    @rule(guild=guilds, player=players)
    def erase(self, guild: Any, player: Any) -> None:
        ended = self.run(self.store.erase(guild, player, self.now))
        assert {each.id for each in ended} == self.model.erase(guild, player, self.now)

    @rule(guild=guilds, back=backs, behind=st.sampled_from([0, 0, 0, 1]))
    def tell(self, guild: Any, back: int, behind: int) -> None:
        number = self.number(guild, back)
        duel = self.model.duels.get((guild, number))
        step = (1 + duel.record.ply if isinstance(duel, duels.Playing) else 1) - behind
        told = self.run(self.store.told(guild, number, step))
        assert told == self.model.told(guild, number, step)

    @rule()
    def restart(self) -> None:
        self.run(self.store.beat(self.now))
        self.run(self.opened.aclose())
        self.open()
        assert self.run(self.store.give_time_back(self.now)) == 0
        self.model.restart()

    @invariant()
    def the_next_thing_is_due_when_it_is(self) -> None:
        due = self.run(self.store.next_due())
        assert due == min(self.model.due.values(), default=None)

    @rule()
    def look_around(self) -> None:
        self.run(self.compare())

    async def compare(self) -> None:
        """Everything that there is to be seen."""
        for (guild, number), duel in self.model.duels.items():
            assert (await self.store.duel(guild, DuelId(number))).duel == duel
        for guild in (GUILD, ELSEWHERE):
            for player in (ANA, BO, CY):
                running = await self.store.running(guild, player)
                assert {each.id: each.duel for each in running} == self.model.running(guild, player)
                history = await self.store.history(guild, player, most=99)
                assert [each.id for each in history] == self.model.history(guild, player)
            blocked = {(guild, player) for player in await self.store.blocked(guild)}
            assert blocked == {each for each in self.model.blocked if each[0] == guild}
            for game in (None, "divisor", "split"):
                ladder = await self.store.leaderboard(guild, game or "all", most=99)
                expected = self.model.standings(guild, game).items()
                found = {each.player: each.standing for each in ladder.places}
                assert found == {player: one for player, one in expected if player > 0}


Playground.TestCase.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
test_the_store_says_what_the_model_says = Playground.TestCase
