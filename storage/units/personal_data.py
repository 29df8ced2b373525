"""Units of work: the personal data of a player."""

from collections.abc import Iterator

from engine.ids import PlayerId
from storage.backend import DB
from storage.ids import GuildId, are_direct_messages, direct_messages
from storage.people import PersonalData, Profile
from storage.shards import ONLY
from storage.units import duel_queries, leaderboard, people, receipts, solvers, titles
from storage.units.duel_rows import known

# Tables that have an index by player.
PLACES = (
    ("duel", "challenger"),
    ("duel", "opponent"),
    ("standing", "player"),
    ("departed", "player"),
    ("preferences", "player"),
    ("blocked", "player"),
    ("attempt", "player"),
    ("solver", "player"),
)
ANYTHING = " UNION ALL ".join(
    f"SELECT 1 FROM {table} WHERE guild = :guild AND {column} = :player" for table, column in PLACES
)


def personal_data(db: DB, guild: GuildId, player: PlayerId) -> PersonalData | None:
    if not _anything(db, guild, player):
        return None
    return PersonalData(
        people.chosen(db, guild, player),
        player in people.blocked(db, guild),
        leaderboard.has_left(db, guild, player),
        tuple(_profiles(db, guild, player)),
        tuple(known(db, guild, match.id) for match in duel_queries.all_of(db, guild, player)),
        solvers.data(db, guild, player),
        titles.titles(db, guild, player),
    )


def _profiles(db: DB, guild: GuildId, player: PlayerId) -> Iterator[Profile]:
    last, _ = leaderboard.season_of(db, guild, None)
    for number in range(1, last.number + 1):
        profile = leaderboard.profile(db, guild, player, number)
        if profile.overall.played or number == last.number:
            yield profile


def servers_with_data(db: DB, player: PlayerId) -> tuple[GuildId, ...]:
    """Return the servers with data of a player. They are asked one by one, as indexes begin with
    the server."""
    mine = direct_messages(player)
    return tuple(
        guild
        for guild in people.servers(db, ONLY)
        if (guild == mine or not are_direct_messages(guild)) and _anything(db, guild, player)
    )


def _anything(db: DB, guild: GuildId, player: PlayerId) -> bool:
    """Whether anything is stored of a player. Receipts come last: they have no index, because each
    move would have to maintain it."""
    one = {"guild": guild, "player": player}
    found = db.execute(f"{ANYTHING} LIMIT 1", one).fetchone()
    return found is not None or receipts.tell_of(db, guild, player)
