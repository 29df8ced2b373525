"""The analysis of a game: which moves gave the win away, and what would have kept it."""

from collections.abc import Mapping
from typing import ClassVar


class Analysis:
    ANALYSE_BUTTON = "Analyse"
    ANALYSIS = "**{title}** #{number} · analysis"
    # A move as a replay tells it, and what it was worth.
    ANALYSED_MOVE = "{move}, {verdict}"
    # Of a game that somebody has resigned or lost by the clock, and of a position.
    STOOD_TO_WIN = "It wasn't played to its end: {player} stood to win."
    STANDS_NOW = "{player} stands to win."
    TO_TURNING_POINT, TO_OVERVIEW = "Turning point", "Overview"
    PLAY_ON, PLAY_ON_FROM = "Play on from here", "Play on from move {nth}"
    # Under the end of a duel.
    TURNED_AT = "Turning point: move {nth}, {player} played {move}."
    TURNING_POINT = "Move {nth} ({move}) gave the win away: {better} would have kept it."
    NO_TURNING_POINT = "Nobody gave the win away: {player} stood to win all along."
    # Once, twice, or more often.
    WIN_CHANGED = (
        "The win changed hands once.",
        "The win changed hands twice.",
        "The win changed hands {count} times.",
    )
    ACCURACY = "Accuracy: {players}"
    ACCURACY_OF, NO_ACCURACY_OF = "{percent} % for {player}", "nothing to decide for {player}"
    STANDS_TO_WIN = "This game isn't over. {player} stands to win."
    # Of a duel that went on from a position of another one.
    MADE_ELSEWHERE = (
        "The first move was made in another duel.",
        "The first {count} moves were made in another duel.",
    )
    # The first moves of a game that is too large.
    NOT_JUDGED = (
        "The first move is left out, as this game is too large to solve from the start.",
        "The first {count} moves are left out, as this game is too large to solve from the start.",
    )
    JUDGED = "{nth}. {player}: {move}, {verdict}"
    VERDICTS: ClassVar[Mapping[str, str]] = {
        "forced": "the only legal move",
        "safe": "and every other move would have won too",
        "lost": "but no move could win",
        "good": "which keeps the win",
        "only": "the only move that keeps the win",
        "blunder": "a blunder: {better} would have kept the win",
        "slip": "a slip: {better} would have kept the win",
        "deep": "a deep mistake: {better} would have kept the win",
    }
    # Directly after a mistake of the opponent.
    MISSED_WINS: ClassVar[Mapping[str, str]] = {
        "blunder": "a missed win, and a blunder: {better} would have won",
        "slip": "a missed win, and a slip: {better} would have won",
        "deep": "a missed win, and a deep mistake: {better} would have won",
    }
    # A way the game could have gone on, to its end or part of the way.
    BETTER_LINE_WINS = "For example {moves}, and {player} wins."
    BETTER_LINE = "For example {moves}, and {player} still stands to win."
