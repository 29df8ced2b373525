"""The list of a player's running duels and open challenges."""

from bot.boards.links import link
from bot.delivery.message import CONTENT, PER_ROW, ROWS, Button, Message, Row, in_rows
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import mention, moment
from bot.text.game_texts import title_of
from engine.duel import Offered, Playing
from engine.games import GAMES
from engine.ids import PlayerId
from storage.match import Match


def running(matches: tuple[Match, ...], player: PlayerId, words: Words) -> Message:
    if not matches:
        game = next(iter(GAMES.values()))
        play_bot = custom_id.PlayBotVariant(game.key, game.presets[0].name)
        return Message(words.LIST_EMPTY, ((Button(words.PLAY_BOT, play_bot),),))
    lines = [_line(match, player, words) for match in matches]
    shown = [words.LIST_TITLE]
    while lines and len("\n".join((*shown, lines[0]))) < CONTENT - len(words.LIST_MORE) - 10:
        shown.append(lines.pop(0))
    if lines:
        shown.append(words.LIST_MORE.format(count=len(lines)))
    return Message("\n".join(shown), _boards(matches, words))


def _boards(matches: tuple[Match, ...], words: Words) -> tuple[Row, ...]:
    """Buttons that show the boards of private duels, which no link leads to."""
    return in_rows(
        tuple(
            Button(words.SHOW_BOARD.format(number=each.id), custom_id.ShowBoard(each.id))
            for each in matches
            if each.private
        )[: PER_ROW * ROWS]
    )


def _line(match: Match, player: PlayerId, words: Words) -> str:
    duel, terms = match.duel, match.duel.terms
    by_me = terms.challenger == player
    facts = {
        "link": link(match, words),
        "title": title_of(terms.game, words),
        "opponent": mention(terms.opponent if by_me else terms.challenger, words),
    }
    if isinstance(duel, Playing):
        mine = duel.waiting_for == player
        line = words.LIST_YOURS if mine else words.LIST_THEIRS
        return line.format(deadline=moment(duel.deadline), **facts)
    line = words.LIST_BY_YOU if by_me else words.LIST_TO_YOU
    deadline = moment(duel.expires) if isinstance(duel, Offered) else words.NONE
    return line.format(deadline=deadline, **facts)
