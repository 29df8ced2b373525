"""Commands that are registered, changed and deleted one by one: global ones and the server's."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, ANAS, BO, DUELS, PING, SERVER, Club, a_club

DESCRIPTIONS = {"de": "Sagt, ob er da ist"}
NAMED = {"name": "a", "value": "b", "name_localizations": {"de": "c"}}
OPTION = {
    "type": 3,
    "name": "game",
    "description": "Which",
    "description_localizations": {"de": "Welches"},
    "choices": [NAMED],
}
LOCALIZED = PING | {"description_localizations": DESCRIPTIONS, "options": [OPTION]}
Where = Callable[[Club], str]


def of_all(club: Club) -> str:
    return f"/applications/{club.application}/commands"


def of_server(club: Club) -> str:
    return f"/applications/{club.application}/guilds/{SERVER}/commands"


both = pytest.mark.parametrize("path_of", [of_all, of_server])


async def names(club: Club, path: str) -> list[str]:
    return [each["name"] for each in (await club.ask("GET", path)).body]


@both
async def test_a_command_is_added_beside_the_others(club: Club, path_of: Where) -> None:
    path = path_of(club)
    ping = await club.ask("POST", path, PING)
    pong = await club.ask("POST", path, PING | {"name": "pong"})
    assert (ping.status, pong.status) == (201, 201)
    assert await names(club, path) == ["ping", "pong"]
    assert pong.id != ping.id
    again = PING | {"description": "New"}
    replaced = await club.ask("POST", path, again)
    assert (replaced.status, replaced.id) == (200, ping.id)
    assert replaced.body["description"] == "New"
    assert replaced.body["version"] != ping.body["version"]
    assert sorted(await names(club, path)) == ["ping", "pong"]


@both
async def test_a_command_is_found_changed_and_deleted(club: Club, path_of: Where) -> None:
    path = path_of(club)
    made = (await club.ask("POST", path, LOCALIZED)).body
    one = f"{path}/{made['id']}"
    whole = await club.ask("GET", f"{one}?with_localizations=true")
    assert whole.body == made
    changed = await club.ask("PATCH", one, {"name": "pong", "type": 2})
    assert changed.body["version"] != made["version"]
    assert changed.body | {"version": made["version"], "name": "ping"} == made
    cleared = await club.ask("PATCH", one, {"options": [], "default_member_permissions": "0"})
    assert (cleared.body["options"], cleared.body["name"]) == ([], "pong")
    assert (await club.ask("DELETE", one)).status == 204
    for method in ("GET", "PATCH", "DELETE"):
        refused = await club.ask(method, one, {} if method == "PATCH" else None)
        assert refused.complaint == (404, 10063)
    assert await names(club, path) == []


@both
async def test_the_servers_and_global_commands_are_apart(club: Club, path_of: Where) -> None:
    mine, other = path_of(club), of_all(club) if path_of is of_server else of_server(club)
    made = (await club.ask("PUT", mine, [PING | {"contexts": [0]}])).body[0]
    assert (await club.ask("GET", other)).body == []
    assert (await club.ask("GET", f"{other}/{made['id']}")).complaint == (404, 10063)
    await club.ask("PUT", other, [PING | {"name": "pong"}])
    assert await names(club, mine) == ["ping"]
    assert made.get("guild_id") == (SERVER if path_of is of_server else None)
    # Where a server's own command can be used goes without saying.
    assert ("dm_permission" in made) == (path_of is of_all)
    assert made["contexts"] == ([0] if path_of is of_all else None)


async def test_other_languages_are_shown_to_bots_that_ask_for_them(club: Club) -> None:
    made = (await club.ask("POST", of_all(club), LOCALIZED)).body
    (shown,) = (await club.ask("GET", of_all(club))).body
    assert "localizations" not in str(shown)
    assert (shown["id"], shown["options"][0]["choices"][0]["value"]) == (made["id"], "b")
    whole = await club.ask("GET", f"{of_all(club)}?with_localizations=true")
    assert whole.body == [made]


async def test_a_command_that_is_registered_by_its_id_gets_a_new_name(club: Club) -> None:
    made = (await club.register(PING)).body[0]["id"]
    renamed, new = (await club.register(PING | {"name": "pong", "id": made}, PING)).body
    assert (renamed["id"], renamed["name"]) == (made, "pong")
    assert new["id"] != made
    # Nobody gets to choose an ID.
    (other,) = (await club.register(PING | {"id": "1"})).body
    assert other["id"] != "1"


@both
async def test_a_name_is_taken_once(club: Club, path_of: Where) -> None:
    await club.ask("PUT", path_of(club), [PING])
    pong = (await club.ask("POST", path_of(club), PING | {"name": "pong"})).id
    refused = await club.ask("PATCH", f"{path_of(club)}/{pong}", {"name": "ping"})
    assert refused.complaint == (400, 50035)
    (told,) = refused.body["errors"]["name"]["_errors"]
    assert told["code"] == "APPLICATION_COMMANDS_DUPLICATE_NAME"
    same = await club.ask("PATCH", f"{path_of(club)}/{pong}", {"name": "pong"})
    assert same.status == 200


@pytest.mark.parametrize("wrong", [{"name": "A B"}, {"description": ""}, [], {"options": 5}])
async def test_a_wrong_form_changes_nothing(club: Club, wrong: Any) -> None:
    (before,) = (await club.register(PING)).body
    one = f"{of_all(club)}/{before['id']}"
    for refused in (
        await club.ask("PATCH", one, wrong),
        await club.ask("POST", of_all(club), PING | wrong if wrong else []),
    ):
        assert refused.complaint == (400, 50035)
        assert not wrong or wrong.keys() == refused.body["errors"].keys()
    assert (await club.ask("GET", f"{one}?with_localizations=1")).body == before


@both
async def test_there_are_only_so_many(club: Club, path_of: Where) -> None:
    many = [{"type": 2, "name": f"Menu {each}"} for each in range(15)]
    await club.ask("PUT", path_of(club), many)
    refused = await club.ask("POST", path_of(club), {"type": 2, "name": "One more"})
    assert refused.complaint == (400, 30032)
    assert (await club.ask("POST", path_of(club), many[0])).status == 200
    assert (await club.ask("POST", path_of(club), PING)).status == 201


async def test_commands_of_others_are_out_of_reach(club: Club) -> None:
    one = f"{of_server(club)}/{(await club.ask('POST', of_server(club), PING)).id}"
    strange = one.replace(club.application, "1", 1)
    elsewhere = one.replace(SERVER, "1")
    for method, body in (("GET", None), ("PATCH", {}), ("DELETE", None)):
        assert (await club.ask(method, strange, body)).complaint == (403, 20012)
        assert (await club.ask(method, elsewhere, body)).complaint == (403, 50001)
    assert (await club.ask("GET", one)).status == 200


async def test_nobody_has_restricted_a_command(club: Club) -> None:
    path = f"{of_server(club)}/permissions"
    assert (await club.ask("GET", path)).body == []


async def test_people_hear_of_each_change(club: Club) -> None:
    ana = await club.sit(ANA)
    made = (await club.ask("POST", of_server(club), PING)).id
    assert [each["id"] for each in (await ana.hear("commands"))["commands"]] == [made]
    await club.ask("PATCH", f"{of_server(club)}/{made}", {"description": "New"})
    assert (await ana.hear("commands"))["commands"][0]["description"] == "New"
    await club.ask("DELETE", f"{of_server(club)}/{made}")
    assert (await ana.hear("commands"))["commands"] == []


async def test_a_servers_command_is_used_in_the_server(club: Club, line: GatewayClient) -> None:
    made = (await club.ask("POST", of_server(club), PING)).id
    (everywhere,) = (await club.register(PING)).body
    offered = (await (await club.sit(BO)).hear("hello"))["commands"]
    assert {each["id"] for each in offered} == {made, everywhere["id"]}
    asked = {"command": made, "channel": DUELS}
    assert (await club.act(ANA, "commands", **asked)).status == 200
    data = (await line.event("INTERACTION_CREATE"))["data"]
    assert (data["id"], data["guild_id"]) == (made, SERVER)
    refused = await club.act(ANA, "commands", **asked | {"channel": ANAS})
    assert refused.why == (400, "There is no such command here.")
    await club.act(ANA, "commands", command=everywhere["id"], channel=ANAS)
    assert "guild_id" not in (await line.event("INTERACTION_CREATE"))["data"]


async def test_commands_of_both_kinds_are_known_again(tmp_path: Path) -> None:
    journal = tmp_path / "discord.jsonl"
    async with a_club(journal=journal) as club:
        (before,) = (await club.register(PING)).body
        servers = (await club.ask("POST", of_server(club), PING)).id
    # Once as they were written, and once as the first restart wrote them anew.
    for _ in range(2):
        async with a_club(journal=journal) as club:
            for path, key in ((of_all(club), before["id"]), (of_server(club), servers)):
                assert [each["id"] for each in (await club.ask("GET", path)).body] == [key]
