"""A server: its channels, threads and roles, and what servers can have and these don't."""

from collections import Counter

from deploy.sandbox import api_errors, objects
from deploy.sandbox.endpoints.call import Call, Endpoint, Handler
from deploy.sandbox.endpoints.lookup import in_server
from deploy.sandbox.guild.guild import Kind
from deploy.sandbox.guild.permissions import NOTHING, May
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World

GUILD = "/guilds/{guild}"


def guild(world: World, call: Call) -> Json:
    return objects.guild(in_server(world, call), counted=call.asks_for("with_counts"))


def preview(world: World, call: Call) -> Json:
    return objects.guild_preview(in_server(world, call))


def channels(world: World, call: Call) -> list[Json]:
    server = in_server(world, call)
    there = (each for each in server.places.values() if each.kind is Kind.TEXT)
    return [objects.channel(server, each) for each in there]


def active_threads(world: World, call: Call) -> Json:
    server = in_server(world, call)
    threads = (each for each in server.places.values() if each.is_active_thread)
    seen = [each for each in threads if May.VIEW in server.may(server.bot, each)]
    joined = [each for each in seen if server.bot.id in each.members]
    return {
        "threads": [objects.channel(server, each) for each in seen],
        "members": [objects.thread_member(each, server.bot.id) for each in joined],
        "has_more": False,
    }


def roles(world: World, call: Call) -> list[Json]:
    server = in_server(world, call)
    return [objects.role(server, key) for key in server.roles]


def role(world: World, call: Call) -> Json:
    server = in_server(world, call)
    if call.path["role"] not in server.roles:
        raise api_errors.unknown_role()
    return objects.role(server, call.path["role"])


def role_member_counts(world: World, call: Call) -> Json:
    """Counts the members of each role but @everyone, which all have."""
    server = in_server(world, call)
    held = Counter(role for member in server.members() for role in server.profile(member).roles)
    return {key: held[key] for key in server.roles if key != server.id}


def no_sounds(world: World, call: Call) -> Json:
    in_server(world, call)
    return {"items": []}


def _none(needed: May = NOTHING) -> Handler:
    """There are none of these here, which only bots with a permission are told."""

    def none(world: World, call: Call) -> list[Json]:
        server = in_server(world, call)
        if needed & ~server.may(server.bot):
            raise api_errors.missing_permissions()
        return []

    return none


ENDPOINTS = (
    Endpoint("GET", GUILD, guild),
    Endpoint("GET", GUILD + "/preview", preview),
    Endpoint("GET", GUILD + "/channels", channels),
    Endpoint("GET", GUILD + "/threads/active", active_threads),
    Endpoint("GET", GUILD + "/roles", roles),
    Endpoint("GET", GUILD + "/roles/member-counts", role_member_counts),
    Endpoint("GET", GUILD + "/roles/{role}", role),
    Endpoint("GET", GUILD + "/emojis", _none()),
    Endpoint("GET", GUILD + "/stickers", _none()),
    Endpoint("GET", GUILD + "/scheduled-events", _none()),
    Endpoint("GET", GUILD + "/regions", _none()),
    Endpoint("GET", GUILD + "/soundboard-sounds", no_sounds),
    Endpoint("GET", GUILD + "/invites", _none(May.MANAGE_SERVER)),
    Endpoint("GET", GUILD + "/integrations", _none(May.MANAGE_SERVER)),
    Endpoint("GET", GUILD + "/webhooks", _none(May.MANAGE_WEBHOOKS)),
)
