"""Sequence Builder."""

from dataclasses import dataclass
from itertools import pairwise

from engine.demand import Demand
from engine.games.game import READ, Game, Rules
from engine.games.options import choice_option, number_option
from engine.games.preset import CLASSIC, Preset
from engine.games.text import Text
from engine.games.view import Cell, Choice, Mark, Row, RowChoice, View
from engine.outcome import Outcome, Reason, Seat
from engine.refusal import AlreadyGone, GameOver, OutOfRange, RowFull, Unreadable

FIRST, SECOND = "first", "second"
OWN, EITHER = "own", "either"
# A number that goes to the opponent's row, as in `*5`, is a move this much higher.
OTHER_ROW = 100

# The moves in the order in which they were made.
Taken = tuple[int, ...]


def sums(row: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(one + next_ for one, next_ in pairwise(row))


def row_of(move: int, ply: int) -> Seat:
    """The seat whose row a move at this ply puts a number into."""
    mover = Seat.at(ply)
    return mover.other if move > OTHER_ROW else mover


def number_of(move: int) -> int:
    return move % OTHER_ROW


def rows_of(state: Taken) -> tuple[list[int], list[int]]:
    """The numbers in the row of each seat."""
    rows: tuple[list[int], list[int]] = ([], [])
    for ply, move in enumerate(state):
        rows[(ply + (move > OTHER_ROW)) % 2].append(move % OTHER_ROW)
    return rows


@dataclass(frozen=True)
class Sequence(Game[Taken]):
    """Build a sequence from a shared pool. Pairs of neighbours whose sum is even count, or is a
    multiple of 3."""

    key = "sequence"
    title = "Sequence Builder"
    pitch = (
        "Build a row of numbers whose neighbours add up to even sums, and spoil your opponent's."
    )
    summary = "Build a row, spoil the other · tactical"
    presets = (
        CLASSIC,
        Preset(
            "ranked",
            "Build a row whose neighbours add up to multiples of 3. On equal pairs the second "
            "player wins.",
            {"sums": 3, "ties": SECOND},
            minutes=2,
        ),
        Preset(
            "tangle",
            "Put each number in either row, where even sums count. On equal pairs the second "
            "player wins.",
            {"rows": EITHER, "ties": SECOND},
        ),
    )
    TEXT = Text(settings="1–{size}")

    size: int = number_option(
        "How many numbers there are.", least=5, most=13, default=9, added=True
    )
    sums: int = number_option(
        "Pairs count if their sum is a multiple of this.", least=2, most=3, default=2, added=True
    )
    ties: str = choice_option("The player who wins on equal pairs.", FIRST, SECOND, added=True)
    rows: str = choice_option(
        "Where you may put a number: in your own row, or in either.", OWN, EITHER, added=True
    )

    @property
    def rules(self) -> Rules:
        even = self.sums == 2
        complete, most = self.complete, self.complete - 1
        kind = "even" if even else "multiples of 3"
        counts = (
            "A pair of neighbours counts for you if its sum is even, that is if both are odd or "
            "both are even."
            if even
            else "A pair of neighbours counts for you if its sum is a multiple of 3."
        )
        where = (
            "put it at the end of your own sequence."
            if self.rows == OWN
            else "put it at the end of your own sequence or of your opponent's (*5 puts a 5 into "
            f"theirs). A sequence is full with {complete} numbers, player 2's with "
            f"{self.size // 2}."
        )
        first = "The player who starts" if self.size % 2 else "A player"
        ties = (
            "On equal pairs the player who started wins."
            if self.ties == FIRST
            else "On equal pairs the player who didn't start wins."
        )
        return Rules(
            objective=f"Build a sequence whose neighbours add up to "
            f"{'even numbers' if even else kind}, and take the numbers your opponent needs for "
            "theirs.",
            turn=f"The pool holds 1 to {self.size}. Who starts is drawn or agreed; then you "
            f"alternate. On your turn you take any number from the pool and {where}",
            valid=f"Every number that is still in the pool is allowed. {counts}",
            end=f"{first} whose sequence has {complete} numbers wins outright if all {most} of its "
            f"sums are {kind}. Otherwise the player with more such pairs wins once the pool is "
            f"empty. {ties}",
            example="Your sequence is 3 9 and you add 4. 3 + 9 = 12 is even and counts, 9 + 4 = 13 "
            "is odd and doesn't, so you have one even pair."
            if even
            else "Your sequence is 3 9 and you add 4. 3 + 9 = 12 is a multiple of 3 and counts, "
            "9 + 4 = 13 isn't and doesn't, so you have one pair.",
        )

    @property
    def complete(self) -> int:
        """How many numbers a complete sequence has: as many as player 1's at the end."""
        return (self.size + 1) // 2

    def room(self, seat: Seat) -> int:
        """How many numbers a seat's row has room for."""
        return (self.size + 1 - seat) // 2

    def start(self) -> Taken:
        return ()

    def to_move(self, state: Taken) -> Seat:
        return Seat.at(len(state))

    @property
    def soonest(self) -> int:
        """How many moves it takes at least until a row is complete."""
        return self.complete * 2 - 1 if self.rows == OWN else self.complete

    def legal(self, state: Taken) -> tuple[int, ...]:
        if self.rows == OWN and len(state) < self.size - 1 + self.size % 2:
            # In most positions a move is a number, no row is complete and each has room.
            return tuple([number for number in range(1, self.size + 1) if number not in state])
        if len(state) == self.size:
            return ()
        rows = rows_of(state)
        if self._completed(rows) is not None:
            return ()
        taken = {*rows[0], *rows[1]}
        pool = [number for number in range(1, self.size + 1) if number not in taken]
        mover = self.to_move(state)
        mine = pool if len(rows[mover]) < self.room(mover) else []
        if self.rows == OWN or len(rows[mover.other]) == self.room(mover.other):
            return tuple(mine)
        return (*mine, *(OTHER_ROW + number for number in pool))

    def demand(self, _state: Taken) -> Demand:
        return Demand.ANY if self.rows == OWN else Demand.PUT

    def play(self, state: Taken, move: int) -> Taken:
        legal = self.legal(state)
        if move in legal:
            return (*state, move)
        if over := self.outcome(state):
            raise GameOver(over.winner)
        demand, number = self.demand(state), number_of(move)
        known = move == number or (self.rows == EITHER and move == number + OTHER_ROW)
        if not known or not 0 < number <= self.size:
            raise OutOfRange(number if known else move, 1, self.size, demand=demand, legal=legal)
        if number in map(number_of, state):
            raise AlreadyGone(number, demand=demand, legal=legal)
        raise RowFull(number, demand=demand, legal=legal)

    def outcome(self, state: Taken) -> Outcome | None:
        if len(state) < self.soonest:
            return None
        rows = rows_of(state)
        completed = self._completed(rows)
        if completed is not None:
            return Outcome(completed, Reason.COMPLETED)
        if len(state) < self.size:
            return None
        first, second = map(self._pairs, rows)
        if first == second:
            winner = Seat.FIRST if self.ties == FIRST else Seat.SECOND
            return Outcome(winner, Reason.TIE_BREAK)
        return Outcome(Seat.FIRST if first > second else Seat.SECOND, Reason.PAIRS)

    def _completed(self, rows: tuple[list[int], list[int]]) -> Seat | None:
        """The seat whose row is complete and has only pairs that count."""
        for seat in Seat:
            row = rows[seat]
            if len(row) == self.complete and self._pairs(row) == self.complete - 1:
                return seat
        return None

    def _pairs(self, row: list[int]) -> int:
        return sum((one + other) % self.sums == 0 for one, other in pairwise(row))

    def read(self, state: Taken, text: str) -> int:
        star, number = text.strip()[:1] == "*", text.strip().removeprefix("*")
        demand, legal = self.demand(state), self.legal(state)
        # Without its number a star is no move, and is told as it was typed.
        move = super().read(state, number or text)
        if not star and move >= OTHER_ROW:
            raise OutOfRange(move, 1, self.size, demand=demand, legal=legal)
        if not star:
            return move
        if self.rows == OWN or not 0 < move < OTHER_ROW:
            raise Unreadable(text[:READ], demand=demand, legal=legal)
        return OTHER_ROW + move

    def text(self, move: int) -> str:
        return f"*{move - OTHER_ROW}" if move > OTHER_ROW else str(move)

    def view(self, moves: tuple[int, ...], state: Taken) -> View:
        over, rows = self.outcome(state), rows_of(state)
        taken_by = {number_of(move): Seat.at(ply) for ply, move in enumerate(moves)}
        last = number_of(moves[-1]) if moves else None

        own = rows[self.to_move(state)]

        def choice(move: int) -> Choice:
            if self.rows == OWN:
                return Choice(move, f"{own[-1]} + {move} = {own[-1] + move}" if own else "")
            seat, number = row_of(move, len(state)), number_of(move)
            row = rows[seat]
            how = f"{row[-1]} + {number} = {row[-1] + number}" if row else ""
            return RowChoice(move, how, number, seat)

        def cell(number: int) -> Cell:
            if number not in taken_by:
                return Cell(number, Mark.OUT_OF_REACH if over else Mark.OPEN)
            return Cell(number, Mark.LAST if number == last else Mark.TAKEN, taken_by[number])

        return View(
            to_move=None if over else self.to_move(state),
            demand=self.demand(state),
            choices=() if over else tuple(map(choice, self.legal(state))),
            last=moves[-1] if moves else None,
            outcome=over,
            cells=tuple(map(cell, range(1, self.size + 1))),
            rows=tuple(self._row(seat, rows, taken_by) for seat in Seat),
        )

    def _row(self, seat: Seat, rows: tuple[list[int], list[int]], taken_by: dict[int, Seat]) -> Row:
        row = tuple(rows[seat])
        return Row(row, sums(row), self.sums, tuple(taken_by[number] for number in row))
