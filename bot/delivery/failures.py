"""How requests to Discord fail."""

import aiohttp
import discord

# Discord's codes for what went wrong.
UNKNOWN_MESSAGE = 10008
# Its answer comes too late.
UNKNOWN_INTERACTION = 10062
# An old message was edited too often lately.
TOO_OLD_TO_EDIT = 30046
ACKNOWLEDGED_BEFORE = 40060
# The thread is archived, and perhaps locked.
ARCHIVED = 50083
# The message has a thread already.
THREAD_BEGUN_BEFORE = 160004


class Elsewhere(Exception):
    """The channel belongs to another server, or to none."""


FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError, Elsewhere)


def hopeless(failed: BaseException) -> bool:
    """Whether Discord will say the same again: the channel has gone, or isn't ours to post in."""
    return isinstance(failed, Elsewhere) or (
        isinstance(failed, discord.HTTPException)
        and 400 <= failed.status < 500
        and failed.status not in (408, 429)
    )


def is_malformed(failed: BaseException) -> bool:
    """Whether Discord refuses the message itself."""
    return (
        isinstance(failed, discord.HTTPException)
        and failed.status == 400
        and failed.code not in (ACKNOWLEDGED_BEFORE, TOO_OLD_TO_EDIT, ARCHIVED)
    )


def code_of(failed: BaseException) -> int | None:
    """Discord's code, if it has answered with one."""
    return failed.code if isinstance(failed, discord.HTTPException) else None
