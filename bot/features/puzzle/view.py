"""A puzzle as its player sees it: the position, what became of each decision, and the result."""

from dataclasses import dataclass

from bot.boards.grid import gone, grid
from bot.boards.legend import hints
from bot.boards.move_rows import Moves, Verbs
from bot.boards.players_and_moves import players, so_far
from bot.cards.content import Names
from bot.delivery.message import Button, File, Look, Message, Row
from bot.interactions import custom_id
from bot.text.demands import asked
from bot.text.english import Words
from bot.text.format import listing, mention, signed
from bot.text.game_texts import title_with_settings
from bot.text.move_names import literal
from engine.ids import PlayerId
from engine.outcome import Seat
from engine.puzzles.attempt import Attempt
from engine.puzzles.daily import weekday_of
from storage.ids import PuzzleId
from storage.match import Gain
from storage.puzzles import Daily

# As many characters of the moves so far as are told.
MOVES_LENGTH = 40
OF_PUZZLES = Verbs(
    custom_id.PuzzleMove,
    custom_id.ChoosePuzzleMove,
    custom_id.ChoosePuzzleWhole,
    custom_id.ChoosePuzzlePart,
)


@dataclass(frozen=True)
class Shown:
    """An attempt, and what is told along with it. Without a daily it is a puzzle of the pool."""

    number: PuzzleId
    attempt: Attempt
    daily: Daily | None = None
    gain: Gain | None = None
    streak: int = 0
    picture: File | None = None
    can_share: bool = True


def puzzle_board(shown: Shown, words: Words) -> Message:
    attempt = shown.attempt
    small = (words.SMALL.format(line=line) for line in _small_lines(shown, words))
    parts = [
        _title(shown, words),
        _news(attempt, words),
        _solution(attempt, words) if attempt.over else _asked(attempt, words),
        grid(attempt.record.view, words),
        *small,
        *(_result(shown, words) if attempt.over else ()),
    ]
    files = (shown.picture,) if shown.picture else ()
    return Message("\n".join(filter(None, parts)), _rows(shown, words), files=files)


def none_ready(words: Words) -> Message:
    return Message(words.PUZZLE_NONE, ((Button(words.NEXT_PUZZLE, custom_id.NextPuzzle()),),))


def moves_of(number: PuzzleId, attempt: Attempt, words: Words) -> Moves:
    """The moves that can be chosen now."""
    return Moves(OF_PUZZLES, number, len(attempt.decisions), attempt.record, words)


def names_by_seat(attempt: Attempt, words: Words) -> tuple[Names, Names]:
    """The player's seat is the one that is to move in the puzzle."""
    you, other = words.PUZZLE_PLAYERS
    return ((you,), (other,)) if _seat(attempt) is Seat.FIRST else ((other,), (you,))


def share_line(daily: Daily, squares: tuple[bool, ...], streak: int, words: Words) -> str:
    """A result that tells nobody the solution."""
    shown = squares_text(squares, words)
    return words.PUZZLE_SHARE.format(nth=daily.nth, squares=shown, streak=streak)


def shared(player: PlayerId, line: str, words: Words) -> Message:
    return Message(words.PUZZLE_SHARED.format(player=mention(player, words), line=line))


def _seat(attempt: Attempt) -> Seat:
    return attempt.puzzle.record.to_move


def squares_text(squares: tuple[bool, ...], words: Words) -> str:
    return "".join(words.PUZZLE_SQUARES[each] for each in squares)


def _title(shown: Shown, words: Words) -> str:
    puzzle, daily = shown.attempt.puzzle, shown.daily
    facts = {
        "hardness": words.PUZZLE_HARDNESS[puzzle.hardness],
        "title": title_with_settings(puzzle.game, words),
    }
    if daily is None:
        return words.PUZZLE_TITLE.format(**facts)
    weekday = words.WEEKDAYS[weekday_of(daily.day)]
    return words.PUZZLE_DAILY.format(nth=daily.nth, weekday=weekday, **facts)


def _asked(attempt: Attempt, words: Words) -> str:
    record = attempt.record
    return words.PUZZLE_ASKED.format(asked=asked(record.game, record.view, words))


def _news(attempt: Attempt, words: Words) -> str:
    """What became of the last decision."""
    if not attempt.decisions:
        return ""
    decision, said = attempt.decisions[-1], attempt.puzzle.game.text
    squares = squares_text(attempt.squares, words)
    chosen = literal(said(decision.chosen))
    if decision.right:
        news = words.PUZZLE_RIGHT.format(squares=squares, move=chosen)
        rest = decision.moves[1:]
    else:
        first = len(attempt.decisions) == 1
        winning = attempt.puzzle.winning if first else decision.moves[:1]
        better = listing((f"**{literal(said(move))}**" for move in winning), words=words)
        news = words.PUZZLE_WRONG.format(squares=squares, move=chosen, better=better)
        rest = decision.moves
    if attempt.over or not rest:
        return news
    moves = " ".join(literal(said(move)) for move in rest)
    return f"{news} {words.PUZZLE_GOES_ON.format(moves=moves)}"


def _solution(attempt: Attempt, words: Words) -> str:
    """All moves since the puzzle began: the player's were right, or made right."""
    moves = attempt.record.moves[attempt.puzzle.record.ply :]
    told = " ".join(literal(attempt.puzzle.game.text(move)) for move in moves)
    return words.PUZZLE_SOLUTION[attempt.record.outcome is not None].format(moves=told)


def _small_lines(shown: Shown, words: Words) -> list[str]:
    record = shown.attempt.record
    taken = [] if shown.picture else gone(record.view, words)
    is_new = not shown.attempt.decisions
    legend = [] if shown.attempt.over else hints(record, words, is_new=is_new)
    (one,), (other,) = names_by_seat(shown.attempt, words)
    facts = players((one, other), words)
    if not (record.view.rows or record.view.trail):
        facts = " · ".join(filter(None, (facts, so_far(record, words, MOVES_LENGTH))))
    once = [words.PUZZLE_ONE_TRY] if is_new else []
    return [*taken, *legend, facts, *once]


def _result(shown: Shown, words: Words) -> list[str]:
    """What the player has won by it."""
    attempt = shown.attempt
    flawless = all(attempt.squares)
    told = [
        words.PUZZLE_SOLVED_AT_FIRST
        if attempt.solved and not flawless
        else words.PUZZLE_RESULT[attempt.solved]
    ]
    if gain := shown.gain:
        before, after = round(gain.rating - gain.gain), round(gain.rating)
        change = signed(after - before)
        told.append(words.PUZZLE_RATING.format(before=before, after=after, change=change))
    if shown.daily is None:
        return [" ".join(told)]
    line = share_line(shown.daily, attempt.squares, shown.streak, words)
    return [" ".join(told), f"```\n{line}\n```"]


def _rows(shown: Shown, words: Words) -> tuple[Row, ...]:
    if not shown.attempt.over:
        return moves_of(shown.number, shown.attempt, words).rows()
    buttons = [Button(words.NEXT_PUZZLE, custom_id.NextPuzzle(), Look.GO)]
    if shown.daily and shown.can_share:
        buttons.append(Button(words.SHARE, custom_id.ShareDaily(shown.number)))
    return (tuple(buttons),)
