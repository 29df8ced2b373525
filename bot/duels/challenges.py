"""Challenges: made, accepted, declined, cancelled, and made again for a rematch."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from bot.duels.find import challenge_by, challenge_to
from bot.duels.measurements import Measurements
from bot.duels.ping_offer import PingOffer
from bot.duels.publisher import Publisher
from bot.duels.starts import Starts
from bot.duels.unshown import Unshown
from bot.duels.untouched import Untouched
from bot.duels.variants import ranked_terms
from bot.interactions.permissions import Person, member, require_challenger, require_opponent
from bot.interactions.request import Request
from bot.interactions.slow_answers import in_time
from engine.duel import Finished, Terms, rematch, rematchable, withdraw
from engine.durations import CHALLENGE_LASTS
from engine.ids import PlayerId
from engine.refusal import CantDuelYourself
from storage.ids import DuelId
from storage.match import Call, Match, Posting
from storage.people import HouseRules
from storage.store import Store


class Challenges:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        publisher: Publisher,
        unshown: Unshown,
        ping_offer: PingOffer,
        starts: Starts,
        measurements: Measurements,
        untouched: Untouched,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._unshown = unshown
        self._ping_offer = ping_offer
        self._starts = starts
        self._measurements = measurements
        self._untouched = untouched

    async def require_allowed(self, request: Request, opponent: Person) -> HouseRules:
        """Refuse before any choice is offered what would be refused after it. Return what the
        server prefers."""
        rules = await self._store.house_rules(request.guild)
        await require_opponent(request, rules, opponent)
        _require_two(request, PlayerId(opponent.id))
        return rules

    async def house_rules(self, request: Request) -> HouseRules:
        """What the server prefers."""
        return await self._store.house_rules(request.guild)

    async def challenge(
        self, request: Request, opponent: Person | PlayerId, agreed: Callable[[HouseRules], Terms]
    ) -> None:
        """Challenge somebody to what is agreed, given what the server prefers."""
        rules = await self._store.house_rules(request.guild)
        person = await member(request, opponent) if isinstance(opponent, int) else opponent
        await require_opponent(request, rules, person)
        await self._offer(request, agreed(rules), self._store.offer)

    async def rematch(self, request: Request, number: DuelId) -> None:
        """The same duel again, but from another start if the host draws one."""
        before = await self._store.duel(request.guild, number, request.player)
        terms = rematchable(before.duel, request.player).terms
        if terms.level:
            await self._play_again(request, before)
            return
        await self._require_other(request, terms)
        await self._offer_rematch(request, before)
        await self._ping_offer.follow_up(request, before)

    async def ranked(self, request: Request, number: DuelId) -> None:
        """Challenge the opponent of a duel to the ranked variant of its game. If the duel is still
        a challenge, that takes its place."""
        player = request.player
        duel = (await self._store.duel(request.guild, number, player)).duel
        if isinstance(duel, Finished):
            rematchable(duel, player)
        else:
            withdraw(duel, player, now=request.now)
        terms = ranked_terms(duel.terms, player)
        await self._require_other(request, terms)

        def offer(call: Call, ready: Terms, at: Posting) -> Awaitable[Match]:
            if isinstance(duel, Finished):
                return self._store.offer(call, ready, at)
            return self._store.offer_instead(call, number, ready, at)

        await self._offer(request, terms, offer)
        if not isinstance(duel, Finished):
            shown = await self._store.duel(request.guild, number, player)
            await self._publisher.show(shown, request.now)

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

    async def _play_again(self, request: Request, before: Match) -> None:
        """Begin the same duel with the bot again, or lead to the one that has begun."""
        if not before.private:
            require_challenger(request, await self._store.house_rules(request.guild))
        now, lasting = request.now, CHALLENGE_LASTS
        terms = rematch(before.duel, request.player, now=now, lasting=lasting).terms
        async with self._untouched.like(request, terms, private=before.private) as begun:
            if begun:
                await self._publisher.lead_to(request, begun)
            else:
                await self._offer_rematch(request, before)

    async def _offer_rematch(self, request: Request, before: Match) -> None:
        await self._offer(
            request,
            before.duel.terms,
            lambda call, ready, at: self._store.rematch(call, before.id, at, ready.game),
        )

    async def _require_other(self, request: Request, terms: Terms) -> None:
        """Refuse a challenge to the opponent of a duel whom the player couldn't challenge here."""
        rules = await self._store.house_rules(request.guild)
        opponent = await member(request, terms.other(request.player))
        await require_opponent(request, rules, opponent)

    async def _offer(
        self,
        request: Request,
        terms: Terms,
        offer: Callable[[Call, Terms, Posting], Awaitable[Match]],
    ) -> None:
        """Make a challenge, once its terms are ready."""
        ready, in_good_time = await in_time(request, self._ready(terms))
        call = request.call
        with self._unshown.in_flight(call.guild, None):
            match = await offer(call, ready, Posting(request.channel, CHALLENGE_LASTS))
            if in_good_time or match.private:
                await self._publisher.answer(request, match)
            else:
                await self._publisher.answer_elsewhere(request, match)

    async def _ready(self, terms: Terms) -> Terms:
        """The terms with a start for the game, if it needs one, and rated only if it may be."""
        unrated = terms.unrated or await self._measurements.why_unrated(terms.game)
        return replace(terms, game=await self._starts.started(terms.game), unrated=unrated)

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
