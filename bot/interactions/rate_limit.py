"""Rate limits for each player and each server, so that nobody keeps others waiting."""

import time
from collections import OrderedDict
from collections.abc import Callable

from bot.interactions.refusals import PlayerTooFast, ServerTooFast
from engine.ids import PlayerId
from storage.ids import GuildId

# In seconds: an empty bucket is full again after this.
WHILE = 10.0
UNLIMITED = 10**9
ROUNDING = 0.001
# While an option is typed, Discord asks for suggestions at nearly every key.
TYPING = 3


class TokenBucket:
    """A token bucket for each player or server."""

    def __init__(self, most: int) -> None:
        self._gap = WHILE / most
        # When each bucket is full again. Full buckets aren't remembered.
        self._whole: OrderedDict[int, float] = OrderedDict()

    def take(self, whose: int, now: float) -> float:
        """Take a token. Returns how many seconds to wait if there is none."""
        while self._whole and (first := next(iter(self._whole.items())))[1] <= now:
            del self._whole[first[0]]
        whole = max(now, self._whole.get(whose, now)) + self._gap
        if (wait := whole - now - WHILE) > ROUNDING:
            return wait
        self._whole[whose] = whole
        self._whole.move_to_end(whose)
        return 0.0


class RateLimit:
    def __init__(
        self,
        player: int = UNLIMITED,
        server: int = UNLIMITED,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._now = now
        self._players = TokenBucket(player)
        self._typing = TokenBucket(player * TYPING)
        self._servers = TokenBucket(server)
        # Replies that say "slow down" have a limit too.
        self._told = TokenBucket(player)
        self._servers_told = TokenBucket(server)
        self._noted = TokenBucket(1)

    def too_fast(
        self, player: PlayerId, guild: GuildId | None, *, typing: bool
    ) -> PlayerTooFast | ServerTooFast | None:
        now = self._now()
        if wait := (self._typing if typing else self._players).take(player, now):
            return PlayerTooFast(seconds(wait))
        if guild is not None and (wait := self._servers.take(guild, now)):
            return ServerTooFast(seconds(wait))
        return None

    def tells(self, player: PlayerId, guild: GuildId | None) -> bool:
        """Whether a player who is too fast still gets a reply."""
        now = self._now()
        if self._told.take(player, now):
            return False
        return guild is None or not self._servers_told.take(guild, now)

    def is_news(self, player: PlayerId, guild: GuildId | None) -> bool:
        """Whether the log should mention them: not if it has lately, or mentioned their server."""
        return not self._noted.take(guild or player, self._now())


def seconds(wait: float) -> int:
    return int(wait) + 1
