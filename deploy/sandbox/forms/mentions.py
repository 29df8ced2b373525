"""A message's allowed mentions, its reference to another message, and its nonce."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, PlainValidator

from deploy.sandbox.forms.fields import Form, OneOf, Snowflake, length
from deploy.sandbox.forms.form_errors import NOT_HERE, Mistake, refused, repeated

Pinged = Annotated[list[Snowflake], length(0, 100)]


class Mentions(Form):
    parse: list[Literal["users", "roles", "everyone"]] | None = None
    users: Pinged | None = None
    roles: Pinged | None = None
    replied_user: bool | None = None

    def mistakes(self) -> Iterator[Mistake]:
        for key in ("parse", "users", "roles"):
            yield from repeated(getattr(self, key) or (), (key,))
        for key, listed in (("users", self.users), ("roles", self.roles)):
            if listed and key in (self.parse or ()):
                says = f'parse:["{key}"] and {key}: [ids...] are mutually exclusive.'
                yield Mistake((), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", says)


def _no_forward(kind: Literal[0, 1]) -> Literal[0]:
    if kind == 1:
        raise refused(*NOT_HERE)
    return 0


class Reference(Form):
    type: Annotated[OneOf[Literal[0, 1]], AfterValidator(_no_forward)] | None = None
    message_id: Snowflake
    channel_id: Snowflake | None = None
    guild_id: Snowflake | None = None
    fail_if_not_exists: bool | None = None


def _nonce(value: Any) -> Any:
    if type(value) is int:
        if not -(1 << 63) <= value < 1 << 63:
            says = f"Must be between {-(1 << 63)} and {(1 << 63) - 1}."
            raise refused("NONCE_TYPE_OUT_OF_BOUNDS", says)
    elif isinstance(value, str):
        if len(value) > 25:
            raise refused("NONCE_TYPE_TOO_LONG", "Must be 25 or fewer characters long.")
    else:
        raise refused("NONCE_TYPE_INVALID_TYPE", "This field must be a string or integer.")
    return value


Nonce = Annotated[int | str, PlainValidator(_nonce)]
