"""What a run leaves behind becomes evidence: which asks were about which duel, and what each person
has seen of it."""

from collections.abc import Mapping, Sequence

from tests.e2e.archive import Archive
from tests.e2e.chaos.asked import Asked
from tests.e2e.chaos.evidence import Case, Evidence, written
from tests.e2e.chaos.guest import Guest
from tests.e2e.chaos.trouble import Trouble


def gather(
    guests: Mapping[str, Guest],
    archive: Archive,
    trouble: Trouble,
    noticed: Sequence[tuple[str, str]],
) -> Evidence:
    asked = sorted(_all_asked(guests), key=lambda each: each.began)
    names = {each.id: name for name, each in guests.items()}
    duels = {each: written(archive, each, names) for each in archive.numbers()}
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
        )
        for number, duel in duels.items()
    )
    return Evidence(tuple(cases), tuple(asked), trouble, tuple(noticed))


def _all_asked(guests: Mapping[str, Guest]) -> list[Asked]:
    """What was still to come then has come by now, or never will."""
    found = [(guest.screen, each) for guest in guests.values() for each in guest.asked]
    for screen, each in found:
        each.state = screen.asked[each.interaction]
    return [each for _, each in found]
