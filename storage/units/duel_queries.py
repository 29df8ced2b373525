"""Units of work: lists of duels, and results between two players."""

from collections import defaultdict

from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.outcome import Reason
from engine.refusal import NoSuchDuel, NotOver
from storage.backend import DB
from storage.ids import ChannelId, DuelId, GuildId
from storage.match import Match
from storage.people import Score
from storage.shards import OF_SHARD, Shard
from storage.units.duel_rows import SELECT, readable

# A larger number than any end has.
FOREVER = 2**62
# Whether a player has won.
WON_LOST_TIED = (True, False, None)


def running(db: DB, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
    return _of(db, guild, player, " AND phase IN ('offered', 'playing')")


def rated_running(db: DB, player: PlayerId) -> tuple[Match, ...]:
    """Return a player's running rated duels in all servers."""
    of_challenger, of_opponent = (
        f"INDEXED BY duel_rated_of_{role} WHERE {role} = :player"
        " AND phase = 'playing' AND unrated IS NULL"
        for role in ("challenger", "opponent")
    )
    return readable(db, f"{of_challenger} UNION ALL {SELECT} {of_opponent}", {"player": player})


def only_duel(db: DB, guild: GuildId, player: PlayerId, channel: ChannelId) -> DuelId | None:
    """Return the number of the one duel that a player plays in a channel, if it is one."""
    mine = " UNION ALL ".join(
        f"SELECT id FROM duel INDEXED BY duel_by_{role} WHERE guild = :guild"
        f" AND {role} = :player AND phase = 'playing' AND channel = :channel"
        for role in ("challenger", "opponent")
    )
    which = {"guild": guild, "player": player, "channel": channel}
    numbers = db.execute(f"{mine} LIMIT 2", which).fetchall()
    return DuelId(numbers[0][0]) if len(numbers) == 1 else None


def all_of(db: DB, guild: GuildId, player: PlayerId) -> tuple[Match, ...]:
    return _of(db, guild, player)


def _of(db: DB, guild: GuildId, player: PlayerId, which: str = "") -> tuple[Match, ...]:
    mine = " UNION ALL ".join(
        f"SELECT id FROM duel INDEXED BY duel_by_{role}"
        f" WHERE guild = :guild AND {role} = :player{which}"
        for role in ("challenger", "opponent")
    )
    return readable(
        db,
        f"WHERE guild = :guild AND id IN ({mine}) ORDER BY id",
        {"guild": guild, "player": player},
    )


def history(  # noqa: PLR0913
    db: DB,
    guild: GuildId,
    player: PlayerId,
    *,
    opponent: PlayerId | None,
    before: DuelId | None,
    most: int,
    private: bool,
) -> tuple[Match, ...]:
    """Return a page of finished duels. A page begins after the last duel of the page before, which
    takes no longer at the far end of a long history. Damaged duels are skipped."""
    nth = FOREVER if before is None else _end_of(db, guild, before, private=private)
    who = {"guild": guild, "player": player, "opponent": opponent}
    arms = " UNION ALL ".join(
        # Each arm reads an index backwards; together they are sorted once more.
        f"SELECT * FROM (SELECT nth FROM duel INDEXED BY duel_by_{me}"
        f" WHERE guild = :guild AND {me} = :player AND phase = 'finished' AND nth < :nth"
        f" {f'AND {other} = :opponent' if opponent else ''} ORDER BY nth DESC LIMIT :most) AS arm"
        for me, other in (("challenger", "opponent"), ("opponent", "challenger"))
    )
    found: tuple[Match, ...] = ()
    while missing := most - len(found):
        which = {**who, "nth": nth, "most": missing}
        ends = db.execute(f"SELECT nth FROM ({arms}) AS arms ORDER BY nth DESC LIMIT :most", which)
        numbers = [each for (each,) in ends]
        if numbers:
            nth = numbers[-1]
            listed = ", ".join(map(str, numbers))
            found += readable(
                db,
                f"WHERE guild = :guild AND nth IN ({listed}) AND private <= :private"
                " ORDER BY nth DESC",
                {"guild": guild, "private": private},
            )
        if len(numbers) < missing:
            break
    return found


def score(db: DB, guild: GuildId, one: PlayerId, other: PlayerId) -> Score:
    """Count results between two people in all seasons, from the rows alone: replaying all records
    would take too long. Those against the bot may be private."""
    won = lost = tied = 0
    for challenger, opponent in ((one, other), (other, one)):
        rows = db.execute(
            "SELECT (seated = 'challenger') = (winner = 0) AS theirs, reason, count(*) FROM duel"
            " INDEXED BY duel_by_challenger WHERE guild = ? AND challenger = ?"
            " AND phase = 'finished' AND opponent = ? AND void = 0 AND level IS NULL"
            " GROUP BY theirs, reason",
            (guild, challenger, opponent),
        )
        for theirs, reason, count in rows:
            if theirs is None:
                tied += count if reason == Reason.LEVEL else 0
            elif bool(theirs) is (challenger == one):
                won += count
            else:
                lost += count
    return Score(won, lost, tied)


def practised(db: DB, guild: GuildId, player: PlayerId, *, private: bool) -> dict[Level, Score]:
    """Count a player's results against the bot by its level, from the rows alone. Duels that went
    on from a position aren't counted: the player has chosen it."""
    rows = db.execute(
        "SELECT level, (seated = 'challenger') = (winner = 0) AS theirs, count(*) FROM duel"
        " INDEXED BY duel_with_bot WHERE guild = ? AND challenger = ? AND level IS NOT NULL"
        " AND phase = 'finished' AND void = 0 AND (winner IS NOT NULL OR reason = ?)"
        " AND played_from = 0 AND private <= ? GROUP BY level, theirs",
        (guild, player, Reason.LEVEL, private),
    )
    # Won, lost and tied ones. An engine may say 1 and 0 for true and false, which are equal.
    counts: dict[str, dict[bool | None, int]] = defaultdict(lambda: dict.fromkeys(WON_LOST_TIED, 0))
    for level, theirs, count in rows:
        counts[level][theirs] = count
    return {level: Score(*counts[level].values()) for level in Level if level in counts}


def open_in(db: DB, guild: GuildId, most: int) -> tuple[Match, ...]:
    return readable(
        db,
        "INDEXED BY duel_in_play WHERE guild = :guild AND phase = 'playing' AND private = 0"
        " ORDER BY id DESC LIMIT :most",
        {"guild": guild, "most": most},
    )


def open_duels(db: DB, shard: Shard) -> dict[str, int]:
    # Without a GROUP BY, which would sort all of them.
    both, playing = db.execute(
        "SELECT count(*), count(CASE WHEN phase = 'playing' THEN 1 END)"
        f" FROM duel INDEXED BY duel_due WHERE due IS NOT NULL AND {OF_SHARD}",
        shard.values,
    ).fetchone()
    return {"offered": both - playing, "playing": playing}


def ended_in(db: DB, guild: GuildId, most: int) -> tuple[Match, ...]:
    return readable(
        db,
        "INDEXED BY duel_by_end WHERE guild = :guild AND nth IS NOT NULL"
        " AND private = 0 ORDER BY nth DESC LIMIT :most",
        {"guild": guild, "most": most},
    )


def _end_of(db: DB, guild: GuildId, number: DuelId, *, private: bool) -> int:
    """Return the number of a duel's end, even if the duel is damaged."""
    if number.bit_length() >= 64:
        raise NoSuchDuel(number)
    one = "SELECT nth FROM duel WHERE guild = ? AND id = ? AND private <= ?"
    row = db.execute(one, (guild, number, private)).fetchone()
    if row is None:
        raise NoSuchDuel(number)
    if row["nth"] is None:
        raise NotOver
    return int(row["nth"])
