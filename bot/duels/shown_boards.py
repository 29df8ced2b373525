"""Remembers which message shows a duel, and tidies away the one before."""

from collections.abc import Callable

from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Board, Match
from storage.store import Store

# Tidies away a board after which there is another one, if it is known.
TidyAway = Callable[[Match, Board, Board | None], None]
# Puts the card of a duel that has ended under its board, later.
EncloseCard = Callable[[Match, ChannelId, MessageId], None]


class ShownBoards:
    def __init__(self, store: Store, tidy_away: TidyAway, enclose_card: EncloseCard) -> None:
        self._store = store
        self._tidy_away = tidy_away
        self._enclose_card = enclose_card
        # Boards that have been shown and that the store doesn't know yet.
        self._unnoted: dict[tuple[GuildId, DuelId], Board] = {}

    def current(self, match: Match) -> Board:
        """The board of a duel, also if the store doesn't know it yet."""
        return self._unnoted.get((match.guild, match.id), match.board)

    def is_current(self, match: Match, message: MessageId | None) -> bool:
        """Whether a message is the board of a duel."""
        return message is not None and message == self.current(match).message

    async def note(self, match: Match, channel: ChannelId, message: MessageId) -> None:
        """Note at once that this is the board now."""
        await self._noted(match, Board(channel, message, match.step))

    async def note_soon(
        self,
        match: Match,
        channel: ChannelId,
        message: MessageId,
        *,
        deleted: MessageId | None = None,
    ) -> Board | None:
        """Note it with the next commit. If the note is lost, catching up shows the board again.
        Returns the board before. `deleted` is on its way out."""
        return await self._noted(
            match, Board(channel, message, match.step), soon=True, deleted=deleted
        )

    def tidy(self, match: Match, old: Board) -> None:
        """Tidy away a board that has been replaced."""
        self._tidy_away(match, old, None)

    async def _noted(
        self, match: Match, shown: Board, *, soon: bool = False, deleted: MessageId | None = None
    ) -> Board | None:
        key = match.guild, match.id
        pending = self._unnoted.get(key)
        if pending is None or (pending.shown or 0) <= match.step:
            self._unnoted[key] = shown
        before = await self._store.posted(*key, shown, soon=soon)
        if self._unnoted.get(key) is shown:
            del self._unnoted[key]
        if before is None:
            await self._tidy_overtaken(match, shown)
            return None
        if before.message not in (shown.message, deleted):
            self._tidy_away(match, before, shown)
        if shown.message:
            self._enclose_card(match, shown.channel, shown.message)
        return before

    async def _tidy_overtaken(self, match: Match, shown: Board) -> None:
        """A later board was noted first. It may be a later state of the same message."""
        later = await self._store.duel(match.guild, match.id)
        if self.current(later).message != shown.message:
            self._tidy_away(match, shown, None)
