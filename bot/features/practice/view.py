"""The two steps of a hint."""

from bot.delivery.message import Button, Message
from bot.interactions.custom_id import AskHint
from bot.text.english import Words
from bot.text.hint_texts import kind_of_move, move_of
from engine.duel import MOST_HINTS, Playing
from engine.hints import Hint
from storage.ids import DuelId


def hint_message(
    number: DuelId, duel: Playing, given: int, hint: Hint | None, words: Words
) -> Message:
    """The first step of a hint, or the second. The first one leads to the second."""
    game, state = duel.record.game, duel.record.state
    if hint is None:
        return Message(words.HINT_NONE)
    if given == MOST_HINTS:
        return Message(move_of(game, hint, words))
    again = Button(words.HINT_AGAIN, AskHint(number, duel.ply))
    return Message(kind_of_move(state, hint, words), ((again,),))
