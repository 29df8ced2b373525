"""The board of a duel that is being played: words first, then the picture, then the buttons."""

from dataclasses import dataclass

from bot.boards.grid import gone, grid, is_large
from bot.boards.moves import done, label
from bot.boards.outcome import first_leg, over_by
from bot.boards.players_and_moves import players, so_far
from bot.delivery.message import (
    PER_ROW,
    PER_SELECT,
    ROWS,
    Button,
    Choice,
    File,
    Message,
    Row,
    Select,
    in_rows,
)
from bot.interactions import custom_id
from bot.text.demands import asked
from bot.text.english import Words
from bot.text.format import mention, moment
from bot.text.game_texts import settings_of, title_of
from engine.demand import Demand
from engine.duel import Playing
from engine.games.view import View
from storage.match import Match

# As many moves as have a button each; the last place belongs to [⋯].
BUTTONS = ROWS * PER_ROW - 1
# As many characters of the moves so far as are told.
MOVES_LENGTH = 40


def playing(match: Match, duel: Playing, words: Words, picture: File | None = None) -> Message:
    shown = _PlayingBoard(match, duel, duel.record.view, words, picture)
    small = (words.SMALL.format(line=line) for line in shown.small_lines())
    return Message(
        "\n".join(filter(None, (shown.headline(), grid(shown.view, words), *small))),
        shown.rows(),
        ping=duel.waiting_for,
        files=(picture,) if picture else (),
    )


@dataclass(frozen=True)
class _PlayingBoard:
    """A duel as it looks now. The view is worked out once: much of a board's time goes there."""

    match: Match
    duel: Playing
    view: View
    words: Words
    picture: File | None

    def headline(self) -> str:
        """Tell the news and whose turn it is. A notification shows this, and a screen reader
        reads it."""
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

    def small_lines(self) -> list[str]:
        """The facts that neither the headline nor the picture tells."""
        taken = [] if self.picture else gone(self.view, self.words)
        hints = [*taken, *self._hints()]
        facts = filter(None, (self._players(), self._first_game(), self._moves()))
        return [*hints, " · ".join(facts), self._footer()]

    def rows(self) -> tuple[Row, ...]:
        """A button for each move, or lists where there are too many, and [⋯] as the last one."""
        duel, ply, choices = self.duel, self.duel.ply, self.view.choices
        more = Button(self.words.MORE_BUTTON, custom_id.More(self.match.id))
        if len(choices) > BUTTONS:
            lists = (self._list(at) for at in range(0, len(choices), PER_SELECT))
            return (*lists, (more,))
        texts = (duel.record.game.text(each.move) for each in choices)
        moves = (Button(text, custom_id.Move(self.match.id, ply, text)) for text in texts)
        return in_rows((*moves, more))

    def _list(self, at: int) -> Select:
        duel, words, text = self.duel, self.words, self.duel.record.game.text
        some = self.view.choices[at : at + PER_SELECT]
        splits = self.view.demand == Demand.SPLIT
        placeholder = words.CHOOSE_RANGE.format(
            placeholder=words.CHOOSE_PART if splits else words.CHOOSE_NUMBER,
            least=text(some[0].move),
            most=text(some[-1].move),
        )
        choices = tuple(Choice(text(each.move), label(each, duel.record, words)) for each in some)
        return Select(custom_id.ChooseMove(self.match.id, duel.ply, at + 1), placeholder, choices)

    def _hints(self) -> list[str]:
        view, words = self.view, self.words
        if hint := words.HINTS.get(self.duel.terms.game.key):
            return [hint]
        # Each player sees the legend once.
        is_new = self.duel.ply < len(self.duel.seats)
        has_grid = view.cells and not (view.rows or view.trail or is_large(view))
        return [words.LEGEND] if is_new and has_grid else []

    def _players(self) -> str:
        one, other = (mention(each, self.words) for each in self.duel.seats)
        return players((one, other), self.words, self.match.ratings_by_seat)

    def _first_game(self) -> str:
        earlier, words = self.duel.earlier, self.words
        if earlier is None:
            return ""
        # The other one sat there then.
        winner = self.duel.seats[over_by(earlier).winner.other]
        return words.FIRST_GAME_WON.format(winner=mention(winner, words))

    def _moves(self) -> str:
        """The moves of this game, unless the picture has them; only the last ones if there are
        many."""
        view, record = self.view, self.duel.record
        if view.rows or view.trail or not record.moves:
            return ""
        return so_far(record, self.words, MOVES_LENGTH)

    def _footer(self) -> str:
        """Which duel this is, and how long it waits."""
        return self.words.FOOTER.format(
            title=_title(self.duel, self.words),
            number=self.match.id,
            move=self.duel.ply + 1,
            deadline=moment(self.duel.deadline),
        )


def _title(duel: Playing, words: Words) -> str:
    game = duel.terms.game
    title = title_of(game, words)
    if not game.is_usual:
        title = words.TITLE_WITH_SETTINGS.format(title=title, settings=settings_of(game, words))
    if duel.terms.legs == 1:
        return title
    return words.LEG.format(title=title, leg=words.LEGS[duel.earlier is not None])
