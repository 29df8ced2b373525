"""Begins duels with the bot."""

import asyncio
from dataclasses import replace

from bot.boards.moves import leg_of
from bot.boards.unrated import preset_game
from bot.delivery.message import Message
from bot.duels.publisher import Publisher
from bot.duels.rated_positions import require_not_in_rated_duel
from bot.duels.starts import Starts
from bot.duels.unshown import Unshown
from bot.features.practice.view import hint_message, no_levels, pick_level, pick_level_of_variant
from bot.guilds.members import Members
from bot.interactions.permissions import require_challenger, require_view
from bot.interactions.refusals import DeadButton
from bot.interactions.request import Request
from bot.interactions.slow_answers import in_time
from engine.duel import Finished, First, Playing, Terms
from engine.durations import CHALLENGE_LASTS, DEFAULT_CLOCK
from engine.fairness import why_unrated
from engine.games import preset_of
from engine.hints import hint
from engine.opponents.levels import Level, levels_of
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import NotOver
from storage.ids import DuelId
from storage.match import Posting
from storage.store import Store


class Practice:
    def __init__(
        self,
        store: Store,
        publisher: Publisher,
        unshown: Unshown,
        starts: Starts,
        members: Members,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._unshown = unshown
        self._starts = starts
        self._members = members

    async def begin(
        self, request: Request, terms: Terms, record: Record | None = None, *, private: bool
    ) -> None:
        """Begin a duel with the bot, unless nothing that a player does decides who wins. It may
        begin where a record ends."""
        levels = levels_of(terms.game)
        if terms.level not in levels:
            await self._say_why(request, terms)
            return
        if not private:
            require_challenger(request, await self._store.house_rules(request.guild))
        in_good_time = True
        if record is None:
            game, in_good_time = await in_time(request, self._starts.started(terms.game))
            terms = replace(terms, game=game)
        call, at = request.call, Posting(request.channel, CHALLENGE_LASTS)
        with self._unshown.in_flight(call.guild, None):
            match = await self._store.practise(call, terms, at, record, private=private)
            if in_good_time or private:
                await self._publisher.answer(request, match)
            else:
                await self._publisher.answer_elsewhere(request, match)

    async def ask_level(self, request: Request, number: DuelId) -> None:
        terms = await self._terms_like(request, number)
        if levels := levels_of(terms.game):
            game = terms.game.without_start()
            await request.respond.private(pick_level(game, levels, number, request.words))
        else:
            await self._say_why(request, terms)

    async def begin_like(self, request: Request, number: DuelId, level: str) -> None:
        """Begin the game of another duel."""
        terms = await self._terms_like(request, number)
        await self.begin(request, replace(terms, level=_level(level)), private=True)

    async def begin_variant(
        self, request: Request, key: str, variant: str, level: str | None
    ) -> None:
        game = preset_game(key, preset_of(key, variant))
        if level is None:
            levels = levels_of(game)
            page = pick_level_of_variant(game, levels, variant, request.words)
            await request.respond.change(page)
            return
        terms = Terms(
            request.player, self._members.bot, game, First.DRAWN, DEFAULT_CLOCK, level=_level(level)
        )
        await self.begin(request, terms, private=True)

    async def play_on(self, request: Request, number: DuelId, ply: int) -> None:
        """Begin a duel with the bot from where a finished one stood after so many moves. The player
        is to move there, whoever it was."""
        terms = await self._terms_like(request, number)
        duel = (await self._store.duel(request.guild, number, request.player)).duel
        if not isinstance(duel, Finished):
            raise NotOver
        record = _record_at(duel, ply)
        await require_not_in_rated_duel(self._store, request, [(record.game, record.state)])
        levels = levels_of(terms.game)
        if not levels:
            await request.respond.private(self._why_no_levels(request, terms))
            return
        level = Level.SKILLED if Level.SKILLED in levels else levels[-1]
        first = First.CHALLENGER if record.to_move is Seat.FIRST else First.OPPONENT
        terms = replace(terms, game=record.game, first=first, legs=1, level=level)
        await self.begin(request, terms, record, private=True)

    async def hint(self, request: Request, number: DuelId, ply: int) -> None:
        """Say which kind of move is good and, asked once more, which move. What is asked is counted
        before it is told."""
        duel = (await self._store.duel(request.guild, number, request.player)).duel
        if isinstance(duel, Playing):
            position = duel.record.game, duel.record.state
            await require_not_in_rated_duel(self._store, request, [position])
        match = await self._store.hint(request.call, number, ply)
        duel = match.duel
        if not isinstance(duel, Playing):
            return  # a repeated call, of a duel that is over
        found = await asyncio.to_thread(hint, duel.record.game, duel.record.state)
        given = duel.hints.count(ply)
        message = hint_message(match.id, duel, given, found, request.words)
        if given == 1:
            await request.respond.private(message)
        else:
            await request.respond.change(message)

    async def _terms_like(self, request: Request, number: DuelId) -> Terms:
        """The terms of a duel, but with the bot. Whoever can't see a duel can't ask about it."""
        match = await self._store.duel(request.guild, number, request.player)
        terms = match.duel.terms
        if request.player not in terms.players:
            await require_view(request, match)
        return Terms(
            request.player,
            self._members.bot,
            terms.game.without_start(),
            First.DRAWN,
            terms.clock,
            legs=terms.legs,
        )

    async def _say_why(self, request: Request, terms: Terms) -> None:
        await request.respond.change(self._why_no_levels(request, terms))

    def _why_no_levels(self, request: Request, terms: Terms) -> Message:
        because = why_unrated(replace(terms, unrated=None, first=First.DRAWN))
        words = request.words
        sentence = words.UNRATED_BECAUSE[because or "unmeasured"]
        return no_levels(terms.game.without_start(), sentence, words)


def _record_at(duel: Finished, ply: int) -> Record:
    """The game in which the next move after so many was made, up to there."""
    leg, _, at = leg_of(duel, ply + 1)
    if ply > duel.ply or leg.back_to(at - 1).outcome:
        raise DeadButton
    return leg.back_to(at - 1)


def _level(text: str) -> Level:
    try:
        return Level(text)
    except ValueError:
        raise DeadButton from None
