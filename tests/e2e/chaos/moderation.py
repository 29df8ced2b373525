"""Steps of moderators that the sandbox's page doesn't have."""

from deploy.sandbox import objects
from deploy.sandbox.endpoints import threads
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Kind, Place
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.post import Post
from deploy.sandbox.world import World


def post_of(world: World, message: str) -> Post | None:
    return next((each for each in world.messages.posts() if each.id == message), None)


def delete_message(world: World, message: str) -> None:
    if post := post_of(world, message):
        world.messages.delete(post)


def delete_thread(world: World, place: str) -> bool:
    """Delete a duel's thread, if this is one. Returns whether it was."""
    thread, bot = world.servers.place(place), world.servers.bot
    if thread is None or thread.kind is not Kind.THREAD or thread.owner != bot.id:
        return False
    for each in [each for each in world.messages.posts() if each.place == thread]:
        world.messages.delete(each)
    threads.remove(world, thread)
    return True


def forbid(world: World, place: Place, denied: May) -> None:
    """Withdraw permissions of the bot in a channel, and give back those withdrawn before."""
    server = world.servers.of(place)
    (role,) = server.profile(server.bot).roles
    place.closed[role] = denied
    changed = objects.channel(server, place)
    world.context.announce("CHANNEL_UPDATE", changed, Intent.GUILDS)
