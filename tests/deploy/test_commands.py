"""Commands: registered by the bot, offered to those who may, sent as Discord would send them."""

from dataclasses import replace
from typing import Any

import pytest

from deploy.sandbox.guild.guild import Profile
from deploy.sandbox.guild.permissions import EVERYTHING, May
from tests.deploy.commands import OPPONENT, refused, registered, sent
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import (
    ANA,
    ANAS,
    BO,
    CLEO,
    DAN,
    DUELS,
    MODERATORS,
    NEWS,
    PING,
    Club,
)

SIZE = {"type": 4, "name": "size", "description": "How many", "min_value": 2, "max_value": 100}
GAME = {
    "type": 3,
    "name": "game",
    "description": "Which",
    "required": True,
    "choices": [{"name": "Divisor", "value": "divisor"}, {"name": "Split", "value": "split"}],
}


def sub(name: str, *options: Any) -> dict[str, Any]:
    return {"type": 1, "name": name, "description": "Does", "options": list(options)}


def group(name: str, *options: Any) -> dict[str, Any]:
    return {"type": 2, "name": name, "description": "Has", "options": list(options)}


# Registering.


async def test_commands_are_registered_in_the_place_of_others(club: Club) -> None:
    told = (await club.register(PING, PING | {"name": "pong"})).body
    assert [each["name"] for each in told] == ["ping", "pong"]
    assert {each["application_id"] for each in told} == {club.application}
    path = f"/applications/{club.application}/commands"
    assert (await club.ask("GET", f"{path}?with_localizations=true")).body == told
    again = (await club.register(PING | {"name": "pong", "description": "New"})).body
    # A command that is registered again keeps its ID, and gets another version.
    assert [each["id"] for each in again] == [told[1]["id"]]
    assert again[0]["version"] != told[1]["version"]
    assert again[0]["description"] == "New"
    assert (await club.register()).body == []


async def test_a_command_of_another_type_is_another(club: Club) -> None:
    first = (await club.register(PING)).body[0]["id"]
    menu = (await club.register({"name": "ping", "type": 2})).body[0]["id"]
    assert menu != first


async def test_people_hear_of_new_commands(club: Club) -> None:
    ana, dan, nobody = await club.sit(ANA), await club.sit(DAN), await club.sit(None)
    for each in (ana, dan, nobody):
        await each.hear("hello")
    admin = PING | {"name": "admin", "default_member_permissions": "32"}
    await club.register(PING, admin)
    heard = [await each.hear("commands") for each in (ana, dan)]
    names = [[each["name"] for each in frame["commands"]] for frame in heard]
    assert names == [["ping"], ["ping", "admin"]]
    await club.page("POST", "faults", json={"kind": "lose"})
    await nobody.hear("faults")
    assert [each["type"] for each in nobody.heard] == ["hello", "faults"]


async def test_commands_are_for_their_own_application(club: Club) -> None:
    assert (await club.ask("GET", "/applications/1/commands")).complaint == (403, 20012)
    assert (await club.ask("PUT", "/applications/1/commands", [])).complaint == (403, 20012)
    assert (await club.ask("PUT", f"/applications/{club.application}/commands", {})).status == 400
    twice = await club.register(PING, PING)
    assert twice.status == 400


# Sending.


async def test_a_command_is_sent_with_its_options(club: Club, line: GatewayClient) -> None:
    duel = await registered(club, sub("start", GAME, SIZE, OPPONENT), sub("list"))
    given = {"opponent": BO, "game": "split", "size": 20}
    data = await sent(club, line, duel, path=["start"], options=given)
    assert (data["id"], data["name"], data["type"]) == (duel, "ping", 1)
    (start,) = data["options"]
    assert (start["type"], start["name"]) == (1, "start")
    # The options are in the order of the command's definition.
    assert start["options"] == [
        {"type": 3, "name": "game", "value": "split"},
        {"type": 4, "name": "size", "value": 20},
        {"type": 6, "name": "opponent", "value": BO},
    ]
    assert data["resolved"]["users"][BO]["username"] == "bo"
    # Optional options may be left out.
    (start,) = (await sent(club, line, duel, path=["start"], options={"game": "split"}))["options"]
    assert [each["name"] for each in start["options"]] == ["game"]
    assert (await sent(club, line, duel, path=["list"]))["options"] == [
        {"type": 1, "name": "list", "options": []}
    ]


