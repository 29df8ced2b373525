"""Units of work: players' titles, and the wins that are still to be judged.

A title that a single win earns is noted in the row of the duel. `server.judged` is the number of
the end up to which wins have been judged; the rest are waiting."""

from collections.abc import Iterator, Mapping

from engine.ids import PlayerId
from engine.ledger import EVERY_GAME
from engine.titles import BY_A_WIN, DAILIES_SOLVED, DUELS_FINISHED, GAMES_WON, Title
from storage.backend import DB
from storage.ids import DuelId, GuildId
from storage.titles import Unjudged
from storage.units.duel_rows import readable
from storage.units.seasons import last_season

# The winner of a duel, as the index has it.
WINNER = "CASE WHEN (seated = 'challenger') = (winner = 0) THEN challenger ELSE opponent END"
BY_WINS = " UNION ALL ".join(
    "SELECT * FROM (SELECT title FROM duel INDEXED BY duel_by_title WHERE guild = :guild"
    f" AND {WINNER} = :player AND title = '{each}' AND void = 0 LIMIT 1) AS one"
    for each in BY_A_WIN
)
# Duels against people in all seasons, and the different games in which some were won.
RESULTS = (
    "SELECT coalesce(sum(CASE WHEN game = :every THEN wins + losses + ties END), 0),"
    " count(DISTINCT CASE WHEN game <> :every AND wins > 0 THEN game END)"
    " FROM standing WHERE guild = :guild AND player = :player AND game <> ''"
)
FIRST_PLACE = (
    "SELECT 1 FROM standing AS mine WHERE guild = :guild AND player = :player"
    " AND season < :last AND game = :every AND stands = 1 AND settled = 1 AND NOT EXISTS ("
    "SELECT 1 FROM standing INDEXED BY ladder WHERE guild = :guild AND season = mine.season"
    " AND game = :every AND stands = 1 AND settled = 1 AND rating > mine.rating) LIMIT 1"
)
DAILIES = (
    "SELECT count(*) FROM (SELECT 1 FROM attempt WHERE guild = :guild AND player = :player"
    " AND puzzle IN (SELECT puzzle FROM daily WHERE guild = :guild) AND solved = 1 LIMIT :most)"
    " AS solved"
)
# The wins that may earn a title. The level needn't be known here.
MAY_EARN = "winner IS NOT NULL AND private = 0 AND (unrated IS NULL OR level IS NOT NULL)"


def titles(db: DB, guild: GuildId, player: PlayerId) -> tuple[Title, ...]:
    found = {*_titles(db, guild, player)}
    return tuple(each for each in Title if each in found)


def _titles(db: DB, guild: GuildId, player: PlayerId) -> Iterator[Title]:
    one = {"guild": guild, "player": player}
    for (title,) in db.execute(BY_WINS, one):
        yield Title(title)
    every = one | {"every": EVERY_GAME}
    if db.execute(FIRST_PLACE, every | {"last": last_season(db, guild).number}).fetchone():
        yield Title.CHAMPION
    duels, games = db.execute(RESULTS, every).fetchone()
    if int(games) >= GAMES_WON:
        yield Title.ALL_ROUNDER
    if int(duels) >= DUELS_FINISHED:
        yield Title.VETERAN
    (solved,) = db.execute(DAILIES, one | {"most": max(DAILIES_SOLVED.values())}).fetchone()
    yield from (title for title, count in DAILIES_SOLVED.items() if solved >= count)


def unjudged(db: DB, guild: GuildId, most: int) -> Unjudged | None:
    row = db.execute("SELECT judged, ends FROM server WHERE guild = ?", (guild,)).fetchone()
    after, ends = row or (0, 0)
    if after >= ends:
        return None
    upto = min(after + most, ends)
    wins = readable(
        db,
        "INDEXED BY duel_by_end WHERE guild = :guild AND nth > :after AND nth <= :upto"
        f" AND {MAY_EARN} ORDER BY nth",
        {"guild": guild, "after": after, "upto": upto},
    )
    return Unjudged(after, upto, wins)


def judge(db: DB, guild: GuildId, these: Unjudged, earned: Mapping[DuelId, Title]) -> None:
    """Note what wins have earned by compare-and-set: all may be judged anew meanwhile."""
    judged = db.execute(
        "UPDATE server SET judged = ? WHERE guild = ? AND judged = ?",
        (these.upto, guild, these.after),
    ).rowcount
    if judged:
        db.executemany(
            "UPDATE duel SET title = ? WHERE guild = ? AND id = ?",
            [(title, guild, number) for number, title in earned.items()],
        )


def judge_again(db: DB, guild: GuildId) -> None:
    """Have all wins of a server judged once more, as somebody asks for titles."""
    db.execute(
        "UPDATE duel INDEXED BY duel_by_title SET title = NULL"
        " WHERE guild = ? AND title IS NOT NULL",
        (guild,),
    )
    db.execute("UPDATE server SET judged = 0 WHERE guild = ?", (guild,))
