"""The options that several commands share: fixed choices, and suggestions while somebody types."""

from collections.abc import Awaitable, Callable, Mapping
from random import SystemRandom
from typing import Any, Protocol, TypeVar

from discord import app_commands

from bot.duels.find import optional_number
from bot.duels.suggestions import Suggestion, Suggestions
from bot.interactions.context import Context
from bot.interactions.handlers import Choices, suggestions
from bot.interactions.refusals import NotAChoice
from bot.interactions.request import Request
from bot.text.game_texts import about_option
from engine.games import GAMES, preset_of, set_up
from engine.games.game import Game
from engine.games.option_text import read_options, suggest_options
from engine.refusal import RepeatedOption, UnknownGame
from storage.people import Pings

T = TypeVar("T")

PINGS = {each.value: each for each in Pings}


class Suggesting(Protocol):
    """Services that can suggest."""

    @property
    def suggestions(self) -> Suggestions: ...


# Discord's limit for the name of a choice.
_NAME = 100


def shown_game(key: str, variant: str | None = None) -> Game[Any]:
    """A game to be explained: a variant of it, or else the usual one."""
    options = preset_of(key, variant).options if variant else {}
    return set_up(key, options, SystemRandom()).without_start()


def chosen_options(key: str, size: int | None, text: str | None) -> dict[str, object]:
    """The options that somebody typed. `size` has a field of its own, as most games have it."""
    if key not in GAMES:
        raise UnknownGame(key, tuple(GAMES))
    chosen = read_options(GAMES[key], text or "")
    if size is not None:
        if "size" in chosen:
            raise RepeatedOption(key, "size")
        chosen["size"] = size
    return chosen


def one_of(known: Mapping[str, T], key: str) -> T:
    """Discord offers no other choice, but an interaction can be forged."""
    if key not in known:
        raise NotAChoice(key)
    return known[key]


def _suggesting(method: Callable[[Suggestions, Request, str], Awaitable[list[Suggestion]]]) -> Any:
    """The callback of an option whose suggestions this method makes."""

    @suggestions
    async def suggest(context: Context[Suggesting], typed: str) -> Choices:
        return _choices(await method(context.services.suggestions, context, typed))

    return suggest


def _choices(found: list[Suggestion]) -> Choices:
    return [app_commands.Choice(name=each.label[:_NAME], value=each.value) for each in found]


@suggestions
async def game_options(context: Context[Any], typed: str) -> Choices:
    """Suggest the options of the game that was chosen."""
    kind = GAMES.get(str(context.interaction.namespace.game))
    if kind is None:
        return []
    return [
        app_commands.Choice(
            name=f"{text} · {about_option(kind, option, context.words)}"[:_NAME], value=text
        )
        for text, option in suggest_options(kind, typed)
        if len(text) <= _NAME
    ]


@suggestions
async def game_variants(context: Context[Suggesting], typed: str) -> Choices:
    """Suggest the variants of the game that was chosen, the server's usual one first."""
    key = str(context.interaction.namespace.game)
    return _choices(await context.services.suggestions.variants(context, key, typed))


@suggestions
async def practice_variants(context: Context[Suggesting], typed: str) -> Choices:
    """The same for a duel with the bot."""
    key = str(context.interaction.namespace.game)
    return _choices(await context.services.suggestions.practice_variants(context, key, typed))


@suggestions
async def legal_moves(context: Context[Suggesting], typed: str) -> Choices:
    number = optional_number(context.interaction.namespace.duel)
    return _choices(await context.services.suggestions.moves(context, number, typed))


my_duels = _suggesting(Suggestions.own_duels)
my_private_duels = _suggesting(Suggestions.own_private_duels)
challenges_to_me = _suggesting(Suggestions.challenges_to)
challenges_by_me = _suggesting(Suggestions.challenges_by)
my_ended_duels = _suggesting(Suggestions.own_ended_duels)
duels_in_play = _suggesting(Suggestions.duels_in_play)
duels_with_result = _suggesting(Suggestions.duels_with_result)
