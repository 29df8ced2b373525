"""The post about the puzzle of the day: the position, a button that opens it for a player alone,
and yesterday's results, in which nobody's mistake is told."""

from dataclasses import replace

from bot.delivery.message import Button, File, Look, Message
from bot.features.puzzle.view import Shown, puzzle_board, squares_text
from bot.interactions.custom_id import ShowDaily
from bot.text.english import Words
from bot.text.format import listing, mention
from engine.puzzles.attempt import Attempt
from storage.puzzles import Daily, DailyResults

# How many players are named.
NAMED = 10


def daily_post(
    daily: Daily,
    yesterday: DailyResults,
    picture: File | None,
    words: Words,
    *,
    is_last: bool = False,
) -> Message:
    """`is_last` says that no other follows until somebody has tried the puzzle."""
    attempt = Attempt(daily.stored.puzzle)
    board = puzzle_board(Shown(daily.number, attempt, daily, picture=picture), words)
    parts = [board.content, *_results(yesterday, words)]
    if is_last:
        parts.append(words.SMALL.format(line=words.DAILY_PAUSE))
    solve = Button(words.SOLVE_DAILY, ShowDaily(), Look.GO)
    return replace(board, content="\n".join(parts), rows=((solve,),))


def _results(yesterday: DailyResults, words: Words) -> list[str]:
    """How the server did, and who made no mistake. If nobody has tried, that is left unsaid."""
    if not yesterday.tried:
        return []
    text = words.DAILY_YESTERDAY if yesterday.solved else words.DAILY_YESTERDAY_UNSOLVED
    told = [text.format(tried=yesterday.tried, solved=yesterday.solved)]
    if yesterday.best:
        told.append(words.DAILY_FAULTLESS.format(players=_faultless(yesterday, words)))
    return [" ".join(told)]


def _faultless(yesterday: DailyResults, words: Words) -> str:
    """Name players with their squares, and count those for whom there is no room."""
    names = [
        words.DAILY_FAULTLESS_PLAYER.format(
            player=mention(each.player, words), squares=squares_text(each.squares, words)
        )
        for each in yesterday.best[:NAMED]
    ]
    more = yesterday.faultless - len(names)
    if not more:
        return listing(names, None, words, last=words.AND)
    return f"{', '.join(names)} {words.MORE_ITEMS.format(count=more)}"
