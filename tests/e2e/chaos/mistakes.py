"""Mistakes that a bot could make. The oracle has to notice each, or its rules prove nothing.

They are made only from outside: by a store that wraps the real one, or by a middlebox between the
bot and Discord."""

import asyncio
import re
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any, cast

import aiohttp
import orjson
from aiohttp import web

from engine import duel as life
from engine import practice
from engine.duel import Finished, Playing, Terms
from engine.durations import MINUTE
from engine.ids import Instant, PlayerId, Span
from engine.refusal import AlreadyOver, Refusal
from storage.ids import DuelId, GuildId, InteractionId, MessageId, PuzzleId
from storage.match import Board, BoardMode, Call, Match, Posting, Struck
from storage.people import Ladder
from storage.puzzles import PuzzleAttempt
from storage.store import Store
from tests.e2e.sentences import is_refusal
from tests.e2e.told import BOARD, PAST_MOVE, REMINDER, REMINDING, first, is_end

# How long the bot's move is held back, in seconds.
HELD = 0.2
# Interactions that nobody ever made have numbers of their own.
MADE_UP = count(1)
PLAYER = re.compile(r"<@\d+>")
# A message that is sent together with files.
BESIDE_FILES = re.compile(rb'name="payload_json".*?\r\n\r\n(.*?)\r\n--', re.DOTALL)
HOP_BY_HOP = ("Host", "Connection", "Transfer-Encoding", "Content-Length", "Content-Encoding")

Request = dict[str, Any]
# Turns a request with this method and path into none, one, or several.
Change = Callable[[str, Request], list[Request]]


class Wrapped:
    """A store that passes everything on."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counts = count(1)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def _every(self, often: int) -> bool:
        return next(self._counts) % often == 0


class ForgetsMoves(Wrapped):
    """Answers every twentieth move without writing it down."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        if not self._every(20):
            return await self._store.play(call, number, text, ply)
        match = await self._store.duel(call.guild, number)
        return replace(match, duel=life.play(match.duel, call.player, text, now=call.at, ply=ply))


class MovesForOthers(Wrapped):
    """After every tenth move the next player's move is made too."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        match = await self._store.play(call, number, text, ply)
        if match.again or not isinstance(match.duel, Playing) or not self._every(10):
            return match
        record, player = match.duel.record, match.duel.waiting_for
        move = record.game.text(record.view.choices[0].move)
        return await self._store.play(_made_up(call, player), number, move)


class ChallengesAgain(Wrapped):
    """After every fifth acceptance there is another challenge."""

    async def accept(self, call: Call, number: DuelId) -> Match:
        match = await self._store.accept(call, number)
        if not match.again and self._every(5):
            terms = match.duel.terms
            posting = Posting(match.board.channel, Span(15 * MINUTE))
            await self._store.offer(_made_up(call, terms.challenger), terms, posting)
        return match


class EndsAgain(Wrapped):
    """A duel that is over can be ended in another way."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        try:
            return await self._store.play(call, number, text, ply)
        except AlreadyOver:
            return await self._turned(call.guild, number)

    async def end(self, call: Call, number: DuelId) -> Match:
        try:
            return await self._store.end(call, number)
        except AlreadyOver:
            return await self._turned(call.guild, number)

    async def _turned(self, guild: GuildId, number: DuelId) -> Match:
        match = await self._store.duel(guild, number)
        if isinstance(match.duel, Finished) and match.duel.winner is not None:
            return replace(match, duel=replace(match.duel, winner=match.duel.winner.other))
        return match


class GivesNoTimeBack(Wrapped):
    async def give_time_back(self, now: Instant) -> Span:
        await self._store.beat(now)
        return Span(0)


class TakesBoardsForShown(Wrapped):
    """Takes boards for shown even if they aren't, so that players who saw nothing run out of
    time."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        match = await self._store.play(call, number, text, ply)
        at = match.board
        shown = Board(at.channel, at.message or MessageId(1), match.step)
        await self._store.posted(call.guild, number, shown)
        return match


class EndsNothing(Wrapped):
    """No clock ever runs out."""

    async def ring(self, _now: Instant, *_: Any) -> Struck:
        return Struck((), ())


class EndsEarly(Wrapped):
    """Ends every clock three minutes early."""

    async def ring(self, now: Instant, *here: Any) -> Struck:
        return await self._store.ring(Instant(now + 3 * MINUTE), *here)


class ShortChallenges(Wrapped):
    """A challenge expires after two minutes."""

    async def offer(self, call: Call, terms: Terms, posting: Posting) -> Match:
        short = replace(posting, lasting=Span(2 * MINUTE))
        return await self._store.offer(call, terms, short)


class RemindsAgain(Wrapped):
    """Forgets that a reminder went out."""

    async def told(self, *_: Any) -> bool:
        return False


class ShowsNothingLater(Wrapped):
    """A board that couldn't be shown at once never is."""

    async def unshown(self, *_: Any) -> tuple[Match, ...]:
        return ()


