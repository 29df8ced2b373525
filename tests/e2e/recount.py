"""Recalculate all results of a season by the engine alone, to compare them with those shown."""

from collections.abc import Callable, Iterable
from itertools import groupby

from engine.ids import PlayerId
from engine.ledger import EVERY_GAME, End, Ledger
from engine.rating import Rating
from engine.standing import Rank, Standing
from tests.e2e.ratings import Change, Line, Rated, change

NEW = Rating()


class Recount:
    def __init__(self, ends: Iterable[tuple[int, End]], name: Callable[[PlayerId], str]) -> None:
        """Takes the numbers of duels with their ends, in the order in which they ended."""
        self._ledger = Ledger()
        self._name = name
        # The changes of ratings by each rated duel, in the ladder of its game.
        self.changes: dict[int, dict[str, Change]] = {}
        for number, end in ends:
            before = {each: self._value(each, end.game) for each in end.players}
            self._ledger.apply(end)
            if end.rated:
                self.changes[number] = {
                    name(each): change(before[each], self._value(each, end.game))
                    for each in end.players
                }

    def lines(self, game: str = EVERY_GAME) -> list[Line]:
        """The leaderboard."""
        ranked = [
            (self._name(player), standing, standing.rank)
            for (player, ladder), standing in sorted(self._ledger.standings.items())
            if ladder == game and standing.rank
        ]
        ranked.sort(key=lambda each: _order(each[2]), reverse=True)
        found: list[Line] = []
        for _, level in groupby(ranked, key=lambda each: _order(each[2])):
            place = len(found) + 1
            found += [
                Line(place, who, round(rank.rating.value), rank.established, _record(standing))
                for who, standing, rank in level
            ]
        return found + self._casual(game)

    def _casual(self, game: str) -> list[Line]:
        """The lines without a rating. An erased player has none."""
        unrated = [
            (-standing.wins, standing.losses, player, standing)
            for (player, ladder), standing in self._ledger.standings.items()
            if player > 0 and ladder == game and standing.played and not standing.rank
        ]
        return [
            Line(None, self._name(player), None, established=False, record=_record(standing))
            for *_, player, standing in sorted(unrated, key=lambda each: each[:3])
        ]

    def rated(self, who: str) -> dict[str, Rated]:
        """Return the player's ratings by the keys of games."""
        return {
            game: Rated(round(rank.rating.value), rank.established)
            for (player, game), standing in self._ledger.standings.items()
            if self._name(player) == who and (rank := standing.rank)
        }

    def _value(self, player: PlayerId, game: str) -> float:
        rank = self._ledger.standing((player, game)).rank
        return (rank.rating if rank else NEW).value


def _order(rank: Rank) -> tuple[bool, float]:
    return rank.established, rank.rating.value


def _record(standing: Standing) -> str:
    counts = (standing.wins, standing.losses, standing.ties)
    return "–".join(map(str, counts if standing.ties else counts[:2]))
