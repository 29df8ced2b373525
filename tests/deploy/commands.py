"""Commands that a test registers, and people who use them."""

from typing import Any

from tests.deploy.gateway_client import GatewayClient
from tests.deploy.sandbox_client import ANA, DUELS, PING, Club

OPPONENT = {"type": 6, "name": "opponent", "description": "Who"}


async def registered(club: Club, *options: Any, **more: Any) -> str:
    (known,) = (await club.register(PING | {"options": list(options)} | more)).body
    return str(known["id"])


async def sent(club: Club, line: GatewayClient, command: str, **more: Any) -> Any:
    """Send a command, and return the data that the bot receives."""
    asked = {"channel": DUELS, "command": command} | more
    reply = await club.act(ANA, "commands", **asked)
    assert reply.status == 200, reply.body
    return (await line.event("INTERACTION_CREATE"))["data"]


async def refused(club: Club, command: str, person: str = ANA, **more: Any) -> str:
    reply = await club.act(person, "commands", **{"channel": DUELS, "command": command} | more)
    assert reply.status == 400
    return str(reply.body["why"])
