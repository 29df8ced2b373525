"""The gateway's "request guild members": by ids, by the beginning of names, or with the members
intent all of them."""

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from deploy.sandbox import objects
from deploy.sandbox.forms.fields import Form, Snowflake
from deploy.sandbox.gateway import greeting
from deploy.sandbox.gateway.connection import Close, Closing
from deploy.sandbox.gateway.intents import Intent
from deploy.sandbox.guild.guild import Person, Server
from deploy.sandbox.objects import Json

# In one part of an answer, and in all of it where not everybody is asked for.
CHUNK, MOST = 1_000, 100
# In bytes.
LONGEST_NONCE = 32

# Any text: one that is nobody's id is told in `not_found`.
Id = str | int


class Asked(Form):
    guild_id: Snowflake
    query: str | None = None
    limit: Annotated[int, Field(ge=0)] | None = None
    user_ids: Id | list[Id] | None = None
    presences: bool | None = None
    nonce: Any = None


ASKED = TypeAdapter(Asked)


def chunks(server: Server, form: Asked, intents: int) -> list[Json]:
    """The parts of the answer: none where Discord says nothing at all."""
    more: Json = {}
    if form.query is None:
        found, more["not_found"] = _by_id(server, form.user_ids)
    elif form.query or intents & Intent.GUILD_MEMBERS:
        found = _by_name(server, form.query, form.limit or 0)
    else:
        return []
    if isinstance(form.nonce, str) and len(form.nonce.encode()) <= LONGEST_NONCE:
        more["nonce"] = form.nonce
    parts = [found[at : at + CHUNK] for at in range(0, len(found), CHUNK)] or [[]]
    told = [
        {
            "guild_id": server.id,
            "members": [objects.member(server, each) for each in part],
            "chunk_index": index,
            "chunk_count": len(parts),
            **more,
        }
        for index, part in enumerate(parts)
    ]
    if form.presences and intents & Intent.GUILD_PRESENCES:
        for chunk, part in zip(told, parts, strict=True):
            chunk["presences"] = [greeting.presence(each) for each in part]
    return told


def read(asked: Any) -> Asked:
    try:
        form = ASKED.validate_python(asked, extra="forbid")
    except ValidationError:
        raise Closing(Close.UNKNOWN_OPCODE) from None
    # It has to be said who is meant, and of those whose names begin so, how many.
    if (form.user_ids if form.query is None else form.limit) is None:
        raise Closing(Close.UNKNOWN_OPCODE)
    return form


def _by_id(server: Server, ids: Id | Sequence[Id] | None) -> tuple[list[Person], list[str]]:
    listed = ids if isinstance(ids, list) else [ids]
    wanted = list(dict.fromkeys(map(str, listed)))[:MOST]
    known = {key: server.member(key) for key in wanted}
    found = [each for each in known.values() if each]
    return found, [key for key, each in known.items() if each is None]


def _by_name(server: Server, query: str, limit: int) -> list[Person]:
    """Without a beginning, all there are, if there is no limit to them."""
    begins = query.casefold()
    found = [each for each in server.members() if each.username.casefold().startswith(begins)]
    if query:
        return found[: min(limit or MOST, MOST)]
    return found[:limit] if limit else found
