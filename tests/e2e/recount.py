"""Every duel of a season entered once more by the engine alone, whatever has been written down of
standings: what people are told of ratings has to be that."""

from collections.abc import Callable, Collection, Iterable
from itertools import groupby

from engine.ids import PlayerId
from engine.ledger import EVERY_GAME, End, Ledger
from engine.rating import Rating
from engine.standing import Rank, Standing
from tests.e2e.ratings import Change, Graph, Line, Rated, change

UNKNOWN = Rating()


class Recount:
    def __init__(self, ends: Iterable[tuple[int, End]], called: Callable[[PlayerId], str]) -> None:
        """By the numbers of the duels, in the order in which they ended."""
        self._ledger = Ledger()
        self._called = called
        # What each rated duel did to its players in the ladder of its game.
        self.changes: dict[int, dict[str, Change]] = {}
        # Everybody's ranks over all games, one after another.
        self._courses: dict[str, list[Rank]] = {}
        for number, end in ends:
            before = {each: self._value(each, end.game) for each in end.players}
            self._ledger.apply(end)
            if end.rated:
                now = {each: self._value(each, end.game) for each in end.players}
                self.changes[number] = {
                    called(each): change(before[each], now[each]) for each in end.players
                }
            for each in end.players:
                self._note(each)

    def lines(self, game: str = EVERY_GAME, *, without: Collection[str] = ()) -> list[Line]:
        """The leaderboard, with nobody on it who isn't there any more."""
        ranked = [
            (self._called(player), standing, standing.rank)
            for (player, ladder), standing in sorted(self._ledger.standings.items())
            if ladder == game and standing.rank and self._called(player) not in without
        ]
        ranked.sort(key=lambda each: _order(each[2]), reverse=True)
        found: list[Line] = []
        for _, level in groupby(ranked, key=lambda each: _order(each[2])):
            place = len(found) + 1
            found += [
                Line(place, who, round(rank.rating.value), rank.established, _record(standing))
                for who, standing, rank in level
            ]
        return found

    def rated(self, who: str) -> dict[str, Rated]:
        """By the keys of games."""
        return {
            game: Rated(
                round(standing.rank.rating.value),
                round(standing.rank.rating.deviation),
                standing.rank.established,
            )
            for (player, game), standing in self._ledger.standings.items()
            if self._called(player) == who and standing.rank
        }

    def graph(self, who: str) -> Graph | None:
        """Of all games."""
        course = self._courses.get(who)
        if not course:
            return None
        points = [round(each.rating.value) for each in course]
        return Graph(course[-1].duels, points[0], max(points), min(points), points[-1])

    def _note(self, player: PlayerId) -> None:
        """Unless nothing has become of it."""
        course = self._courses.setdefault(self._called(player), [])
        rank = self._ledger.standing((player, EVERY_GAME)).rank
        if rank and (not course or _seen(rank) != _seen(course[-1])):
            course.append(rank)

    def _value(self, player: PlayerId, game: str) -> float:
        rank = self._ledger.standing((player, game)).rank
        return (rank.rating if rank else UNKNOWN).value


def _seen(rank: Rank) -> tuple[int, float, int]:
    return rank.duels, rank.rating.value, rank.at


def _order(rank: Rank) -> tuple[bool, float]:
    return rank.established, rank.rating.value


def _record(standing: Standing) -> str:
    counts = (standing.wins, standing.losses, standing.ties)
    return "–".join(map(str, counts if standing.ties else counts[:2]))
