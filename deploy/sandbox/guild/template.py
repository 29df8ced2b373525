"""The server as it is when the sandbox opens: its members, channels and roles."""

from dataclasses import dataclass

from deploy.sandbox.guild.guild import Kind, Person, Place, Profile, Role, Server
from deploy.sandbox.guild.permissions import COMMON_BOT, MEMBERS, NOTHING, WRITERS, May
from deploy.sandbox.ids import Now, by_the_clock


@dataclass(frozen=True)
class Template:
    """What a server, its bot and its channels are called, and what the bot may do."""

    bot: str
    server: str
    channel: str
    topic: str
    thread: str
    permissions: May = WRITERS


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


def a_server(bot: str, template: Template = DUELHOST, now: Now = by_the_clock) -> Server:
    """Makes the server. Its ids are the same in every sandbox, so that a database still fits when
    it is opened again. Only the bot's id differs."""
    server = "100000000000000000"
    bots, moderators, friends = (f"10000000000000000{each}" for each in (1, 2, 3))
    people = (
        Person("110000000000000001", "ana", "Ana", "#e8b04b", avatar="a1" * 16),
        Person("110000000000000002", "bo", "Bo", "#5aa9e6", avatar="b2" * 16),
        Person("110000000000000003", "cleo", "Cleo", "#7fc48b", avatar="c3" * 16),
        Person("110000000000000004", "dan", "Dan", "#c58af9", avatar="d4" * 16),
        Person("110000000000000005", "eve", "Eve", "#ef7d7d"),
    )
    duels, lobby, news = "120000000000000001", "120000000000000002", "120000000000000003"
    places = (
        Place(duels, template.channel, topic=template.topic),
        Place(
            "120000000000000004",
            template.thread,
            Kind.THREAD,
            parent=duels,
            owner=people[3].id,
            members={each.id for each in people},
            created=1_767_225_600_000,
        ),
        Place(lobby, "lobby", topic="For everything else."),
        Place(
            news,
            "announcements",
            topic="The bot may not write here: see what it says about that.",
            closed={bots: May.SEND | May.SEND_IN_THREADS},
        ),
        *(Place(f"13{each.id[2:]}", template.bot, Kind.DIRECT, person=each.id) for each in people),
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
        name=template.server,
        owner=people[3].id,
        bot=Person(bot, template.bot.lower(), template.bot, "#e8b04b", bot=True),
        people={each.id: each for each in people},
        places={each.id: each for each in places},
        roles={each.id: each for each in roles},
        profiles={bot: Profile((bots,)), people[3].id: Profile((moderators,))},
        now=now,
    )
