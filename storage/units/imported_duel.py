"""Checks a duel from an exported file, and says how it goes on in this database."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.duel import Duel, Finished, Offered, Playing, restart_turn
from engine.durations import CHALLENGE_LASTS
from engine.fairness import Unrated, why_unrated
from engine.ids import Instant
from storage.ids import GuildId
from storage.match import Match
from storage.trouble import DamagedDuel
from storage.units.duel_rows import columns_of, match_in


def judged(guild: GuildId, said: Mapping[str, Any]) -> Match:
    """Return the match, or raise DamagedDuel if it contradicts the rules or itself."""
    number = said["number"]
    match = match_in({**said, "guild": guild, "id": number, "shown": None})
    again = columns_of(match)
    if wrong := [key for key in said if key in again and said[key] != again[key]]:
        raise DamagedDuel(guild, number, f"it should say otherwise: {', '.join(wrong)}")
    duel = match.duel
    if (said["nth"] is not None) != isinstance(duel, Finished):
        raise DamagedDuel(guild, number, "only what was played to an end has its place among ends")
    if not _unrated_soundly(duel):
        raise DamagedDuel(guild, number, "it can't have been rated, or not rated, for that reason")
    if isinstance(duel, Offered | Playing) and min(duel.terms.challenger, duel.terms.opponent) <= 0:
        raise DamagedDuel(guild, number, "it goes on, though who plays it was erased")
    return match


def _unrated_soundly(duel: Duel) -> bool:
    """Whether the terms allow this reason for being unrated. Other circumstances can't be known."""
    terms = duel.terms
    agreed = why_unrated(replace(terms, unrated=None))
    match terms.unrated:
        case Unrated.CASUAL | Unrated.TOO_LARGE:
            return True
        case Unrated.EARLIER:
            return terms.legs == 1
        case Unrated.OFTEN:
            return agreed is None
        case Unrated.BLOCKED:
            return agreed is None and isinstance(duel, Finished)
        case said:
            return said is agreed


def going_on(match: Match, now: Instant) -> Match:
    """Return the match with all of its time, because nobody could move for an unknown time. Boards
    of open duels are marked as not shown."""
    duel, board = match.duel, match.board
    if isinstance(duel, Offered):
        return replace(match, duel=replace(duel, expires=Instant(now + CHALLENGE_LASTS)))
    if isinstance(duel, Playing):
        shown = replace(board, shown=match.step - 1)
        return replace(match, duel=restart_turn(duel, now=now), board=shown)
    return replace(match, board=replace(board, shown=match.step))
