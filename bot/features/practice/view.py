"""The two steps of a hint."""

from bot.delivery.message import Button, Message
from bot.interactions.custom_id import AskMove
from bot.text.english import Words
from bot.text.hint_texts import has_second_step, kind_of_move, move_of
from engine.duel import MOST_HINTS, Playing
from engine.hints import Hint
from storage.ids import DuelId


def hint_message(
    number: DuelId, duel: Playing, given: int, hint: Hint | None, words: Words
) -> Message:
    """The first step of a hint, which leads to the second if there is one, or the second."""
    game, state = duel.record.game, duel.record.state
    if hint is None:
        return Message(words.HINT_NONE)
    if given == MOST_HINTS:
        return Message(move_of(game, hint, words))
    if not has_second_step(hint):
        return Message(kind_of_move(state, hint, words))
    again = Button(words.HINT_AGAIN, AskMove(number, duel.ply))
    return Message(kind_of_move(state, hint, words), ((again,),))
