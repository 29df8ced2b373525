"""The query string of a request: limits, ids and times."""

from datetime import UTC, datetime

from deploy.sandbox import api_errors
from deploy.sandbox.endpoints.call import Call
from deploy.sandbox.forms.fields import NUMBER, is_snowflake, not_a_snowflake
from deploy.sandbox.forms.form_errors import Mistake, tree


def limit(call: Call, usual: int, most: int, least: int = 1) -> int:
    """Returns how many are wanted."""
    text = call.query.get("limit")
    if text is None:
        return usual
    if not NUMBER.fullmatch(text):
        raise _wrong("limit", "NUMBER_TYPE_COERCE", f'Value "{text[:100]}" is not int.')
    if int(text) > most:
        says = f"int value should be less than or equal to {most}."
        raise _wrong("limit", "NUMBER_TYPE_MAX", says)
    if int(text) < least:
        says = f"int value should be greater than or equal to {least}."
        raise _wrong("limit", "NUMBER_TYPE_MIN", says)
    return int(text)


def snowflake(call: Call, key: str) -> int | None:
    text = call.query.get(key)
    if text is None:
        return None
    if not is_snowflake(text):
        raise _wrong(key, *not_a_snowflake(text))
    return int(text)


def moment(call: Call, key: str) -> str | None:
    """Returns a time, written as the sandbox writes times."""
    text = call.query.get(key)
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        says = f"Could not parse {text[:100]}. Should be ISO8601."
        raise _wrong(key, "DATE_TIME_TYPE_PARSE", says) from None


def _wrong(key: str, code: str, says: str) -> api_errors.ApiError:
    return api_errors.invalid_form(tree([Mistake((key,), code, says)]))
