"""Checks a duel from an exported file, and says how it goes on in this database."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.duel import Duel, Finished, Offered, Playing, Terms, restart_turn
from engine.durations import CHALLENGE_LASTS
from engine.fairness import Unrated, why_unrated
from engine.ids import Instant
from engine.record import Record
from engine.solve import Fate, fate
from storage.ids import GuildId
from storage.match import Match
from storage.trouble import DamagedDuel
from storage.units.duel_rows import columns_of, match_in

# The options that the built-in games had before options were measured, as records spell them.
# Which options a game from a package had then isn't known.
SIZE, NONE, ANY = re.compile(r"size=[0-9]+"), re.compile(""), re.compile(".*")
EARLIER_OPTIONS = {
    "parity": SIZE,
    "evenodd": SIZE,
    "split": SIZE,
    "divisor": SIZE,
    "sequence": NONE,
}


def judged(guild: GuildId, said: Mapping[str, Any]) -> Match:
    """Return the match, or raise DamagedDuel if it contradicts the rules or itself."""
    number = said["number"]
    apart = {"guild": guild, "id": number, "shown": None, "private": False}
    match = match_in({**said, **apart})
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
    """Whether the terms allow this reason for being unrated. Other circumstances can't be known.

    What is measured may be measured better later, and an unrated duel gains nobody anything, so
    reasons from measurements are believed. A rated duel is believed if its terms were rated by any
    rules that there have been."""
    terms = duel.terms
    allowed = {why_unrated(replace(terms, unrated=None)), *_before_measurements(terms)}
    if Unrated.UNMEASURED in allowed:
        # The host who wrote the file may have measured these options.
        allowed.add(_by_seats(terms))
    match terms.unrated:
        case Unrated.CASUAL | Unrated.TOO_LARGE | Unrated.BOT:
            return True
        case Unrated.NO_CHOICE | Unrated.SEAT | Unrated.UNMEASURED:
            return True
        case Unrated.EARLIER:
            return terms.legs == 1
        case Unrated.OFTEN:
            return None in allowed
        case Unrated.BLOCKED:
            return None in allowed and isinstance(duel, Finished)
        case said:
            return said in allowed


def _before_measurements(terms: Terms) -> Iterator[Unrated | None]:
    """Yield why the terms were unrated, or None if they were rated, by the rules before options
    were measured: any game was rated whose winner isn't decided before the first move. Such
    results stay as they are, and so they stay in exports. When a duel was played can't be told from
    a file, so terms of that time are believed at any time; those with an option that was added
    since can't have been rated by its rules."""
    options = Record.start(terms.game).text.split("/")[2]
    if EARLIER_OPTIONS.get(terms.game.key, ANY).fullmatch(options):
        match fate(terms.game):
            case Fate.OPEN:
                yield _by_seats(terms)
            case Fate.UNKNOWN:
                yield Unrated.TOO_LARGE
            case _:
                yield Unrated.FATE


def _by_seats(terms: Terms) -> Unrated | None:
    return None if terms.seats_are_even else Unrated.SEATS


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
