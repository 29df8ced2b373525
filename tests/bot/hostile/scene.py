"""A server in which there is something of everything to be aimed at, and everybody who may aim."""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from simcord import MemberActor
from simcord.backend import serializers
from simcord.backend.errors import BackendError
from simcord.interactions import resolve_handle as add_resolved

from bot.guilds import members
from bot.interactions.custom_id import CustomId, decode
from bot.interactions.dispatch import DONE
from bot.interactions.rate_limit import UNLIMITED
from bot.interactions.refusals import DeadButton
from engine.ids import PlayerId
from engine.puzzles.days import date_at
from engine.puzzles.puzzle import read_puzzle
from engine.refusal import NoSuchDuel
from storage.ids import DuelId, GuildId
from storage.match import Match
from storage.sqlite.file import DB, looking_at
from storage.units.duel_rows import known
from tests.bot.hostile.errors import Errors
from tests.bot.hostile.tally import DONE as TOLD_DONE
from tests.bot.hostile.tally import REFUSED, TRIED
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, private
from tests.bot.simcord.world import World, open_world

Json = dict[str, Any]
Rows = Mapping[str, frozenset[tuple[Any, ...]]]
Written = tuple[Rows, Mapping[int, Match]]

COMMAND, PRESS, TYPING, FORM = 2, 3, 4, 5
KINDS = {COMMAND: "commands", PRESS: "presses", TYPING: "texts half typed", FORM: "forms"}
# Types of options.
USER, CHANNEL = 6, 7
# A member of another server, and a channel of that one.
OUTSIDER, OUTSIDE = "dee", "lair"
# The users who act, and the messages that they press.
WHO = ("ana", "bo", "cy", "boss")
PRIVATE = ("panel", "replay", "history")
ON = ("board", "offer", "end", "ladder", *PRIVATE)
# How often to check, in seconds, whether the bot is idle.
QUICK = 0.001
# The longest wait for that: a busy machine is not a bug.
PATIENCE = 60
DATABASE = "duelhost.db"
# How many duels there are at first, and one that there isn't.
DUELS = 7
# That of the day, and another.
PUZZLES = (
    "1/divisor/size=35,board=drawn,gone=14.18.27,opening=22.1/20-4-12-6-3-21-7-28-2",
    "1/split/numbers=3.3.4.6.11,keep=both/",
)


@dataclass(frozen=True)
class Deed:
    """One interaction that a user sends. Only a press has a message."""

    who: str
    kind: int
    data: Json = field(hash=False)
    on: str = ""


def asked(deed: Deed) -> str:
    """`duel move`, or what was pressed."""
    names, inner = [], [deed.data]
    while inner and "custom_id" not in inner[0] and inner[0].get("type", 1) == 1:
        names.append(inner[0]["name"])
        inner = inner[0].get("options", [])
    return " ".join(names) or str(deed.data.get("custom_id", deed.data.get("name")))


def sort_of(deed: Deed) -> str:
    """The command, or the verb of what is pressed."""
    if deed.kind != PRESS:
        return asked(deed)
    return str([*deed.data["custom_id"].split(":"), ""][1])


def pressed(deed: Deed) -> CustomId | None:
    """Return the decoded custom_id of a press, or None if it means nothing."""
    if deed.kind != PRESS:
        return None
    try:
        return decode(deed.data["custom_id"])
    except DeadButton:
        return None


@dataclass(frozen=True)
class Came:
    """The outcome of a deed: all requests to Discord, the log, and the database before and
    after."""

    deed: Deed
    interaction: int
    said: tuple[tuple[str, str, Any], ...]
    logged: tuple[Json, ...]
    before: Rows
    after: Rows
    duels_before: Mapping[int, Match]
    duels: Mapping[int, Match]

    @property
    def done(self) -> bool:
        """Whether the deed was done, not refused. Autocomplete does nothing."""
        return self.deed.kind != TYPING and results(self.logged) == [DONE]

    def changed(self, table: str) -> frozenset[tuple[Any, ...]]:
        """Rows that are new, gone, or not what they were."""
        return self.before[table] ^ self.after[table]


def results(logged: Sequence[Json]) -> list[str]:
    """Return the logged result of each interaction."""
    return [each["result"] for each in logged if each["event"] == "interaction"]


