"""The demands of a board on the player to move, in words."""

from collections.abc import Callable
from typing import Any

from bot.text.english import English, Words
from bot.text.format import LISTED, listing, ranges
from bot.text.game_texts import own_demand, table
from bot.text.move_names import literal, move_ranges
from engine.demand import Demand
from engine.games.game import Game
from engine.games.view import SplitChoice, View

# As many moves as a line on a board names; the board's buttons and lists name more.
_NAMED = 6


def ask(game: Game[Any], view: View) -> str:
    """Tell the player to move what to do, as a sentence in a terminal."""
    facts = _facts(view, None, game.text, English)
    if text := English.DEMANDS.get(view.demand):
        return text.format(**facts) + "."
    own = own_demand(game, view.demand, facts)
    return f"{own[:1].upper()}{own[1:]}."


def asked(game: Game[Any], view: View, words: Words) -> str:
    """Tell the player to move what to do, as the end of a line on a board."""
    # A list spares its last place for "and 5 more".
    facts = _facts(view, _NAMED - 1, lambda move: literal(game.text(move)), words)
    texts = words.ASKED_OF_FEW if len(view.choices) <= _NAMED else words.ASKED
    if text := texts.get(view.demand):
        return text.format(**facts)
    return own_demand(game, view.demand, facts, words)


def _facts(
    view: View, most: int | None, text: Callable[[int], str], words: Words
) -> dict[str, object]:
    moves = [choice.move for choice in view.choices]
    texts = [text(move) for move in moves]
    facts: dict[str, object] = {"last": table(view), "choices": listing(texts, most, words)}
    if view.demand not in (Demand.SPLIT_ONE, Demand.PUT):
        return facts | {"ranges": ranges(moves)}
    wholes = dict.fromkeys(each.whole for each in view.choices if isinstance(each, SplitChoice))
    return facts | {
        "ranges": listing(move_ranges(texts), LISTED, words),
        "wholes": listing(wholes, most, words),
    }
