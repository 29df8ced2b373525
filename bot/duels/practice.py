"""Begins duels with the bot."""

from dataclasses import replace
from typing import Any

from bot.boards.levels import pick_level, pick_level_of_variant, why_no_levels
from bot.boards.moves import leg_of
from bot.boards.unrated import preset_game
from bot.duels.publisher import Publisher
from bot.duels.rated_positions import require_not_in_rated_duel
from bot.duels.starts import Starts
from bot.duels.unshown import Unshown
from bot.duels.untouched import Untouched
from bot.duels.variants import practised_game
from bot.guilds.members import Members
from bot.interactions.custom_id import HERE
from bot.interactions.permissions import require_challenger, require_view
from bot.interactions.refusals import DeadButton, NoSuchLevel
from bot.interactions.request import Request
from bot.interactions.slow_answers import in_time
from engine.duel import Finished, First, Terms
from engine.durations import CHALLENGE_LASTS, DEFAULT_CLOCK
from engine.games import preset_of
from engine.games.game import Game
from engine.opponents.levels import Level, levels_of
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import NotOver
from storage.ids import DuelId
from storage.match import Posting
from storage.store import Store


class Practice:
    def __init__(  # noqa: PLR0913, PLR0917
        self,
        store: Store,
        publisher: Publisher,
        unshown: Unshown,
        starts: Starts,
        members: Members,
        untouched: Untouched,
    ) -> None:
        self._store = store
        self._publisher = publisher
        self._unshown = unshown
        self._starts = starts
        self._members = members
        self._untouched = untouched

    async def begin(
        self,
        request: Request,
        terms: Terms,
        level: Level,
        record: Record | None = None,
        *,
        private: bool,
    ) -> None:
        """Begin a duel with the bot at a level, unless nothing that a player does decides who wins.
        It may begin where a record ends."""
        levels, words = levels_of(terms.game), request.words
        if not levels:
            place = None if private else HERE
            await request.respond.change(why_no_levels(terms, words, level, place))
            return
        if level not in levels:
            raise NoSuchLevel(words.LEVELS[level], tuple(words.LEVELS[each] for each in levels))
        terms = replace(terms, level=level)
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

    async def begin_variant(
        self,
        request: Request,
        key: str,
        variant: str,
        level: str | None,
        place: str | None,
    ) -> None:
        """Begin a variant of a game at a level, or ask at which one. It is private unless it is to
        begin here, which it can't in direct messages."""
        if place and (place != HERE or request.incoming.guild is None):
            raise DeadButton
        terms = self._terms_of(request, preset_game(key, preset_of(key, variant)))
        if level:
            await self._begin_once(request, terms, _level(level), private=place is None)
        else:
            await _ask_level_of_variant(request, terms, variant)

    async def ask_level_of_game(self, request: Request, key: str, variant: str | None) -> None:
        """Ask at which level to play a game with the bot, which was chosen as the opponent."""
        rules = await self._store.house_rules(request.guild)
        game = practised_game(key, variant, {}, rules).without_start()
        await _ask_level_of_variant(request, self._terms_of(request, game), game.variant)

    async def ask_level(self, request: Request, number: DuelId) -> None:
        terms = await self._terms_like(request, number)
        if levels := levels_of(terms.game):
            game = terms.game.without_start()
            await request.respond.private(pick_level(game, levels, number, request.words))
        else:
            await request.respond.change(why_no_levels(terms, request.words))

    async def begin_like(self, request: Request, number: DuelId, level: str) -> None:
        """Begin the game of another duel."""
        terms = await self._terms_like(request, number)
        await self._begin_once(request, terms, _level(level), private=True)

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
            await request.respond.private(why_no_levels(terms, request.words))
            return
        level = Level.SKILLED if Level.SKILLED in levels else levels[-1]
        first = First.CHALLENGER if record.to_move is Seat.FIRST else First.OPPONENT
        terms = replace(terms, game=record.game, first=first, legs=1)
        await self._begin_once(request, terms, level, record, private=True)

    async def _begin_once(
        self,
        request: Request,
        terms: Terms,
        level: Level,
        record: Record | None = None,
        *,
        private: bool,
    ) -> None:
        """Begin a duel by a button, or lead to the one that it has begun."""
        like = self._untouched.like(request, replace(terms, level=level), record, private=private)
        async with like as begun:
            if begun:
                await self._publisher.lead_to(request, begun)
            else:
                await self.begin(request, terms, level, record, private=private)

    def _terms_of(self, request: Request, game: Game[Any]) -> Terms:
        return Terms(request.player, self._members.bot, game, First.DRAWN, DEFAULT_CLOCK)

    async def _terms_like(self, request: Request, number: DuelId) -> Terms:
        """The terms of a duel, but with the bot. A player who can't see a duel can't have them."""
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


async def _ask_level_of_variant(request: Request, terms: Terms, variant: str | None) -> None:
    levels, words = levels_of(terms.game), request.words
    if levels and variant:
        page = pick_level_of_variant(terms.game, levels, variant, words)
    else:
        page = why_no_levels(terms, words)
    await request.respond.change(page)


def _record_at(duel: Finished, ply: int) -> Record:
    """The game in which the next move after so many was made, up to there."""
    leg, _, at = leg_of(duel, ply + 1)
    if ply > duel.ply or leg.back_to(at - 1).outcome:
        raise DeadButton
    return leg.back_to(at - 1)


def _level(text: str) -> Level:
    """The level that a button names, which may be forged."""
    try:
        return Level(text)
    except ValueError:
        raise DeadButton from None
