"""The board of a duel that is being played: words first, then the picture, then the buttons."""

from dataclasses import dataclass

from bot.boards.grid import gone, grid
from bot.boards.legend import hints
from bot.boards.move_rows import moves_of_duel
from bot.boards.moves import done, told_with
from bot.boards.outcome import first_leg, over_by
from bot.boards.players_and_moves import players, so_far
from bot.delivery.message import Button, File, Message, Row
from bot.interactions import custom_id
from bot.text.demands import asked
from bot.text.english import Words
from bot.text.format import mention, moment
from bot.text.game_texts import title_with_settings
from engine.duel import Playing
from engine.games.view import View
from storage.match import Match

# As many characters of the moves so far as are told.
MOVES_LENGTH = 40


def playing(match: Match, duel: Playing, words: Words, picture: File | None = None) -> Message:
    shown = _PlayingBoard(match, duel, duel.record.view, words, picture)
    small = (words.SMALL.format(line=line) for line in shown.small_lines())
    return Message(
        "\n".join(filter(None, (shown.headline(), grid(shown.view, words), *small))),
        shown.rows(),
        ping=None if duel.terms.level else duel.waiting_for,
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
        if duel.terms.level:
            news = self._news_of_practice()
        elif duel.ply:
            news = done(duel, duel.ply, words)
        else:
            news = words.ACCEPTED.format(opponent=mention(duel.terms.opponent, words))
        if duel.earlier and not duel.record.ply:
            news = f"{news} {first_leg(duel.earlier, duel.seats[::-1], words)}"
        if not duel.record.ply and (moves := duel.record.game.hosts_moves):
            opening = ", ".join(map(duel.record.game.text, moves))
            news = f"{news} {words.OPENS.format(moves=opening)}"
        turn = words.YOUR_MOVE.format(
            player=mention(duel.waiting_for, words),
            asked=f"{asked(duel.terms.game, self.view, words)}.",
        )
        return f"{news} {turn}"

    def _news_of_practice(self) -> str:
        """The moves since the player was last asked: their own, and the bot's after it."""
        duel, words = self.duel, self.words
        if duel.ply == duel.terms.played_from:
            return words.BOT_ACCEPTED.format(player=mention(duel.terms.challenger, words))
        return " ".join(done(duel, nth, words) for nth in told_with(duel, duel.ply))

    def small_lines(self) -> list[str]:
        """The facts that neither the headline nor the picture tells."""
        taken = [] if self.picture else gone(self.view, self.words)
        legend = hints(self.duel.record, self.words, is_new=self._is_new())
        facts = filter(None, (self._players(), self._first_game(), self._moves()))
        return [*taken, *legend, " · ".join(facts), *self._provisional(), self._footer()]

    def rows(self) -> tuple[Row, ...]:
        """A button for each move, or lists where there are too many. [⋯] is the last one, and the
        one before it asks the bot for a hint in a duel with it."""
        number, words = self.match.id, self.words
        more = Button(words.MORE_BUTTON, custom_id.More(number))
        moves = moves_of_duel(number, self.duel, words)
        if self.duel.terms.level is None:
            return moves.rows(more)
        hint = Button(words.HINT_BUTTON, custom_id.AskHint(number, self.duel.ply))
        return moves.rows(hint, more)

    def _is_new(self) -> bool:
        """Whether marks are explained: each player sees that once."""
        return self.duel.ply - self.duel.terms.played_from < len(self.duel.seats)

    def _players(self) -> str:
        one, other = (mention(each, self.words) for each in self.duel.seats)
        return players((one, other), self.words, self.match.ratings_by_seat)

    def _provisional(self) -> list[str]:
        """What the mark at a provisional rating means."""
        is_marked = any(each and each.provisional for each in self.match.ratings)
        return [self.words.LEADERBOARD_PROVISIONAL_NOTE] if is_marked and self._is_new() else []

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
        if view.rows or view.trail:
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
    title = title_with_settings(duel.terms.game, words)
    if duel.terms.level:
        title = words.AGAINST.format(title=title, level=words.LEVELS[duel.terms.level])
    if duel.terms.legs == 1:
        return title
    return words.LEG.format(title=title, leg=words.LEGS[duel.earlier is not None])