async def test_a_command_in_a_group_is_sent_with_it(club: Club, line: GatewayClient) -> None:
    seat = await club.sit(ANA)
    duel = await registered(club, group("show", sub("board", SIZE)), sub("list"))
    data = await sent(club, line, duel, path=["show", "board"], options={"size": 2})
    (show,) = data["options"]
    (board,) = show["options"]
    assert (show["type"], board["type"], board["options"][0]["value"]) == (2, 1, 2)
    frame = await seat.hear("interaction")
    assert frame["source"] == {"kind": "command", "name": "ping show board"}


async def test_a_command_without_options_is_sent_alone(club: Club, line: GatewayClient) -> None:
    data = await sent(club, line, await registered(club))
    assert data["options"] == []
    assert "resolved" not in data


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ([], "This command isn't complete."),
        (["show"], "This command isn't complete."),
        (["never"], "There is no never in this command."),
        (["list", "more"], "There is no more in this command."),
        (["show", "never"], "There is no never in this command."),
    ],
)
async def test_a_command_is_sent_whole(club: Club, path: list[str], why: str) -> None:
    duel = await registered(club, group("show", sub("board", SIZE)), sub("list", SIZE))
    assert await refused(club, duel, path=path) == why


async def test_an_option_is_no_part_of_the_path(club: Club) -> None:
    assert await refused(club, await registered(club, SIZE), path=["size"]) == (
        "There is no size in this command."
    )


def option(kind: int, **more: Any) -> dict[str, Any]:
    return {"type": kind, "name": "x", "description": "It"} | more


@pytest.mark.parametrize(
    ("option", "value"),
    [
        (option(3), "text"),
        (option(3, min_length=2, max_length=4), "abcd"),
        (option(4), 5),
        (option(4), -5),
        (option(4, min_value=2, max_value=3), 3),
        (option(5), True),
        (option(5), False),
        (option(10), 1.5),
        (option(10), 2),
        (option(10, choices=[{"name": "half", "value": 0.5}]), 0.5),
    ],
)
async def test_a_value_is_sent_as_it_is(
    club: Club, line: GatewayClient, option: Any, value: Any
) -> None:
    data = await sent(club, line, await registered(club, option), options={"x": value})
    assert data["options"] == [{"type": option["type"], "name": "x", "value": value}]


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        (option(3), 5, "x is a text."),
        (option(3, min_length=2), "a", "x must be 2 to 6000 characters long."),
        (option(3, max_length=2), "abc", "x must be 0 to 2 characters long."),
        (option(3), "x" * 6001, "x must be 0 to 6000 characters long."),
        (GAME | {"name": "x"}, "parity", "x has to be one of the choices."),
        (option(4), "5", "x is a whole number."),
        (option(4), 1.5, "x is a whole number."),
        (option(4), True, "x is a whole number."),
        (option(4, min_value=2), 1, "x is at least 2."),
        (option(4, max_value=2), 3, "x is at most 2."),
        (option(4), 2**53, f"x is at most {2**53 - 1}."),
        (option(5), "true", "x is either true or false."),
        (option(5), 1, "x is either true or false."),
        (option(6), 5, "x is a text."),
        (option(6), "1", "There is no such member here."),
        (option(7), "1", "There is no such channel here."),
        (option(8), "1", "There is no such role here."),
        (option(9), "1", "There is no such member here."),
        (option(10), "1", "x is a number."),
        (option(10, min_value=0.5), 0, "x is at least 0.5."),
    ],
)
async def test_a_value_that_no_client_would_send_is_refused(
    club: Club, option: Any, value: Any, why: str
) -> None:
    command = await registered(club, option)
    assert await refused(club, command, options={"x": value}) == why


async def test_a_channel_is_of_the_types_that_are_wanted(club: Club) -> None:
    command = await registered(club, option(7, channel_types=[11]))
    assert (await refused(club, command, options={"x": NEWS})).startswith("x ")


