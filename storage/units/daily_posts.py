"""Units of work: the post about the puzzle of the day that a server may want."""

from dataclasses import replace

from engine.ids import Instant, Span
from engine.puzzles.days import date_at
from storage.backend import DB
from storage.ids import ChannelId, GuildId
from storage.people import HouseRules
from storage.puzzles import DailyPost
from storage.shards import OF_SHARD, Shard
from storage.units.people import change_house_rules


def choose_channel(db: DB, guild: GuildId, channel: ChannelId | None) -> HouseRules:
    rules = change_house_rules(db, guild, lambda rules: replace(rules, daily_channel=channel))
    db.execute("UPDATE server SET daily_untried = 0 WHERE guild = ?", (guild,))
    return rules


def to_post(db: DB, day: int, shard: Shard, most: int, after: GuildId) -> tuple[DailyPost, ...]:
    rows = db.execute(
        "SELECT guild, daily_channel, daily_untried FROM server INDEXED BY server_by_daily"
        " WHERE daily_channel IS NOT NULL AND (daily_posted IS NULL OR daily_posted < ?)"
        f" AND {OF_SHARD} AND guild > ? ORDER BY guild LIMIT ?",
        (day, *shard.values, after, most),
    )
    return tuple(DailyPost(*row) for row in rows)


def begin(db: DB, post: DailyPost, day: int, now: Instant, within: Span) -> bool:
    row = db.execute(
        "SELECT daily_channel, daily_posted, daily_begun FROM server WHERE guild = ?",
        (post.guild,),
    ).fetchone()
    channel, posted_before, begun = row or (None, None, None)
    if channel != post.channel or (posted_before is not None and posted_before >= day):
        return False
    if begun is None or date_at(begun) < day:
        db.execute("UPDATE server SET daily_begun = ? WHERE guild = ?", (now, post.guild))
        return True
    if date_at(begun) > day:
        return False  # the clock was set back
    if abs(now - begun) <= within:
        return True
    # Discord may have taken it, and would take it again.
    posted(db, post.guild, day, post.untried)
    return False


def posted(db: DB, guild: GuildId, day: int, untried: int) -> None:
    db.execute(
        "UPDATE server SET daily_posted = :day, daily_begun = NULL, daily_untried = :untried"
        " WHERE guild = :guild AND (daily_posted IS NULL OR daily_posted < :day)",
        {"guild": guild, "day": day, "untried": untried},
    )


def not_posted(db: DB, guild: GuildId, day: int) -> None:
    db.execute(
        "UPDATE server SET daily_begun = NULL"
        " WHERE guild = ? AND (daily_posted IS NULL OR daily_posted < ?)",
        (guild, day),
    )


def untried(db: DB, guild: GuildId) -> int:
    row = db.execute("SELECT daily_untried FROM server WHERE guild = ?", (guild,)).fetchone()
    return row[0] if row else 0
