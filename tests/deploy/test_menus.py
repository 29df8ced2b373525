"""Commands in the menus of people and messages."""

from tests.deploy.commands import refused, sent
from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import BO, LOBBY, Club


async def test_a_menu_is_about_somebody(club: Club, line: GatewayClient) -> None:
    (known,) = (await club.register({"name": "Duel profile", "type": 2})).body
    data = await sent(club, line, known["id"], target=BO)
    assert (data["target_id"], data["type"]) == (BO, 2)
    assert data["resolved"]["users"].keys() == data["resolved"]["members"].keys() == {BO}
    for wrong in (None, "1", 5):
        why = await refused(club, known["id"], target=wrong)
        assert why == "There is no such member here."


async def test_a_menu_is_about_nothing_else(club: Club) -> None:
    (known,) = (await club.register({"name": "Duel profile", "type": 2})).body
    assert await refused(club, known["id"], target={}) == "There is no such member here."
    assert await refused(club, known["id"], target={"a": 1}) == "There is no such member here."


async def test_a_menu_is_about_a_message(club: Club, line: GatewayClient) -> None:
    (known,) = (await club.register({"name": "Quote", "type": 3})).body
    said = (await club.say(BO, "Quote me")).body
    data = await sent(club, line, known["id"], target=said["id"])
    assert (data["target_id"], data["type"]) == (said["id"], 3)
    ((key, message),) = data["resolved"]["messages"].items()
    assert (key, message["content"], message["author"]["id"]) == (said["id"], "Quote me", BO)


async def test_a_menu_is_about_a_message_that_everybody_sees_here(
    club: Club, line: GatewayClient
) -> None:
    private = await club.private_answer(line)
    (known,) = (await club.register({"name": "Quote", "type": 3})).body
    elsewhere = (await club.say(BO, "Quote me", LOBBY)).body["id"]
    for target, why in (
        (elsewhere, "There is no such message here."),
        (private, "Apps have no commands for a message that only one person sees."),
        (None, "There is no such message."),
        ({}, "There is no such message."),
    ):
        assert await refused(club, known["id"], target=target) == why
