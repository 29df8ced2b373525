"""What a bot changes of a member of the server, and a ban."""

from datetime import UTC, datetime
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from deploy.sandbox.forms.fields import (
    Form,
    Ignored,
    Moment,
    Snowflake,
    Unsupported,
    filled,
    length,
)

Nick = Annotated[str, length(0, 32)]


class Member(Form):
    nick: Nick | None = None
    roles: list[Snowflake] | None = None
    communication_disabled_until: Moment | None = None
    # Nobody is in a voice channel.
    mute: bool | None = None
    deaf: bool | None = None
    channel_id: Snowflake | None = None
    flags: Ignored = None


class OwnMember(Form):
    nick: Nick | None = None
    avatar: Unsupported = None
    banner: Unsupported = None
    bio: Unsupported = None


class Ban(Form):
    delete_message_seconds: Annotated[int, Field(ge=0, le=604_800)] | None = None
    delete_message_days: Annotated[int, Field(ge=0, le=7)] | None = None


MEMBER, OWN_MEMBER, BAN = TypeAdapter(Member), TypeAdapter(OwnMember), TypeAdapter(Ban)


def member(body: Any, *, strict: bool = False) -> dict[str, Any]:
    """Returns what is to be changed, with the end of a timeout in milliseconds since 1970."""
    form = filled(MEMBER, body, strict=strict)
    told = form.model_dump(exclude_unset=True, exclude={"flags"})
    if until := told.get("communication_disabled_until"):
        moment = datetime.fromisoformat(until)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        told["communication_disabled_until"] = round(aware.timestamp() * 1000)
    return told


def own_member(body: Any, *, strict: bool = False) -> dict[str, Any]:
    return filled(OWN_MEMBER, body, strict=strict).model_dump(exclude_unset=True, include={"nick"})


def ban(body: Any, *, strict: bool = False) -> int:
    """Returns the age in milliseconds up to which messages of the banned are deleted."""
    form = filled(BAN, {} if body is None else body, strict=strict)
    days = form.delete_message_days or 0
    return 1000 * (form.delete_message_seconds or days * 24 * 3600)
