"""How two people come to play: by a challenge, or by several that come to nothing before."""

import asyncio
from dataclasses import dataclass
from functools import partial

from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.hall import Hall
from tests.e2e.chaos.persisting import Stuck
from tests.e2e.chaos.planned import Mischief, Planned, Reply
from tests.e2e.chaos.sight import Sight
from tests.e2e.chaos.turns import tries
from tests.e2e.player import Answer

# In seconds. An offer that nobody answers goes after a quarter of an hour, which takes less here.
RUNS_OUT = 300.0
# An offer may run out before its answer gets through, but not one after another.
OFFERS = 5


@dataclass(frozen=True)
class Begun:
    """A duel that can be played. Who has challenged whom may not be as it was planned: what was in
    the way of a challenge is as good."""

    number: int
    challenger: Guest
    opponent: Guest


async def begin(hall: Hall, planned: Planned) -> Begun:
    again = None if planned.rematch_of is None else await _number(hall, planned.rematch_of)
    async with hall.between(planned.challenger, planned.opponent):
        for reply in (*planned.replies, *[Reply.ACCEPTED] * OFFERS):
            found = await _offered(hall, planned, again)
            if await _replied(hall, planned, found, reply):
                return found
            again = None
    raise Stuck(f"{planned.challenger} challenged {planned.opponent} again and again")


async def _number(hall: Hall, nth: int) -> int | None:
    """Whoever gives up waiting for it leaves it to the others."""
    return await asyncio.shield(hall.number(nth))


async def _offered(hall: Hall, planned: Planned, again: int | None) -> Begun:
    who, other = hall.guests[planned.challenger], hall.guests[planned.opponent]

    async def challenges() -> Answer:
        end = None if again is None else who.screen.sight(again).end
        if end and end.control("Rematch"):
            return await who.presses("Rematch", on=end)
        options = {**planned.options, "opponent": other}
        return await who.types("/duel start", at=planned.place, **options)

    number = await hall.persisting.until(
        who,
        challenges,
        lambda: who.screen.open_between(who.name, other.name),
        f"a challenge to {other}",
    )
    sight = who.screen.sight(number)
    return Begun(number, hall.guests[sight.challenger], hall.guests[sight.opponent])


async def _replied(hall: Hall, planned: Planned, offered: Begun, reply: Reply) -> bool:
    """Whether the duel has begun by it."""
    number = offered.number
    who = offered.challenger if reply is Reply.CANCELLED else offered.opponent

    def waiting() -> Sight | None:
        sight = who.screen.sight(number)
        return sight if sight.challenge else None

    async def replies() -> Answer:
        verb = VERBS[reply]
        challenge = who.screen.sight(number).challenge
        if challenge and challenge.control(verb) and not planned.typed:
            return await who.presses(verb, on=challenge)
        return await who.types(f"/duel {verb.lower()}", at=planned.place, duel=str(number))

    seen = await hall.persisting.sees(who, waiting, f"challenge #{number}")
    if planned.turn(-1).mischief is Mischief.STRANGERS and seen.challenge:
        await tries(hall.guests[planned.stranger].presses("Accept", on=seen.challenge))
    settled = partial(_settled, who, number)
    if reply is Reply.LEFT:
        await hall.persisting.sees(who, settled, f"#{number} run out", RUNS_OUT)
    else:
        await hall.persisting.until(who, replies, settled, f"#{number} {reply}")
    return await _has_begun(hall, offered)


async def _has_begun(hall: Hall, offered: Begun) -> bool:
    """As both see it: what one of them has seen, the other is about to."""
    number, people = offered.number, (offered.challenger, offered.opponent)
    for who in people:
        settled = partial(_settled, who, number)
        await hall.persisting.sees(who, settled, f"what became of challenge #{number}")
    return any(who.screen.sight(number).begun for who in people)


def _settled(who: Guest, number: int) -> bool:
    return who.screen.sight(number).settled


VERBS = {Reply.ACCEPTED: "Accept", Reply.DECLINED: "Decline", Reply.CANCELLED: "Cancel"}
