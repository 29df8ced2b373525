"""Hints in words: which kind of move is good, and which move."""

from typing import Any

from bot.text.english import Words
from bot.text.format import listing
from bot.text.move_names import literal
from engine.games.game import Game
from engine.hints import Fact, Hint, Kind


def kind_of_move(state: Any, hint: Hint, words: Words) -> str:
    """The first step of a hint."""
    if alone := _alone(hint):
        return words.HINT_ALONE[alone]
    if hint.lost:
        return words.HINT_LOST
    if not hint.facts:
        return words.HINT_NO_FACTS
    facts = [_fact(state, each, words) for each in hint.facts]
    return words.HINT_KIND.format(facts=listing(facts, words=words, last=words.AND))


def has_second_step(hint: Hint) -> bool:
    """Whether the move is still to be found after the first step."""
    return _alone(hint) is None


def move_of(game: Game[Any], hint: Hint, words: Words) -> str:
    """The second step."""
    text = words.HINT_TRAP if hint.lost else words.HINT_MOVE
    return text.format(move=literal(game.text(hint.move)))


def _alone(hint: Hint) -> Kind | None:
    """What is all there is to say: that there is one move, or that all moves win."""
    if hint.lost:
        return Kind.ONLY if hint.fits == 1 else None
    alone = hint.facts[0].kind if hint.facts else None
    return alone if alone in (Kind.ONLY, Kind.ANY) else None


def _fact(state: Any, fact: Fact, words: Words) -> str:
    if fact.kind is Kind.LEAVES_TO_SPLIT or fact.kind is Kind.REPLIES:
        return words.HINT_COUNTS[fact.kind][min(fact.number or 0, 2)].format(number=fact.number)
    return words.HINT_FACTS[fact.kind].format(number=fact.number, last=getattr(state, "last", None))
