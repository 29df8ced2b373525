"""A store as simple as can be: a dictionary of duels, and the engine."""

from dataclasses import dataclass, field, replace
from typing import Any

from engine import duel as duels
from engine.duel import Duel, Finished, Offered, Playing, Terms, Withdrawn
from engine.fairness import Unrated
from engine.games.game import Game
from engine.ids import Instant, PlayerId
from engine.outcome import Seat
from engine.refusal import (
    AlreadyChallenged,
    Blocked,
    NoSuchDuel,
    NotTheNextSeason,
    NotYourDuel,
    OpponentGone,
    Refusal,
    SeasonIsEmpty,
    TooManyChallenges,
)
from engine.standing import Standing
from storage.ids import GuildId
from storage.match import Call, Posting, StartRating
from storage.people import RATED_A_DAY
from tests.storage.builders import DAY, MINUTE
from tests.storage.expected_ladders import Folded, fold


@dataclass
class Model:
    """Holds all duels, and answers a call with a duel's number and state."""

    duels: dict[tuple[GuildId, int], Duel] = field(default_factory=dict)
    answers: dict[tuple[GuildId, int], tuple[int, Duel] | Refusal] = field(default_factory=dict)
    due: dict[tuple[GuildId, int], Instant] = field(default_factory=dict)
    # The ply at which the player to move was told that time runs short.
    reminded: dict[tuple[GuildId, int], int] = field(default_factory=dict)
    # Finished duels, in the order of their ends.
    ends: list[tuple[GuildId, int]] = field(default_factory=list)
    erased: dict[GuildId, int] = field(default_factory=dict)
    blocked: set[tuple[GuildId, PlayerId]] = field(default_factory=set)
    rated_a_day: dict[GuildId, int] = field(default_factory=dict)
    begun: dict[GuildId, list[int]] = field(default_factory=dict)
    gone: set[tuple[GuildId, PlayerId]] = field(default_factory=set)
    # The ratings with which challenger and opponent began.
    ratings: dict[tuple[GuildId, int], tuple[StartRating | None, ...]] = field(default_factory=dict)
    # Who has said "good game" after which duel.
    good_games: set[tuple[GuildId, int, Seat]] = field(default_factory=set)

    def answer(self, call: Call, verb: str, *asked: Any) -> tuple[int, Duel] | Refusal:
        key = (call.guild, call.interaction)
        if key not in self.answers:
            try:
                self.answers[key] = getattr(self, verb)(call, *asked)
            except Refusal as refusal:
                self.answers[key] = refusal
        return self.answers[key]

    def offer(self, call: Call, terms: Terms, posting: Posting) -> tuple[int, Duel]:
        offered = duels.offer(terms, now=call.at, lasting=posting.lasting)
        if terms.challenger != call.player:
            raise NotYourDuel((terms.challenger, terms.opponent))
        if terms.opponent <= 0:
            raise OpponentGone
        self._refuse_blocked(call.guild, terms.challenger, terms.opponent)
        open_ones = [
            (number, each.terms)
            for (guild, number), each in self.duels.items()
            if guild == call.guild and isinstance(each, Offered) and call.at < each.expires
        ]
        pair = {terms.challenger, terms.opponent}
        for number, each in open_ones:
            if {each.challenger, each.opponent} == pair:
                raise AlreadyChallenged(each.challenger, each.opponent, number)
        if sum(each.challenger == call.player for _, each in open_ones) >= posting.most:
            raise TooManyChallenges(posting.most)
        if offered.terms.unrated is None and self._is_often(call, terms):
            offered = replace(offered, terms=replace(offered.terms, unrated=Unrated.OFTEN))
        for player in sorted(pair):
            self.seen(call.guild, player, here=True)
        number = 1 + sum(guild == call.guild for guild, _ in self.duels)
        return self._keep(call.guild, number, offered)

    def rematch(
        self, call: Call, number: int, posting: Posting, game: Game[Any] | None = None
    ) -> tuple[int, Duel]:
        played, lasting = self._known(call.guild, number), posting.lasting
        offered = duels.rematch(played, call.player, now=call.at, lasting=lasting, game=game)
        return self.offer(call, offered.terms, posting)

    def accept(self, call: Call, number: int, step: Any) -> tuple[int, Duel]:
        accepted = step(self._known(call.guild, number), now=call.at)
        self._refuse_blocked(call.guild, accepted.terms.challenger, call.player)
        self.ratings[call.guild, number] = self._ratings(call.guild, accepted.terms)
        return self._keep(call.guild, number, accepted)

    def step(self, call: Call, number: int, step: Any) -> tuple[int, Duel]:
        return self._keep(call.guild, number, step(self._known(call.guild, number), now=call.at))

    def good_game(self, call: Call, number: int) -> tuple[int, Duel]:
        duel = self._known(call.guild, number)
        self.good_games.add((call.guild, number, duels.good_game(duel, call.player)))
        return number, duel

    def block(self, guild: GuildId, player: PlayerId, *, blocked: bool) -> None:
        (self.blocked.add if blocked else self.blocked.discard)((guild, player))

    def ring(self, now: Instant) -> tuple[set[Any], set[Any]]:
        """Return the duels to remind of, and those that have ended."""
        reminded, ended = set(), set()
        for key, due in sorted(self.due.items(), key=lambda item: (item[1], item[0])):
            duel = self.duels[key]
            if now < due:
                continue
            if isinstance(duel, Playing) and now < duel.deadline:
                again = now + max(MINUTE, now - duel.reminder)
                self.due[key] = Instant(min(again, duel.deadline))
                reminded.add(key)
            else:
                over = duels.expire if isinstance(duel, Offered) else duels.time_out
                self._keep(*key, over(duel, now=now))
                ended.add(key)
        return reminded, ended

    def told(self, guild: GuildId, number: int, step: int) -> bool:
        duel = self.duels.get((guild, number))
        if not isinstance(duel, Playing) or step != 1 + duel.ply:
            return False
        self.reminded[guild, number] = duel.ply
        self.due[guild, number] = duel.deadline
        return True

    def restart(self) -> None:
        for key, duel in self.duels.items():
            if isinstance(duel, Playing) and self.reminded.get(key) != duel.ply:
                self.due[key] = duel.reminder

    def erase(self, guild: GuildId, player: PlayerId, now: Instant) -> set[int]:
        ended = set()
        for number, duel in self.running(guild, player).items():
            late = now >= (duel.expires if isinstance(duel, Offered) else duel.deadline)
            if isinstance(duel, Playing):
                over: Duel = (
                    duels.time_out(duel, now=now) if late else duels.resign(duel, player, now=now)
                )
            elif late:
                over = duels.expire(duel, now=now)
            else:
                leave = duels.cancel if player == duel.terms.challenger else duels.decline
                over = leave(duel, player, now=now)
            self._keep(guild, number, over)
            ended.add(number)
        self.erased[guild] = self.erased.get(guild, 0) + 1
        nobody = PlayerId(-self.erased[guild])
        for key, each in self.duels.items():
            if key[0] == guild:
                self.duels[key] = _renamed(each, player, nobody)
        self.gone.discard((guild, player))
        # Repeated calls aren't compared across an erasure.
        self.answers = {key: answer for key, answer in self.answers.items() if key[0] != guild}
        return ended

    def running(self, guild: GuildId, player: PlayerId) -> dict[int, Offered | Playing]:
        return {
            number: duel
            for (where, number), duel in self.duels.items()
            if where == guild and isinstance(duel, Offered | Playing) and player in _players(duel)
        }

    def history(self, guild: GuildId, player: PlayerId) -> list[int]:
        return [
            number
            for where, number in reversed(self.ends)
            if where == guild and player in _players(self.duels[where, number])
        ]

    def seasons(self, guild: GuildId) -> list[dict[int, Finished]]:
        """Return the ends of each season."""
        found: list[dict[int, Finished]] = [{} for _ in self.firsts(guild)]
        mine = [number for where, number in self.ends if where == guild]
        for nth, number in enumerate(mine, start=1):
            season = sum(first <= nth for first in self.firsts(guild)) - 1
            duel = self.duels[guild, number]
            assert isinstance(duel, Finished)
            found[season][nth] = duel
        return found

    def folded(self, guild: GuildId) -> list[Folded]:
        """Fold the standings of each season from nothing."""
        return [fold(ends.items()) for ends in self.seasons(guild)]

    def end(self, guild: GuildId, number: int) -> tuple[Any, Any, tuple[bool, ...]]:
        """Return how a finished duel has changed ratings, its highlights, and the good games."""
        mine = [each for where, each in self.ends if where == guild]
        nth = mine.index(number) + 1
        folded = self.folded(guild)
        gains = next((each.gains[nth] for each in folded if nth in each.gains), None)
        told = next((each.highlights[nth] for each in folded if nth in each.highlights), None)
        return gains, told, tuple((guild, number, seat) in self.good_games for seat in Seat)

    def _ratings(self, guild: GuildId, terms: Terms) -> tuple[StartRating | None, ...]:
        standings, game = self.folded(guild)[-1].standings, terms.game.key
        players = terms.challenger, terms.opponent
        ranks = (standings.get((player, game), Standing()).rank for player in players)
        return tuple(
            None if rank is None else StartRating(round(rank.rating.value), not rank.established)
            for rank in ranks
        )

    def firsts(self, guild: GuildId) -> list[int]:
        """The number of the first end of each season."""
        return self.begun.setdefault(guild, [1])

    def begin_season(self, guild: GuildId, number: int) -> int:
        firsts, ends = self.firsts(guild), sum(where == guild for where, _ in self.ends)
        if number != len(firsts) + 1:
            raise NotTheNextSeason(number, len(firsts) + 1)
        if ends < firsts[-1]:
            raise SeasonIsEmpty(len(firsts))
        firsts.append(ends + 1)
        return ends + 1

    def seen(self, guild: GuildId, player: PlayerId, *, here: bool) -> None:
        """Players who have left are gone, if they have a standing."""
        stands = any(
            player == each for folded in self.folded(guild) for each, _ in folded.standings
        )
        if here:
            self.gone.discard((guild, player))
        elif stands:
            self.gone.add((guild, player))

    def _is_often(self, call: Call, terms: Terms) -> bool:
        """Whether either player has had their rated duels of a day, with the other or with an
        erased player."""
        pair = (terms.challenger, terms.opponent)
        most = self.rated_a_day.get(call.guild, RATED_A_DAY)
        return any(self._met(call, *each) >= most for each in (pair, pair[::-1]))

    def _met(self, call: Call, player: PlayerId, opponent: PlayerId) -> int:
        count = 0
        for (guild, _), duel in self.duels.items():
            if guild != call.guild or player not in _players(duel) or duel.terms.unrated:
                continue
            other = sum(_players(duel)) - player
            if other != opponent and other > 0:
                continue
            if isinstance(duel, Offered):
                count += call.at < duel.expires
            elif isinstance(duel, Finished):
                has_result = duel.champion is not None or duel.reason == "level"
                count += has_result and not duel.void and duel.at > call.at - DAY
            else:
                count += isinstance(duel, Playing)
        return count

    def _refuse_blocked(self, guild: GuildId, *players: PlayerId) -> None:
        for player in players:
            if (guild, player) in self.blocked:
                raise Blocked(player)

    def _known(self, guild: GuildId, number: int) -> Duel:
        if (guild, number) not in self.duels:
            raise NoSuchDuel(number)
        return self.duels[guild, number]

    def _keep(self, guild: GuildId, number: int, duel: Duel) -> tuple[int, Duel]:
        key = (guild, number)
        if isinstance(duel, Finished) and not (duel.void or duel.terms.unrated):
            blocked = any((guild, player) in self.blocked for player in duel.seats)
            unrated = Unrated.BLOCKED if blocked else None
            duel = replace(duel, terms=replace(duel.terms, unrated=unrated))
        self.duels[key] = duel
        self.due.pop(key, None)
        if isinstance(duel, Offered | Playing):
            self.due[key] = duel.expires if isinstance(duel, Offered) else duel.reminder
        elif isinstance(duel, Finished) and not duel.void:
            self.ends.append(key)
        return number, duel


def _players(duel: Duel) -> tuple[PlayerId, PlayerId]:
    return duel.terms.challenger, duel.terms.opponent


def _renamed(duel: Duel, player: PlayerId, name: PlayerId) -> Duel:
    terms = replace(
        duel.terms,
        challenger=name if duel.terms.challenger == player else duel.terms.challenger,
        opponent=name if duel.terms.opponent == player else duel.terms.opponent,
    )
    if isinstance(duel, Offered | Withdrawn):
        return replace(duel, terms=terms)
    first, second = (name if seat == player else seat for seat in duel.seats)
    return replace(duel, terms=terms, seats=(first, second))
