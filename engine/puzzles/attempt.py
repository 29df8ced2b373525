"""An attempt at a puzzle: the decisions that a player has made, and what became of each."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from engine.puzzles.puzzle import Puzzle
from engine.record import Record
from engine.refusal import StaleDecision, TooLarge, UnreadableRecord
from engine.solve import solve
from engine.solve.best_play import best_move
from engine.solve.search import BUDGET, solver

# How many decisions of a puzzle are asked for.
MOST_DECISIONS = 4
# Between decisions, between the move that was chosen and those that were made, and between these.
# None of them is part of a move's text.
_NEXT, _INSTEAD, _THEN = "/", "=", "-"


class Decision(NamedTuple):
    """The move that the player has chosen, and the moves that were made: a winning one, which is
    the chosen one if that wins, and those up to the next decision."""

    chosen: int
    moves: tuple[int, ...]

    @property
    def right(self) -> bool:
        return self.chosen == self.moves[0]


@dataclass(frozen=True)
class Attempt:
    """A puzzle, and the decisions that a player has made so far.

    A decision is a position in which the player has winning moves and others. Up to the next one,
    both sides play as well as they can. `over` says that there is no other decision."""

    puzzle: Puzzle
    decisions: tuple[Decision, ...] = ()
    over: bool = False

    @cached_property
    def record(self) -> Record:
        """The game up to the next decision, or up to the last one and what came of it."""
        record = self.puzzle.record
        for decision in self.decisions:
            for move in decision.moves:
                record = record.play(move)
        return record

    @property
    def squares(self) -> tuple[bool, ...]:
        """Whether each decision was right."""
        return tuple(each.right for each in self.decisions)

    @property
    def solved(self) -> bool:
        """Whether the player has found the solution: the first decision was right."""
        return self.squares[:1] == (True,)

    def require_next(self, nth: int) -> None:
        """Raise StaleDecision unless the next decision comes after `nth` others."""
        if self.over or nth != len(self.decisions):
            raise StaleDecision(nth, len(self.decisions))

    def decide(self, nth: int, move: int) -> "Attempt":
        """The attempt after the decision that comes after `nth` others. Raises StaleDecision if the
        attempt is at another one or over, and a MoveRefused if the move is illegal."""
        self.require_next(nth)
        before = self.record
        before.play(move)
        made = move if move in self._winning() else _best(before)
        moves, over = _go_on(before, made, last=nth + 1 == MOST_DECISIONS)
        return replace(self, decisions=(*self.decisions, Decision(move, moves)), over=over)

    @property
    def text(self) -> str:
        """The decisions as they are stored, for `read_attempt`."""
        said = self.puzzle.game.text
        return _NEXT.join(
            f"{said(each.chosen)}{_INSTEAD}{_THEN.join(map(said, each.moves))}"
            for each in self.decisions
        )

    def _winning(self) -> tuple[int, ...]:
        if not self.decisions:
            return self.puzzle.winning
        return solve(self.record.game, self.record.state).winning


def read_attempt(puzzle: Puzzle, text: str, *, over: bool) -> Attempt:
    """The attempt with this text. Raises a Refusal if the moves in it are illegal."""
    record, decisions = puzzle.record, []
    for part in filter(None, text.split(_NEXT)):
        chosen_text, _, made = part.partition(_INSTEAD)
        chosen, moves = record.read(chosen_text), []
        record.play(chosen)
        for said in made.split(_THEN):
            moves.append(record.read(said))
            record = record.play(moves[-1])
        decisions.append(Decision(chosen, tuple(moves)))
    attempt = Attempt(puzzle, tuple(decisions), over)
    # It has one text only. Any other text that reads the same was not written by us.
    if attempt.text != text or len(decisions) > MOST_DECISIONS:
        raise UnreadableRecord(text)
    return attempt


def squares_in(text: str) -> tuple[bool, ...]:
    """Whether each decision in the text of an attempt was right, without the puzzle."""
    parts = [each.partition(_INSTEAD) for each in filter(None, text.split(_NEXT))]
    return tuple(chosen == made.split(_THEN)[0] for chosen, _, made in parts)


def _go_on(record: Record, made: int, *, last: bool) -> tuple[tuple[int, ...], bool]:
    """The moves from a decision to the next one, and whether there is no next one. After the last
    one there are no more moves, nor where the game is too large to go on."""
    mine, moves = record.to_move, [made]
    record = record.play(made)
    try:
        while not last and record.outcome is None:
            if record.to_move is mine and _is_decision(record):
                return tuple(moves), False
            moves.append(_best(record))
            record = record.play(moves[-1])
    except TooLarge:
        pass
    return tuple(moves), True


def _is_decision(record: Record) -> bool:
    return len(solve(record.game, record.state).winning) < len(record.legal)


def _best(record: Record) -> int:
    """The next move of perfect play."""
    return best_move(record.game, record.state, solver(record.game, BUDGET))
