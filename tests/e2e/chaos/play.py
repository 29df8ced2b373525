"""Two players play a duel as it was planned, by what they are shown, whatever gets in the way."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import count

from bot.text.english import English
from tests.e2e.chaos.faults import Injector
from tests.e2e.chaos.plan import (
    BOT,
    CHANNELS,
    SHORTEST,
    After,
    Mischief,
    PlannedDuel,
    Reply,
    Turn,
    Way,
)
from tests.e2e.chaos.player import ChaosPlayer, Stuck
from tests.e2e.chaos.screen import Seen
from tests.e2e.duel import makes, offers
from tests.e2e.message import Message
from tests.e2e.player import Answer, NotPossible
from tests.e2e.told import turn_on

# May manage the server.
MODERATOR = "Dan"
# Moves may be typed also where the bot can't post.
ELSEWHERE = (*CHANNELS, "announcements")
# How many times as long as for anything else a player waits for a challenge to expire.
EXPIRES_WITHIN = 2.5
# After so many tries in vain a player asks for the board, which may be lost.
LOST_AFTER = 3
# A challenge may expire before its answer gets through, but not one after the other.
CHALLENGES = 5
ILLEGAL = ("0", "999", "twelve", "-1")
LOOKS = ("list", "leaderboard", "profile", "history", "rules", "help")
REPLIES = {
    Reply.ACCEPTED: ("accept", English.ACCEPT),
    Reply.DECLINED: ("decline", English.DECLINE),
    Reply.CANCELLED: ("cancel", ""),
}


class Hall:
    """Shared by all duels that are played at the same time."""

    def __init__(self, players: Mapping[str, ChaosPlayer], injector: Injector) -> None:
        self.players = players
        self.injector = injector
        # Two players have one challenge between them at a time.
        self._locks: dict[frozenset[str], asyncio.Lock] = {}
        self._numbers: dict[int, asyncio.Future[int | None]] = {}
        # Duels with the bot that are played: it may have begun others of which nobody has heard.
        self.against_bot: set[int] = set()

    @property
    def moderator(self) -> ChaosPlayer:
        return self.players[MODERATOR]

    def between(self, *people: str) -> asyncio.Lock:
        return self._locks.setdefault(frozenset(people), asyncio.Lock())

    def number(self, nth: int) -> "asyncio.Future[int | None]":
        """The number of a planned duel, when it has been played."""
        if nth not in self._numbers:
            self._numbers[nth] = asyncio.get_running_loop().create_future()
        return self._numbers[nth]


async def play(hall: Hall, planned: PlannedDuel) -> None:
    number = None
    try:
        begin = _begin_with_bot if planned.opponent == BOT else _begin
        number, *players = await begin(hall, planned)
        await _Play(hall, planned, number, *players).goes_on()
    finally:
        hall.number(planned.nth).set_result(number)


# How it begins.

Begun = tuple[int, ChaosPlayer, ChaosPlayer]


async def _begin(hall: Hall, planned: PlannedDuel) -> Begun:
    """The number of a duel that was accepted, its challenger and its opponent."""
    before = planned.rematch_of
    # A duel that is given up leaves the future to others.
    again = None if before is None else await asyncio.shield(hall.number(before))
    async with hall.between(planned.challenger, planned.opponent):
        for reply in (*planned.replies, *[Reply.ACCEPTED] * CHALLENGES):
            begun = await _challenge(hall, planned, again)
            if await _replies(hall, planned, begun, reply):
                return begun
            again = None
    raise Stuck(f"{planned.challenger} challenged {planned.opponent} again and again")


async def _begin_with_bot(hall: Hall, planned: PlannedDuel) -> Begun:
    """The number of a duel with the bot, its player, and a stranger who does what else the opponent
    would do. One of which the player heard only now is as good as a new one."""
    who, before = hall.players[planned.challenger], planned.rematch_of
    again = None if before is None else await asyncio.shield(hall.number(before))

    async def begins() -> Answer:
        end = None if again is None else who.screen.duel(again).end
        if end and end.control(English.PLAY_AGAIN):
            return await who.presses(English.PLAY_AGAIN, on=end)
        options = {**planned.options, "opponent": who.screen.bot}
        return await who.types("/duel start", at=planned.channel, **options)

    def shown() -> int | None:
        return who.screen.against_bot(hall.against_bot)

    async with hall.between(who.name, BOT):
        number = await who.keeps_trying(begins, shown, f"a duel of {who} with the bot")
        hall.against_bot.add(number)
    return number, who, hall.players[planned.stranger]


async def _challenge(hall: Hall, planned: PlannedDuel, again: int | None) -> Begun:
    """An earlier challenge between the two, of which they heard nothing, is as good."""
    who, other = hall.players[planned.challenger], hall.players[planned.opponent]

    async def challenges() -> Answer:
        end = None if again is None else who.screen.duel(again).end
        if end and end.control(English.REMATCH):
            return await who.presses(English.REMATCH, on=end)
        options = {**planned.options, "opponent": other}
        return await who.types("/duel start", at=planned.channel, **options)

    def shown() -> int | None:
        return who.screen.open_between(who.name, other.name)

    # One that couldn't be posted is in the way until it expires.
    number = await who.keeps_trying(challenges, shown, f"a challenge to {other}", EXPIRES_WITHIN)
    seen = who.screen.duel(number)
    return number, hall.players[seen.challenger], hall.players[seen.opponent]


async def _replies(hall: Hall, planned: PlannedDuel, begun: Begun, reply: Reply) -> bool:
    """Reply to a challenge, and return whether both players see that the duel has begun."""
    number, challenger, opponent = begun
    who = challenger if reply is Reply.CANCELLED else opponent

    tries = count(1)

    async def replies() -> Answer:
        command, button = REPLIES[reply]
        if next(tries) % LOST_AFTER == 0:
            return await who.types("/duel board", at=planned.channel, duel=str(number))
        challenge = who.screen.duel(number).challenge
        if challenge and challenge.control(button) and not planned.typed:
            return await who.presses(button, on=challenge)
        return await who.types(f"/duel {command}", at=planned.channel, duel=str(number))

    def answered(who: ChaosPlayer) -> bool:
        return who.screen.duel(number).answered

    what, since = f"challenge #{number} {reply}", asyncio.get_running_loop().time()
    challenge = await who.waits_for(lambda: who.screen.duel(number).challenge, what)
    if planned.turn(-1).mischief is Mischief.STRANGERS:
        await _tries(hall.players[planned.stranger].presses(English.ACCEPT, on=challenge))
    if reply is Reply.IGNORED:
        await _hears(hall, planned, number, who, since=since, patience=EXPIRES_WITHIN)
    else:
        await who.keeps_trying(replies, partial(answered, who), what)
    for each in (challenger, opponent):
        await _hears(hall, planned, number, each, since=since)
    return any(each.screen.duel(number).begun for each in (challenger, opponent))


async def _hears(
    hall: Hall,
    planned: PlannedDuel,
    number: int,
    who: ChaosPlayer,
    *,
    since: float,
    patience: float = 1.0,
) -> None:
    """What has become of a challenge. One that the bot was killed after is found again only by
    posting it. Where the bot may not write by then, only who asks is told."""

    def answered() -> bool:
        return who.screen.duel(number).answered

    async def asks() -> Answer:
        return await who.types("/duel board", at=planned.channel, duel=str(number))

    what = f"the end of challenge #{number}"
    try:
        await who.waits_for(answered, what, patience)
    except Stuck:
        if not hall.injector.has_closed_since(since):
            raise
        await who.keeps_trying(asks, answered, what, patience)


# How it is played.


class _Play:
    def __init__(
        self,
        hall: Hall,
        planned: PlannedDuel,
        number: int,
        challenger: ChaosPlayer,
        opponent: ChaosPlayer,
    ) -> None:
        self._hall = hall
        self._planned = planned
        self._number = number
        self._players = (challenger, opponent)
        self._old: Message | None = None

    async def goes_on(self) -> None:
        """Move by move, until it is over or a player walks away."""
        ply, (reader, _) = 0, self._players
        while not (seen := await self._comes_to(reader, ply)).over:
            ply = seen.next - 1
            turn = self._planned.turn(ply)
            if turn.way is Way.WALKED_AWAY and self._runs_out(seen):
                return
            name = turn_on(seen.board) if seen.board else None
            mover, other = self._players if name == reader.name else self._players[::-1]
            await self._turn(mover, other, ply, turn)
            ply += 1
        await self._is_over(seen)

    def _runs_out(self, seen: Seen) -> bool:
        """An earlier challenge may have a clock that doesn't run out in time."""
        return seen.opponent == BOT or seen.clock == English.CLOCKS[SHORTEST]

    async def _comes_to(self, who: ChaosPlayer, ply: int) -> Seen:
        """Wait for the board after so many moves, or a later one."""

        def shown() -> Seen | None:
            seen = who.screen.duel(self._number)
            return seen if seen.over or seen.next > ply else None

        return await who.waits_for(shown, f"#{self._number} after move {ply}")

    async def _turn(self, mover: ChaosPlayer, other: ChaosPlayer, ply: int, turn: Turn) -> None:
        seen = await self._comes_to(mover, ply)
        if seen.board:
            await self._misbehaves(turn, mover, other, seen.board)
            await self._asks_for_hints(turn, mover, seen.board)
            if seen.board.private and turn.way is Way.MODERATED:
                turn = replace(turn, way=Way.PRESSED)  # nobody else is told of it
        self._old = seen.board
        who = self._hall.moderator if turn.way is Way.MODERATED else mover

        def went_on() -> bool:
            seen = who.screen.duel(self._number)
            return seen.over or seen.next > ply + 1

        tries = count(1)

        async def takes() -> Answer:
            seen = mover.screen.duel(self._number)
            if seen.board is None or seen.next > ply + 1:
                raise NotPossible("the turn is over")
            is_gone = seen.board.id not in seen.live
            if is_gone or next(tries) % LOST_AFTER == 0:
                at = self._planned.channel
                return await mover.types("/duel board", at=at, duel=str(self._number))
            return await self._takes(turn, who, seen.board)

        await who.keeps_trying(takes, went_on, f"what became of move {ply + 1} of #{self._number}")

    async def _takes(self, turn: Turn, who: ChaosPlayer, board: Message) -> Answer:
        move, duel = _pick(board, turn), str(self._number)
        match turn.way:
            case Way.TYPED | Way.TYPED_ELSEWHERE:
                at = board.channel if turn.way is Way.TYPED else _one(ELSEWHERE, turn)
                return await who.types("/duel move", at=at, move=move, duel=duel)
            case Way.PRESSED_TWICE:
                answer, _ = await asyncio.gather(makes(who, move, board), makes(who, move, board))
                return answer
            case Way.RESIGNED:
                panel = await who.presses(English.MORE_BUTTON, on=board)
                if not (panel.shown and panel.shown.control(English.RESIGN)):
                    return panel
                return await _resigns(who, await who.presses(English.RESIGN, on=panel.shown))
            case Way.MODERATED:
                return await who.types("/duel-admin end", duel=duel)
            case _:
                return await makes(who, move, board)

    async def _misbehaves(
        self, turn: Turn, mover: ChaosPlayer, other: ChaosPlayer, board: Message
    ) -> None:
        duel, move, old = str(self._number), _pick(board, turn), self._old or board
        stranger = self._hall.players[self._planned.stranger]
        at = _one(CHANNELS, turn)
        acts: dict[Mischief, Callable[[], Awaitable[Answer]]] = {
            Mischief.ILLEGAL: lambda: mover.types(
                "/duel move", move=_one(ILLEGAL, turn), duel=duel
            ),
            Mischief.OUT_OF_TURN: lambda: makes(other, move, board),
            Mischief.STRANGERS: lambda: makes(stranger, move, board),
            Mischief.OLD_BOARD: lambda: makes(mover, _pick(old, turn), old),
            Mischief.ANOTHER_BOARD: lambda: mover.types("/duel board", duel=duel),
            Mischief.MOVED_BOARD: lambda: other.types("/duel board", at=at, duel=duel),
            Mischief.LOOK: lambda: mover.types(f"/duel {_one(LOOKS, turn)}"),
        }
        match turn.mischief:
            case Mischief.CHAT:
                with suppress(NotPossible):
                    await stranger.says("Good luck!", at=board.channel)
            case Mischief.DELETED_BOARD:
                self._hall.injector.delete(board.id)
            case Mischief.DELETED_PLACE:
                self._hall.injector.delete_thread(board.channel)
            case _ if act := acts.get(turn.mischief):
                await _tries(act())

    async def _asks_for_hints(self, turn: Turn, mover: ChaosPlayer, board: Message) -> None:
        for _ in range(turn.hints if board.control(English.HINT_BUTTON) else 0):
            await _tries(mover.presses(English.HINT_BUTTON, on=board))

    async def _is_over(self, seen: Seen) -> None:
        moderator, (_, other), number = self._hall.moderator, self._players, str(self._number)

        async def removes() -> Answer:
            return await moderator.types("/duel-admin void", duel=number, reason="by agreement")

        def removed() -> bool:
            return moderator.screen.duel(self._number).told.void

        match self._planned.after:
            case After.REMOVED if seen.end and seen.end.private:
                await removes()  # nobody else is told of it
            case After.REMOVED if seen.told.winner or seen.told.is_tie:
                await moderator.keeps_trying(removes, removed, f"#{number} removed")
            case After.MODERATED:
                await moderator.types("/duel-admin end", duel=number)
            case After.RESIGNED:
                await _resigns(other, await other.types("/duel resign", duel=number))
            case After.MOVED:
                await other.types("/duel move", move="1", duel=number)


async def _tries(asking: Awaitable[Answer]) -> None:
    """Something of which nothing need come."""
    with suppress(NotPossible):
        await asking


async def _resigns(who: ChaosPlayer, asked: Answer) -> Answer:
    """Confirm a resignation, if the bot asks for that."""
    if asked.shown and asked.shown.private and asked.shown.control(English.RESIGN_YES):
        return await who.presses(English.RESIGN_YES, on=asked.shown)
    return asked


def _pick(board: Message, turn: Turn) -> str:
    """One of the moves that a board offers."""
    moves = list(offers(board))
    return moves[min(int(turn.pick * len(moves)), len(moves) - 1)]


def _one(things: tuple[str, ...], turn: Turn) -> str:
    return things[int(turn.pick * len(things)) % len(things)]
