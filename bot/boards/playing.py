"""The board of a duel that is being played: words first, then the picture, then the buttons."""

from bot.boards.grid import MOST, grid
from bot.boards.moves import asked, done, label
from bot.boards.spans import moment
from bot.message import PER_ROW, PER_SELECT, Button, Choice, Look, Message, Row, Select, in_rows
from bot.press import Verb, press
from bot.words import Words, mention, parity, ranges
from engine.duel import Playing
from engine.games.view import View
from engine.outcome import Seat
from storage.match import Match

# As many moves as have a button each; the last row belongs to Rules and Resign.
BUTTONS = 4 * PER_ROW


def playing(match: Match, duel: Playing, words: Words) -> Message:
    view = duel.record.view
    turn = words.YOUR_MOVE.format(player=mention(duel.waiting_for, words), asked=asked(view, words))
    parts = [f"{_announced(duel, words)} {turn}", grid(view, words), *_small(match, duel, words)]
    return Message(
        "\n".join(filter(None, parts)),
        (*_moves(match, duel, words), _others(match, view, words)),
        ping=duel.waiting_for,
    )


def _announced(duel: Playing, words: Words) -> str:
    if duel.record.ply:
        return done(duel, duel.record.ply, words)
    return words.ACCEPTED.format(opponent=mention(duel.terms.opponent, words))


def _small(match: Match, duel: Playing, words: Words) -> list[str]:
    view = duel.record.view
    footer = [
        words.FOOTER.format(
            title=duel.terms.game.title,
            number=match.id,
            move=duel.record.ply + 1,
            deadline=moment(duel.deadline),
        )
    ]
    lines = []
    if view.rows:
        seated = [mention(duel.seats[seat], words) for seat in Seat]
        lines.append(words.SEATED.format(first=seated[0], second=seated[1]))
        footer.append(words.GOAL)
    elif view.trail:
        splits = [each.how for each in view.choices if each.move * 2 < view.trail[-1]]
        lines.append(words.SPLITS.format(last=view.trail[-1], splits=", ".join(splits)))
        footer.append(words.PART_BUTTONS)
    else:
        if len(view.cells) > MOST:
            lines.append(_gone(view, words))
        if view.last is not None:
            last = words.LAST_TAKEN.format(last=view.last, parity=parity(view.last, words))
            footer.append(last)
        if len(view.cells) <= MOST:
            footer.append(words.LEGEND)
    return [words.SMALL.format(line=line) for line in (*lines, " · ".join(footer))]


def _gone(view: View, words: Words) -> str:
    gone = [cell.number for cell in view.cells if cell.taken_by is not None]
    return words.GONE.format(numbers=ranges(gone)) if gone else words.NOTHING_GONE


def _moves(match: Match, duel: Playing, words: Words) -> tuple[Row, ...]:
    view, ply = duel.record.view, duel.record.ply
    if len(view.choices) <= BUTTONS:
        return in_rows(
            tuple(
                Button(str(each.move), press(Verb.MOVE, match.id, ply, each.move))
                for each in view.choices
            )
        )
    return tuple(_select(match, duel, at, words) for at in range(0, len(view.choices), PER_SELECT))


def _select(match: Match, duel: Playing, at: int, words: Words) -> Select:
    view = duel.record.view
    some = view.choices[at : at + PER_SELECT]
    return Select(
        press(Verb.CHOOSE, match.id, duel.record.ply, at),
        words.CHOOSE_RANGE.format(
            placeholder=words.CHOOSE_PART if view.trail else words.CHOOSE_NUMBER,
            least=some[0].move,
            most=some[-1].move,
        ),
        tuple(Choice(str(each.move), label(each, view, words)) for each in some),
    )


def _others(match: Match, view: View, words: Words) -> tuple[Button, ...]:
    rules = Button(words.RULES_BUTTON, press(Verb.RULES, match.id))
    resign = Button(words.RESIGN, press(Verb.RESIGN, match.id), Look.STOP)
    if len(view.cells) > MOST:
        return (Button(words.SHOW_BOARD, press(Verb.BOARD, match.id)), rules, resign)
    return (rules, resign)