@pytest.mark.parametrize(
    ("kind", "value", "key"),
    [
        (6, BO, "users"),
        (7, NEWS, "channels"),
        (8, MODERATORS, "roles"),
        (9, BO, "members"),
        (9, MODERATORS, "roles"),
    ],
)
async def test_what_was_named_is_told_whole(
    club: Club, line: GatewayClient, kind: int, value: str, key: str
) -> None:
    data = await sent(club, line, await registered(club, option(kind)), options={"x": value})
    assert data["resolved"][key].keys() == {value}


async def test_an_option_is_there_and_what_must_be_is_given(club: Club) -> None:
    command = await registered(club, GAME, SIZE)
    assert await refused(club, command) == "The option game is missing."
    given = {"game": "split", "more": 1, "another": 2}
    assert await refused(club, command, options=given) == "There is no option another here."


@pytest.mark.parametrize(
    "more", [{"path": "start"}, {"options": ["x"]}, {"path": {"a": 1}}, {"options": 5}]
)
async def test_a_command_comes_in_the_shape_that_it_has(club: Club, more: Any) -> None:
    why = "path is a list of names, and options maps names to values."
    assert await refused(club, await registered(club), **more) == why


# Permissions.


async def test_only_those_use_a_command_who_may(club: Club, line: GatewayClient) -> None:
    admin = await registered(club, default_member_permissions="32")
    assert await refused(club, admin) == "There is no such command here."
    sent = await club.act(DAN, "commands", channel=DUELS, command=admin)
    assert sent.status == 200
    assert (await line.event("INTERACTION_CREATE"))["member"]["user"]["id"] == DAN


@pytest.mark.parametrize("needed", ["32", "8224"])
async def test_a_moderator_uses_what_moderators_may(
    club: Club, line: GatewayClient, needed: str
) -> None:
    """Dan owns the server, so Cleo shall try."""
    club.sandbox.world.servers.first.profiles[CLEO] = Profile((MODERATORS,))
    command = await registered(club, default_member_permissions=needed)
    sent = await club.act(CLEO, "commands", channel=DUELS, command=command)
    assert sent.status == 200
    assert (await line.event("INTERACTION_CREATE"))["member"]["roles"] == [MODERATORS]
    beyond = await registered(club, default_member_permissions=str(32 | 1 << 3))
    assert await refused(club, beyond, CLEO) == "There is no such command here."


async def test_a_command_for_nobody_is_for_administrators(club: Club, line: GatewayClient) -> None:
    command = await registered(club, default_member_permissions="0")
    assert await refused(club, command, BO) == "There is no such command here."
    assert (await club.act(DAN, "commands", channel=DUELS, command=command)).status == 200
    await line.event("INTERACTION_CREATE")


@pytest.mark.parametrize(
    ("contexts", "here", "there"),
    [
        (None, True, True),
        ([0], True, False),
        ([1], False, True),
        ([0, 1], True, True),
        ([2], False, False),
    ],
)
async def test_a_command_is_where_it_says(
    club: Club, contexts: Any, here: bool, there: bool
) -> None:
    more = {} if contexts is None else {"contexts": contexts}
    command = await registered(club, **more)
    for place, is_there in ((DUELS, here), (ANAS, there)):
        reply = await club.act(ANA, "commands", channel=place, command=command)
        assert reply.status == (200 if is_there else 400)


async def test_an_administrator_may_everything(club: Club) -> None:
    server = club.sandbox.world.servers.first
    server.profiles[CLEO], cleo = Profile((MODERATORS,)), server.people[CLEO]
    server.roles[MODERATORS] = replace(server.roles[MODERATORS], permissions=May.ADMINISTRATOR)
    server.places[NEWS] = news = replace(server.places[NEWS], closed={CLEO: May.VIEW})
    assert server.may(cleo, news) == server.may(cleo) == EVERYTHING
    for needed in ("0", "8224"):
        command = await registered(club, default_member_permissions=needed)
        sent = await club.act(CLEO, "commands", channel=NEWS, command=command)
        assert sent.status == 200


async def test_nobody_uses_a_command_that_is_no_more(club: Club) -> None:
    command = await registered(club)
    await club.register()
    assert await refused(club, command) == "There is no such command here."
    assert await refused(club, "1", channel="1") == "There is no such channel."
    reply = await club.act(ANA, "commands", channel=DUELS)
    assert reply.why == (400, "command is missing.")
