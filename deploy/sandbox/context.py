"""What everything in the sandbox stands on: its server, its clock, its ids, and who listens."""

from collections.abc import Callable
from dataclasses import dataclass

from deploy.sandbox.files import Shelf
from deploy.sandbox.guild import Server
from deploy.sandbox.ids import Ids, Now
from deploy.sandbox.objects import Json
from deploy.sandbox.subscribers import Subscribers


@dataclass
class Context:
    server: Server
    application: str
    ids: Ids
    now: Now
    shelf: Shelf
    subscribers: Subscribers
    # Where what is asked of the bot goes: to its gateway, once there is one.
    deliver: Callable[[Json], None] = lambda _: None
    # Where events go that bots hear only with the intent to know the server's members.
    announce: Callable[[str, Json], None] = lambda _, __: None
    # What is to be known the next time.
    note: Callable[[Json], None] = lambda _: None
