"""The store answers like the model, whatever happens in whatever order."""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack, ExitStack
from functools import partial
from typing import Any, TypeVar
from unittest.mock import patch

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from engine import duel as duels
from engine.duel import Duel, First, Offered, Terms
from engine.games import set_up
from engine.ids import Instant, PlayerId, Span
from engine.outcome import Seat
from engine.refusal import Refusal
from engine.standing import Standing
from storage.ids import DuelId, GuildId, InteractionId
from storage.match import Call, Match, Posting
from storage.people import HouseRules, Season
from storage.units import apply_results
from tests.storage.builders import (
    ANA,
    BO,
    CHANNEL,
    CY,
    ELSEWHERE,
    GUILD,
    MINUTE,
    POSTING,
    START,
    Loaded,
    Table,
)
from tests.storage.databases import Engine, SqliteEngine
from tests.storage.expected_ladders import LADDERS, agrees, score
from tests.storage.model import Model

T = TypeVar("T")

GAMES = [
    set_up("divisor", {"size": 5}),
    set_up("parity", {"size": 3}),
    set_up("split", {"size": 5}),
    set_up("sequence", {"sums": 3, "ties": "second"}),
]
guilds = st.sampled_from([GUILD, GUILD, GUILD, ELSEWHERE])
players = st.sampled_from([ANA, BO, CY])
pairs = st.permutations([ANA, BO, CY]).map(lambda three: three[:2])
# Counted back from the newest duel; usually one that is open.
backs = st.integers(0, 3)
Said = tuple[Call, str, tuple[Any, ...]]


def plain(answer: Match | Refusal | tuple[int, Duel]) -> tuple[Any, Any]:
    if isinstance(answer, Refusal):
        return answer.code, answer.facts()
    return (answer.id, answer.duel) if isinstance(answer, Match) else answer


