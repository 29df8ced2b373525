"""Threads. One that is started from a message has its id, as at Discord."""

from collections.abc import Iterable

from deploy.sandbox import api_errors, objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import NONE, Intent
from deploy.sandbox.guild.guild import Kind, Person, Place
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.messages.post import HAS_THREAD, Post
from deploy.sandbox.objects import Json


def start(context: Context, place: Place, post: Post, starter: Person, form: Json) -> Place:
    """Starts a thread from a message, and tells bots about it."""
    _check(context, place, starter)
    if context.servers.place(post.id):
        raise api_errors.thread_exists()
    thread = _begun(context, post.id, place, starter, form)
    made = objects.channel(context.servers.of(thread), thread)
    post.payload |= {"flags": post.payload["flags"] | HAS_THREAD, "thread": made}
    return thread


def start_alone(context: Context, place: Place, starter: Person, form: Json) -> Place:
    """Starts a thread from no message, and tells bots about it."""
    _check(context, place, starter)
    return _begun(context, context.ids.new(), place, starter, form)


def _check(context: Context, place: Place, starter: Person) -> None:
    if place.kind is not Kind.TEXT:
        raise api_errors.wrong_channel_type()
    if May.MAKE_THREADS not in context.servers.of(place).may(starter, place):
        raise api_errors.missing_permissions()


def _begun(context: Context, key: str, place: Place, starter: Person, form: Json) -> Place:
    thread = Place(
        key,
        form["name"],
        Kind.THREAD,
        guild=place.guild,
        parent=place.id,
        owner=starter.id,
        members={starter.id},
        archived_after=form["auto_archive_duration"],
        created=context.now(),
    )
    context.note(noted(thread))
    context.servers.add(thread)
    own = {"newly_created": True, "member": objects.thread_member(thread, starter.id)}
    made = objects.channel(context.servers.of(thread), thread)
    context.announce("THREAD_CREATE", made | own, Intent.GUILDS)
    return thread


def change(context: Context, thread: Place, form: Json) -> None:
    """Renames, archives or locks a thread, and tells bots about it."""
    if form.get("archived", thread.archived) != thread.archived:
        thread.archive_changed = context.now()
    thread.name = form.get("name", thread.name)
    thread.archived_after = form.get("auto_archive_duration", thread.archived_after)
    thread.archived = form.get("archived", thread.archived)
    thread.locked = form.get("locked", thread.locked)
    context.note(noted(thread))
    told = objects.channel(context.servers.of(thread), thread)
    context.announce("THREAD_UPDATE", told, Intent.GUILDS)


def delete(context: Context, thread: Place) -> None:
    """Deletes a thread, and tells bots about it."""
    gone = objects.channel(context.servers.of(thread), thread)
    context.servers.remove(thread)
    context.note({"deleted": thread.id})
    told = {key: gone[key] for key in ("id", "guild_id", "parent_id", "type")}
    context.announce("THREAD_DELETE", told, Intent.GUILDS)


def join(context: Context, thread: Place, people: Iterable[str]) -> None:
    """Adds members to a thread: those who write in it, are pinged in it, or are added by a bot."""
    server = context.servers.of(thread)
    may_see = (server.member(each) for each in dict.fromkeys(people))
    new = [each for each in may_see if each and May.VIEW in server.may(each, thread)]
    new = [each for each in new if each.id not in thread.members]
    if not new:
        return
    thread.members.update(each.id for each in new)
    context.note(noted(thread))
    added = [
        objects.thread_member(thread, each.id)
        | {"member": objects.member(server, each), "presence": None}
        for each in new
    ]
    _announce(context, thread, {"added_members": added}, itself=server.bot in new)


def leave(context: Context, thread: Place, person: str) -> None:
    if person not in thread.members:
        return
    thread.members.remove(person)
    context.note(noted(thread))
    itself = person == context.servers.bot.id
    _announce(context, thread, {"removed_member_ids": [person]}, itself=itself)


def _announce(context: Context, thread: Place, changes: Json, *, itself: bool) -> None:
    """Announces who is in a thread. Bots without the members intent hear of themselves only."""
    told = {
        "id": thread.id,
        "guild_id": thread.guild,
        "member_count": len(thread.members - context.servers.of(thread).gone),
    }
    own = Intent.GUILDS if itself else NONE
    context.announce("THREAD_MEMBERS_UPDATE", told | changes, Intent.GUILD_MEMBERS | own)


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
        "archived": thread.archived,
        "locked": thread.locked,
        "archive_changed": thread.archive_changed,
    }
    return {"thread": about}


def restored(servers: Servers, entry: Json) -> Place | None:
    """Returns a thread, unless the channel that it was in is gone."""
    about = entry["thread"]
    parent = servers.place(about["parent"])
    members = {"members": set(about["members"])}
    return parent and Place(kind=Kind.THREAD, guild=parent.guild, **about | members)
