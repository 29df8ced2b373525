"""Two people who play a duel as it is planned, by what they are shown, whatever gets in the way."""

from bot.text.english import English
from tests.e2e.chaos.challenging import Begun, begin
from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.hall import Hall
from tests.e2e.chaos.planned import SHORTEST, After, Planned, Turn, Way
from tests.e2e.chaos.sight import Sight
from tests.e2e.chaos.turns import misbehave, resign, take
from tests.e2e.message import Message
from tests.e2e.player import Answer, NotPossible
from tests.e2e.told import turn_on


async def meet(hall: Hall, planned: Planned) -> None:
    number = None
    try:
        begun = await begin(hall, planned)
        number = begun.number
        await _Play(hall, planned, begun).goes_on()
    finally:
        hall.number(planned.nth).set_result(number)


class _Play:
    def __init__(self, hall: Hall, planned: Planned, begun: Begun) -> None:
        self._hall = hall
        self._planned = planned
        self._number = begun.number
        self._challenger, self._opponent = begun.challenger, begun.opponent
        self._stranger = hall.guests[planned.stranger]
        # The board of the turn before.
        self._old: Message | None = None

    async def goes_on(self) -> None:
        """Move by move, until it is over or somebody walks away."""
        ply = 0
        while not (sight := await self._comes_to(self._challenger, ply)).over:
            ply = sight.next - 1
            turn = self._planned.turn(ply)
            # A challenge that was in the way of theirs may have a clock that nobody can wait for.
            if turn.way is Way.WALKED_AWAY and sight.clock == English.CLOCKS[SHORTEST]:
                return
            await self._turn(self._mover(sight), ply, turn)
            ply += 1
        await self._is_over(sight)

    async def _comes_to(self, who: Guest, ply: int) -> Sight:
        """The board after so many moves is shown, or a later one, or the end."""

        def shown() -> Sight | None:
            sight = self._seen_by(who)
            return sight if sight.over or sight.next > ply else None

        what = f"#{self._number} after move {ply}"
        return await self._hall.persisting.sees(who, shown, what)

    async def _turn(self, mover: Guest, ply: int, turn: Turn) -> None:
        sight = await self._comes_to(mover, ply)
        if turn.mischief and sight.board:
            other = self._opponent if mover is self._challenger else self._challenger
            boards = (sight.board, self._old)
            await misbehave(turn, self._number, boards, mover, other, self._stranger)
        self._old = sight.board
        who = self._hall.moderator if turn.way is Way.MODERATED else mover

        def went_on() -> bool:
            sight = self._seen_by(who)
            return sight.over or sight.next > ply + 1

        async def takes() -> Answer:
            board = self._seen_by(mover).board
            if board is None or self._seen_by(mover).next > ply + 1:
                raise NotPossible("it is over, or the turn has gone by")
            return await take(turn, who, board, self._number)

        what = f"what became of move {ply + 1} of #{self._number}"
        await self._hall.persisting.until(who, takes, went_on, what)

    async def _is_over(self, sight: Sight) -> None:
        moderator, other, number = self._hall.moderator, self._opponent, str(self._number)
        match self._planned.after:
            case After.VOIDED if sight.told.winner or sight.told.is_tie:
                await self._is_voided(moderator, number)
            case After.MODERATED:
                await moderator.types("/duel-admin end", duel=number)
            case After.RESIGNED:
                await resign(other, await other.types("/duel resign", duel=number))
            case After.MOVED:
                await other.types("/duel move", move="1", duel=number)

    async def _is_voided(self, moderator: Guest, number: str) -> None:
        async def voids() -> Answer:
            return await moderator.types("/duel-admin void", duel=number, reason="by agreement")

        await self._hall.persisting.until(
            moderator, voids, lambda: self._seen_by(moderator).told.void, f"#{number} out"
        )

    def _mover(self, sight: Sight) -> Guest:
        name = turn_on(sight.board) if sight.board else None
        return self._challenger if name == self._challenger.name else self._opponent

    def _seen_by(self, who: Guest) -> Sight:
        return who.screen.sight(self._number)
