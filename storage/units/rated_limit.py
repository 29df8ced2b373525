"""Units of work that count the rated duels which two players have begun or ended within a day."""

from collections.abc import Iterator, Mapping
from typing import Any

from engine.challenge import is_rated_limit_reached
from engine.duel import Terms
from engine.durations import DAY
from engine.ids import PlayerId
from storage.backend import DB
from storage.match import Call
from storage.units import people
from storage.units.apply_results import NEVER, has_result
from storage.units.duel_rows import ROLES

# A larger number than any end has.
FOREVER = 2**62
# An engine may read all that a statement asks for, so it asks for a few ends at a time.
SOME = 20
NEWEST = {
    role: f"SELECT nth, ended, {other}, unrated, void, winner, reason FROM duel"
    f" INDEXED BY duel_by_{role} WHERE guild = ? AND {role} = ? AND phase = 'finished'"
    " AND nth < ? ORDER BY nth DESC LIMIT ?"
    for role, other in ROLES
}
BEGUN = "SELECT " + " + ".join(
    "(SELECT count(*) FROM duel INDEXED BY duel_by_challenger WHERE guild = :guild"
    f" AND challenger = :{one} AND phase = {phase} AND opponent = :{other} AND unrated IS NULL)"
    for one, other in (("one", "other"), ("other", "one"))
    for phase in ("'playing'", "'offered' AND deadline > :now")
)


def is_reached(db: DB, call: Call, terms: Terms) -> bool:
    """Whether the server's daily limit keeps the next duel of these two from being rated."""
    limit, begun = people.rated_a_day(db, call.guild), _begun(db, call, terms)
    pair = terms.players
    ended = (_ended(db, call, *each, limit - begun) for each in (pair, pair[::-1]))
    return is_rated_limit_reached(limit, begun, ended)


def _begun(db: DB, call: Call, terms: Terms) -> int:
    pair = {"one": terms.challenger, "other": terms.opponent}
    row = db.execute(BEGUN, {"guild": call.guild, "now": call.at, **pair}).fetchone()
    return int(row[0])


def _ended(db: DB, call: Call, player: PlayerId, opponent: PlayerId, most: int) -> int:
    """Count the rated results of the last day against this opponent or an erased player, up to
    `most`. If erased players didn't count, being erased would begin another day."""
    count = 0
    for role, other in ROLES:
        # No farther back than a day: some players have thousands of duels.
        for row in _newest_first(db, call, player, role):
            if (row["ended"] or NEVER) <= call.at - DAY or count >= most:
                break
            met = row[other] == opponent or row[other] < 0
            count += met and row["unrated"] is None and has_result(row)
    return count


def _newest_first(db: DB, call: Call, player: PlayerId, role: str) -> Iterator[Mapping[str, Any]]:
    """Yield a player's finished duels in a role."""
    before, read = FOREVER, SOME
    while read == SOME:
        read = 0
        for row in db.execute(NEWEST[role], (call.guild, player, before, SOME)):
            yield row
            before, read = row["nth"], read + 1
