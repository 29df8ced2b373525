"""`duelhost play`: two people at one keyboard."""

import sys
from random import SystemRandom
from typing import Any

import typer
from rich.console import Console
from rich.text import Text

from bot.cli.arguments import Chosen, GameKey, Size, Variant, chosen
from bot.cli.board import ending, facts, grid, moved, opening, player
from bot.cli.rules import show_rules
from bot.text import terminal
from bot.text.english import English
from bot.text.refusals import sentence
from engine.games.game import Game
from engine.games.view import Mark
from engine.record import Record
from engine.refusal import Refusal
from engine.starts import draw_start


def play(game: GameKey, size: Size = None, option: Chosen = None, variant: Variant = None) -> None:
    """Play a game, two people at one keyboard."""
    by_hand = sys.stdin.isatty() and sys.stdout.isatty()
    played, console = chosen(game, size, option, variant), Console(highlight=False)
    if played.awaits_start:
        console.print(Text(terminal.DRAWING, "dim"))
        played = draw_start(played, SystemRandom())
    _Table(played, console, by_hand=by_hand).play()


class _Left(Exception):
    """The two get up before the game is over. Its text says how that leaves things."""


class _Table:
    """Where the two sit. By hand they get a board and a prompt, through a pipe plain lines."""

    def __init__(self, game: Game[Any], console: Console, *, by_hand: bool) -> None:
        self._record = Record.start(game)
        self._console = console
        self._by_hand = by_hand

    def play(self) -> None:
        self._say(self._record.game.title, "bold")
        self._say(self._record.game.pitch)
        self._say(terminal.HINT, "dim")
        view = self._record.view
        if self._by_hand and view.cells:
            struck = any(cell.mark is Mark.STRUCK for cell in view.cells)
            self._say(terminal.LEGEND_STRUCK if struck else terminal.LEGEND, "dim")
        for line in opening(self._record.game, view):
            self._say(line)
        try:
            while (over := self._record.outcome) is None:
                self._show()
                self._turn()
        except _Left as left:
            self._say(str(left), "bold")
        except KeyboardInterrupt:
            self._say(f"\n{terminal.STOPPED}", "bold")
            raise typer.Exit(130) from None
        else:
            self._show()
            for line in ending(self._record.game, self._record.view, over):
                self._say(line, "bold green")
        moves = " ".join(map(self._record.game.text, self._record.moves))
        self._say(terminal.MOVES.format(moves=moves or English.NONE), "dim")

    def _show(self) -> None:
        view = self._record.view
        self._say("")
        if view.to_move is not None:
            self._say(terminal.TURN.format(player=player(view.to_move)), "bold")
        if self._by_hand and view.cells:
            self._console.print(grid(view), end="")
        for line in facts(self._record.game, view, with_numbers=not self._by_hand):
            self._say(line)

    def _turn(self) -> None:
        """Ask until a move is made, or the board has to be shown again."""
        before, seat = self._record.view, self._record.to_move
        while True:
            text = self._read(player(seat))
            match terminal.COMMANDS.get(text.lower()):
                case "rules":
                    self._say("")
                    show_rules(self._record.game, self._console)
                    return
                case "resign":
                    raise _Left(
                        terminal.RESIGNS.format(loser=player(seat), winner=player(seat.other))
                    )
                case "quit":
                    raise _Left(terminal.STOPPED)
            try:
                move = self._record.read(text)
                self._record = self._record.play(move)
            except Refusal as refusal:
                self._say(sentence(refusal), "red")
            else:
                self._say(moved(before, seat, move))
                return

    def _read(self, name: str) -> str:
        """The next line that isn't empty."""
        while True:
            if self._by_hand:
                try:
                    line = (
                        self._console.input(Text(terminal.PROMPT.format(player=name), "bold"))
                        + "\n"
                    )
                except EOFError:
                    self._say("")
                    line = ""
            else:
                line = sys.stdin.readline()
            if not line:
                raise _Left(terminal.INPUT_ENDED.format(player=name))
            if text := line.strip():
                return text

    def _say(self, text: str, style: str = "") -> None:
        # Piped output is read line by line, so long lines stay whole.
        self._console.print(Text(text, style), soft_wrap=not self._by_hand)
