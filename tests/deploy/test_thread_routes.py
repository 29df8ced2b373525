"""Threads that are started from no message, and bots that join threads and leave them."""

from pathlib import Path
from typing import Any

import pytest

from deploy.sandbox.gateway.intents import PRIVILEGED, Intent
from deploy.sandbox.guild.permissions import May
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    DUELS,
    EVE,
    FORM,
    MESSAGE,
    SERVER,
    THREAD,
    Club,
    Reply,
    a_club,
)
from tests.deploy.test_modals import LABELLED, modal

NOTICE = 18


async def started(club: Club, place: str = DUELS, **form: Any) -> Reply:
    body = {"name": f"<@{BO}>", "type": 11} | form
    return await club.ask("POST", f"/channels/{place}/threads", body)


async def members(club: Club, thread: str, asked: str = "") -> list[str]:
    club.sandbox.world.context.privileged = PRIVILEGED
    reply = await club.ask("GET", f"/channels/{thread}/thread-members{asked}")
    assert reply.status == 200, reply.body
    return [each["user_id"] for each in reply.body]


async def test_a_thread_is_started_from_no_message(club: Club) -> None:
    line, ana = await club.online(), await club.sit(ANA)
    made = await started(club, auto_archive_duration=60)
    assert (made.status, made.body["type"], made.body["parent_id"]) == (201, 11, DUELS)
    assert made.body["member"]["user_id"] == club.application
    assert made.body["thread_metadata"]["auto_archive_duration"] == 60
    told = await line.event("THREAD_CREATE")
    assert (told["id"], told["newly_created"]) == (made.id, True)
    assert (await ana.hear("channel"))["channel"]["id"] == made.id
    notice = await ana.message()
    assert (notice["type"], notice["content"]) == (NOTICE, f"<@{BO}>")
    assert notice["message_reference"] == {"type": 0, "channel_id": made.id, "guild_id": SERVER}
    # The name of a thread pings nobody.
    assert notice["mentions"] == []
    assert (await club.post(made.id)).status == 200


@pytest.mark.parametrize("kind", [{"type": 12}, {"type": 10}, {"type": None}, {"type": "x"}])
async def test_there_are_public_threads_only(club: Club, kind: dict[str, Any]) -> None:
    refused = await started(club, **kind)
    assert refused.complaint == (400, 50035)
    assert refused.body["errors"].keys() == {"type"}
    # Discord makes a private one then.
    untold = await club.ask("POST", f"/channels/{DUELS}/threads", {"name": "x"})
    (why,) = untold.body["errors"]["type"]["_errors"]
    assert "type 11" in why["message"]


async def test_threads_take_a_permission_and_a_channel(club: Club) -> None:
    for place in (THREAD, ANAS):
        assert (await started(club, place)).complaint == (400, 50024)
    club.deny(May.MAKE_THREADS)
    assert (await started(club)).complaint == (403, 50013)


async def test_a_bot_joins_and_leaves(club: Club) -> None:
    line = await club.online()
    path = f"/channels/{THREAD}/thread-members/@me"
    for _ in range(2):
        assert (await club.ask("PUT", path)).status == 204
    told = await line.event("THREAD_MEMBERS_UPDATE")
    assert [each["user_id"] for each in told["added_members"]] == [club.application]
    for _ in range(2):
        assert (await club.ask("DELETE", path)).status == 204
    told = await line.event("THREAD_MEMBERS_UPDATE")
    assert (told["id"], told["removed_member_ids"]) == (THREAD, [club.application])
    assert await line.is_quiet()
    assert club.application not in await members(club, THREAD)
    for method in ("PUT", "DELETE"):
        refused = await club.ask(method, f"/channels/{DUELS}/thread-members/@me")
        assert refused.complaint == (400, 50024)


async def test_members_are_listed_to_bots_with_the_intent(club: Club) -> None:
    path = f"/channels/{THREAD}/thread-members"
    assert (await club.ask("GET", path)).complaint == (403, 50001)
    everybody = await members(club, THREAD)
    assert (everybody[0], everybody[-1], len(everybody)) == (ANA, EVE, 5)
    assert await members(club, THREAD, f"?limit=1&after={ANA}&with_member=true") == [BO]
    await club.act(EVE, "departures")
    assert EVE not in await members(club, THREAD)
    whole = (await club.ask("GET", f"{path}?with_member=true")).body
    assert whole[0]["member"]["user"]["id"] == ANA
    one = (await club.ask("GET", f"{path}/{ANA}?with_member=true")).body
    assert one == whole[0]
    assert "member" not in (await club.ask("GET", f"{path}/{ANA}")).body


async def test_members_are_removed_by_moderators(club: Club) -> None:
    path = f"/channels/{THREAD}/thread-members"
    assert (await club.ask("DELETE", f"{path}/{ANA}")).complaint == (403, 50013)
    club.grant(May.MANAGE_THREADS)
    club.sandbox.world.context.privileged = PRIVILEGED
    line = await club.line()
    await line.hear()
    await line.identify(intents=Intent.GUILD_MEMBERS)
    assert (await club.ask("DELETE", f"{path}/{ANA}")).status == 204
    assert (await line.event("THREAD_MEMBERS_UPDATE"))["removed_member_ids"] == [ANA]
    assert ANA not in await members(club, THREAD)
    assert (await club.ask("DELETE", f"{path}/1")).complaint == (404, 10013)


async def changed(club: Club, thread: str, **form: Any) -> Reply:
    return await club.ask("PATCH", f"/channels/{thread}", form)


