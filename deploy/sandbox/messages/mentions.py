"""The pings of a message: its mentions, limited by `allowed_mentions`."""

import re
from collections.abc import Iterator

from deploy.sandbox import objects
from deploy.sandbox.guild.guild import Person, Place, Server
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.objects import Json

USER = re.compile(r"<@!?(\d{1,20})>")
ROLE = re.compile(r"<@&(\d{1,20})>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")
TEXT_DISPLAY = 10


def pings(
    server: Server, place: Place, author: Person, form: Json, replied: Person | None = None
) -> Json:
    """The keys of a message that say so. Whoever isn't a member can't be pinged."""
    text = "\n".join([form.get("content") or "", *spoken(form.get("components") or [])])
    allowed = form.get("allowed_mentions")
    users = [each for each in dict.fromkeys(USER.findall(text)) if server.member(each)]
    roles = [each for each in dict.fromkeys(ROLE.findall(text)) if each in server.roles]
    everyone = May.PING_EVERYONE in server.may(author, place) and bool(EVERYONE.search(text))
    if allowed is not None:
        parse = allowed.get("parse") or ()
        users = [each for each in users if "users" in parse or each in _ids(allowed, "users")]
        roles = [each for each in roles if "roles" in parse or each in _ids(allowed, "roles")]
        everyone = everyone and "everyone" in parse
    if replied and replied.id not in users and (allowed is None or allowed.get("replied_user")):
        users.append(replied.id)
    found = (server.member(each) for each in users)
    return {
        "mentions": [objects.user(each) for each in found if each],
        "mention_roles": roles,
        "mention_everyone": everyone,
    }


def spoken(components: list[Json]) -> Iterator[str]:
    """Yields the text of components."""
    for each in components:
        if each["type"] == TEXT_DISPLAY:
            yield each["content"]
        yield from spoken(each.get("components") or [])


def _ids(allowed: Json, key: str) -> list[str]:
    return [str(each) for each in allowed.get(key) or ()]
