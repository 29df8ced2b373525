"""Units of work: how often the same two have played for ratings lately."""

from engine.duel import Terms
from engine.ids import Instant, PlayerId, Span
from storage.match import Call
from storage.people import RATED_A_DAY
from storage.sqlite import people
from storage.sqlite.file import DB

DAY = Span(24 * 60 * 60 * 1000)


def is_reached(db: DB, call: Call, terms: Terms) -> bool:
    """Whether they have had their share for a day. What they have begun counts, however long it
    takes: otherwise they would only have to begin everything at once."""
    chosen = people.house_rules(db, call.guild).rated_a_day
    most = RATED_A_DAY if chosen is None else chosen
    pairs = (terms.challenger, terms.opponent), (terms.opponent, terms.challenger)
    return sum(_rated(db, call, *pair, most) for pair in pairs) >= most


def _rated(db: DB, call: Call, challenger: PlayerId, opponent: PlayerId, most: int) -> int:
    pair = (call.guild, challenger, opponent)
    count, since = 0, Instant(call.at - DAY)
    for phase in ("offered", "playing"):
        (begun,) = db.execute(
            "SELECT count(*) FROM duel INDEXED BY duel_by_challenger WHERE guild = ?"
            " AND challenger = ? AND opponent = ? AND phase = ? AND unrated IS NULL"
            " AND (phase = 'playing' OR deadline > ?)",
            (*pair, phase, call.at),
        ).fetchone()
        count += begun
    ended = db.execute(
        "SELECT ended, opponent, unrated FROM duel INDEXED BY duel_by_challenger WHERE guild = ?"
        " AND challenger = ? AND phase = 'finished' ORDER BY nth DESC",
        (call.guild, challenger),
    )
    # Read from its end, and no farther than a day back: a regular has thousands.
    for at, against, unrated in ended:
        if at <= since or count >= most:
            break
        count += against == opponent and unrated is None
    return count
