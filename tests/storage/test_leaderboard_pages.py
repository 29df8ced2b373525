"""Pages and places of a leaderboard with rungs are those of a sorted list."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games import GAMES
from engine.ids import PlayerId
from engine.ledger import EVERY_GAME
from engine.rating import Rating
from engine.standing import Rank, Standing
from storage.backend import DB
from storage.ids import GuildId
from storage.people import Season
from storage.postgres.address import server_at
from storage.postgres.connecting import connect
from storage.postgres.connection import Connection
from storage.sqlite.check import check
from storage.sqlite.migrate import open_current
from storage.sqlite.recalculation import recalculate
from storage.sqlite.store import open_store
from storage.trouble import WrongStanding
from storage.units import leaderboard, standing_rows
from storage.units.rungs import POINTS
from storage.units.standings_audit import Audit
from tests.storage.builders import GUILD, START, Table
from tests.storage.damage import say
from tests.storage.postgres.databases import Databases
from tests.storage.released.make import database

OTHER_GAME = next(iter(GAMES))
# Ratings at the bounds of rungs, around zero, and usual ones.
heights = st.integers(-3, 400).map(lambda height: float(height * POINTS))
ratings = st.one_of(
    heights,
    heights.map(lambda rating: rating - 1e-9),
    st.floats(-5000, 5000),
    st.sampled_from([-0.0, 1500.0, 1500.5, 5e-324, -5e-324]),
)
Climbers = list[Standing]


def rated(rating: float, settled: bool) -> Standing:
    return Standing(1, 0, 0, 1, "w", Rank(Rating(rating, 60), START, 9, established=settled))


climbers = st.lists(
    st.one_of(
        st.builds(rated, ratings, st.booleans()),
        st.builds(lambda won, lost: Standing(won, lost, 1), st.integers(0, 4), st.integers(0, 2)),
    ),
    max_size=25,
)
guilds = map(GuildId, count(1))


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DB]:
    with closing(open_current(tmp_path_factory.mktemp("rungs") / "duelhost.db")) as db:
        yield db


@pytest.fixture(scope="module")
def db_on_server(databases: Databases) -> Iterator[Connection]:
    """A transaction that is never committed."""
    with (
        databases.database() as url,
        closing(connect(server_at(url), limit=60)) as connection,
    ):
        connection.execute("BEGIN")
        yield connection


@given(climbers, climbers, st.randoms(use_true_random=False))
def test_pages_and_places_are_those_of_a_sorted_list(
    db: DB, first: Climbers, then: Climbers, random: Random
) -> None:
    climb(db, first, then, random)


@settings(max_examples=10)
@given(climbers, climbers, st.randoms(use_true_random=False))
def test_they_are_so_on_postgres_too(
    db_on_server: Connection, first: Climbers, then: Climbers, random: Random
) -> None:
    climb(db_on_server, first, then, random)


def climb(db: DB, first: Climbers, then: Climbers, random: Random) -> None:
    """Let players climb, fall, leave, come back, or lose all results."""
    guild = next(guilds)
    here: dict[PlayerId, Standing] = {}
    for climbed in (first, then):
        for nth, each in enumerate(climbed, start=1):
            here[PlayerId(nth)] = each
        keys = {(who, EVERY_GAME): each for who, each in here.items()}
        standing_rows.write(db, guild, Season(), keys)
        # Another leaderboard beside it.
        standing_rows.write(
            db, guild, Season(), {(who, OTHER_GAME): keys[who, _] for who, _ in keys}
        )
    lost = [who for who in here if random.random() < 0.2]
    for who in lost:
        standing_rows.write(db, guild, Season(), {(who, EVERY_GAME): Standing()})
        del here[who]
    for who in [who for who in here if random.random() < 0.3]:
        leaderboard.seen(db, guild, (who,), here=False)
        if random.random() < 0.5:
            leaderboard.seen(db, guild, (who,), here=True)
        else:
            del here[who]
    agrees(db, guild, here)


def agrees(db: DB, guild: GuildId, here: dict[PlayerId, Standing]) -> None:
    def height(who: PlayerId) -> tuple[int, float, int]:
        rank = here[who].rank
        if rank is None:
            return 2, -here[who].wins, here[who].losses
        return int(not rank.established), -rank.rating.value, 0

    inorder = sorted(here, key=lambda who: (height(who), who))
    places = {
        who: 1 + sum(height(other) < height(who) for other in here) if here[who].rank else None
        for who in here
    }
    for most in (1, 7, 100):
        for skip in range(len(inorder) + 2):
            page = leaderboard.leaderboard(db, guild, EVERY_GAME, skip, most, None)
            shown = [(each.place, each.player) for each in page.places]
            assert shown == [(places[who], who) for who in inorder[skip : skip + most]]
            assert page.more is (len(inorder) > skip + most)
    for nth, who in enumerate(inorder):
        place = leaderboard.place(db, guild, who, EVERY_GAME, None)
        assert place
        assert (place.place, place.standing) == (places[who], here[who])
        assert leaderboard.above(db, guild, who, EVERY_GAME, None) == nth
    assert Audit(db, guild).rungs_add_up()


DAMAGE = [
    "UPDATE rung SET players = players + 1 WHERE game = 'all' AND players > 0",
    "UPDATE rung SET height = height + 1",
    "UPDATE rung SET settled = 1 - settled",
    "DELETE FROM rung WHERE game = 'divisor'",
    "INSERT INTO rung SELECT guild, 2, 'all', 1, 187, 1 FROM server",
    "INSERT INTO rung SELECT guild, 1, 'all', 1, 999, -1 FROM server",
]


@pytest.mark.parametrize("damage", DAMAGE)
async def test_damaged_rungs_are_found_and_recalculated(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "duelhost.db"
    async with open_store(path) as store:
        table = Table(store)
        for _ in range(3):
            await table.rate()
    say(path, damage)
    assert [each.facts() for each in check(path)] == [
        {"guild": GUILD, "detail": "players on rungs"}
    ]
    recalculate(path)
    assert list(check(path)) == []
    async with open_store(path) as store:
        assert [each.place for each in (await store.leaderboard(GUILD)).places] == [1, 2]


@pytest.mark.parametrize("before", [True, False])
async def test_a_rating_that_is_lost_stops_nobody(tmp_path: Path, before: bool) -> None:
    """Neither an upgrade nor later duels go wrong by the damage."""
    path = tmp_path / "duelhost.db"
    lose = "UPDATE standing SET rating = NULL WHERE game = 'all'"
    if before:
        shutil.copy(database(3), path)
        say(path, lose)
    async with open_store(path) as store:
        await Table(store).rate()
    say(path, lose)
    assert {type(each) for each in check(path)} == {WrongStanding}
    recalculate(path)
    assert list(check(path)) == []
