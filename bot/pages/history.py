"""Finished duels of a player, the last one first."""

from bot.boards.links import link
from bot.boards.spans import moment
from bot.message import Button, Message
from bot.press import Verb, press
from bot.words import Words, mention, title_of
from engine.duel import Finished
from engine.ids import PlayerId
from storage.match import Match

PAGE = 10


def history(
    matches: tuple[Match, ...], player: PlayerId, opponent: PlayerId | None, words: Words
) -> Message:
    """One more than a page says that there is another."""
    title = words.HISTORY_AGAINST if opponent else words.HISTORY_TITLE
    people = {
        "player": mention(player, words),
        "opponent": mention(opponent, words) if opponent else "",
    }
    lines = [title.format(**people)]
    lines += [
        _line(match, match.duel, player, words)
        for match in matches[:PAGE]
        if isinstance(match.duel, Finished)
    ]
    if not matches:
        lines.append(words.HISTORY_EMPTY)
    text = "\n".join(lines)
    if len(matches) <= PAGE:
        return Message(text)
    older = press(Verb.HISTORY, player, opponent or 0, matches[PAGE - 1].id)
    return Message(text, ((Button(words.OLDER, older),),))


def results(matches: tuple[Match, ...], player: PlayerId, words: Words) -> tuple[str, ...]:
    """In a word each."""
    return tuple(
        words.RESULTS[_result(match.duel, player)]
        for match in matches
        if isinstance(match.duel, Finished)
    )


def _result(duel: Finished, player: PlayerId) -> str:
    if duel.winner is None or duel.void:
        return "none"
    return "won" if duel.seats[duel.winner] == player else "lost"


def _line(match: Match, duel: Finished, player: PlayerId, words: Words) -> str:
    opponent = next(each for each in duel.seats if each != player)
    ply = duel.record.ply
    line = words.HISTORY_LINE if ply else words.HISTORY_UNPLAYED
    return line.format(
        link=link(match, words),
        title=title_of(duel.terms.game, words),
        result=words.RESULTS[_result(duel, player)],
        opponent=mention(opponent, words),
        moves=words.MOVES_COUNT[ply != 1].format(count=ply),
        when=moment(duel.at),
    )
