"""What can be pressed to make a move: a button for each, or lists where there are too many."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from bot.boards.move_labels import label
from bot.delivery.message import (
    PER_ROW,
    PER_SELECT,
    ROWS,
    Button,
    Choice,
    Message,
    Row,
    Select,
    in_rows,
)
from bot.interactions import custom_id
from bot.text.english import Words
from engine.demand import Demand
from engine.duel import Playing
from engine.games.view import Choice as Move
from engine.games.view import RowChoice, SplitChoice
from engine.record import Record
from storage.ids import DuelId

# As many lists as there is room for: the last row belongs to [⋯].
LISTS = ROWS - 1


class Verbs(NamedTuple):
    """What the buttons and selects of a kind of board mean. Each begins with the number of what is
    on the board, and how far that was when the board was shown."""

    move: Callable[[Any, int, str], custom_id.CustomId]
    choose_move: Callable[[Any, int, int], custom_id.CustomId]
    choose_whole: Callable[[Any, int, int], custom_id.CustomId]
    choose_part: Callable[[Any, int, int], custom_id.CustomId]


OF_DUELS = Verbs(custom_id.Move, custom_id.ChooseMove, custom_id.ChooseWhole, custom_id.ChoosePart)


def moves_of_duel(number: DuelId, duel: Playing, words: Words) -> "Moves":
    """The moves of a duel that can be made now."""
    return Moves(OF_DUELS, number, duel.ply, duel.record, words)


@dataclass(frozen=True)
class Moves:
    """The moves that can be made in a position."""

    verbs: Verbs
    number: int
    # How far the duel or the attempt is: after how many moves or decisions.
    at: int
    record: Record
    words: Words

    def rows(self, *more: Button) -> tuple[Row, ...]:
        """Everything to press under a board: the moves, and these buttons after them."""
        if len(self._choices) + len(more) <= ROWS * PER_ROW:
            return self._buttons(more)
        lists = self._lists(self._choices)
        rows = lists if len(lists) <= LISTS else self._first_steps()
        return (*rows, more) if more else (*rows,)

    def parts_of(self, whole: int) -> Message | None:
        """The ways to split one of the numbers on the table, if there are any."""
        splits = [each for each in self._splits if each.whole == whole]
        if not splits:
            return None
        both = len(splits[0].kept) == 2
        text = self.words.WHICH_PARTS if both else self.words.WHICH_PART
        return Message(text.format(whole=whole), tuple(self._lists(splits, in_private=True)))

    @property
    def _choices(self) -> tuple[Move, ...]:
        return self.record.view.choices

    @property
    def _splits(self) -> list[SplitChoice]:
        return [each for each in self._choices if isinstance(each, SplitChoice)]

    def _text(self, move: Move) -> str:
        return self.record.game.text(move.move)

    def _is_own(self, move: RowChoice) -> bool:
        return move.row is self.record.to_move

    def _buttons(self, more: tuple[Button, ...]) -> tuple[Row, ...]:
        """Where numbers go into two rows, each has its own buttons, if there is room for that."""
        buttons = []
        for move in self._choices:
            text = self._text(move)
            buttons.append(Button(text, self.verbs.move(self.number, self.at, text)))
        if self.record.view.demand == Demand.PUT:
            own = sum(isinstance(each, RowChoice) and self._is_own(each) for each in self._choices)
            apart = (*in_rows(tuple(buttons[:own])), *in_rows((*buttons[own:], *more)))
            if len(apart) <= ROWS:
                return apart
        apart = (*in_rows(tuple(buttons)), more)
        return apart if len(more) > 1 and len(apart) <= ROWS else in_rows((*buttons, *more))

    def _lists(
        self, moves: tuple[Move, ...] | list[SplitChoice], *, in_private: bool = False
    ) -> list[Select]:
        """Lists of moves that belong together, each as long as a list may be."""
        verb = self.verbs.choose_part if in_private else self.verbs.choose_move
        words, lists, start = self.words, list[Select](), 1
        for placeholder, group in groupby(moves, self._placeholder):
            together = [*group]
            for at in range(0, len(together), PER_SELECT):
                some = together[at : at + PER_SELECT]
                choices = tuple(
                    Choice(self._text(each), label(each, self.record, words)) for each in some
                )
                shown = placeholder
                if len(together) > PER_SELECT or placeholder in self._plain:
                    text = words.CHOOSE_RANGE if len(some) > 1 else words.CHOOSE_ONLY
                    least, most = self._short(some[0]), self._short(some[-1])
                    shown = text.format(placeholder=placeholder, least=least, most=most)
                press = verb(self.number, self.at, start)
                lists.append(Select(press, shown, choices))
                start += len(some)
        return lists

    def _first_steps(self) -> list[Select]:
        """Lists of the numbers that can be split. The parts are asked for privately."""
        counted = [
            (whole, len([*same])) for whole, same in groupby(self._splits, lambda move: move.whole)
        ]
        lists = []
        for at in range(0, len(counted), PER_SELECT):
            choices = tuple(
                Choice(
                    str(whole), self.words.WHOLE_LABEL[count != 1].format(whole=whole, count=count)
                )
                for whole, count in counted[at : at + PER_SELECT]
            )
            press = self.verbs.choose_whole(self.number, self.at, at + 1)
            lists.append(Select(press, self.words.CHOOSE_WHOLE, choices))
        return lists

    @property
    def _plain(self) -> tuple[str, str]:
        return self.words.CHOOSE_NUMBER, self.words.CHOOSE_PART

    def _placeholder(self, move: Move) -> str:
        if isinstance(move, RowChoice):
            words = self.words
            return words.CHOOSE_OWN_ROW if self._is_own(move) else words.CHOOSE_OTHER_ROW
        if isinstance(move, SplitChoice) and self.record.view.table:
            return self.words.CHOOSE_PART_OF.format(whole=move.whole)
        is_split = isinstance(move, SplitChoice)
        return self.words.CHOOSE_PART if is_split else self.words.CHOOSE_NUMBER

    def _short(self, move: Move) -> str:
        """A move in a list whose placeholder says the rest."""
        if isinstance(move, SplitChoice):
            return str(max(move.kept) if len(move.kept) == 2 else move.kept[0])
        return self._text(move)
