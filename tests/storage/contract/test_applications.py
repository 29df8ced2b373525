"""The contract: a database belongs to the bot of one application."""

from storage.applications import APPLICATION, commands_of
from storage.store import Store

OURS, OTHER, THIRD = "700", "800", "900"


async def test_the_first_application_has_the_database(store: Store) -> None:
    assert await store.leases.claim(OURS) == OURS
    assert await store.leases.claim(OTHER) == OURS
    assert await store.leases.claim(OURS) == OURS
    assert await store.note(APPLICATION) == OURS


async def test_an_earlier_version_has_noted_only_commands(store: Store) -> None:
    """Whoever comes first after the upgrade doesn't keep out the one that had it all along."""
    await store.take_note(commands_of(OURS), "those of then")
    assert await store.leases.claim(OTHER) == OURS
    assert await store.leases.claim(OURS) == OURS
    assert await store.note(APPLICATION) == OURS


async def test_of_several_earlier_applications_the_first_to_come_has_it(store: Store) -> None:
    for each in (OURS, OTHER):
        await store.take_note(commands_of(each), "those of then")
    assert await store.leases.claim(THIRD) in (OURS, OTHER)
    assert await store.leases.claim(OTHER) == OTHER
    assert await store.leases.claim(OURS) == OTHER
