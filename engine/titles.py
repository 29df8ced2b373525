"""Titles: what players have achieved. Each is worked out from the record, and goes with it."""

from collections.abc import Iterator
from enum import StrEnum

from engine.duel import Duel, Finished
from engine.opponents.levels import Level
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import TooLarge
from engine.review import DECISIONS, Review, review


class Title(StrEnum):
    """The titles in the order in which they are shown."""

    # Finished a season in the first place of the leaderboard, as an established player.
    CHAMPION = "champion"
    # Beat the bot at its highest levels: see `earned_by`.
    PERFECTIONIST = "perfectionist"
    BOT_BEATER = "bot-beater"
    # Won a rated duel without a mistake: see `earned_by`.
    FLAWLESS = "flawless"
    # Won duels against people in so many different games, and finished so many.
    ALL_ROUNDER = "all-rounder"
    VETERAN = "veteran"
    # Solved so many puzzles of the day.
    PUZZLE_MASTER = "puzzle-master"
    PUZZLER = "puzzler"


GAMES_WON = 5
DUELS_FINISHED = 100
DAILIES_SOLVED = {Title.PUZZLE_MASTER: 100, Title.PUZZLER: 10}
# As many decisions a winner has to answer right. With two, half of all wins are without a mistake;
# with four, one in ten to one in three.
LEAST_DECISIONS = 4
# The titles of wins at a level, which count in the variant where neither seat nor luck decides.
_BY_LEVEL = {Level.PERFECT: Title.PERFECTIONIST, Level.EXPERT: Title.BOT_BEATER}
_VARIANT = "ranked"
# The titles that a single win earns.
BY_A_WIN = (*_BY_LEVEL.values(), Title.FLAWLESS)
# How many positions may be looked at for each game: some milliseconds. Time isn't counted, so the
# same duel always earns the same.
BUDGET = 20_000


def earned_by(duel: Duel, *, private: bool = False) -> Title | None:
    """The title that the winner of a duel has earned by this win alone. Private duels earn none, as
    titles are for everybody to see."""
    if not isinstance(duel, Finished) or duel.winner is None or private:
        return None
    terms = duel.terms
    if terms.level:
        alone = duel.champion == terms.challenger and not duel.hints and not terms.played_from
        return _BY_LEVEL.get(terms.level) if alone and terms.game.variant == _VARIANT else None
    return Title.FLAWLESS if terms.unrated is None and _is_flawless(duel, duel.winner) else None


def _is_flawless(duel: Finished, winner: Seat) -> bool:
    """Whether the winner answered all of some decisions right."""
    try:
        games = [*_reviewed(duel.record, winner)]
        if duel.earlier:  # the players had the other seats there
            games += _reviewed(duel.earlier, winner.other)
    except TooLarge:
        return False
    return games.count(True) >= LEAST_DECISIONS and all(games)


def _reviewed(record: Record, seat: Seat) -> Iterator[bool]:
    """Yield whether a player answered each decision of a game right."""
    found: Review = review(record, BUDGET)
    if found.skipped:
        raise TooLarge(record.game.key, BUDGET)
    for ply in found.plies:
        if ply.seat is seat and ply.judgement in DECISIONS:
            yield not ply.is_mistake
