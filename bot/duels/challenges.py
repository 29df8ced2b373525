"""Challenges: made, accepted, declined, cancelled, and made again for a rematch."""

from collections.abc import Awaitable, Callable

from bot.duels.find import challenge_by, challenge_to
from bot.duels.ping_offer import PingOffer
from bot.duels.publisher import Publisher
from bot.duels.unshown import Unshown
from bot.interactions.permissions import Person, member, require_opponent
from bot.interactions.request import Request
from engine.duel import Terms
from engine.durations import CHALLENGE_LASTS, DEFAULT_CLOCK
from engine.ids import PlayerId, Span
from engine.refusal import CantDuelYourself
from storage.ids import DuelId
from storage.match import Call, Match, Posting
from storage.store import Store


class Challenges:
    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        unshown: Unshown,
        ping_offer: PingOffer,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._unshown = unshown
        self._ping_offer = ping_offer

    async def require_allowed(self, request: Request, opponent: Person) -> None:
        """Refuse before any choice is offered what would be refused after it."""
        await require_opponent(request, await self._store.house_rules(request.guild), opponent)
        _require_two(request, PlayerId(opponent.id))

    async def challenge(
        self, request: Request, opponent: Person | PlayerId, agreed: Callable[[Span], Terms]
    ) -> None:
        """Challenge somebody to what is agreed, given the clock that the server prefers."""
        rules = await self._store.house_rules(request.guild)
        person = await member(request, opponent) if isinstance(opponent, int) else opponent
        await require_opponent(request, rules, person)
        terms = agreed(rules.clock or DEFAULT_CLOCK)
        await self._offer(request, lambda call, at: self._store.offer(call, terms, at))

    async def rematch(self, request: Request, number: DuelId) -> None:
        before = await self._store.duel(request.guild, number)
        others = {*before.duel.terms.players} - {request.player}
        if len(others) == 1:  # the store refuses everybody who hasn't played it
            rules = await self._store.house_rules(request.guild)
            await require_opponent(request, rules, await member(request, *others))
        await self._offer(request, lambda call, at: self._store.rematch(call, number, at))
        await self._ping_offer.follow_up(request, before)

    async def accept(self, request: Request, number: DuelId | None) -> None:
        call = request.call
        if number is None:
            number = await challenge_to(self._store, request)
        with self._unshown.in_flight(call.guild, number):
            match = await self._store.accept(call, number)
            await self._publisher.answer_step(request, match)

    async def decline(self, request: Request, number: DuelId | None) -> None:
        if number is None:
            number = await challenge_to(self._store, request)
        await self._withdraw(request, number, self._store.decline, request.words.DECLINED)

    async def cancel(self, request: Request, number: DuelId | None) -> None:
        if number is None:
            number = await challenge_by(self._store, request)
        await self._withdraw(request, number, self._store.cancel, request.words.CANCELLED)

    async def _offer(
        self, request: Request, offer: Callable[[Call, Posting], Awaitable[Match]]
    ) -> None:
        call = request.call
        with self._unshown.in_flight(call.guild, None):
            match = await offer(call, Posting(request.channel, CHALLENGE_LASTS))
            await self._publisher.answer(request, match)

    async def _withdraw(
        self,
        request: Request,
        number: DuelId,
        withdraw: Callable[[Call, DuelId], Awaitable[Match]],
        text: str,
    ) -> None:
        call = request.call
        with self._unshown.in_flight(call.guild, number):
            match = await withdraw(call, number)
            await self._publisher.answer_withdrawal(request, match, text)


def _require_two(request: Request, opponent: PlayerId) -> None:
    if opponent == request.player:
        raise CantDuelYourself(opponent)
