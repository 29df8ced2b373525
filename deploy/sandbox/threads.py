"""Threads that are started from a message: a thread's id is its message's, as at Discord."""

from collections.abc import Iterable

from deploy.sandbox import api_errors, objects
from deploy.sandbox.context import Context
from deploy.sandbox.guild import Kind, Person, Place
from deploy.sandbox.intents import NONE, Intent
from deploy.sandbox.objects import Json
from deploy.sandbox.permissions import May
from deploy.sandbox.post import HAS_THREAD, Post


def start(context: Context, place: Place, post: Post, starter: Person, form: Json) -> Place:
    """Starts a thread from a message, and tells bots about it."""
    server = context.server
    if place.kind is not Kind.TEXT:
        raise api_errors.wrong_channel_type()
    if May.MAKE_THREADS not in server.may(starter, place):
        raise api_errors.missing_permissions()
    if post.id in server.places:
        raise api_errors.thread_exists()
    thread = Place(
        post.id,
        form["name"],
        Kind.THREAD,
        parent=place.id,
        owner=starter.id,
        members={starter.id},
        archived_after=form["auto_archive_duration"],
        created=context.now(),
    )
    context.note(noted(thread))
    server.places[thread.id] = thread
    made = objects.channel(server, thread)
    post.payload |= {"flags": post.payload["flags"] | HAS_THREAD, "thread": made}
    own = {"newly_created": True, "member": objects.thread_member(thread, starter.id)}
    context.announce("THREAD_CREATE", made | own, Intent.GUILDS)
    return thread


def join(context: Context, thread: Place, people: Iterable[str]) -> None:
    """Adds members to a thread: those who write in it, are pinged in it, or are added by a bot."""
    server = context.server
    may_see = (server.member(each) for each in dict.fromkeys(people))
    new = [each for each in may_see if each and May.VIEW in server.may(each, thread)]
    new = [each for each in new if each.id not in thread.members]
    if not new:
        return
    thread.members.update(each.id for each in new)
    context.note(noted(thread))
    added = {
        "id": thread.id,
        "guild_id": server.id,
        "member_count": len(thread.members - server.gone),
        "added_members": [
            objects.thread_member(thread, each.id)
            | {"member": objects.member(each), "presence": None}
            for each in new
        ],
    }
    itself = Intent.GUILDS if server.bot in new else NONE
    context.announce("THREAD_MEMBERS_UPDATE", added, Intent.GUILD_MEMBERS | itself)


def noted(thread: Place) -> Json:
    """For the journal."""
    about = {
        "id": thread.id,
        "name": thread.name,
        "parent": thread.parent,
        "owner": thread.owner,
        "members": sorted(thread.members),
        "archived_after": thread.archived_after,
        "created": thread.created,
    }
    return {"thread": about}


def restored(entry: Json) -> Place:
    about = entry["thread"]
    return Place(kind=Kind.THREAD, **about | {"members": set(about["members"])})
