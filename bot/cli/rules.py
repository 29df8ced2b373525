"""`duelhost rules`: a game explained."""

from collections.abc import Iterable
from dataclasses import asdict
from textwrap import fill
from typing import Any

from rich.console import Console
from rich.text import Text

from bot.cli.arguments import Chosen, GameKey, Size, Variant, chosen
from bot.text import terminal
from bot.text.english import English
from engine.games.game import Game
from engine.games.options import ListOption, Option

_WIDTH = 80


def rules(game: GameKey, size: Size = None, option: Chosen = None, variant: Variant = None) -> None:
    """Explain a game, and what can be chosen about it."""
    console = Console(highlight=False)
    explained = chosen(game, size, option, variant)
    show_rules(explained, console)
    variants = [
        terminal.VARIANT.format(name=each.name, about=each.about) for each in explained.presets
    ]
    _show_list(terminal.VARIANTS, variants, console)
    _show_list(terminal.OPTIONS, map(_option, explained.options()), console)


def show_rules(game: Game[Any], console: Console) -> None:
    width = min(console.width, _WIDTH)
    console.print(Text(game.title, "bold"))
    console.print(Text(fill(game.pitch, width)))
    for part, text in asdict(game.rules).items():
        console.print()
        console.print(Text(English.RULES[part], "bold"))
        console.print(Text(fill(text, width)))


def _show_list(heading: str, lines: Iterable[str], console: Console) -> None:
    console.print()
    console.print(Text(heading, "bold"))
    for each in lines:
        shown = fill(each, min(console.width, _WIDTH), subsequent_indent="  ")
        console.print(Text(shown))


def _option(option: Option) -> str:
    usual, allowed = option.default, option.allowed
    if usual is None:
        usual = terminal.DRAWN.format(least=min(option.drawn), most=max(option.drawn))
    if isinstance(option, ListOption):
        allowed, usual = terminal.NUMBERS_IN_LIST.format(**vars(option)), usual or English.NONE
    return terminal.OPTION.format(name=option.key, allowed=allowed, usual=usual, about=option.about)
