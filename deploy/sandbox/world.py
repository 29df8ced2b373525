"""The state of the sandbox: servers, messages, commands and interactions. No sockets here."""

from deploy.sandbox.context import Context
from deploy.sandbox.files import Shelf
from deploy.sandbox.gateway.session_starts import SessionStarts
from deploy.sandbox.guild.membership import Membership
from deploy.sandbox.guild.servers import Servers
from deploy.sandbox.guild.template import DUELHOST, Template
from deploy.sandbox.ids import Ids, Now, by_the_clock
from deploy.sandbox.interactions.command_store import CommandStore
from deploy.sandbox.interactions.commands import Commands
from deploy.sandbox.interactions.lifecycle import Interactions
from deploy.sandbox.messages.message_store import MessageStore
from deploy.sandbox.messages.pins import Pins
from deploy.sandbox.messages.reactions import Reactions
from deploy.sandbox.page_api.subscribers import Subscribers
from deploy.sandbox.scale import ONE, Scale


class World:
    def __init__(  # noqa: PLR0913
        self,
        origin: str,
        gateway: str,
        now: Now = by_the_clock,
        *,
        application: str = "",
        template: Template = DUELHOST,
        scale: Scale = ONE,
        limited: bool = False,
    ) -> None:
        self.scale = scale
        self.starts = SessionStarts(now, scale.sessions, scale.concurrency, enforced=limited)
        self.ids = Ids(now)
        # Another one in each new world: what a bot remembers to have told the one before, such as
        # its commands, this one doesn't know.
        self.application = application or self.ids.new()
        self.servers = Servers(self.application, template, scale.servers, now)
        self.subscribers = Subscribers()
        self.shelf = Shelf(origin)
        self.context = Context(
            self.servers, self.application, self.ids, now, self.shelf, self.subscribers
        )
        self.gateway = gateway
        self.command_store = CommandStore(self.context)
        self.command_store.changed = self._tell_commands
        self.commands = Commands(self.context, self.command_store)
        self.membership = Membership(self.context)
        self.messages = MessageStore(self.context)
        self.pins = Pins(self.context, self.messages)
        self.reactions = Reactions(self.context, self.messages)
        self.interactions = Interactions(self.context, self.messages)

    def _tell_commands(self) -> None:
        for seat in self.subscribers.all:
            if seat.person is not None:
                usable = self.commands.usable_by(seat.person, seat.server)
                seat.hear({"type": "commands", "commands": usable})
