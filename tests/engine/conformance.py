"""Checks that every game must pass, along random play. Nothing here knows a particular game, so
that they hold for every game in the registry."""

import re
from random import Random
from typing import Any

import pytest

from engine import refusal as refusals
from engine.demand import Demand
from engine.games.game import Game
from engine.games.notation import MOST_MOVES, MOVE
from engine.games.view import Mark
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import GameOver, MoveRefused, Refusal
from tests.engine.random_play import line

LONGEST = 100  # moves in a duel that people finish. Somebody may set up a longer one.
LONGEST_RECORD = 600  # characters, so that a record fits in a message
TRIED = [*range(-3, 130), -(10**9), 999_999, 10**30]


def conforms(game: Game[Any], random: Random) -> None:
    """Play one random game and check everything on the way."""
    longest = LONGEST if game.variant else MOST_MOVES
    for moves, state in line(game, random):
        assert len(moves) <= longest, "a game ends while people still want to play"
        assert game.to_move(state) is Seat.at(len(moves)), "players take turns"
        assert (game.outcome(state) is None) == bool(game.legal(state)), "ends when nobody can move"
        _legal_is_what_play_accepts(game, state)
        _texts_name_moves(game, state)
        _view_shows_the_state(game, moves, state)
        _has_words_for_its_demand(game, state)
        over = game.outcome(state)
        if over or len(moves) < LONGEST:
            _record_comes_back(game, moves, state)
        if over:
            with pytest.raises(GameOver) as refused:
                game.read(state, "1")
            assert refused.value.winner is over.winner


def _legal_is_what_play_accepts(game: Game[Any], state: Any) -> None:
    legal = game.legal(state)
    assert legal == tuple(sorted(set(legal))), "legal moves ascend"
    key, shown = hash(state), repr(state)
    for move in sorted({*TRIED, *legal}):
        if move in legal:
            assert not _refusal(game, state, move), "what is legal is accepted"
            assert game.play(state, move) == game.play(state, move), "the same move, the same state"
        else:
            refusal = _refusal(game, state, move)
            assert refusal, "what isn't legal is refused" if legal else "nobody moves after the end"
            _has_words_for(game, refusal)
            if legal:
                assert isinstance(refusal, MoveRefused), "a refusal offers what is legal"
                assert refusal.legal == legal, "a refusal offers what is legal"
                assert refusal.demand == game.demand(state)
            else:
                assert isinstance(refusal, GameOver), "after the end nothing else is said"
    assert (hash(state), repr(state)) == (key, shown), "a state never changes"


def _refusal(game: Game[Any], state: Any, move: int) -> Refusal | None:
    try:
        game.play(state, move)
    except Refusal as refusal:
        return refusal
    return None


def _has_words_for(game: Game[Any], refusal: Refusal) -> None:
    if type(refusal) not in vars(refusals).values():
        template = game.TEXT.refusals.get(type(refusal), "")
        assert template.format(**refusal.facts(), advice="Try another."), "a refusal says why"


def _has_words_for_its_demand(game: Game[Any], state: Any) -> None:
    demand = game.demand(state)
    if demand not in list(Demand):
        facts = {"choices": "1 or 2", "ranges": "1-2", "last": 3}
        for templates in (game.TEXT.demands, game.TEXT.stuck):
            assert templates.get(demand, "").format(**facts), "a demand is put in words"


def _texts_name_moves(game: Game[Any], state: Any) -> None:
    legal = game.legal(state)
    texts = [game.text(move) for move in legal]
    assert len(set(texts)) == len(texts), "no two moves share a text"
    for move, text in zip(legal, texts, strict=True):
        assert MOVE.fullmatch(text)
        assert game.read(state, f" {text}\n") == move


def _view_shows_the_state(game: Game[Any], moves: tuple[int, ...], state: Any) -> None:
    view = game.view(moves, state)
    assert tuple(choice.move for choice in view.choices) == game.legal(state)
    assert view.outcome == game.outcome(state)
    assert view.to_move == (None if view.outcome else game.to_move(state))
    if moves:
        assert view.last == moves[-1]
    else:
        hosts = [cell.number for cell in view.cells if cell.mark is Mark.LAST]
        assert view.last == (hosts[0] if hosts else None), "the host may have made the last move"
    assert view.demand == game.demand(state)
    assert view.cells or view.trail or view.table or view.rows, "there is something to draw"
    assert len(view.rows) in (0, len(Seat))
    open_, taken = _numbers(game, game.legal(state)), _numbers(game, moves)
    for cell in view.cells:
        assert cell.mark is not Mark.OPEN or cell.number in open_
        if cell.taken_by is not None:
            assert cell.mark in (Mark.LAST, Mark.TAKEN)
            assert cell.number in taken[cell.taken_by :: 2], "who took it took it"
        if cell.mark in (Mark.STRUCK, Mark.OPENING):
            assert cell.number not in (*open_, *taken), "what the host took is nobody's"


def _numbers(game: Game[Any], moves: tuple[int, ...]) -> list[int]:
    """The numbers on the board that moves name, whatever else their texts say."""
    return [int(re.sub(r"\D", "", game.text(move))) for move in moves]


def _record_comes_back(game: Game[Any], moves: tuple[int, ...], state: Any) -> None:
    record = Record.replay(game, map(game.text, moves))
    assert (record.moves, record.state) == (moves, state)
    assert Record.parse(record.text) == record
    assert len(record.text) <= LONGEST_RECORD or not game.variant
