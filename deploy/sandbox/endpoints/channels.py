"""Channels, and who is typing there."""

from deploy.sandbox import api_errors, objects
from deploy.sandbox.endpoints.call import Call, Endpoint
from deploy.sandbox.endpoints.lookup import place_of
from deploy.sandbox.gateway.intents import Intent, heard_in
from deploy.sandbox.guild.guild import Kind
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.objects import Json
from deploy.sandbox.world import World


def channel(world: World, call: Call) -> Json:
    place = place_of(world, call)
    return objects.channel(world.servers.of(place), place)


def type_something(world: World, call: Call) -> None:
    """Says for some seconds that the bot is typing."""
    place, bot = place_of(world, call), world.servers.bot
    server = world.servers.of(place)
    if not server.may_write(bot, place):
        raise api_errors.missing_permissions()
    frame = {"type": "typing", "channel": place.id, "member": bot.id}
    world.subscribers.tell(server, frame, lambda person: May.VIEW in server.may(person, place))
    told = objects.location(place)
    told |= {"user_id": bot.id, "timestamp": world.context.now() // 1000}
    if place.kind is not Kind.DIRECT:
        told["member"] = objects.member(server, bot)
    intent = heard_in(place, Intent.GUILD_MESSAGE_TYPING)
    world.context.announce("TYPING_START", told, intent)


ENDPOINTS = (
    Endpoint("GET", "/channels/{channel}", channel),
    Endpoint("POST", "/channels/{channel}/typing", type_something, limited_by="channel"),
)
