"""Discord's objects as JSON: users, members, channels, guilds, messages."""

from datetime import UTC, datetime
from typing import Any

from deploy.sandbox.guild.guild import Kind, Person, Place, Server
from deploy.sandbox.ids import born

Json = dict[str, Any]

LOCALE = "en-US"
JOINED = "2026-01-01T00:00:00+00:00"


def stamp(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).isoformat()


def user(person: Person) -> Json:
    return {
        "id": person.id,
        "username": person.username,
        "global_name": None if person.bot else person.name,
        "discriminator": "0001" if person.bot else "0",
        "avatar": person.avatar,
        "bot": person.bot,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "avatar_decoration_data": None,
    }


def own_user(person: Person) -> Json:
    more = {"verified": True, "mfa_enabled": False, "locale": LOCALE, "email": None}
    return user(person) | more | {"bio": ""}


def member(server: Server, person: Person) -> Json:
    profile = server.profile(person)
    timed_out = stamp(profile.timed_out_until) if server.is_timed_out(person) else None
    return {
        "user": user(person),
        "nick": profile.nick,
        "avatar": None,
        "banner": None,
        "roles": list(profile.roles),
        "joined_at": JOINED,
        "premium_since": None,
        "communication_disabled_until": timed_out,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
    }


def partial_member(server: Server, person: Person) -> Json:
    """As messages name a member: the user is told beside it."""
    return {key: each for key, each in member(server, person).items() if key != "user"}


def member_here(server: Server, person: Person, place: Place) -> Json:
    """With what they may do in the place that an interaction comes from."""
    return member(server, person) | {"permissions": str(int(server.may(person, place)))}


def role(server: Server, key: str) -> Json:
    found = server.roles[key]
    return {
        "id": found.id,
        "name": found.name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "icon": None,
        "unicode_emoji": None,
        "position": server.position(key),
        "permissions": str(int(found.permissions)),
        "managed": found.managed,
        "mentionable": False,
        "flags": 0,
        "tags": {"bot_id": server.bot.id} if found.managed else {},
    }


def channel(server: Server, place: Place) -> Json:
    if place.kind is Kind.DIRECT:
        recipients = [user(server.people[place.person])] if place.person else []
        return {
            "id": place.id,
            "type": int(place.kind),
            "recipients": recipients,
            "last_message_id": server.last_messages.get(place.id),
            "last_pin_timestamp": server.last_pins.get(place.id),
            "flags": 0,
        }
    shared = {
        "id": place.id,
        "type": int(place.kind),
        "guild_id": server.id,
        "name": place.name,
        "parent_id": place.parent,
        "last_message_id": server.last_messages.get(place.id),
        "last_pin_timestamp": server.last_pins.get(place.id),
        "rate_limit_per_user": place.slowmode,
        "flags": 0,
    }
    return shared | (_thread(server, place) if place.kind is Kind.THREAD else _text(server, place))


def channel_here(server: Server, person: Person, place: Place) -> Json:
    """As interactions name a channel: with what the person may do there."""
    return channel(server, place) | {"permissions": str(int(server.may(person, place)))}


def _text(server: Server, place: Place) -> Json:
    overwrites = [
        {
            "id": key,
            "type": 0 if key in server.roles else 1,
            "allow": str(int(place.opened.get(key, 0))),
            "deny": str(int(place.closed.get(key, 0))),
        }
        for key in place.closed | place.opened
    ]
    return {
        "topic": place.topic or None,
        "position": list(server.places).index(place.id),
        "nsfw": False,
        "permission_overwrites": overwrites,
    }


def _thread(server: Server, place: Place) -> Json:
    metadata = {
        "archived": place.archived,
        "archive_timestamp": stamp(place.archive_changed or place.created),
        "auto_archive_duration": place.archived_after,
        "locked": place.locked,
        "create_timestamp": stamp(place.created),
    }
    return {
        "owner_id": place.owner,
        "message_count": 0,
        "member_count": len(place.members - server.gone),
        "total_message_sent": 0,
        "thread_metadata": metadata,
    }


def guild(server: Server, *, counted: bool = False) -> Json:
    counts = _counts(server) if counted else {}
    return counts | {
        "id": server.id,
        "name": server.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "home_header": None,
        "application_id": None,
        "region": "local",
        "widget_enabled": False,
        "widget_channel_id": None,
        "nsfw": False,
        "incidents_data": None,
        "max_presences": None,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "owner_id": server.owner,
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 1,
        "explicit_content_filter": 0,
        "roles": [role(server, key) for key in server.roles],
        "emojis": [],
        "stickers": [],
        "features": [],
        "mfa_level": 0,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "safety_alerts_channel_id": None,
        "description": None,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": LOCALE,
        "nsfw_level": 0,
        "max_members": 500_000,
    }


def guild_preview(server: Server) -> Json:
    shared = ("id", "name", "icon", "splash", "discovery_splash", "home_header", "description")
    lists = ("emojis", "stickers", "features")
    whole = guild(server, counted=True)
    return {key: whole[key] for key in (*shared, *lists, *_counts(server))}


def own_guild(server: Server, *, counted: bool) -> Json:
    """Returns the server as the bot lists it among its own."""
    whole = guild(server, counted=counted)
    counts = _counts(server) if counted else {}
    return {key: whole[key] for key in ("id", "name", "icon", "banner", "features", *counts)} | {
        "owner": server.owner == server.bot.id,
        "permissions": str(int(server.may(server.bot))),
    }


def _counts(server: Server) -> Json:
    count = len(server.members())
    return {"approximate_member_count": count, "approximate_presence_count": count}


def thread_member(place: Place, person: str) -> Json:
    """Everybody counts as a member since the thread was started."""
    return {"id": place.id, "user_id": person, "join_timestamp": stamp(place.created), "flags": 0}


def emoji(sign: str) -> Json:
    return {"id": None, "name": sign}


def reaction(sign: str, people: list[str], own: str) -> Json:
    """As the user with the id `own` sees it."""
    return {
        "emoji": emoji(sign),
        "count": len(people),
        "count_details": {"burst": 0, "normal": len(people)},
        "burst_colors": [],
        "me": own in people,
        "me_burst": False,
    }


def location(place: Place) -> Json:
    """Returns the ids of a channel, and of the server if it is in one."""
    guild = {"guild_id": place.guild} if place.guild else {}
    return {"channel_id": place.id} | guild


def reference(place: Place, message: str) -> Json:
    """Returns a `message_reference`, as Discord fills it in."""
    return {"type": 0, "message_id": message} | location(place)


def message(key: str, place: Place, author: Person, kind: int) -> Json:
    """An empty one, to be filled in with what somebody says."""
    return {
        "id": key,
        "channel_id": place.id,
        "type": kind,
        "author": user(author),
        "content": "",
        "timestamp": stamp(born(key)),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
    }
