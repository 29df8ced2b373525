"""All that there is in the sandbox: a server, what is said in it, and what is asked of the bot. No
sockets here."""

from deploy.sandbox.audience import Audience
from deploy.sandbox.commands import Commands
from deploy.sandbox.conversation import Conversation
from deploy.sandbox.files import Shelf
from deploy.sandbox.ground import Ground
from deploy.sandbox.ids import Ids, Now, by_the_clock
from deploy.sandbox.interactions import Interactions
from deploy.sandbox.membership import Membership
from deploy.sandbox.objects import Json
from deploy.sandbox.server import a_server


class World:
    def __init__(
        self, origin: str, gateway: str, now: Now = by_the_clock, application: str = ""
    ) -> None:
        self.ids = Ids(now)
        # Another one in each new world: what a bot remembers to have told the one before, such as
        # its commands, this one doesn't know.
        self.application = application or self.ids.new()
        self.server = a_server(bot=self.application)
        self.audience = Audience()
        self.shelf = Shelf(origin)
        self.commands = Commands(self.server)
        self.ground = Ground(
            self.server, self.application, self.ids, now, self.shelf, self.audience
        )
        self.gateway = gateway
        self.membership = Membership(self.ground)
        self.conversation = Conversation(self.ground)
        self.interactions = Interactions(self.ground, self.conversation)

    def register(self, commands: list[Json]) -> list[Json]:
        """In the place of those before. A command of the same name stays the same command."""
        known = {(each["type"], each["name"]): each["id"] for each in self.commands.registered}
        self.commands.registered = [
            {
                "id": known.get((each["type"], each["name"])) or self.ids.new(),
                "application_id": self.application,
                "version": self.ids.new(),
                **each,
            }
            for each in commands
        ]
        self.ground.note({"commands": self.commands.registered})
        for seat in self.audience.seats:
            if seat.person is not None:
                usable = self.commands.usable_by(seat.person)
                seat.hear({"type": "commands", "commands": usable})
        return self.commands.registered