class Playground(RuleBasedStateMachine):
    """Three players in two servers, with small games and short clocks."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.model = Model()
        self.now = START
        self.asked: list[Said] = []
        self.interactions = iter(range(10**18, 2 * 10**18))
        self.loop = asyncio.Runner()
        self.made = ExitStack()
        self.database = self.made.enter_context(engine.one_more())
        self.open()

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run(work)

    def open(self) -> None:
        self.opened = AsyncExitStack()
        self.store = self.run(self.opened.enter_async_context(self.database.open()))

    def teardown(self) -> None:
        try:
            self.run(self.compare())
            assert self.database.check() == []
        finally:
            self.run(self.opened.aclose())
            self.loop.close()
            self.made.close()

    def ask(self, call: Call, verb: str, *asked: Any) -> None:
        """Ask the store and the model, and compare the answers."""
        expected = self.expected(call, verb, *asked)
        try:
            found = self.run(getattr(self.store, verb)(call, *asked))
        except Refusal as refusal:
            found = refusal
        assert plain(found) == plain(expected)
        if isinstance(found, Match):
            self.run(self.compare_end(call.guild, found))
            self.run(Table(self.store, call.guild).show(found))
        self.asked.append((call, verb, asked))

    async def compare_end(self, guild: GuildId, found: Match) -> None:
        """Also for an end that was told before and whose result has been removed since."""
        told = (found.gains, found.highlights, found.good_game)
        if isinstance(found.duel, duels.Finished):
            assert told == self.model.end(guild, found.id)
        else:
            assert told == (None, None, (False, False))

    def compare_start(self, guild: GuildId, found: Match) -> None:
        assert found.ratings == self.model.ratings[guild, found.id]

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
        if verb == "good_game":
            return self.model.answer(call, verb, number)
        how = verb if verb == "accept" else "step"
        return self.model.answer(call, how, number, steps[verb](*rest))

    def number(self, guild: GuildId, back: int) -> DuelId:
        return DuelId(sum(where == guild for where, _ in self.model.duels) - back)

    def call(self, guild: GuildId, player: PlayerId) -> Call:
        return Call(guild, player, InteractionId(next(self.interactions)), self.now)

    @rule()
    def start(self) -> None:
        """Start a duel, which random rules alone seldom do."""
        self.offer(GUILD, ANA, BO, (GAMES[0], First.DRAWN, 1), POSTING)
        self.accept(GUILD, 0, 0)

    @rule(
        pair=pairs,
        game=st.sampled_from(GAMES),
        legs=st.sampled_from([1, 1, 2]),
        choices=st.lists(st.integers(0, 24), max_size=12),
    )
    def play_a_whole_one(self, pair: Any, game: Any, legs: int, choices: list[int]) -> None:
        """Play to the end, or until somebody resigns."""
        self.offer(GUILD, *pair, (game, First.DRAWN, legs), POSTING)
        self.accept(GUILD, 0, len(choices))
        for choice in choices:
            self.move(GUILD, 0, choice)
        self.leave(GUILD, pair[len(choices) % 2], 0, "resign")

    @rule(pair=pairs)
    def play_a_rated_one(self, pair: Any) -> None:
        self.play_a_whole_one(pair, GAMES[3], 1, [0, 1])

    @rule(back=st.integers(0, 9))
    def take_out(self, back: int) -> None:
        """Return a finished duel, usually."""
        mine = [number for guild, number in self.model.ends if guild == GUILD]
        if back < len(mine):
            self.ask(self.call(GUILD, CY), "void", DuelId(mine[-1 - back]))

    @rule(
        guild=guilds,
        by=players,
        to=players,
        how=st.tuples(
            st.sampled_from(GAMES),
            st.sampled_from([First.DRAWN, *First]),
            st.sampled_from([1, 1, 2]),
        ),
        posting=st.sampled_from([POSTING, POSTING, Posting(CHANNEL, MINUTE, 1)]),
    )
    def offer(self, guild: Any, by: Any, to: Any, how: Any, posting: Any) -> None:
        game, first, legs = how
        terms = Terms(by, to, game, first, Span(10 * MINUTE), legs=legs)
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
        """Make a move for the player to move, usually a legal one."""
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

    @rule(guild=guilds, by=players, back=st.integers(0, 9))
    def say_good_game(self, guild: Any, by: Any, back: int) -> None:
        self.ask(self.call(guild, by), "good_game", self.number(guild, back))

    @rule(
        guild=guilds,
        by=players,
        back=backs,
        game=st.sampled_from([None, None, set_up("divisor", {"size": 5}), GAMES[1]]),
    )
    def rematch(self, guild: Any, by: Any, back: int, game: Any) -> None:
        self.ask(self.call(guild, by), "rematch", self.number(guild, back), POSTING, game)

    @rule(back=st.integers(0, 5))
    def say_again(self, back: int) -> None:
        """Repeat a call, at once or later."""
        if not self.asked:
            return
        call, verb, asked = self.asked[max(0, len(self.asked) - 1 - back)]
        if (call.guild, call.interaction) in self.model.answers:
            self.ask(call, verb, *asked)

    @rule(guild=guilds, player=players, here=st.sampled_from([False, False, True]))
    def see(self, guild: Any, player: Any, here: bool) -> None:
        """A player leaves the server, or comes back."""
        if guild not in self.run(self.store.recalculating()):
            self.run(self.store.seen(guild, player, here=here))
            self.model.seen(guild, player, here=here)

    @rule(guild=guilds, most=st.sampled_from([0, 1, 3, 9]))
    def rate_so_often(self, guild: Any, most: int) -> None:
        self.run(self.store.rule_house(guild, HouseRules(rated_a_day=most)))
        self.model.rated_a_day[guild] = most

    @rule(guild=guilds, ahead=st.sampled_from([1, 1, 1, 0, 2]))
    def begin_season(self, guild: Any, ahead: int) -> None:
        number = len(self.model.firsts(guild)) + ahead
        expected: Any
        try:
            expected = Season(number, self.model.begin_season(guild, number), self.now)
        except Refusal as refusal:
            expected = plain(refusal)
        try:
            found: Any = self.run(self.store.begin_season(guild, number, self.now))
        except Refusal as refusal:
            found = plain(refusal)
        assert found == expected

    @rule(minutes=st.integers(1, 9) | st.just(24 * 60), rings=st.integers(0, 2))
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
        step = (1 + duel.ply if isinstance(duel, duels.Playing) else 1) - behind
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
        """Compare everything that can be read."""
        for (guild, number), duel in self.model.duels.items():
            found = await self.store.duel(guild, DuelId(number))
            assert found.duel == duel
            await self.compare_end(guild, found)
            if isinstance(duel, duels.Playing):
                self.compare_start(guild, found)
        for guild in (GUILD, ELSEWHERE):
            for player in (ANA, BO, CY):
                running = await self.store.running(guild, player)
                assert {each.id: each.duel for each in running} == self.model.running(guild, player)
                history = await self.store.history(guild, player, most=99)
                assert [each.id for each in history] == self.model.history(guild, player)
            blocked = {(guild, player) for player in await self.store.blocked(guild)}
            assert blocked == {each for each in self.model.blocked if each[0] == guild}
            await self.compare_ladders(guild)

    async def compare_ladders(self, guild: GuildId) -> None:
        """Compare standings of every season with those folded from nothing."""
        *past, now = enumerate(self.model.folded(guild), start=1)
        for season, folded in (*past, now):
            gone = [player for where, player in self.model.gone if where == guild]
            await agrees(self.store, guild, season, folded.standings, gone, (ANA, BO, CY))
        season, folded = now
        for player in {player for player, _ in folded.standings} | {ANA, BO, CY}:
            profile = await self.store.profile(guild, player)
            games = {game: each for (who, game), each in folded.standings.items() if who == player}
            assert profile.overall == games.pop("all", Standing())
            assert profile.games == games
            place = await self.store.place(guild, player)
            assert profile.place == (place and place.place)
            assert profile.season.number == season
            for game in LADDERS:
                course = await self.store.course(guild, player, game)
                assert list(course) == folded.courses.get((player, game), [])
            everything = [each for ends in self.model.seasons(guild) for each in ends.values()]
            for other in {ANA, BO, CY} - {player}:
                found = await self.store.score(guild, player, other)
                assert found == score(everything, player, other)


class Piecemeal(Playground):
    """Results are recalculated in the smallest pieces, sooner or later."""

    def __init__(self, engine: Engine) -> None:
        self.patched = patch.object(apply_results, "SOME", 2)
        self.patched.start()
        super().__init__(engine)

    def teardown(self) -> None:
        try:
            super().teardown()
        finally:
            self.patched.stop()

    @rule(guild=guilds)
    def count_on(self, guild: Any) -> None:
        before = self.run(self.store.recalculating())
        left = self.run(self.store.recalculate_some(guild))
        after = self.run(self.store.recalculating())
        assert (guild in after) is (left > 0)
        assert set(after) == set(before) - (set() if left else {guild})

    async def compare_end(self, guild: GuildId, found: Match) -> None:
        """Gains and highlights aren't known while the server is recalculated."""
        if guild not in await self.store.recalculating():
            await super().compare_end(guild, found)

    def compare_start(self, guild: GuildId, found: Match) -> None:
        """A duel that began while the server was recalculated has ratings from amid that."""

    async def compare(self) -> None:
        for guild in await self.store.recalculating():
            assert (await self.store.leaderboard(guild)).recalculating
            while await self.store.recalculate_some(guild):
                pass
        assert not (await self.store.leaderboard(GUILD)).recalculating
        await super().compare()


@pytest.mark.every_engine
@pytest.mark.parametrize("machine", [Playground, Piecemeal])
def test_the_store_says_what_the_model_says(engine: Engine, machine: type[Playground]) -> None:
    """The second machine counts in pieces."""
    run(machine, engine, 10 if isinstance(engine, SqliteEngine) else 2)


@pytest.mark.long
@pytest.mark.every_engine(variants=True)
@pytest.mark.parametrize("machine", [Playground, Piecemeal])
def test_it_still_does_after_many_runs(engine: Engine, machine: type[Playground]) -> None:
    run(machine, engine, 400 if isinstance(engine, SqliteEngine) else 15)


def run(machine: type[Playground], engine: Engine, examples: int) -> None:
    how = settings(max_examples=examples, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(partial(machine, engine), settings=how)  # type: ignore[arg-type]
