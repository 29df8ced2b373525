"""Several processes of the bot, one database and one sandbox with servers in every shard."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from deploy.sandbox.gateway.shards import Shard
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.scale import Scale
from deploy.sandbox.tokens import a_dummy
from storage.ids import GuildId
from storage.people import HouseRules
from storage.postgres.store import open_store
from tests.bot.simcord.protocol import Said
from tests.deploy.sandbox_client import SERVER, of_server
from tests.e2e.chaos.clock import Clock
from tests.e2e.chaos.plan import MORE_PEOPLE
from tests.e2e.chaos.player import ChaosPlayer
from tests.e2e.fleet.port_owners import PortOwners
from tests.e2e.fleet.postgres_archive import PostgresArchive
from tests.e2e.fleet.processes import LOOK, PATIENCE, Process
from tests.e2e.fleet.shard_watch import ShardWatch
from tests.e2e.past import regulars
from tests.e2e.player import Player
from tests.e2e.table import Table, seated

# All duels are rated, however many there are.
RULES = HouseRules(rated_a_day=1000)
# Each shard has a bucket of its own for its sessions to begin.
AT_ONCE = 64
# The last that a process asks before it begins with shards.
GATEWAY = "/gateway/bot"


@dataclass(frozen=True)
class Sent:
    """A request that has reached the sandbox, when, and from which process."""

    at: float
    owner: str | None
    method: str
    path: str


@dataclass
class Fleet:
    folder: Path
    url: str
    sandbox: Sandbox
    clock: Clock
    pace: str
    stack: AsyncExitStack
    processes: dict[str, Process] = field(default_factory=dict)
    tables: list[Table] = field(default_factory=list)
    sent: list[Sent] = field(default_factory=list)
    said: list[Said] = field(default_factory=list)
    watch: ShardWatch = field(init=False)
    _owners: PortOwners = field(init=False)

    def __post_init__(self) -> None:
        self._owners = PortOwners(self.sandbox.port)
        self.watch = ShardWatch(self.sandbox.gateway, self.owner)

    async def start(self, name: str, **settings: str) -> Process:
        """Start a process, in the place of an earlier one of this name."""
        if earlier := self.processes.get(name):
            await earlier.end()
        token = a_dummy(self.sandbox.world.application)
        how: Mapping[str, Any] = {"pace": self.pace, "settings": settings, "token": token}
        made = Process(name, self.folder, self.url, self.clock.path, rest=self.sandbox.rest, **how)
        self.processes[name] = made
        await made.start()
        return made

    async def has_logged_in(self, name: str, since: float = 0.0) -> None:
        """Wait until a process knows Discord, whether or not it takes shards."""

        def has_asked() -> bool:
            asked = [each for each in self.sent if each.path == GATEWAY and each.at > since]
            return any(each.owner == name for each in asked)

        await until(has_asked, f"{name} logged in")

    async def serves(self, shards: int, *names: str, of: int | None = None) -> None:
        """Wait until these processes have so many shards between them, all connected."""

        def all_there() -> bool:
            there = self.connected(*names)
            return len(there) == shards and all(of in (None, each.count) for each in there)

        await until(all_there, f"{shards} shards of {names}", instead=self.shown)

    def connected(self, *names: str) -> set[Shard]:
        """The shards that are connected, by any process or by these."""
        return {
            each.shard
            for each in self.sandbox.gateway.sessions.values()
            if each.connection and (not names or self.owner(each.connection.port) in names)
        }

    def shown(self) -> str:
        return str({name: self.connected(name) for name in self.processes})

    def tables_of(self, process: Process) -> list[Table]:
        """The tables in the servers of a process."""
        mine = self.connected(process.name)
        return [each for each in self.tables if any(map(partial(is_in, each), mine))]

    def owner(self, port: int | None) -> str | None:
        """The name of the process that a connection comes from."""
        if port is None:
            return None
        pids = {name: each.pid for name, each in self.processes.items() if each.pid}
        return self._owners.owner(port, pids)

    def heard(self, method: str, path: str, body: Any, port: int | None) -> None:
        self.sent.append(Sent(now(), self.owner(port), method, path))
        self.said.append((method, path, body))

    def sent_by(self, process: Process, since: float) -> list[Sent]:
        return [each for each in self.sent if each.owner == process.name and each.at > since]

    async def take_seats(self, servers: int, seat: type[Player] = Player) -> None:
        """Tables in the first servers, which are in as many shards."""
        made = partial(ChaosPlayer, now=lambda: self.clock.played, patience=PATIENCE)
        how: Any = made if seat is ChaosPlayer else seat
        for nth in range(servers):
            server = of_server(nth, SERVER)
            opened = seated(self.sandbox.url, self.folder, how, server)
            table = await self.stack.enter_async_context(opened)
            people = {each["id"]: each["name"] for each in table.page.hello["members"]}
            table.archive = PostgresArchive(self.url, server, people)
            self.tables.append(table)


@asynccontextmanager
async def fleet(
    folder: Path, url: str, *, shards: int = 6, pace: str = "quick"
) -> AsyncIterator[Fleet]:
    """A fleet without processes, in as many servers as there are shards."""
    async with AsyncExitStack() as stack:
        here: list[Fleet] = []

        def heard(*request: Any) -> None:
            here[0].heard(*request)

        scale = Scale(shards, shards=shards, concurrency=AT_ONCE)
        sandbox = Sandbox(limited=False, strict=True, scale=scale, heard=heard)
        regulars(sandbox.world.servers, MORE_PEOPLE)
        async with open_store(url) as store:
            for nth in range(shards):
                await store.rule_house(GuildId(int(of_server(nth, SERVER))), RULES)
        await stack.enter_async_context(sandbox.open())
        clock = Clock(folder / "clock")
        here.append(Fleet(folder, url, sandbox, clock, pace, stack))
        stack.push_async_callback(_end, here[0])
        yield here[0]


@asynccontextmanager
async def three(
    folder: Path, url: str, *each: str, shards: int = 6, pace: str = "quick"
) -> AsyncIterator[Fleet]:
    """Three processes with so many shards each, as long as there are some, and players."""
    names = ("one", "two", "three")
    async with fleet(folder, url, shards=shards, pace=pace) as found:
        for name, most in zip(names, each if len(each) > 1 else each * 3, strict=True):
            await found.start(name, DUELHOST_SHARDS_EACH=most)
            await found.has_logged_in(name)
        await found.serves(shards)
        await found.take_seats(shards, ChaosPlayer)
        yield found


async def _end(fleet: Fleet) -> None:
    await asyncio.gather(*(each.end() for each in fleet.processes.values()))


def now() -> float:
    """The event loop's time, in seconds."""
    return asyncio.get_running_loop().time()


def is_in(table: Table, shard: Shard) -> bool:
    return shard.has(server_of(table))


def server_of(table: Table) -> str:
    return str(table.page.hello["server"]["id"])


async def until(
    look: Callable[[], object],
    what: str,
    patience: float = PATIENCE,
    instead: Callable[[], str] = lambda: "nothing",
) -> None:
    """Look again and again: nobody tells a test what happens between processes. If it never
    happens, tell what is there instead."""
    try:
        async with asyncio.timeout(patience):
            while not look():
                await asyncio.sleep(LOOK)
    except TimeoutError:
        raise AssertionError(f"in vain: {what}; instead {instead()}") from None


async def measured(doing: Awaitable[object]) -> float:
    """Return how long something takes, in seconds."""
    begun = asyncio.get_running_loop().time()
    await doing
    return asyncio.get_running_loop().time() - begun
