"""Discord's error responses: a status, a code and a message, and for a form each wrong field."""

from functools import partial
from typing import Any

Errors = dict[str, Any]

# Characters of a path that are repeated.
LONGEST = 100


class ApiError(Exception):
    """`raise unknown_channel()`: the response has this `status` and `body`."""

    def __init__(self, status: int, code: int, message: str, errors: Errors | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    @property
    def body(self) -> dict[str, Any]:
        said: dict[str, Any] = {"message": self.message, "code": self.code}
        return said | {"errors": self.errors} if self.errors else said


unauthorized = partial(ApiError, 401, 0, "401: Unauthorized")


def not_found(method: str, path: str) -> ApiError:
    """Says that it is the sandbox that has no such endpoint: Discord may have it."""
    return ApiError(404, 0, f"404: Not Found. The sandbox has no {method} {path[:LONGEST]}")


def method_not_allowed(method: str, path: str) -> ApiError:
    says = f"405: Method Not Allowed. The sandbox has no {method} {path[:LONGEST]}"
    return ApiError(405, 0, says)


unknown_channel = partial(ApiError, 404, 10003, "Unknown Channel")
unknown_guild = partial(ApiError, 404, 10004, "Unknown Guild")
unknown_member = partial(ApiError, 404, 10007, "Unknown Member")
unknown_message = partial(ApiError, 404, 10008, "Unknown Message")
unknown_overwrite = partial(ApiError, 404, 10009, "Unknown Overwrite")
unknown_role = partial(ApiError, 404, 10011, "Unknown Role")
unknown_user = partial(ApiError, 404, 10013, "Unknown User")
unknown_emoji = partial(ApiError, 404, 10014, "Unknown Emoji")
unknown_webhook = partial(ApiError, 404, 10015, "Unknown Webhook")
unknown_ban = partial(ApiError, 404, 10026, "Unknown Ban")
unknown_interaction = partial(ApiError, 404, 10062, "Unknown interaction")
unknown_command = partial(ApiError, 404, 10063, "Unknown application command")


def too_many_commands(most: int) -> ApiError:
    return ApiError(400, 30032, f"Maximum number of application commands reached ({most}).")


def too_many_pins(most: int) -> ApiError:
    return ApiError(400, 30003, f"Maximum number of pins reached for the channel ({most})")


def too_many_reactions(most: int) -> ApiError:
    return ApiError(403, 30010, f"Maximum number of reactions reached ({most})")


not_yours = partial(
    ApiError, 403, 20012, "You are not authorized to perform this action on this application"
)
too_large = partial(ApiError, 413, 40005, "Request entity too large")
already_acknowledged = partial(ApiError, 400, 40060, "Interaction has already been acknowledged.")
direct_channel = partial(ApiError, 400, 50003, "Cannot execute action on a DM channel")
missing_access = partial(ApiError, 403, 50001, "Missing Access")
not_your_message = partial(ApiError, 403, 50005, "Cannot edit a message authored by another user")
empty_message = partial(ApiError, 400, 50006, "Cannot send an empty message")
system_message = partial(ApiError, 403, 50021, "Cannot execute action on a system message")
wrong_channel_type = partial(ApiError, 400, 50024, "Cannot execute action on this channel type")
missing_permissions = partial(ApiError, 403, 50013, "Missing Permissions")
not_in_voice = partial(ApiError, 400, 40032, "Target user is not connected to voice.")
invalid_role = partial(ApiError, 400, 50028, "Invalid Role")
invalid_webhook_token = partial(ApiError, 401, 50027, "Invalid Webhook Token")
invalid_recipient = partial(ApiError, 400, 50033, "Invalid Recipient(s)")
too_old = partial(
    ApiError, 400, 50034, "You can only bulk delete messages that are under 14 days old."
)
invalid_form = partial(ApiError, 400, 50035, "Invalid Form Body")
invalid_api_version = partial(ApiError, 400, 50041, "Invalid API version provided")
thread_archived = partial(ApiError, 400, 50083, "Thread is archived")
thread_exists = partial(ApiError, 400, 160004, "A thread has already been created for this message")
no_server_in_common = partial(
    ApiError, 403, 50278, "Cannot send messages to this user due to having no mutual guilds"
)
invalid_json = partial(ApiError, 400, 50109, "The request body contains invalid JSON.")
