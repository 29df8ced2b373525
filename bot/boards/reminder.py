"""Reminds a player who has let most of their time go by."""

from dataclasses import replace

from bot.boards.links import url
from bot.delivery.message import CONTENT, Message
from bot.text.english import Words
from bot.text.format import mention, moment
from bot.text.game_texts import title_of
from engine.duel import Playing
from storage.match import Match


def reminding(board: Message, duel: Playing, words: Words) -> Message:
    """The board again, with a line that reminds, if there is room for one."""
    line = words.REMINDING.format(
        player=mention(duel.waiting_for, words), deadline=moment(duel.deadline)
    )
    content = f"{line}\n{board.content}"
    return board if len(content) > CONTENT else replace(board, content=content)


def reminder(match: Match, duel: Playing, words: Words) -> Message:
    text = words.REMINDER.format(
        player=mention(duel.waiting_for, words),
        title=title_of(duel.terms.game, words),
        number=match.id,
        deadline=moment(duel.deadline),
        link=url(match),
    )
    return Message(text, ping=duel.waiting_for)
