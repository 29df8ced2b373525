"""The options that several commands have, and what they offer while somebody is typing."""

from collections.abc import Callable, Coroutine, Mapping
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any, TypeVar

import discord
import structlog
from discord import app_commands

from bot.boards.moves import label
from bot.boards.times import CLOCKS
from bot.delivery.message import PER_SELECT
from bot.duels.find import duel_here, is_offered_by, is_offered_to, is_playing, numbered
from bot.duels.service import words_of
from bot.interactions.asking import Ask, channel_of, guild_of
from bot.interactions.refusals import NotAChoice
from bot.text.english import English
from bot.text.game_texts import title_of
from bot.text.languages import Words
from engine.duel import Duel, Finished, Playing
from engine.games import GAMES, set_up
from engine.games.game import Game
from engine.ids import PlayerId
from engine.refusal import Refusal
from storage.ids import DuelId
from storage.match import Match

LOG = structlog.get_logger()
T = TypeVar("T")

Member = discord.Member | discord.User
Choices = list[app_commands.Choice[str]]
Offers = Callable[[Ask, str], Coroutine[Any, Any, Choices]]
# Discord's limit for what is offered.
_NAME = 100

GAME_CHOICES = [app_commands.Choice(name=game.title, value=key) for key, game in GAMES.items()]
CLOCK_CHOICES = [app_commands.Choice(name=English.CLOCKS[key], value=key) for key in CLOCKS]
LEGS_CHOICES = [
    app_commands.Choice(name=name, value=key) for key, name in English.LEGS_CHOICES.items()
]
FIRST_CHOICES = [app_commands.Choice(name=name, value=key) for key, name in English.FIRST.items()]


def the_game(key: str, size: int | None) -> Game[Any]:
    """As the players asked for it; what they left open is the default, or drawn."""
    return set_up(key, {} if size is None else {"size": size}, SystemRandom())


def one_of(known: Mapping[str, T], key: str) -> T:
    """Discord offers no other choice, but whoever forges one is told so too."""
    if key not in known:
        raise NotAChoice(key)
    return known[key]


def the_duel(text: str | None) -> DuelId | None:
    return None if text is None else numbered(text)


def forgiving(offers: Offers) -> Offers:
    """Nobody can be told what goes wrong while they are typing: nothing is offered then."""

    async def offered(ask: Ask, current: str) -> Choices:
        try:
            return (await offers(ask, current))[:PER_SELECT]
        except Refusal:
            return []
        except Exception:
            LOG.exception("nothing could be offered", interaction=ask.id)
            return []

    return offered


@forgiving
async def legal_moves(ask: Ask, current: str) -> Choices:
    words, player = words_of(ask), PlayerId(ask.user.id)
    number = the_duel(ask.namespace.duel)
    store = ask.client.store
    if number is None:
        number = await duel_here(store, guild_of(ask), channel_of(ask), player, words)
    found = (await store.duel(guild_of(ask), number)).duel
    if not isinstance(found, Playing) or found.waiting_for != player:
        return []
    view = found.record.view
    offered = [(str(each.move), label(each, view, words)) for each in view.choices]
    typed = current.strip().casefold()
    return [
        app_commands.Choice(name=name, value=move)
        for move, name in offered
        if move.startswith(typed) or name.casefold().startswith(typed)
    ]


def _mine(wanted: Callable[[Match, PlayerId], bool]) -> Offers:
    @forgiving
    async def offered(ask: Ask, current: str) -> Choices:
        player = PlayerId(ask.user.id)
        running = await ask.client.store.running(guild_of(ask), player)
        return named([each for each in running if wanted(each, player)], current, words_of(ask))

    return offered


my_duels = _mine(lambda match, _: is_playing(match))
challenges_to_me = _mine(is_offered_to)
challenges_by_me = _mine(is_offered_by)


@forgiving
async def my_ended_duels(ask: Ask, current: str) -> Choices:
    player = PlayerId(ask.user.id)
    found = await ask.client.store.history(guild_of(ask), player, most=PER_SELECT)
    return named(list(found), current, words_of(ask))


@forgiving
async def running_here(ask: Ask, current: str) -> Choices:
    found = await ask.client.store.open_in(guild_of(ask))
    return named(list(found), current, words_of(ask))


@forgiving
async def ended_here(ask: Ask, current: str) -> Choices:
    found = await ask.client.store.ended_in(guild_of(ask))
    return named([each for each in found if _has_result(each.duel)], current, words_of(ask))


def _has_result(duel: Duel) -> bool:
    return isinstance(duel, Finished) and duel.has_result


def named(matches: list[Match], current: str, words: Words) -> Choices:
    """Names of people can't be shown here, where mentions aren't rendered."""
    typed = current.strip().casefold()
    number = typed.removeprefix("#")
    return [
        app_commands.Choice(name=_name(match, words)[:_NAME], value=str(match.id))
        for match in matches
        if str(match.id).startswith(number)
        or typed in title_of(match.duel.terms.game, words).casefold()
    ]


def _name(match: Match, words: Words) -> str:
    duel = match.duel
    facts = {"number": match.id, "title": title_of(duel.terms.game, words)}
    if isinstance(duel, Playing):
        return words.DUEL_CHOICE.format(move=duel.ply + 1, **facts)
    if isinstance(duel, Finished):
        ply, day = duel.ply, datetime.fromtimestamp(duel.at / 1000, UTC).date()
        moves = words.MOVES_COUNT[ply != 1].format(count=ply)
        return words.RESULT_CHOICE.format(moves=moves, day=day.isoformat(), **facts)
    return words.CHALLENGE_CHOICE.format(**facts)
