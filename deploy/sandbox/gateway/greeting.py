"""What a bot is told once it has identified: READY, and its servers."""

from deploy.sandbox import objects
from deploy.sandbox.application import flags
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.gateway.shards import Shard
from deploy.sandbox.guild.guild import Kind, Person, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def ready(world: World, session: str, version: int, shard: Shard) -> Json:
    """Discord sends all of this, though it doesn't document some of it."""
    return {
        "v": version,
        "user": objects.own_user(world.servers.bot),
        "guilds": [{"id": each, "unavailable": True} for each in world.servers.ids(shard)],
        "session_id": session,
        "session_type": "normal",
        "resume_gateway_url": world.gateway,
        "application": {
            "id": world.application,
            "flags": flags(world.context.privileged),
        },
        "private_channels": [],
        "relationships": [],
        "game_relationships": [],
        "presences": [],
        "guild_join_requests": [],
        "geo_ordered_rtc_regions": [],
        "user_settings": {},
        "auth": {},
        "_trace": [],
    }


def guild(server: Server, intents: Intent) -> Json:
    """GUILD_CREATE. Only bots that hear of presences are told of everybody: others ask for members,
    if they may."""
    everybody = server.members() if intents & Intent.GUILD_PRESENCES else []
    there = server.places.values()
    seen = [each for each in there if May.VIEW in server.may(server.bot, each)]
    return objects.guild(server) | {
        "joined_at": objects.JOINED,
        "large": False,
        "unavailable": False,
        "member_count": len(server.members()),
        "voice_states": [],
        "members": [objects.member(server, each) for each in everybody or [server.bot]],
        "channels": [objects.channel(server, each) for each in there if each.kind is Kind.TEXT],
        "threads": [objects.channel(server, each) for each in seen if each.is_active_thread],
        "presences": [presence(each) for each in everybody],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def presence(person: Person) -> Json:
    """Everybody is there all the time."""
    return {
        "user": {"id": person.id},
        "status": "online",
        "activities": [],
        "client_status": {"web": "online"},
    }
