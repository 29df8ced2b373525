"""What the parts of the sandbox share: the servers, the clock, ids, files and subscribers."""

from collections.abc import Callable
from dataclasses import dataclass

from deploy.sandbox.files import Shelf
from deploy.sandbox.gateway.intents import NONE, Intent
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.ids import Ids, Now
from deploy.sandbox.objects import Json
from deploy.sandbox.page_api.subscribers import Subscribers


@dataclass
class Context:
    servers: Servers
    application: str
    ids: Ids
    now: Now
    shelf: Shelf
    subscribers: Subscribers
    # The privileged intents that the bot's owner has switched on.
    privileged: Intent = NONE
    # Delivers an interaction to the bot, once there is a gateway.
    deliver: Callable[[Json], None] = lambda _: None
    # Sends an event to bots that have the intent which it takes, or one of them.
    announce: Callable[[str, Json, Intent], None] = lambda *_: None
    # Writes an entry to the journal.
    note: Callable[[Json], None] = lambda _: None