class WrongLeaderboard(Wrapped):
    """The first player has a win more."""

    async def leaderboard(self, *asked: Any, **how: Any) -> Ladder:
        found = await self._store.leaderboard(*asked, **how)
        if not found.places:
            return found
        best, *others = found.places
        more = replace(best.standing, wins=best.standing.wins + 1)
        return replace(found, places=(replace(best, standing=more), *others))


class BreaksOnRefusals(Wrapped):
    """The bot finds a fault with itself where the rules say no."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        try:
            return await self._store.play(call, number, text, ply)
        except Refusal as refusal:
            raise ValueError("confused") from refusal


class RepliesLater(Wrapped):
    """Makes the bot's move in a unit of work of its own, and is killed before it now and then."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._after_reply = practice.after_reply
        practice.after_reply = lambda duel, **_: duel

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        return await self._replied(call, await self._store.play(call, number, text, ply))

    async def practise(self, call: Call, *asked: Any, **how: Any) -> Match:
        return await self._replied(call, await self._store.practise(call, *asked, **how))

    async def _replied(self, call: Call, match: Match) -> Match:
        if not isinstance(match.duel, Playing) or match.again:
            return match
        replied = self._after_reply(match.duel, now=call.at, random=Random(call.interaction))
        for move in replied.record.moves[match.duel.record.ply :]:
            await asyncio.sleep(HELD)
            bot = _made_up(call, match.duel.terms.opponent)
            match = await self._store.play(bot, match.id, match.duel.terms.game.text(move))
        return match


