"""The events by which bots hear of messages."""

from collections.abc import Sequence

from deploy.sandbox import objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import Intent, heard_in
from deploy.sandbox.guild.guild import Kind, Person, Server
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json

# What a bot without the message content intent gets instead of what people have written.
EMPTY: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def announce(context: Context, event: str, post: Post, told: Json) -> None:
    """Announces MESSAGE_CREATE or MESSAGE_UPDATE. Discord tells of ephemeral messages as if they
    were direct ones, and tells only the bot that sent them."""
    # Undocumented. discord.js needs it for direct channels that it doesn't know yet.
    told = told | {"channel_type": int(post.place.kind)}
    if post.reader is None and post.place.kind is not Kind.DIRECT:
        told |= _in_server(context.servers.of(post.place), post)
    context.announce(event, told, _intent(post))


def announce_gone(context: Context, posts: Sequence[Post], *, bulk: bool = False) -> None:
    """Announces MESSAGE_DELETE, or MESSAGE_DELETE_BULK of messages in the same channel."""
    if bulk:
        ids: Json = {"ids": [each.id for each in posts]}
        told = ids | _where(posts[0])
        context.announce("MESSAGE_DELETE_BULK", told, Intent.GUILD_MESSAGES)
        return
    for each in posts:
        told = {"id": each.id} | _where(each)
        context.announce("MESSAGE_DELETE", told, _intent(each))


def readable(message: Json, server: Server) -> Json:
    """Returns a message of the server as a bot without the message content intent may read it:
    empty, unless it is its own or mentions it."""
    told = message
    if referred := message.get("referenced_message"):
        told = told | {"referenced_message": readable(referred, server)}
    mentioned = (each["id"] for each in message["mentions"])
    whole = server.bot.id in (message["author"]["id"], *mentioned)
    return told if whole else told | EMPTY


def _in_server(server: Server, post: Post) -> Json:
    told: Json = {
        "guild_id": server.id,
        "mentions": [
            each | _member(server, server.member(each["id"])) for each in post.payload["mentions"]
        ],
    }
    return told | _member(server, server.member(post.author.id))


def _member(server: Server, person: Person | None) -> Json:
    return {"member": objects.partial_member(server, person)} if person else {}


def _where(post: Post) -> Json:
    return {"channel_id": post.place.id} if post.reader else objects.location(post.place)


def _intent(post: Post) -> Intent:
    return Intent.DIRECT_MESSAGES if post.reader else heard_in(post.place, Intent.GUILD_MESSAGES)
