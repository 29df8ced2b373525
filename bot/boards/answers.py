"""The private answers to a player of a duel."""

from bot.boards.links import url
from bot.delivery.message import Button, Look, Message
from bot.interactions.custom_id import ConfirmResign, KeepPlaying
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_of
from engine.duel import Playing
from engine.ids import PlayerId
from storage.match import Match


def resign_question(match: Match, duel: Playing, player: PlayerId, words: Words) -> Message:
    """Resigning can't be undone, so it takes two presses."""
    opponent = duel.terms.other(player)
    text = words.RESIGN_SURE if duel.terms.legs == 1 else words.RESIGN_LEGS_SURE
    question = text.format(
        title=title_of(duel.terms.game, words),
        number=match.id,
        opponent=mention(opponent, words),
    )
    buttons = (
        Button(words.RESIGN_YES, ConfirmResign(match.id), Look.STOP),
        Button(words.NEVER_MIND, KeepPlaying(match.id)),
    )
    return Message(question, (buttons,))


def still_playing(match: Match, duel: Playing, words: Words) -> Message:
    player = mention(duel.waiting_for, words)
    return Message(words.KEPT_PLAYING.format(player=player, link=url(match)))


def moved_elsewhere(match: Match, words: Words) -> Message:
    """Where the board is, or that its channel is gone."""
    if match.board.message is None:
        return Message(words.MOVED_NOWHERE)
    return Message(words.MOVED_ELSEWHERE.format(link=url(match)))
