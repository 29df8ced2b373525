"""Scenes of duels with the bot: its levels, boards, hints and ends."""

from dataclasses import replace
from random import Random

from bot.boards import board
from bot.delivery.message import Message
from bot.features.duel_list.view import running
from bot.features.practice.view import (
    hint_message,
    no_levels,
    pick_level,
    pick_level_of_variant,
)
from bot.text.english import English
from engine import practice
from engine.duel import First, Playing, Terms
from engine.games import set_up
from engine.hints import Fact, Hint, Kind
from engine.opponents.levels import Level
from storage.ids import DuelId
from tests.bot.text.duels import ANA, BOT, DAY, NOW, after, match, played_out
from tests.bot.text.rendered import Scenes

NUMBER = DuelId(12)
DIVISOR = set_up("divisor", {})


def begun(level: Level, first: First = First.CHALLENGER, legs: int = 1) -> Playing:
    terms = Terms(ANA, BOT, DIVISOR, first, DAY, legs=legs, level=level)
    return practice.begin(terms, now=NOW, random=Random(1))


def practices(words: type[English]) -> Scenes:
    for level in Level:
        yield f"a duel with the bot: {level}", board(match(begun(level)), words)
    duel = begun(Level.CASUAL)
    yield "the bot has begun", board(match(after(begun(Level.CASUAL, First.OPPONENT), "12")), words)
    yield "the bot has answered", board(match(after(duel, "6 12")), words)
    yield "the first of two games", board(match(begun(Level.CASUAL, legs=2)), words)
    listed = replace(match(duel), private=True)
    yield "in the list of the player's duels", running((listed,), ANA, words)
    over = played_out(duel)
    yield "its end", board(match(over), words)
    for hints in (2,), (2, 2):
        yield f"its end, with hints: {len(hints)}", board(match(replace(over, hints=hints)), words)
    yield "which level", pick_level(DIVISOR, tuple(Level), NUMBER, words)
    yield (
        "which level, of a variant",
        pick_level_of_variant(set_up("parity", {}), tuple(Level)[:4], "ranked", words),
    )
    because = words.UNRATED_BECAUSE["no-choice"]
    yield "nothing to be better at", no_levels(set_up("parity", {}), because, words)
    yield from _hints(words)


def _hints(words: type[English]) -> Scenes:
    duel = after(begun(Level.CASUAL), "12")
    assert isinstance(duel, Playing)
    numbers = {Kind.DIVISIBLE: (3,), Kind.SPLITS: (9,), Kind.REMAINDER: (1,)}
    counted = dict.fromkeys((Kind.LEAVES_TO_SPLIT, Kind.REPLIES), (0, 1, 3))
    for kind in Kind:
        for number in (numbers | counted).get(kind, (None,)):
            yield f"a hint: {kind}", _hint(duel, (Fact(kind, number),), 1, words)
    both = Fact(Kind.SMALLER), Fact(Kind.ODD)
    yield "a hint: two facts", _hint(duel, both, 1, words)
    yield "a hint: nothing to say of the move", _hint(duel, (), 1, words)
    yield "a hint: the move", _hint(duel, both, 2, words)
    for given in (1, 2):
        yield f"a hint where all is lost: {given}", _hint(duel, (), given, words, lost=True)
    yield "no hint", hint_message(NUMBER, duel, 1, None, words)


def _hint(
    duel: Playing, facts: tuple[Fact, ...], given: int, words: type[English], *, lost: bool = False
) -> Message:
    return hint_message(NUMBER, duel, given, Hint(6, facts, 2, lost), words)