class TellsAnotherReply(Wrapped):
    """Tells another move of the bot's than the one that it has stored, every fifth time."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        match = await self._store.play(call, number, text, ply)
        duel = match.duel
        if not (isinstance(duel, Playing) and duel.terms.level and duel.ply) or not self._every(5):
            return match
        before = duel.record.back_to(duel.record.ply - 1)
        others = [before.play(each) for each in before.legal if each != duel.record.moves[-1]]
        open_ = [each for each in others if each.outcome is None]
        return replace(match, duel=replace(duel, record=open_[0])) if open_ else match


class CountsHintsTwice(Wrapped):
    async def hint(self, call: Call, number: DuelId, ply: int, steps: int) -> Match:
        return await self._store.hint(call, number, ply, steps + 1)


class ShowsPrivateDuels(Wrapped):
    """Shows everybody every other move of a private duel."""

    async def play(self, call: Call, number: DuelId, text: str, ply: int | None = None) -> Match:
        match = await self._store.play(call, number, text, ply)
        return replace(match, private=False) if self._every(2) else match


class ForgetsDecisions(Wrapped):
    """Tells every other decision in a puzzle without writing it down."""

    async def decide(self, call: Call, number: PuzzleId, text: str, nth: int) -> PuzzleAttempt:
        if self._every(2):
            return await self._store.decide(call, number, text, nth)
        found = await self._store.puzzle_attempt(call.guild, call.player, number)
        move = found.attempt.record.read(text)
        return replace(found, attempt=found.attempt.decide(nth, move))


def _made_up(call: Call, player: PlayerId) -> Call:
    return replace(call, player=player, interaction=InteractionId(next(MADE_UP)))


def passes_on(_path: str, request: Request) -> list[Request]:
    return [request]


def posts_ends_twice(path: str, request: Request) -> list[Request]:
    """Post each end twice with different nonces, so that Discord accepts both."""
    return [request, _anew(request)] if _is_post(path) and _tells_end(request) else [request]


def posts_reminders_anew(path: str, request: Request) -> list[Request]:
    """Post each reminder, or board that reminds, with a new nonce."""
    content = request.get("content") or ""
    reminds = _reads(content, lambda text: first((REMINDER, REMINDING), text))
    return [_anew(request)] if _is_post(path) and reminds else [request]


def pings_twice(path: str, request: Request) -> list[Request]:
    """Post each board twice that pings somebody."""
    pings = (request.get("allowed_mentions") or {}).get("users")
    is_board = _is_post(path) and _reads(request.get("content") or "", BOARD.search)
    return [request, _anew(request)] if is_board and pings else [request]


def leaves_boards(path: str, request: Request) -> list[Request]:
    """Delete no message, and reduce none to a line."""
    reduces = _reads(request.get("content") or "", lambda text: first(PAST_MOVE, text))
    return [] if reduces or path.startswith("DELETE ") else [request]


def swallows_refusals(path: str, request: Request) -> list[Request]:
    content = (request.get("data") or {}).get("content") or ""
    return [] if path.endswith("/callback") and _reads(content, is_refusal) else [request]


def _is_post(path: str) -> bool:
    return path.endswith("/messages")


def _tells_end(request: Request) -> bool:
    return _reads(request.get("content") or "", is_end)


def _reads(content: str, is_it: Callable[[str], object]) -> bool:
    """Return whether the content matches as players read it, with names in place of mentions."""
    return bool(is_it(PLAYER.sub("@somebody", content)))


def _anew(request: Request) -> Request:
    return request | {"nonce": f"again{next(MADE_UP)}"}


class Middlebox:
    """Stands between the bot and Discord, and changes some of what the bot sends."""

    def __init__(self, change: Change) -> None:
        self.target = ""
        self._change = change
        self._http: aiohttp.ClientSession

    async def open(self, stack: AsyncExitStack) -> str:
        """Returns where the bot finds it."""
        self._http = await stack.enter_async_context(aiohttp.ClientSession())
        app = web.Application(client_max_size=1 << 26)
        app.router.add_route("*", "/{path:.*}", self._pass_on)
        runner = web.AppRunner(app)
        await runner.setup()
        stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        return f"http://{host}:{port}"

    async def _pass_on(self, request: web.Request) -> web.Response:
        body, path = await request.read(), request.match_info["path"]
        bodies = [body]
        found = BESIDE_FILES.search(body)
        begin, end = found.span(1) if found else (0, len(body))
        asked = request.method != "GET" and orjson.loads(body[begin:end] or "{}")
        if isinstance(asked, dict):  # and no list of commands
            changed = self._change(f"{request.method} /{path}", asked)
            bodies = [
                body if each is asked else body[:begin] + orjson.dumps(each) + body[end:]
                for each in changed
            ]
        answer = web.Response(status=204)
        for each in bodies[::-1]:
            answer = await self._ask(request, each)
        return answer

    async def _ask(self, request: web.Request, body: bytes) -> web.Response:
        headers = {key: each for key, each in request.headers.items() if key not in HOP_BY_HOP}
        url = self.target + request.path_qs
        try:
            async with self._http.request(request.method, url, data=body, headers=headers) as said:
                passed = {key: each for key, each in said.headers.items() if key not in HOP_BY_HOP}
                return web.Response(status=said.status, body=await said.read(), headers=passed)
        except aiohttp.ClientError:
            # The sandbox hung up, as a fault makes it do.
            if request.transport:
                request.transport.close()
            return web.Response(status=502)


@dataclass(frozen=True)
class Mistake:
    # The rule that it breaks.
    rule: str
    wrapper: type[Wrapped] = Wrapped
    change: Change = passes_on
    # How the server shows its duels, if not on one board.
    mode: BoardMode = BoardMode.ONE
    # Whether the mistake shows only in some runs, or takes long to show.
    seldom: bool = False

    def store(self, store: Store) -> Store:
        return cast(Store, self.wrapper(store))


MISTAKES: Mapping[str, Mistake] = {
    "forgets-moves": Mistake("lost", ForgetsMoves),
    "moves-for-others": Mistake("doubled", MovesForOthers),
    "challenges-again": Mistake("doubled", ChallengesAgain),
    "ends-again": Mistake("two ends", EndsAgain),
    "posts-ends-twice": Mistake("two ends", change=posts_ends_twice),
    "gives-no-time-back": Mistake("clock", GivesNoTimeBack),
    "takes-boards-for-shown": Mistake("clock", TakesBoardsForShown, seldom=True),
    "ends-nothing": Mistake("clock", EndsNothing),
    "ends-early": Mistake("clock", EndsEarly),
    "short-challenges": Mistake("clock", ShortChallenges),
    "reminds-again": Mistake("reminders", RemindsAgain, posts_reminders_anew),
    "pings-twice": Mistake("pings", change=pings_twice),
    "leaves-boards": Mistake("boards", change=leaves_boards),
    "leaves-lines": Mistake("boards", change=leaves_boards, mode=BoardMode.EVERY),
    "leaves-boards-in-threads": Mistake("boards", change=leaves_boards, mode=BoardMode.THREAD),
    "replies-later": Mistake("replies", RepliesLater),
    "tells-another-reply": Mistake("lost", TellsAnotherReply),
    "counts-hints-twice": Mistake("hints", CountsHintsTwice),
    "shows-private-duels": Mistake("private", ShowsPrivateDuels),
    "forgets-decisions": Mistake("puzzles", ForgetsDecisions),
    "shows-nothing-later": Mistake("unshown", ShowsNothingLater),
    "swallows-refusals": Mistake("unanswered", change=swallows_refusals),
    "wrong-leaderboard": Mistake("ladder", WrongLeaderboard),
    "breaks-on-refusals": Mistake("incident", BreaksOnRefusals),
}