async def test_a_bot_renames_and_archives_its_thread(club: Club) -> None:
    thread = (await started(club)).id
    line, ana = await club.online(), await club.sit(ANA)
    club.clock.wait(5)
    told = await changed(club, thread, name="Over", archived=True, auto_archive_duration=60)
    assert (told.status, told.body["name"]) == (200, "Over")
    metadata = told.body["thread_metadata"]
    assert (metadata["archived"], metadata["auto_archive_duration"]) == (True, 60)
    assert metadata["archive_timestamp"] == "2027-01-15T08:00:05+00:00"
    assert await line.event("THREAD_UPDATE") == told.body
    shown = (await ana.hear("channel"))["channel"]
    assert (shown["name"], shown["archived"]) == ("Over", True)
    path = f"/guilds/{SERVER}/threads/active"
    assert [each["id"] for each in (await club.ask("GET", path)).body["threads"]] == [THREAD]
    # It is as it is left, until it is opened again, or somebody writes.
    assert (await changed(club, thread, name="x")).complaint == (400, 50083)
    assert (await changed(club, thread, name="Again", archived=False)).status == 200
    await changed(club, thread, archived=True)
    await club.say(ANA, "hello", thread)
    opened = (await club.ask("GET", f"/channels/{thread}")).body
    assert (opened["name"], opened["thread_metadata"]["archived"]) == ("Again", False)


async def test_a_locked_thread_is_for_moderators(club: Club) -> None:
    thread = (await started(club)).id
    assert (await changed(club, thread, locked=True)).complaint == (403, 50013)
    assert (await changed(club, THREAD, name="x")).complaint == (403, 50013)
    assert (await changed(club, DUELS, name="x")).complaint == (403, 50013)
    roles = dict(club.sandbox.world.servers.first.roles)
    club.grant(May.MANAGE_THREADS)
    locked = await changed(club, thread, locked=True, archived=True)
    assert locked.body["thread_metadata"]["locked"]
    assert (await club.say(ANA, "hello", thread)).why == (400, "This thread is locked.")
    club.sandbox.world.servers.first.roles.update(roles)
    assert (await club.post(thread)).complaint == (400, 50083)
    assert (await changed(club, thread, archived=False)).complaint == (403, 50013)
    club.grant(May.MANAGE_THREADS)
    assert (await club.post(thread)).status == 200
    opened = (await club.ask("GET", f"/channels/{thread}")).body["thread_metadata"]
    assert (opened["archived"], opened["locked"]) == (False, True)
    assert (await changed(club, thread, name="")).complaint == (400, 50035)


async def test_a_thread_is_deleted(club: Club) -> None:
    made = await started(club)
    path = f"/channels/{made.id}"
    assert (await club.ask("DELETE", path)).complaint == (403, 50013)
    club.grant(May.MANAGE_THREADS)
    said = (await club.post(made.id)).id
    line, ana = await club.online(), await club.sit(ANA)
    gone = await club.ask("DELETE", path)
    assert (gone.status, gone.id) == (200, made.id)
    told = {"id": made.id, "guild_id": SERVER, "parent_id": DUELS, "type": 11}
    assert await line.event("THREAD_DELETE") == told
    shown = [each["id"] for each in (await ana.hear("channels"))["channels"]]
    assert made.id not in shown
    assert DUELS in shown
    for each in (path, f"{path}/messages/{said}"):
        assert (await club.ask("GET", each)).complaint == (404, 10003)
    assert (await club.act(ANA, "reactions", message=said, emoji="👍")).status == 400


async def test_nothing_is_said_in_a_deleted_thread(club: Club) -> None:
    made = await started(club)
    club.grant(May.MANAGE_THREADS)
    line, ana = await club.online(), await club.sit(ANA)
    unanswered = await club.asked(line, place=made.id)
    answered = await club.asked(line, place=made.id)
    await club.answer(answered, FORM, modal(LABELLED))
    form = (await ana.hear("form"))["id"]
    await club.ask("DELETE", f"/channels/{made.id}")
    refused = await club.answer(unanswered, MESSAGE, {"content": "hi"})
    assert refused.complaint == (404, 10003)
    assert (await club.follow_up(answered, content="hi")).complaint == (404, 10003)
    filled_in = await club.act(ANA, "forms", form=form, values={"name": "Ana"})
    assert filled_in.why == (400, "There is no such channel.")


async def test_direct_messages_stay(club: Club) -> None:
    closed = await club.ask("DELETE", f"/channels/{ANAS}")
    assert (closed.status, closed.id) == (200, ANAS)
    assert (await club.post(ANAS)).status == 200


async def test_threads_from_no_message_are_known_again(tmp_path: Path) -> None:
    journal = tmp_path / "discord.jsonl"
    async with a_club(journal=journal) as club:
        made = (await started(club)).id
        await club.ask("DELETE", f"/channels/{made}/thread-members/@me")
        await changed(club, made, archived=True)
        club.grant(May.MANAGE_THREADS)
        other = (await started(club)).id
        await club.post(other)
        for each in (other, THREAD):
            await club.ask("DELETE", f"/channels/{each}")
    for _ in range(2):
        async with a_club(journal=journal) as club:
            assert (await club.ask("GET", f"/channels/{made}")).body["name"] == f"<@{BO}>"
            assert await members(club, made) == []
            kept = (await club.ask("GET", f"/channels/{made}")).body
            assert kept["thread_metadata"]["archived"]
            for each in (other, THREAD):
                assert (await club.ask("GET", f"/channels/{each}")).complaint == (404, 10003)
