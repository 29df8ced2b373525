"""Suggestions while somebody types: moves and duels, each with a label."""

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from bot.boards.move_labels import label
from bot.boards.people import Person
from bot.boards.unrated import is_rated, preset_game
from bot.delivery.message import PER_SELECT
from bot.duels.find import duel_here, is_offered_by, is_offered_to, is_playing, is_private
from bot.duels.variants import presets_for
from bot.guilds.members import Members
from bot.interactions.permissions import require_moderator
from bot.interactions.request import Request
from bot.text.english import Words
from bot.text.game_texts import title_of
from bot.text.variant_texts import practice_choice, variant_choice
from engine.duel import Finished, Playing
from engine.durations import SECOND
from engine.games import GAMES
from engine.games.preset import Preset
from engine.ids import PlayerId
from storage.ids import DuelId
from storage.match import Match
from storage.store import Store


class Suggestion(NamedTuple):
    label: str
    value: str


class Suggestions:
    def __init__(self, store: Store, members: Members) -> None:
        self._store = store
        self._members = members

    async def moves(self, request: Request, number: DuelId | None, typed: str) -> list[Suggestion]:
        """The legal moves, if it is the player's turn."""
        if number is None:
            number = await duel_here(self._store, request)
        duel = (await self._store.duel(request.guild, number, request.player)).duel
        if not isinstance(duel, Playing) or duel.waiting_for != request.player:
            return []
        record, typed = duel.record, typed.strip().casefold()
        offered = (
            Suggestion(label(each, record, request.words), record.game.text(each.move))
            for each in record.view.choices
        )
        return [
            each
            for each in offered
            if each.value.startswith(typed) or each.label.casefold().startswith(typed)
        ]

    async def variants(self, request: Request, key: str, typed: str) -> list[Suggestion]:
        """The variants of a game, the one that the server usually plays first."""

        def shown(preset: Preset) -> str:
            rated = is_rated(preset_game(key, preset))
            return variant_choice(GAMES[key], preset, request.words, rated=rated)

        return await self._variants(request, key, typed, shown)

    async def practice_variants(self, request: Request, key: str, typed: str) -> list[Suggestion]:
        """The same for duels with the bot, which are never rated."""

        def shown(preset: Preset) -> str:
            return practice_choice(GAMES[key], preset, request.words)

        return await self._variants(request, key, typed, shown)

    async def own_duels(self, request: Request, typed: str) -> list[Suggestion]:
        return await self._running(request, typed, is_playing)

    async def own_private_duels(self, request: Request, typed: str) -> list[Suggestion]:
        return await self._running(request, typed, is_private)

    async def challenges_to(self, request: Request, typed: str) -> list[Suggestion]:
        return await self._running(request, typed, is_offered_to)

    async def challenges_by(self, request: Request, typed: str) -> list[Suggestion]:
        return await self._running(request, typed, is_offered_by)

    async def own_ended_duels(self, request: Request, typed: str) -> list[Suggestion]:
        found = await self._store.history(request.guild, request.player, most=PER_SELECT)
        return suggested(found, typed, request.words)

    async def duels_in_play(self, request: Request, typed: str) -> list[Suggestion]:
        """Everybody's duels, for moderators."""
        require_moderator(request)
        found = await self._store.open_in(request.guild)
        return suggested(found, typed, request.words, await self._people(request, found))

    async def duels_with_result(self, request: Request, typed: str) -> list[Suggestion]:
        """Everybody's duels, for moderators."""
        require_moderator(request)
        ended = await self._store.ended_in(request.guild)
        found = [each for each in ended if _has_result(each)]
        return suggested(found, typed, request.words, await self._people(request, found))

    async def _variants(
        self, request: Request, key: str, typed: str, shown: Callable[[Preset], str]
    ) -> list[Suggestion]:
        if key not in GAMES:
            return []
        presets = presets_for(key, await self._store.house_rules(request.guild))
        found = [Suggestion(shown(each), each.name) for each in presets]
        return [each for each in found if typed.strip().casefold() in each.label.casefold()]

    async def _running(
        self, request: Request, typed: str, wanted: Callable[[Match, PlayerId], bool]
    ) -> list[Suggestion]:
        running = await self._store.running(request.guild, request.player)
        found = [each for each in running if wanted(each, request.player)]
        return suggested(found, typed, request.words)

    async def _people(
        self, request: Request, matches: Iterable[Match]
    ) -> Mapping[PlayerId, Person]:
        players = {
            player
            for each in matches
            for player in (each.duel.terms.challenger, each.duel.terms.opponent)
        }
        return (await self._members.known(request.guild, players)).people


def suggested(
    matches: Iterable[Match],
    typed: str,
    words: Words,
    people: Mapping[PlayerId, Person] | None = None,
) -> list[Suggestion]:
    """Those whose number, title or players were begun to be typed."""
    typed = typed.strip().casefold()
    found = []
    for match in matches:
        shown = _label(match, words, people or {})
        if str(match.id).startswith(typed.removeprefix("#")) or typed in shown.casefold():
            found.append(Suggestion(shown, str(match.id)))
    return found


def _label(match: Match, words: Words, people: Mapping[PlayerId, Person]) -> str:
    duel = match.duel
    facts = {"number": match.id, "title": title_of(duel.terms.game, words)}
    if isinstance(duel, Playing):
        text = words.DUEL_CHOICE.format(move=duel.ply + 1, **facts)
    elif isinstance(duel, Finished):
        day = datetime.fromtimestamp(duel.at / SECOND, UTC).date()
        moves = words.MOVES_COUNT[duel.ply != 1].format(count=duel.ply)
        text = words.RESULT_CHOICE.format(moves=moves, day=day.isoformat(), **facts)
    else:
        text = words.CHALLENGE_CHOICE.format(**facts)
    players = (duel.terms.challenger, duel.terms.opponent)
    names = [people[each].name for each in players if each in people]
    return f"{text}, {' – '.join(names)}" if names else text


def _has_result(match: Match) -> bool:
    return isinstance(match.duel, Finished) and match.duel.has_result
