"""Expected leaderboards: the engine folds the ends of duels, and sorting is done the plain way."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.duel import Finished
from engine.games import GAMES
from engine.ids import Instant, PlayerId
from engine.ledger import EVERY_GAME, End, Key, Ledger
from engine.standing import Standing
from storage.ids import GuildId
from storage.match import Gain, Highlights
from storage.people import Place, Score
from storage.store import Store
from tests.storage.builders import ANA, BO, DI, Table

EVE, FAY = PlayerId(DI + 1), PlayerId(DI + 2)
LADDERS = (EVERY_GAME, *GAMES)


def end(duel: Finished, nth: int) -> End:
    legs = [each for each in (duel.earlier, duel.record) if each]
    plies = sum(len(each.moves) for each in legs)
    rated, game = duel.terms.unrated is None, duel.terms.game.key
    played_out = duel.reason not in ("resigned", "timed-out", "ended")
    return End(nth, game, duel.seats, duel.champion, rated, plies, duel.at, played_out)


@dataclass
class Folded:
    """A season: its standings, what each end gained, and ratings over time."""

    standings: dict[Key, Standing]
    gains: dict[int, tuple[Gain, Gain]] = field(default_factory=dict)
    courses: dict[Key, list[tuple[float, Instant]]] = field(default_factory=dict)
    highlights: dict[int, Highlights] = field(default_factory=dict)


def fold(ends: Iterable[tuple[int, Finished]]) -> Folded:
    """Fold ends, given with their numbers in order. Duels without a result count for nobody."""
    ledger = Ledger()
    folded = Folded(ledger.standings)
    for nth, duel in ends:
        if duel.void or (duel.champion is None and duel.reason != "level"):
            continue
        before = dict(ledger.standings)
        changed = ledger.apply(end(duel, nth))
        if duel.champion:
            folded.highlights[nth] = _highlights(duel, folded, before, changed)
        if duel.terms.unrated:
            continue
        game = duel.terms.game.key
        one, other = (
            Gain(
                _value(changed[player, game]),
                _value(changed[player, game]) - _value(was),
                provisional=not _is_established(changed[player, game]),
            )
            for player, was in ((each, before.get((each, game), Standing())) for each in duel.seats)
        )
        folded.gains[nth] = (one, other)
        for key, now in changed.items():
            rank, was = now.rank, before.get(key, Standing()).rank
            assert rank
            if not was or (was.duels, was.rating, was.at) != (rank.duels, rank.rating, rank.at):
                folded.courses.setdefault(key, []).append((_value(now), rank.at))
    return folded


def _highlights(
    duel: Finished, folded: Folded, before: dict[Key, Standing], now: dict[Key, Standing]
) -> Highlights:
    """Look at the ratings before and after a win, as rounded to less than can be seen."""
    game, winner = duel.terms.game.key, duel.champion
    assert winner
    (loser,) = set(duel.seats) - {winner}
    streak = now[winner, EVERY_GAME].streak
    if duel.terms.unrated:
        return Highlights(streak)
    mine, theirs = (_value(before.get((each, game), Standing())) for each in (winner, loser))
    rank = now[winner, game].rank
    assert rank
    higher = rank.rating.value > mine
    earlier = [rating for rating, _ in folded.courses.get((winner, game), [])]
    best = rank.established and higher and rank.rating.value > max(earlier, default=0)
    return Highlights(streak, theirs - mine >= 150, best)


def ladder(
    standings: dict[Key, Standing], game: str, gone: Collection[PlayerId] = ()
) -> tuple[Place, ...]:
    """Established players first, then provisional ones, both by rating, then those without one by
    wins, and equal ones by ID."""
    here = {
        player: each
        for (player, where), each in standings.items()
        if where == game and player > 0 and player not in gone
    }
    rated = sorted(
        (not each.rank.established, -each.rank.rating.value, player)
        for player, each in here.items()
        if each.rank
    )
    casual = sorted(
        (-each.wins, each.losses, player) for player, each in here.items() if not each.rank
    )
    levels = [line[:2] for line in rated]
    placed = [(1 + levels.index(line[:2]), line[2]) for line in rated]
    unplaced = [(None, player) for *_, player in casual]
    return tuple(Place(place, player, here[player]) for place, player in placed + unplaced)


def score(duels: Iterable[Finished], one: PlayerId, other: PlayerId) -> Score:
    champions = [
        duel.champion
        for duel in duels
        if set(duel.seats) == {one, other} and (duel.champion or duel.reason == "level")
        if not duel.void
    ]
    return Score(champions.count(one), champions.count(other), champions.count(None))


async def agrees(  # noqa: PLR0917
    store: Store,
    guild: GuildId,
    season: int,
    standings: dict[Key, Standing],
    gone: Collection[PlayerId] = (),
    players: Iterable[PlayerId] = (),
) -> None:
    """Compare everything that the store says about standings, by every way of asking."""
    everybody = {player for player, _ in standings} | set(players)
    for game in LADDERS:
        expected = ladder(standings, game, gone)
        for most in (99, 2, 1):
            assert await _pages(store, guild, game, season, most) == expected
        places = {each.player: each for each in expected}
        for player in everybody:
            found = await store.place(guild, player, game, season)
            assert found == places.get(player)
            above = await store.above(guild, player, game, season)
            assert above == (expected.index(found) if found else 0)


async def _pages(
    store: Store, guild: GuildId, game: str, season: int, most: int
) -> tuple[Place, ...]:
    """Read the whole leaderboard, page by page."""
    found: list[Place] = []
    more = True
    while more:
        page = await store.leaderboard(guild, game, len(found), most, season)
        assert page.season.number == season
        assert len(page.places) == most or not page.more
        found += page.places
        more = page.more
    return tuple(found)


async def seen(
    store: Store, guild: GuildId, players: Sequence[PlayerId], seasons: int = 1
) -> list[Any]:
    """Read everything that shows standings, to compare it with another store's."""
    found: list[Any] = []
    for season in range(1, seasons + 1):
        for game in LADDERS:
            found.append(await store.leaderboard(guild, game, 0, 99, season))
            found += [await store.place(guild, player, game, season) for player in players]
    for player in players:
        found.append(await store.profile(guild, player))
        found += [await store.course(guild, player, game) for game in LADDERS]
        found += [await store.score(guild, player, other) for other in players]
    return found


def _is_established(standing: Standing) -> bool:
    return standing.rank is not None and standing.rank.established


def _value(standing: Standing) -> float:
    return standing.rank.rating.value if standing.rank else 1500.0


async def standings(table: Table) -> dict[tuple[PlayerId, str], Standing]:
    """Fold all duels that have been played, by the engine alone."""
    ended = reversed(await table.store.ended_in(table.guild, most=999))
    duels = [each.duel for each in ended]
    ends = enumerate((each for each in duels if isinstance(each, Finished)), 1)
    return fold(ends).standings


async def everybody(table: Table) -> None:
    await agrees(table.store, table.guild, 1, await standings(table), players=(EVE, FAY))


async def settle(table: Table, one: PlayerId = ANA, other: PlayerId = BO) -> None:
    """Play until two are experienced, while few others are."""
    for nth in range(5):
        await table.rate(*((one, other) if nth % 2 else (other, one)))
