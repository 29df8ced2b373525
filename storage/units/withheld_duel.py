"""What an export tells of a private duel, which only its player sees: that there was one."""

from collections.abc import Mapping
from typing import Any

from engine.duel import Finished, First, Terms, Withdrawn
from engine.durations import DAY
from engine.fairness import Unrated
from engine.games import set_up
from engine.ids import PlayerId, Span
from engine.outcome import Reason, Withdrawal
from engine.record import Record
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Board, Match
from storage.units.duel_rows import columns_of

# How many erased players such duels are said to be between: it takes two.
NOBODIES = 2
# The same for all of them.
NOWHERE = ChannelId(0)
CLOCK = Span(DAY)


def withheld(guild: GuildId, row: Mapping[str, Any], erased: int) -> dict[str, Any]:
    """Return a duel between erased players in place of a private one, with its number and the
    number of its end, so that none is missing. It has no moves and no result. The players come
    after so many erased ones, so that it is no other's."""
    nobodies = PlayerId(-erased - 1), PlayerId(-erased - 2)
    game = set_up("divisor", {})
    terms = Terms(*nobodies, game, First.CHALLENGER, CLOCK, Unrated.CASUAL)
    duel: Finished | Withdrawn = Withdrawn(terms, Withdrawal.EXPIRED, row["deadline"])
    if row["nth"] is not None:
        start = Record.start(game)
        duel = Finished(terms, nobodies, start, None, Reason.ENDED, row["ended"], void=True)
    match = Match(guild, DuelId(row["number"]), duel, Board(NOWHERE))
    place = {"number": match.id, "nth": row["nth"], **vars(match.board)}
    return place | columns_of(match)
