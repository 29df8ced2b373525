"""Asks which game to challenge a player to."""

from bot.delivery.message import Choice, Message, Select
from bot.interactions.custom_id import PickGame
from bot.text.english import Words
from bot.text.format import mention
from bot.text.game_texts import title_of
from engine.games import GAMES
from engine.ids import PlayerId


def pick_game(opponent: PlayerId, words: Words) -> Message:
    choices = tuple(Choice(key, title_of(game, words)) for key, game in GAMES.items())
    select = Select(PickGame(opponent), words.CHOOSE_GAME, choices)
    return Message(words.PICK_GAME.format(player=mention(opponent, words)), (select,))
