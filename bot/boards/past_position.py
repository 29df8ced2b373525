"""A game that is looked at later, as it stood after some of its moves."""

from dataclasses import dataclass

from bot.boards.grid import gone, grid, struck_out
from bot.boards.moves import made
from bot.boards.outcome import why
from bot.boards.players_and_moves import opening, players
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_with_settings
from engine.duel import Finished
from engine.games.view import View
from engine.record import Record


@dataclass(frozen=True)
class Game:
    """A game, and what its players are called by seat."""

    record: Record
    players: tuple[str, str]


# One game, or the two of a duel.
Games = tuple[Game, ...]


def games_of(duel: Finished, words: Words) -> Games:
    one, other = (mention(each, words) for each in duel.seats)
    last = Game(duel.record, (one, other))
    first = (Game(duel.earlier, (other, one)),) if duel.earlier else ()
    return (*first, last)


def game_at(games: Games, nth: int) -> tuple[int, int]:
    """In which game the nth move was made, and which of its moves it was."""
    first = games[0].record.ply
    if len(games) == 1 or nth <= first:
        return 0, nth
    return 1, nth - first


def title(games: Games, leg: int, words: Words) -> str:
    """The game with its options, and which of two it is."""
    told = title_with_settings(games[0].record.game, words)
    return words.LEG.format(title=told, leg=words.LEGS[leg]) if len(games) == 2 else told


def last_move(game: Game, at: int, nth: int, words: Words) -> str:
    """The move that led to a position, or how the host had set the board up."""
    if at:
        return made(game.record.back_to(at), at, game.players, words, nth=nth)
    view = game.record.back_to(0).view
    facts = [*struck_out(view, words), *opening(game.record.back_to(0), words)]
    return words.REPLAY_START.format(facts=" · ".join(facts)) if facts else ""


def position(game: Game, at: int, words: Words) -> list[str]:
    """The board, and what it can't show."""
    view = game.record.back_to(at).view
    return [grid(view, words), *_facts(game, view, words)]


def ending(game: Game, at: int, words: Words) -> list[str]:
    """Who has won the game, if it is over after so many of its moves."""
    record = game.record.back_to(at)
    over = record.outcome
    if over is None:
        return []
    people = {"winner": game.players[over.winner], "loser": game.players[over.winner.other]}
    because = why(record, over.reason, people, words)
    return [words.REPLAY_END.format(why=because, **people)]


def _facts(game: Game, view: View, words: Words) -> list[str]:
    """Name the players of rows, and list the taken numbers of a board too large for a picture."""
    if view.rows:
        return [words.SMALL.format(line=players(game.players, words))]
    return [words.SMALL.format(line=line) for line in gone(view, words)]
