"""Units of work: what players and servers choose."""

from collections.abc import Callable

from engine.ids import PlayerId
from storage.backend import DB
from storage.ids import GuildId
from storage.match import BoardMode
from storage.people import RATED_A_DAY, Challenges, HouseRules, Pings, Preferences
from storage.shards import OF_SHARD, Shard
from storage.units import erased_numbers


def preferences(db: DB, guild: GuildId, player: PlayerId) -> Preferences:
    return chosen(db, guild, player) or Preferences()


def chosen(db: DB, guild: GuildId, player: PlayerId) -> Preferences | None:
    row = db.execute(
        "SELECT pings, challenges, pings_offered FROM preferences WHERE guild = ? AND player = ?",
        (guild, player),
    ).fetchone()
    return Preferences(Pings(row[0]), Challenges(row[1]), bool(row[2])) if row else None


def prefer(db: DB, guild: GuildId, player: PlayerId, chosen: Preferences) -> None:
    list_server(db, guild)
    db.execute(
        "INSERT INTO preferences (guild, player, pings, challenges, pings_offered)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (guild, player) DO UPDATE SET pings = excluded.pings,"
        " challenges = excluded.challenges, pings_offered = excluded.pings_offered",
        (guild, player, chosen.pings, chosen.challenges, chosen.pings_offered),
    )


def change_preferences(
    db: DB, guild: GuildId, player: PlayerId, change: Callable[[Preferences], Preferences]
) -> tuple[Preferences, Preferences]:
    before = preferences(db, guild, player)
    now = change(before)
    if now != before:
        prefer(db, guild, player, now)
    return before, now


def block(db: DB, guild: GuildId, player: PlayerId, *, blocked: bool) -> None:
    if blocked:
        list_server(db, guild)
        statement = "INSERT INTO blocked (guild, player) VALUES (?, ?) ON CONFLICT DO NOTHING"
    else:
        statement = "DELETE FROM blocked WHERE guild = ? AND player = ?"
    db.execute(statement, (guild, player))


def blocked(db: DB, guild: GuildId) -> tuple[PlayerId, ...]:
    rows = db.execute("SELECT player FROM blocked WHERE guild = ? ORDER BY player", (guild,))
    return tuple(player for (player,) in rows)


def blocked_of(db: DB, guild: GuildId, pair: tuple[PlayerId, PlayerId]) -> set[PlayerId]:
    """Return those of two players who are blocked."""
    asked = "SELECT player FROM blocked WHERE guild = ? AND player = ?"
    one, other = pair
    rows = db.execute(f"{asked} UNION ALL {asked}", (guild, one, guild, other))
    return {player for (player,) in rows}


def rated_a_day(db: DB, guild: GuildId) -> int:
    """Return how many duels between the same two players are rated in a day."""
    row = db.execute("SELECT rated_a_day FROM server WHERE guild = ?", (guild,)).fetchone()
    return RATED_A_DAY if row is None or row[0] is None else int(row[0])


def house_rules(db: DB, guild: GuildId) -> HouseRules:
    row = db.execute(
        "SELECT clock, rated_a_day, board_mode, daily_channel FROM server WHERE guild = ?",
        (guild,),
    ).fetchone()
    channels = db.execute("SELECT channel FROM server_channel WHERE guild = ?", (guild,))
    roles = db.execute("SELECT role FROM server_role WHERE guild = ?", (guild,))
    variants = db.execute("SELECT game, variant FROM server_variant WHERE guild = ?", (guild,))
    return HouseRules(
        clock=row[0] if row else None,
        channels=frozenset(channel for (channel,) in channels),
        roles=frozenset(role for (role,) in roles),
        rated_a_day=row[1] if row else None,
        board_mode=board_mode(row[2]) if row else BoardMode.ONE,
        variants=frozenset((game, variant) for game, variant in variants),
        daily_channel=row[3] if row else None,
    )


def chosen_board_mode(db: DB, guild: GuildId) -> BoardMode:
    """Return how a server wants duels to be shown."""
    row = db.execute("SELECT board_mode FROM server WHERE guild = ?", (guild,)).fetchone()
    return board_mode(row[0]) if row else BoardMode.ONE


def board_mode(text: str) -> BoardMode:
    """Return a way to show a duel. A damaged one counts as the default."""
    try:
        return BoardMode(text)
    except ValueError:
        return BoardMode.ONE


def rule_house(db: DB, guild: GuildId, chosen: HouseRules) -> None:
    db.execute(
        "INSERT INTO server (guild, clock, rated_a_day, board_mode, daily_channel)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (guild) DO UPDATE SET clock = excluded.clock,"
        " rated_a_day = excluded.rated_a_day, board_mode = excluded.board_mode,"
        " daily_channel = excluded.daily_channel",
        (guild, chosen.clock, chosen.rated_a_day, chosen.board_mode, chosen.daily_channel),
    )
    for each, named in (("channel", chosen.channels), ("role", chosen.roles)):
        db.execute(f"DELETE FROM server_{each} WHERE guild = ?", (guild,))
        db.executemany(
            f"INSERT INTO server_{each} (guild, {each}) VALUES (?, ?)",
            [(guild, number) for number in named],
        )
    db.execute("DELETE FROM server_variant WHERE guild = ?", (guild,))
    db.executemany(
        "INSERT INTO server_variant (guild, game, variant) VALUES (?, ?, ?)",
        [(guild, game, variant) for game, variant in chosen.variants],
    )


def change_house_rules(
    db: DB, guild: GuildId, change: Callable[[HouseRules], HouseRules]
) -> HouseRules:
    now = change(house_rules(db, guild))
    rule_house(db, guild, now)
    return now


def list_server(db: DB, guild: GuildId) -> None:
    """Have a row for a server in `server`, where all servers are found. Challenges make one, too.
    In other tables a server has many rows, and to find all servers there would mean to read all of
    these."""
    last = erased_numbers.last(db, guild, erased_numbers.DUELS)
    insert = "INSERT INTO server (guild, duels) VALUES (?, ?) ON CONFLICT DO NOTHING"
    db.execute(insert, (guild, last))


def is_listed(db: DB, guild: GuildId) -> bool:
    """Whether a server has a row in `server`."""
    row = db.execute("SELECT 1 FROM server WHERE guild = ?", (guild,)).fetchone()
    return row is not None


def servers(db: DB, shard: Shard) -> tuple[GuildId, ...]:
    """Return every server of a shard of which anything is stored."""
    listed = f"SELECT guild FROM server WHERE {OF_SHARD} ORDER BY guild"
    return tuple(guild for (guild,) in db.execute(listed, shard.values))
