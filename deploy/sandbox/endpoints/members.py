"""The members of a server."""

from deploy.sandbox import api_errors, objects
from deploy.sandbox.endpoints import query
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import in_server
from deploy.sandbox.forms.form_errors import required, tree
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Person, Server
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

MEMBERS = "/guilds/{guild}/members"
MOST = 1_000


def member(world: World, call: Call) -> Json:
    server = in_server(world, call)
    found = server.member(call.path["user"])
    if found is None:
        raise api_errors.unknown_member()
    return objects.member(server, found)


def members(world: World, call: Call) -> list[Json]:
    """Lists members by their ids, for bots whose owner has switched on the members intent."""
    server = in_server(world, call)
    wanted, after = query.limit(call, 1, MOST), query.snowflake(call, "after") or 0
    if Intent.GUILD_MEMBERS not in world.context.privileged:
        raise api_errors.missing_access()
    by_id = sorted(server.members(), key=lambda each: int(each.id))
    found = [each for each in by_id if int(each.id) > after]
    return [objects.member(server, each) for each in found[:wanted]]


def search(world: World, call: Call) -> list[Json]:
    server, wanted = in_server(world, call), query.limit(call, 1, MOST)
    begins = call.query.get("query", "").casefold()
    if not begins:
        raise api_errors.invalid_form(tree([required("query")]))
    found = [each for each in server.members() if _is_called(server, each, begins)]
    return [objects.member(server, each) for each in found[:wanted]]


def _is_called(server: Server, person: Person, begins: str) -> bool:
    return any(
        each.casefold().startswith(begins) for each in (person.username, server.called(person))
    )


ENDPOINTS = (
    Endpoint("GET", MEMBERS, members),
    Endpoint("GET", MEMBERS + "/search", search),
    Endpoint("GET", MEMBERS + "/{user}", member),
)
