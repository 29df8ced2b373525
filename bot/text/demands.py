"""The demands of a board on the player to move, in words."""

from typing import Any

from bot.text.english import English, Words
from bot.text.format import listing, ranges
from bot.text.game_texts import own_demand, table
from engine.games.game import Game
from engine.games.view import View

# As many moves as a line on a board names; the board's buttons and lists name more.
_NAMED = 6


def ask(game: Game[Any], view: View) -> str:
    """Tell the player to move what to do, as a sentence in a terminal."""
    facts = _facts(game, view, None, English)
    if text := English.DEMANDS.get(view.demand):
        return text.format(**facts) + "."
    own = own_demand(game, view.demand, facts)
    return f"{own[:1].upper()}{own[1:]}."


def asked(game: Game[Any], view: View, words: Words) -> str:
    """Tell the player to move what to do, as the end of a line on a board."""
    # A list spares its last place for "and 5 more".
    facts = _facts(game, view, _NAMED - 1, words)
    texts = words.ASKED_OF_FEW if len(view.choices) <= _NAMED else words.ASKED
    if text := texts.get(view.demand):
        return text.format(**facts)
    return own_demand(game, view.demand, facts, words)


def _facts(game: Game[Any], view: View, most: int | None, words: Words) -> dict[str, object]:
    moves = [choice.move for choice in view.choices]
    choices = listing(map(game.text, moves), most, words)
    return {"last": table(view), "choices": choices, "ranges": ranges(moves)}
