"""Number Split Duel."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple, Self

from engine.demand import Demand
from engine.games.game import READ, Game, Rules
from engine.games.geography import DRAWN, PLAIN
from engine.games.options import Option, choice_option, list_option
from engine.games.preset import CLASSIC, Preset
from engine.games.text import Text
from engine.games.view import SplitChoice, Splitting, View
from engine.outcome import Outcome, Reason, Seat
from engine.refusal import (
    EqualSplit,
    GameOver,
    MoveRefused,
    NotOnTheTable,
    NotThePart,
    OutOfRange,
    Unreadable,
    WhichNumber,
)

ONE, BOTH, LARGER = "one", "both", "larger"
# A move is the part that is kept, and while several numbers lie on the table also the number that
# is split: this many times it.
WHOLE = 1000


class Left(NamedTuple):
    """The numbers on the table, ascending, and the seat that has to split one of them."""

    numbers: tuple[int, ...]
    to_move: Seat

    @property
    def able(self) -> list[int]:
        """The numbers that have two unequal parts, so that they can be split."""
        return [number for number in self.numbers if number > 2]


def kept(keep: str, whole: int, part: int) -> tuple[int, ...]:
    """What stays of a number that is split into this part and the rest, ascending."""
    if keep == BOTH:
        return tuple(sorted((part, whole - part)))
    return (part,)


@lru_cache(maxsize=512)
def parts(keep: str, whole: int) -> range | tuple[int, ...]:
    """The parts that name a splitting of a number, ascending. There are 300 of them."""
    if keep == ONE:
        return tuple(part for part in range(1, whole) if part * 2 != whole)
    return range(whole // 2 + 1, whole)


def _sum(whole: int, part: int) -> str:
    return f"{max(part, whole - part)} + {min(part, whole - part)}"


@lru_cache(maxsize=4096)
def _choice(keep: str, move: int, whole: int, part: int) -> SplitChoice:
    """A choice, cached because each move shows nearly the same ones again, 490 at most."""
    return SplitChoice(move, _sum(whole, part), whole, kept(keep, whole, part))


@dataclass(frozen=True)
class Split(Game[Left]):
    """Split a number in two unequal parts and keep one of them, or both. A player who can't has
    lost. A move is named by the part that is kept, of both the larger."""

    key = "split"
    title = "Number Split Duel"
    pitch = "Split the number into two unequal parts and choose the one your opponent must split."
    summary = "Split numbers in two · quick"
    presets = (
        CLASSIC,
        Preset(
            "ranked",
            "Three drawn numbers of 5 to 12: split any one of them in two unequal parts and keep "
            "either.",
            {"board": DRAWN},
            minutes=2,
        ),
        Preset(
            "grundy",
            "Grundy's game: split a number in two unequal parts, and both stay. The first is drawn "
            "from 15 to 25.",
            {"keep": BOTH, "board": DRAWN},
        ),
    )

    TEXT = Text(settings="from {numbers}")

    numbers: tuple[int, ...] = list_option(
        "The numbers on the table, up to five.",
        each=range(3, 101),
        count=range(1, 6),
        drawn=range(15, 26),
        alone="size",
    )
    keep: str = choice_option(
        "What stays of a number that is split: one part, both, or the larger.",
        ONE,
        BOTH,
        LARGER,
        added=True,
    )
    board: str = choice_option(
        "Drawn: the host draws the numbers on the table.", PLAIN, DRAWN, added=True
    )

    @classmethod
    def drawn(cls, option: Option, settings: dict[str, Any], random: Random | None) -> Any:
        """Nothing yet, if the host draws a start later."""
        if settings.get("board") == DRAWN:
            return ()
        return super().drawn(option, settings, random)

    def __post_init__(self) -> None:
        if self.numbers == () and self.board == DRAWN:
            replace(self, numbers=(3,))  # checks the other options
        else:
            super().__post_init__()

    @property
    def draws_start(self) -> bool:
        return self.board == DRAWN

    @property
    def awaits_start(self) -> bool:
        return not self.numbers

    @property
    def start_options(self) -> frozenset[str]:
        return frozenset(("numbers",))

    def without_start(self) -> Self:
        return replace(self, numbers=()) if self.draws_start else self

    @property
    def variant(self) -> str | None:
        """Several numbers that players chose are no preset, but any single one is the classic."""
        return super().variant if self.draws_start or len(self.numbers) == 1 else None

    @property
    def has_table(self) -> bool:
        """Whether several numbers may lie on the table."""
        return self.keep == BOTH or len(self.numbers) != 1

    @property
    def rules(self) -> Rules:
        objective = (
            "Leave your opponent nothing that can be split."
            if self.has_table
            else "Leave your opponent a number that cannot be split."
        )
        return Rules(
            objective=objective,
            turn=f"{self._table} Who starts is drawn or agreed. On your turn you split "
            f"{'one number' if self.has_table else 'the number'} into two parts. {self._stays}",
            valid="Both parts are whole numbers of at least 1, they add up to the number, and they "
            "are not equal. If there is a split you must make one; there is no passing.",
            end="1 and 2 cannot be split into unequal parts. A player who finds nothing else on "
            "the table loses. There are no draws."
            if self.has_table
            else "1 and 2 cannot be split into unequal parts. A player who has to split one of "
            "them loses. There are no draws.",
            example=self._example,
        )

    @property
    def _table(self) -> str:
        if self.draws_start and self.keep == BOTH:
            return "The host draws a number from 15 to 25."
        if self.draws_start:
            return "Three numbers lie on the table, which the host draws from 5 to 12."
        if self.has_table and len(self.numbers) > 1:
            return f"On the table lie {', '.join(map(str, self.numbers))}."
        return (
            "There is one number on the table. Players agree on the first one, from 3 to 100, or "
            "have it drawn from 15 to 25."
        )

    @property
    def _stays(self) -> str:
        """What becomes of the two parts."""
        if self.keep == BOTH:
            return "Both stay on the table. You name a move by the larger part."
        if self.keep == LARGER:
            return "The larger part stays, and names your move; the smaller one is gone."
        if self.has_table:
            return "You keep one part on the table, which names your move; the other one is gone."
        return (
            "You discard one part and leave the other, and that is the number your opponent has "
            "to split. You name a move by the part you leave."
        )

    @property
    def _example(self) -> str:
        if self.keep == BOTH:
            return (
                "On the table is 7. Split it into 5 + 2, and your opponent has the 5 to split: "
                "into 4 + 1 or 3 + 2."
            )
        if self.keep == LARGER:
            return (
                "On the table is 7. You can leave 6, 5 or 4. Leave the 4, and only a 3 can follow."
            )
        if self.has_table:
            return (
                "On the table are 3 and 7. Split the 7 into 4 + 3 and keep the 3: whatever your "
                "opponent does with one 3, you do with the other."
            )
        return (
            "You have to split 7, which goes as 6 + 1, 5 + 2 and 4 + 3. Answer 2 to make it 5 + 2 "
            "and leave the 2. Your opponent can't split that, so you have won."
        )

    def start(self) -> Left:
        return Left(self.numbers, Seat.FIRST)

    def to_move(self, state: Left) -> Seat:
        return state.to_move

    def legal(self, state: Left) -> tuple[int, ...]:
        several = WHOLE if len(state.numbers) > 1 else 0
        return tuple(
            whole * several + part
            for whole in sorted(set(state.numbers))
            for part in parts(self.keep, whole)
        )

    def outcome(self, state: Left) -> Outcome | None:
        # Look-ahead asks this of each position, and a full table has hundreds of moves.
        if state.able:
            return None
        return Outcome(state.to_move.other, Reason.STUCK)

    def demand(self, state: Left) -> Demand:
        single = self.keep == ONE and len(state.numbers) == 1
        return Demand.SPLIT if single else Demand.SPLIT_ONE

    def play(self, state: Left, move: int) -> Left:
        whole, part = splitting(state, move)
        if whole not in state.numbers or part not in parts(self.keep, whole):
            raise self._refusal(state, move)
        if len(state.numbers) == 1:
            return Left(kept(self.keep, whole, part), state.to_move.other)
        left = list(state.numbers)
        left.remove(whole)
        left += kept(self.keep, whole, part)
        return Left(tuple(sorted(left)), state.to_move.other)

    def read(self, state: Left, text: str) -> int:
        """`16:6` is a move of any table. `6` is enough where only one number can be split."""
        demand, legal = self.demand(state), self.legal(state)
        whole, colon, part = text.strip().replace(".", ":").partition(":")
        if not colon:
            move = super().read(state, text)
            able = set(state.able)
            if len(state.numbers) == 1:
                return move
            if not 0 <= move < WHOLE:
                raise Unreadable(text[:READ], demand=demand, legal=legal)
            return able.pop() * WHOLE + move if len(able) == 1 else move
        # With one of its numbers missing it is no move, and is told as it was typed.
        split, keep = super().read(state, whole or text), super().read(state, part or text)
        if split not in state.numbers:
            raise NotOnTheTable(split, demand=demand, legal=legal)
        if not 0 <= keep < WHOLE:
            raise Unreadable(text[:READ], demand=demand, legal=legal)
        return keep if len(state.numbers) == 1 else split * WHOLE + keep

    def text(self, move: int) -> str:
        whole, part = divmod(move, WHOLE) if move > WHOLE else (0, move)
        return f"{whole}:{part}" if whole else str(part)

    def known_way(self, moves: tuple[int, ...]) -> bool:
        """The first move left 1 or 2, as it always can."""
        return self.keep == ONE and not self.has_table and len(moves) == 1

    def view(self, moves: tuple[int, ...], state: Left) -> View:
        legal = self.legal(state)
        splittings = tuple(self._splittings(moves))
        return View(
            to_move=state.to_move if legal else None,
            demand=self.demand(state),
            choices=tuple(_choice(self.keep, move, *splitting(state, move)) for move in legal),
            last=moves[-1] if moves else None,
            outcome=self.outcome(state),
            trail=() if self.has_table else (*self.numbers, *moves),
            table=state.numbers if self.has_table else (),
            splittings=splittings,
        )

    def _splittings(self, moves: tuple[int, ...]) -> Iterator[Splitting]:
        state = self.start()
        for move in moves:
            whole, part = splitting(state, move)
            larger = max(part, whole - part)
            yield Splitting(whole, (larger, whole - larger), kept(self.keep, whole, part))
            state = self.play(state, move)

    def _refusal(self, state: Left, move: int) -> MoveRefused | GameOver:
        legal, demand = self.legal(state), self.demand(state)
        if not legal:
            return GameOver(state.to_move.other)
        whole, part = splitting(state, move)
        if not whole:
            return WhichNumber(part, demand=demand, legal=legal)
        if whole <= 2 or whole not in state.numbers:
            return NotOnTheTable(whole, demand=demand, legal=legal)
        if part * 2 == whole:
            return EqualSplit(part, whole, demand=demand, legal=legal)
        if 0 < part < whole:
            return NotThePart(part, whole, demand=demand, legal=legal)
        return OutOfRange(part, 1, whole - 1, demand=demand, legal=legal)


def splitting(state: Left, move: int) -> tuple[int, int]:
    """The number that a move splits, and the part that names it."""
    if len(state.numbers) == 1:
        return state.numbers[0], move
    return divmod(move, WHOLE)
