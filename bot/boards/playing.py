"""The board of a duel that is being played: words first, then the picture, then the buttons."""

from dataclasses import dataclass

from bot.boards.grid import MOST, grid
from bot.boards.moves import done, label
from bot.boards.outcome import first_leg
from bot.delivery.message import (
    PER_ROW,
    PER_SELECT,
    Button,
    Choice,
    Look,
    Message,
    Row,
    Select,
    in_rows,
)
from bot.interactions import custom_id
from bot.text.demands import asked
from bot.text.english import Words
from bot.text.format import mention, moment, parity, ranges
from bot.text.game_texts import settings_of, title_of
from engine.duel import Playing
from engine.games.view import View
from engine.outcome import Seat
from storage.match import Match

# As many moves as have a button each; the last row belongs to Rules and Resign.
BUTTONS = 4 * PER_ROW


def playing(match: Match, duel: Playing, words: Words) -> Message:
    sight = _Sight(match, duel, duel.record.view, words)
    parts = [sight.headline(), grid(sight.view, words), *sight.facts(), sight.footer()]
    return Message(
        "\n".join(filter(None, parts)),
        (*sight.moves(), sight.other_buttons()),
        ping=duel.waiting_for,
    )


def _title(duel: Playing, words: Words) -> str:
    game = duel.terms.game
    title = title_of(game, words)
    if not game.is_usual:
        title = words.TITLE_WITH_SETTINGS.format(title=title, settings=settings_of(game, words))
    if duel.terms.legs == 1:
        return title
    return words.LEG.format(title=title, leg=words.LEGS[duel.earlier is not None])


@dataclass(frozen=True)
class _Sight:
    """A duel as it looks now. The view is worked out once: much of a board's time goes there."""

    match: Match
    duel: Playing
    view: View
    words: Words

    def headline(self) -> str:
        duel, words = self.duel, self.words
        if duel.ply:
            news = done(duel, duel.ply, words)
        else:
            news = words.ACCEPTED.format(opponent=mention(duel.terms.opponent, words))
        if duel.earlier and not duel.record.ply:
            news = f"{news} {first_leg(duel.earlier, duel.seats[::-1], words)}"
        turn = words.YOUR_MOVE.format(
            player=mention(duel.waiting_for, words),
            asked=f"{asked(duel.terms.game, self.view, words)}.",
        )
        return f"{news} {turn}"

    def facts(self) -> list[str]:
        """Facts that the rules let players know and the picture doesn't show."""
        view, words = self.view, self.words
        if view.rows:
            first, second = (mention(self.duel.seats[seat], words) for seat in Seat)
            fact = words.SEATED.format(first=first, second=second)
        elif view.trail:
            splits = [each.how for each in view.choices if each.move * 2 < view.trail[-1]]
            fact = words.SPLITS.format(last=view.trail[-1], splits=", ".join(splits))
        elif self._is_large():
            gone = [cell.number for cell in view.cells if cell.taken_by is not None]
            fact = words.GONE.format(numbers=ranges(gone)) if gone else words.NOTHING_GONE
        else:
            return []
        return [words.SMALL.format(line=fact)]

    def footer(self) -> str:
        """Which duel this is, how long it waits, and what the signs in the picture mean."""
        view, words = self.view, self.words
        parts = [
            words.FOOTER.format(
                title=_title(self.duel, words),
                number=self.match.id,
                move=self.duel.ply + 1,
                deadline=moment(self.duel.deadline),
            )
        ]
        if view.rows:
            parts.append(words.GOAL)
        elif view.trail:
            parts.append(words.PART_BUTTONS if self._has_buttons() else words.PART_LIST)
        elif view.last is not None:
            parts.append(words.LAST_TAKEN.format(last=view.last, parity=parity(view.last, words)))
        if view.cells and not view.rows and not self._is_large():
            parts.append(words.LEGEND)
        return words.SMALL.format(line=" · ".join(parts))

    def moves(self) -> tuple[Row, ...]:
        """A button for each move, or lists where there are too many."""
        choices, ply = self.view.choices, self.duel.ply
        if self._has_buttons():
            return in_rows(
                tuple(
                    Button(str(each.move), custom_id.Move(self.match.id, ply, str(each.move)))
                    for each in choices
                )
            )
        return tuple(self._list(at) for at in range(0, len(choices), PER_SELECT))

    def other_buttons(self) -> tuple[Button, ...]:
        words, number = self.words, self.match.id
        rules = Button(words.RULES_BUTTON, custom_id.DuelRules(number))
        resign = Button(words.RESIGN, custom_id.Resign(number), Look.STOP)
        if self._is_large():
            return (Button(words.SHOW_BOARD, custom_id.LargeBoard(number)), rules, resign)
        return (rules, resign)

    def _list(self, at: int) -> Select:
        view, words = self.view, self.words
        some = view.choices[at : at + PER_SELECT]
        placeholder = words.CHOOSE_RANGE.format(
            placeholder=words.CHOOSE_PART if view.trail else words.CHOOSE_NUMBER,
            least=some[0].move,
            most=some[-1].move,
        )
        choices = tuple(Choice(str(each.move), label(each, view, words)) for each in some)
        return Select(
            custom_id.ChooseMove(self.match.id, self.duel.ply, at + 1), placeholder, choices
        )

    def _has_buttons(self) -> bool:
        return len(self.view.choices) <= BUTTONS

    def _is_large(self) -> bool:
        return len(self.view.cells) > MOST
