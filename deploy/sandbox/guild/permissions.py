"""Discord's permissions that matter here."""

from collections.abc import Iterable
from enum import IntFlag


class May(IntFlag):
    """Discord's bits."""

    KICK = 1 << 1
    BAN = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_SERVER = 1 << 5
    REACT = 1 << 6
    VIEW = 1 << 10
    SEND = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_HISTORY = 1 << 16
    PING_EVERYONE = 1 << 17
    CHANGE_NICKNAME = 1 << 26
    MANAGE_NICKNAMES = 1 << 27
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    MAKE_THREADS = 1 << 35
    SEND_IN_THREADS = 1 << 38
    TIME_OUT = 1 << 40
    PIN = 1 << 51


# What a channel denies, and what it allows.
Overwrite = tuple[May, May]

NOTHING = May(0)
EVERYTHING = May((1 << 53) - 1)
KNOWN = May(sum(May))
READERS = May.VIEW | May.READ_HISTORY
WRITERS = May.VIEW | May.SEND | May.MAKE_THREADS | May.SEND_IN_THREADS | May.ATTACH_FILES
# What bots are commonly invited with.
COMMON_BOT = (
    WRITERS
    | May.MANAGE_MESSAGES
    | May.PIN
    | May.MANAGE_THREADS
    | May.MANAGE_WEBHOOKS
    | May.PING_EVERYONE
    | May.KICK
    | May.BAN
    | May.TIME_OUT
    | May.MANAGE_NICKNAMES
    | May.MANAGE_ROLES
    | May.MANAGE_CHANNELS
)
MEMBERS = (
    WRITERS
    | May.REACT
    | May.EMBED_LINKS
    | May.READ_HISTORY
    | May.USE_COMMANDS
    | May.CHANGE_NICKNAME
)


def allowed(roles: Iterable[May], overwrites: Iterable[Overwrite] = ()) -> May:
    """Returns the permissions of roles, with what a channel denies and then allows: first to
    everybody, then to roles, then to a member."""
    given = NOTHING
    for each in roles:
        given |= each
    if May.ADMINISTRATOR in given:
        return EVERYTHING
    for closed, opened in overwrites:
        given = given & ~closed | opened
    # Where nothing can be seen, nothing else can be done.
    return given if May.VIEW in given else NOTHING
