"""Positions with which the bot doesn't help, because they stand in rated duels."""

from collections.abc import Hashable, Iterable

from engine.duel import Playing
from engine.positions import place
from engine.refusal import InRatedDuel
from storage.match import Match


def refusals_by_place(rated: Iterable[Match]) -> dict[Hashable, InRatedDuel]:
    """Return where running rated duels stand, and for each position the refusal to help."""
    found: dict[Hashable, InRatedDuel] = {}
    for match in rated:
        if isinstance(match.duel, Playing):
            record, board = match.duel.record, match.board
            refusal = InRatedDuel(match.id, match.guild, board.channel, board.message)
            found.setdefault(place(record.game, record.state), refusal)
    return found
