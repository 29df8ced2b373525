"""What a run leaves behind becomes evidence: which asks were about which duel, and what each person
has seen of it."""

from collections.abc import Mapping, Sequence

from storage.trouble import DamagedDuel
from tests.e2e.archive import Archive
from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.clocks import CHALLENGES
from tests.e2e.chaos.evidence import Case, Evidence, Written, written
from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.trouble import Trouble

# Who challenges, and whom.
Pair = tuple[str, str]


def gather(
    guests: Mapping[str, Guest],
    archive: Archive,
    trouble: Trouble,
    noticed: Sequence[tuple[str, str]],
) -> Evidence:
    asked = sorted(_all_asked(guests), key=lambda each: each.began)
    names = {each.id: name for name, each in guests.items()}
    duels, damaged = _written(archive, names)
    offering = _offering(asked, duels, names)
    about: dict[int, list[Asked]] = {}
    for each in asked:
        about.setdefault(each.meant.duel or 0, []).append(each)
    cases = (
        Case(
            duel,
            {
                who: guest.screen.sights[number]
                for who, guest in guests.items()
                if number in guest.screen.sights
            },
            tuple(about.get(number, ())),
            trouble,
            tuple(offering.get((duel.challenger, duel.opponent), ())),
        )
        for number, duel in duels.items()
    )
    return Evidence(tuple(cases), tuple(asked), trouble, (*noticed, *damaged))


def _written(
    archive: Archive, names: Mapping[str, str]
) -> tuple[dict[int, Written], list[tuple[str, str]]]:
    """And of what can't be read, why."""
    duels, damaged = dict[int, Written](), list[tuple[str, str]]()
    for number in archive.numbers():
        try:
            duels[number] = written(archive, number, names)
        except DamagedDuel as why:
            damaged.append(("damaged", str(why)))
    return duels, damaged


def _all_asked(guests: Mapping[str, Guest]) -> list[Asked]:
    """What was still to come then has come by now, or never will."""
    found = [(guest.screen, each) for guest in guests.values() for each in guest.asked]
    for screen, each in found:
        each.state = screen.asked[each.interaction]
        answer = screen.answer(each.interaction)
        if answer and answer.private:
            each.told = answer.text
    return [each for _, each in found]


def _offering(
    asked: Sequence[Asked], duels: Mapping[int, Written], names: Mapping[str, str]
) -> Mapping[Pair, list[Asked]]:
    """What can have been a challenge, by whose it would be."""
    found: dict[Pair, list[Asked]] = {}
    for each in asked:
        if each.meant.what in CHALLENGES and not each.refused:
            whom = names.get(each.meant.whom or "")
            if before := duels.get(each.meant.duel or 0):
                whom = before.opponent if each.who == before.challenger else before.challenger
            if whom:
                found.setdefault((each.who, whom), []).append(each)
    return found
