"""Bodies of requests that have nothing but ids."""

from typing import Annotated, Any

from pydantic import TypeAdapter

from deploy.sandbox.forms.fields import Form, Snowflake, filled, length


class Messages(Form):
    messages: Annotated[list[Snowflake], length(2, 100)]


class Recipient(Form):
    recipient_id: Snowflake


MESSAGES, RECIPIENT = TypeAdapter(Messages), TypeAdapter(Recipient)


def message_ids(body: Any, *, strict: bool = False) -> list[str]:
    """Messages to delete, each once."""
    return list(dict.fromkeys(filled(MESSAGES, body, strict=strict).messages))


def recipient_id(body: Any, *, strict: bool = False) -> str:
    return filled(RECIPIENT, body, strict=strict).recipient_id
