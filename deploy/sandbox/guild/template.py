"""A server as it is when the sandbox opens: its members, channels and roles."""

from dataclasses import dataclass

from deploy.sandbox.guild.guild import Kind, Person, Place, Profile, Role, Server
from deploy.sandbox.guild.permissions import COMMON_BOT, MEMBERS, NOTHING, WRITERS, May
from deploy.sandbox.ids import STEPS, Now

# The ids of the first server, and of its channels. They are the same in every sandbox, so that a
# database still fits when it is opened again.
SERVER, CHANNEL = 100000000000000000, 120000000000000000
OWNER = "110000000000000004"
PEOPLE = (
    Person("110000000000000001", "ana", "Ana", "#e8b04b", avatar="a1" * 16),
    Person("110000000000000002", "bo", "Bo", "#5aa9e6", avatar="b2" * 16),
    Person("110000000000000003", "cleo", "Cleo", "#7fc48b", avatar="c3" * 16),
    Person(OWNER, "dan", "Dan", "#c58af9", avatar="d4" * 16),
    Person("110000000000000005", "eve", "Eve", "#ef7d7d"),
)


@dataclass(frozen=True)
class Template:
    """What a server, its bot and its channels are called, and what the bot may do."""

    bot: str
    server: str
    channel: str
    topic: str
    thread: str
    permissions: May = WRITERS

    def named(self, nth: int) -> str:
        """Returns the name of the server with this number, counted from 0."""
        return f"{self.server} {nth + 1}" if nth else self.server


DUELHOST = Template(
    "Duelhost", "Number Club", "duels", "Type /duel start and pick somebody.", "late rounds"
)
GUEST = Template(
    "Your bot",
    "Your server",
    "general",
    "Type / for the bot's commands.",
    "a thread",
    COMMON_BOT,
)


def a_bot(key: str, template: Template) -> Person:
    return Person(key, template.bot, template.bot, "#e8b04b", bot=True)


def a_server(
    nth: int, bot: Person, people: dict[str, Person], template: Template, now: Now
) -> Server:
    """Makes the server with this number, counted from 0. Each was created a millisecond after the
    one before, and so were its channels and roles, so that servers spread evenly over shards."""
    server = str(server_id(nth))
    bots, moderators, friends = (str(server_id(nth) + each) for each in (1, 2, 3))
    duels, lobby, news, thread = (str(CHANNEL + nth * STEPS + each) for each in (1, 2, 3, 4))
    places = (
        Place(duels, template.channel, guild=server, topic=template.topic),
        Place(
            thread,
            template.thread,
            Kind.THREAD,
            guild=server,
            parent=duels,
            owner=OWNER,
            members={each.id for each in PEOPLE},
            created=1_767_225_600_000,
        ),
        Place(lobby, "lobby", guild=server, topic="For everything else."),
        Place(
            news,
            "announcements",
            guild=server,
            topic="The bot may not write here: see what it says about that.",
            closed={bots: May.SEND | May.SEND_IN_THREADS},
        ),
    )
    roles = (
        Role(server, "@everyone", MEMBERS),
        # Below the bot's, which may give it to people.
        Role(friends, "Friends", NOTHING),
        Role(bots, template.bot, template.permissions, managed=True),
        Role(moderators, "Moderators", May.MANAGE_SERVER | May.MANAGE_MESSAGES | May.PIN),
    )
    return Server(
        id=server,
        name=template.named(nth),
        owner=OWNER,
        bot=bot,
        people=people,
        places={each.id: each for each in places},
        roles={each.id: each for each in roles},
        profiles={bot.id: Profile((bots,)), OWNER: Profile((moderators,))},
        now=now,
    )


def server_id(nth: int) -> int:
    return SERVER + nth * STEPS


def nth_server(key: str) -> int | None:
    """Returns the number of the server with this ID, if it can be one's."""
    nth, rest = divmod(_number(key) - SERVER, STEPS)
    return nth if rest == 0 else None


def nth_with_channel(key: str) -> int:
    """Returns the number of the server that this channel was in from the beginning, if any was."""
    return (_number(key) - CHANNEL) // STEPS


def _number(key: str) -> int:
    return int(key) if key.isascii() and key.isdecimal() and len(key) <= 20 else -1


def direct_places(template: Template, *people: Person) -> dict[str, Place]:
    """Returns the channel for direct messages with each person."""
    places = (
        Place(f"13{each.id[2:]}", template.bot, Kind.DIRECT, person=each.id) for each in people
    )
    return {each.id: each for each in places}
