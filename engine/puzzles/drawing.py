"""Draws puzzles: games are played with a random move now and then, and each position is tested."""

from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from random import Random
from typing import Any, NamedTuple

from engine.games.game import Game
from engine.games.geography import PLAIN, Geography
from engine.games.notation import MOST_MOVES
from engine.games.split import Split
from engine.measure.tally import NOISE, Bounded, Players
from engine.puzzles.puzzle import HARDNESS, Puzzle, Solution, puzzle_at, solution_of
from engine.record import Record
from engine.refusal import NoStart, NothingToTake, TooLarge
from engine.solve.search import BUDGET
from engine.starts import draw_start
from engine.starts.lists import draw

# How many games are played for a puzzle.
TRIES = 200
# How many draws of a start may be without a first move.
_STARTS = 50
# Numbers from here on can be split, and a start has so many of them at most.
_LEAST, _MOST = 3, 5


class Position(NamedTuple):
    """A position, the moves that led to it, and those that win."""

    game: Game[Any]
    moves: tuple[int, ...]
    state: Any
    winning: tuple[int, ...]


def draw_puzzle(
    random: Random, game: Game[Any], wanted: range = HARDNESS, tries: int = TRIES
) -> Puzzle | None:
    """A puzzle of the wanted hardness from a game with this set-up, or nothing if so many games
    have none or they take more positions than the budget has. A start that it awaits is drawn anew
    for each game."""
    players = Bounded(BUDGET)
    try:
        for _ in range(tries):
            board = draw_board(game, random)
            for at in noisy_game(random, board, players):
                if board is game and not at.moves:
                    continue  # it is the same in each game
                if solution := solution_of(at.game, at.state, at.winning, wanted):
                    return _puzzle(at, solution)
    except (TooLarge, NoStart):
        pass
    return None


def noisy_game(random: Random, game: Game[Any], players: Players) -> Iterator[Position]:
    """The positions of a game between perfect players who sometimes make any move."""
    moves: tuple[int, ...] = ()
    state = game.start()
    while game.outcome(state) is None and len(moves) < MOST_MOVES:
        legal, winning = game.legal(state), players.winning(game, state)
        yield Position(game, moves, state, winning)
        good = winning if winning and random.random() >= NOISE else legal
        move = random.choice(good)
        moves, state = (*moves, move), game.play(state, move)


@singledispatch
def draw_board(game: Game[Any], random: Random) -> Game[Any]:
    """The game with a start to play from. A puzzle needs no fair one."""
    return draw_start(game, random)


@draw_board.register
def _(game: Geography, random: Random) -> Geography:
    if not game.awaits_start:
        return game
    for _ in range(_STARTS):
        if drawn := draw(game, random):
            try:
                return replace(game, gone=drawn.gone, opening=drawn.opening)
            except NothingToTake:
                continue
    raise NoStart(game.key)


def _puzzle(at: Position, solution: Solution) -> Puzzle | None:
    start = _as_start(at.game, at.state)
    if start is not None:
        return puzzle_at(Record.start(start))
    return Puzzle(Record.replay(at.game, map(at.game.text, at.moves)), solution)


def _as_start(game: Game[Any], state: Any) -> Game[Any] | None:
    """The game that starts with this position, if there is one and the way there doesn't matter:
    its record is shorter, and one position has one text."""
    if not isinstance(game, Split):
        return None
    numbers = tuple(each for each in state.numbers if each >= _LEAST)
    return replace(game, numbers=numbers, board=PLAIN) if len(numbers) <= _MOST else None
