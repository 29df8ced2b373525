"""Units of work: what is kept of somebody, for whoever asks what that is."""

from collections.abc import Iterator

from engine.ids import PlayerId
from storage.ids import GuildId
from storage.people import Kept, Profile
from storage.sqlite import duel_queries, leaderboard, people, receipts
from storage.sqlite.duel_rows import known
from storage.sqlite.file import DB

# Where a player is found by an index.
PLACES = (
    ("duel", "challenger"),
    ("duel", "opponent"),
    ("standing", "player"),
    ("departed", "player"),
    ("preferences", "player"),
    ("blocked", "player"),
)
ANYTHING = " UNION ALL ".join(
    f"SELECT 1 FROM {table} WHERE guild = :guild AND {column} = :player" for table, column in PLACES
)


def kept(db: DB, guild: GuildId, player: PlayerId) -> Kept | None:
    if not _anything(db, guild, player):
        return None
    return Kept(
        people.chosen(db, guild, player),
        bool(people.blocked_of(db, guild, (player,))),
        leaderboard.has_left(db, guild, player),
        tuple(_profiles(db, guild, player)),
        tuple(known(db, guild, match.id) for match in duel_queries.all_of(db, guild, player)),
    )


def _profiles(db: DB, guild: GuildId, player: PlayerId) -> Iterator[Profile]:
    last, _ = leaderboard.season_of(db, guild, None)
    for number in range(1, last.number + 1):
        profile = leaderboard.profile(db, guild, player, number)
        if profile.overall.played or number == last.number:
            yield profile


def keeping(db: DB, player: PlayerId) -> tuple[GuildId, ...]:
    """Asked server by server, as every index begins with one."""
    return tuple(guild for guild in people.servers(db) if _anything(db, guild, player))


def _anything(db: DB, guild: GuildId, player: PlayerId) -> bool:
    """Receipts are looked through last, for they have no index: each move would have to pay for
    it."""
    one = {"guild": guild, "player": player}
    found = db.execute(f"{ANYTHING} LIMIT 1", one).fetchone()
    return found is not None or receipts.tell_of(db, guild, player)