class Scene:
    def __init__(self, world: World, db: DB, errors: Errors) -> None:
        self.world = world
        self.errors = errors
        self._db = db
        self._read: tuple[int, Written] | None = None
        self.messages: dict[str, Shown] = {}
        # The messages as they were last seen.
        self._payloads: dict[str, Json] = {}

    @property
    def guild(self) -> GuildId:
        return GuildId(self.world.guild.id)

    def player(self, name: str) -> PlayerId:
        return PlayerId(self.world.people[name].id)

    async def set(self) -> None:
        """One is over, three are being played, two have long boards, one is offered, and one is
        Bo's with the bot, which only he sees."""
        world = self.world
        # Time stands still: nothing that is done here waits for it.
        await world.client.services.scheduler.stop()
        boss = world.moderator()
        self._open_the_den()
        await world.played(world.bo, world.ana)
        board = await world.play(await world.duel(), 6, 12)
        await self._duel(world.bo, world.cy, "sequence")
        await self._duel(world.cy, world.ana, "parity", size=100)
        await self._duel(boss, world.ana, "split", options="numbers=30.97.98.99.100")
        offer = answer(await self._offered(world.ana, world.cy, "divisor"))
        private(await self._offered(world.bo, world.bot, "divisor", private=True))
        panel = await boss.slash(world.games, "duel-admin settings")
        replay = await world.bo.slash(world.games, "duel replay", record="1/divisor/size=3/2-1-3")
        history = await world.bo.slash(world.games, "duel history")
        ladder = await world.cy.slash(world.games, "duel leaderboard")
        end = await world.cy.slash(world.games, "duel profile", player=world.bo)
        await self._have_puzzles()
        self.messages = {
            "board": board,
            "offer": offer,
            "end": answer(end),
            "ladder": answer(ladder),
            "panel": private(panel),
            "replay": private(replay),
            "history": private(history),
        }
        assert self.messages.keys() == {*ON}
        self._payloads = {name: world.payload(each) for name, each in self.messages.items()}
        assert len(self.duels()) == DUELS

    async def _have_puzzles(self) -> None:
        """That of the day, which Bo has answered, and another that Ana has been given."""
        world, today = self.world, date_at(self.world.now())
        of_the_day, other = map(read_puzzle, PUZZLES)
        assert of_the_day
        assert other
        daily = await world.store.take_daily(self.guild, today, of_the_day)
        assert daily
        for nth, move in enumerate(("10", "25")):
            await world.store.decide(world.call(world.bo), daily.number, move, nth)
        await world.store.take_puzzles(self.guild, [other])
        assert await world.store.next_puzzle(self.guild, self.player("ana"))

    def _open_the_den(self) -> None:
        """Another server, in which Ana and Bo are too, and somebody whom nobody knows here."""
        world = self.world
        self.den = world.env.create_guild("Den")
        self.lair = self.den.create_text_channel(OUTSIDE)
        self.dee = world.env.create_user(OUTSIDER)
        for each in (world.ana.user, world.bo.user, self.dee):
            self.den.add_member(each)

    async def _offered(self, one: MemberActor, other: MemberActor, game: str, **how: Any) -> Any:
        asked = {"game": game, "opponent": other, "first": "me"} | how
        return await one.slash(self.world.games, "duel start", **asked)

    async def _duel(self, one: MemberActor, other: MemberActor, game: str, **how: Any) -> None:
        offered = answer(await self._offered(one, other, game, **how))
        await other.click(offered, label="Accept")

    async def comes(self, deed: Deed) -> Came:
        """Deliver the deed, wait until the bot is idle, and return the outcome."""
        world, env = self.world, self.world.env
        before, duels = self.rows(), self.duels()
        said, logged = len(env.http_requests), len(world.log)
        message = self.messages.get(deed.on)
        await world.deliver(
            world.people[deed.who],
            deed.kind,
            world.games.id,
            self._addressed(deed),
            message=self._payload(deed.on) if message else None,
            source=message.id if message else None,
            settle=False,
        )
        await env.settle(PATIENCE, QUICK)
        number = world.interaction
        came = Came(
            deed,
            number,
            tuple((each.method, each.path, each.json) for each in env.http_requests[said:]),
            tuple(world.log[logged:]),
            before,
            self.rows(),
            duels,
            self.duels(),
        )
        self._count(came)
        return came

    def _count(self, came: Came) -> None:
        kind = KINDS[came.deed.kind]
        TRIED[kind] += 1
        TRIED.update(REFUSED + each for each in results(came.logged) if each != DONE)
        if came.done:
            TRIED[f"{TOLD_DONE}{kind}: {sort_of(came.deed)}"] += 1

    def _addressed(self, deed: Deed) -> Json:
        """Return the deed's data with IDs in place of the names of people and channels."""
        if deed.kind == PRESS:
            custom_id = ":".join(map(self._number, deed.data["custom_id"].split(":")))
            said = deed.data | {"custom_id": custom_id}
            values = said.get("values")
            return said if values is None else said | {"values": [*map(self._number, values)]}
        resolved: Json = {"users": {}, "members": {}, "channels": {}}
        said = self._resolving(deed.data, resolved)
        return said | {"resolved": {key: each for key, each in resolved.items() if each}}

    def _payload(self, name: str) -> Json:
        """A message as Discord sends it along. A player may still see one that was deleted."""
        with suppress(BackendError):
            self._payloads[name] = self.world.payload(self.messages[name])
        return self._payloads[name]

    def _number(self, name: str) -> str:
        world = self.world
        if name in world.people:
            return str(world.people[name].id)
        known = {
            "bot": world.env.backend.bot_user.id,
            "games": world.games.id,
            OUTSIDER: self.dee.id,
            OUTSIDE: self.lair.id,
        }
        return str(known.get(name, name))

    def _resolving(self, data: Json, resolved: Json) -> Json:
        """Replace names by IDs, and add the people and channels to `resolved`, as Discord does."""
        if "target_id" in data:
            return data | {"target_id": self._resolved(data["target_id"], resolved)}
        if isinstance(data.get("value"), str) and data["type"] in (USER, CHANNEL):
            return data | {"value": self._resolved(data["value"], resolved)}
        if "options" in data:
            return data | {"options": [self._resolving(each, resolved) for each in data["options"]]}
        return data

    def _resolved(self, name: str, resolved: Json) -> str:
        world, number = self.world, self._number(name)
        if message := self.messages.get(name):
            resolved["messages"] = {str(message.id): self._payload(name)}
            return str(message.id)
        if name == "bot":
            resolved["users"][number] = dict(serializers.user_payload(world.env.backend.bot_user))
        else:
            handles = {"games": world.games, OUTSIDER: self.dee, **world.people}
            if name in handles:
                add_resolved(world.ana, handles[name], resolved, channel_id=world.games.id)
        return number

    def rows(self) -> Rows:
        return self._written()[0]

    def duels(self) -> Mapping[int, Match]:
        return self._written()[1]

    def _written(self) -> Written:
        """Return all rows and duels, reading them again only if the bot has written since."""
        (version,) = self._db.execute("PRAGMA data_version").fetchone()
        if self._read is None or self._read[0] != version:
            self._read = version, (self._rows(), self._duels())
        return self._read[1]

    def _rows(self) -> Rows:
        names = self._db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
        return {
            name: frozenset(map(tuple, self._db.execute(f"SELECT * FROM {name}")))  # noqa: S608
            for (name,) in names
        }

    def _duels(self) -> dict[int, Match]:
        found: dict[int, Match] = {}
        try:
            while True:
                number = len(found) + 1
                found[number] = known(self._db, self.guild, DuelId(number))
        except NoSuchDuel:
            return found


@asynccontextmanager
async def a_scene(folder: Path) -> AsyncIterator[Scene]:
    database = folder / DATABASE
    with ExitStack() as stack:
        # The limit of member queries depends on the clock, and outcomes must not.
        stack.enter_context(patch.object(members, "QUESTIONS", UNLIMITED))
        # Other tests look at the cards, and drawing them takes long.
        async with open_world(database, cards=False) as world:
            errors = stack.enter_context(Errors.noted())
            scene = Scene(world, stack.enter_context(looking_at(database)), errors)
            await scene.set()
            yield scene
