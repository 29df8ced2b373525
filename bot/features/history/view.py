"""Finished duels of a player, the last one first."""

from bot.boards.links import link
from bot.delivery.message import Button, Choice, Message, Row, Select
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import mention, moment
from bot.text.game_texts import title_with_settings
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
    shown = [(each, each.duel) for each in matches[:PAGE] if isinstance(each.duel, Finished)]
    lines = [title.format(**people)]
    lines += [_line(match, duel, player, words) for match, duel in shown]
    if not matches:
        lines.append(words.HISTORY_EMPTY)
    rows: list[Row] = []
    if replayed := [(match, duel) for match, duel in shown if duel.ply]:
        choices = tuple(
            Choice(str(match.id), named(match, duel, words)) for match, duel in replayed
        )
        rows.append(Select(custom_id.ReplayChosen(), words.CHOOSE_REPLAY, choices))
    if len(matches) > PAGE:
        older = custom_id.History(player, opponent, matches[PAGE - 1].id)
        rows.append((Button(words.OLDER, older),))
    return Message("\n".join(lines), tuple(rows))


def named(match: Match, duel: Finished, words: Words) -> str:
    """A duel in a list to pick from, where no mention would be rendered."""
    moves = words.MOVES_COUNT[duel.ply != 1].format(count=duel.ply)
    title = title_with_settings(duel.terms.game, words)
    return words.REPLAY_CHOICE.format(number=match.id, title=title, moves=moves)


def _result(duel: Finished, player: PlayerId) -> str:
    if not duel.is_decided:
        return "none"
    if duel.champion is None:
        return "tied"
    return "won" if duel.champion == player else "lost"


def _line(match: Match, duel: Finished, player: PlayerId, words: Words) -> str:
    opponent = duel.terms.other(player)
    line = words.HISTORY_LINE if duel.ply else words.HISTORY_UNPLAYED
    return line.format(
        link=link(match, words),
        title=title_with_settings(duel.terms.game, words),
        result=words.RESULTS[_result(duel, player)],
        opponent=mention(opponent, words),
        moves=words.MOVES_COUNT[duel.ply != 1].format(count=duel.ply),
        when=moment(duel.at),
    )
