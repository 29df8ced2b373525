"""`duelhost rules`: a game explained."""

from dataclasses import asdict
from textwrap import fill
from typing import Any

from rich.console import Console
from rich.text import Text

from bot.cli.arguments import Chosen, GameKey, Size, chosen
from bot.text.english import English
from engine.games.game import Game

_WIDTH = 80


def rules(game: GameKey, size: Size = None, option: Chosen = None) -> None:
    """Explain a game."""
    console = Console(highlight=False)
    show_rules(chosen(game, size, option), console)


def show_rules(game: Game[Any], console: Console) -> None:
    width = min(console.width, _WIDTH)
    console.print(Text(game.title, "bold"))
    console.print(Text(fill(game.pitch, width)))
    for part, text in asdict(game.rules).items():
        console.print()
        console.print(Text(English.RULES[part], "bold"))
        console.print(Text(fill(text, width)))
