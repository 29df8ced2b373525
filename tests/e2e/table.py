"""The real bot in a sandbox, with players at the sandbox's page. All that tests do goes over the
same sockets as what people and bots do."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from deploy.sandbox.bot_process import Bot, surroundings
from deploy.sandbox.rest import Heard
from deploy.sandbox.sandbox import Sandbox
from deploy.sandbox.scale import ONE, Scale
from deploy.sandbox.terminal import DATABASE, LOG
from deploy.sandbox.tokens import a_dummy
from storage.match import BoardMode
from storage.people import HouseRules
from tests.bot.simcord.protocol import Said, complaints
from tests.e2e.archive import Archive
from tests.e2e.duel import Duel
from tests.e2e.past import rule
from tests.e2e.player import Player
from tests.e2e.screen import Screen
from tests.e2e.told import Told, duel_of, told

ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "bot", "run")
# Makes a player.
Seat = Callable[[aiohttp.ClientSession, str, dict[str, Any]], Player]
# A delay in seconds, longer than Discord waits for an answer, and than the bot lives.
HELD = 10.0


class Table:
    """Ana, Bo, Cleo, Dan, who may manage the server, and Eve."""

    def __init__(
        self,
        http: aiohttp.ClientSession,
        url: str,
        folder: Path,
        seat: Seat = Player,
        server: str = "",
    ) -> None:
        """At the first server, unless another is named."""
        self.url = url
        self._server = server
        self.folder = folder
        self._http = http
        self._seat = seat
        # A page of nobody in particular.
        self.page = Screen("the page")
        # How much the page had heard when something was last done to the bot.
        self._disturbed = 0
        self.players: dict[str, Player] = {}
        self.archive: Archive
        # The bot's user ID.
        self.bot = ""
        self.ana: Player
        self.bo: Player
        self.cleo: Player
        self.dan: Player
        self.eve: Player

    async def begins(self) -> None:
        await self.page.open(self._http, f"{self.url}live?server={self._server}")
        people = {each["id"]: each["name"] for each in self.page.hello["members"]}
        server = self.page.hello["server"]["id"]
        self.bot = next(each["id"] for each in self.page.hello["members"] if each["bot"])
        self.archive = Archive(self.folder / DATABASE, server, people)
        for each in await self._gets("members"):
            player = self.players[each["name"]] = self._seat(self._http, self.url, each)
            setattr(self, each["username"], player)
            player.server = self._server
            await player.sits_down()
        await self.bot_is("online")
        for each in self.players.values():
            await each.has_commands()

    async def ends(self) -> None:
        for each in (*self.players.values(), self):
            await (each.stands_up() if isinstance(each, Player) else self.page.close())

    # Duels.

    async def challenge(
        self, challenger: Player, opponent: Player, game: str = "divisor", **options: Any
    ) -> int:
        """Returns its number. The challenger begins, unless the options say otherwise."""
        chosen: dict[str, Any] = {"first": "me", "opponent": opponent} | options
        offered = await challenger.types("/duel start", game=game, **chosen)
        number = duel_of(offered.message)
        assert number, offered.announced
        return number

    async def duel(
        self, challenger: Player, opponent: Player, game: str = "divisor", **options: Any
    ) -> Duel:
        number = await self.challenge(challenger, opponent, game, **options)
        duel = Duel(number, challenger, opponent)
        offered = await opponent.screen.until(lambda: duel.boards(opponent), "the challenge")
        await opponent.presses("Accept", on=offered[0])
        await duel.board()
        return duel

    async def agrees(self, duel: Duel) -> None:
        """Check that nothing was lost or doubled: the moves that were made are those that are
        written down, and those that each player was told."""
        assert self.archive.moves(duel.number) == duel.made
        assert self.archive.faults() == []
        moves = {nth: move for nth, (_, move) in enumerate(duel.made, start=1)}
        movers = {nth: who for nth, (who, _) in enumerate(duel.made, start=1)}
        for each in duel.players:
            known = await self._has_been_told(each, duel)
            assert known.moves == moves
            assert known.movers.items() <= movers.items()
            assert known.winner == self.archive.winner(duel.number)
            assert known.is_tie == self.archive.is_tie(duel.number)
            assert known.first_leg == self.archive.first_leg(duel.number)
            assert known.listed in (None, len(duel.made))

    def showed_once(self, duel: Duel) -> bool:
        """Return whether there was one board for each move, which the bot can't always promise."""
        known = told(duel.players[0].screen, duel.number)
        return all(len(each) == 1 for each in known.boards.values())

    async def _has_been_told(self, reader: Player, duel: Duel) -> Told:
        """Wait until a player has been told of the last move, and of the end."""
        is_over = self.archive.is_over(duel.number)

        def known() -> Told | None:
            found = told(reader.screen, duel.number)
            end = found.listed is not None or not is_over
            return found if end and len(found.moves) >= len(duel.made) else None

        return await reader.screen.until(known, f"all of {duel}")

    # Faults.

    async def breaks(self, kind: str, **how: Any) -> str:
        """Set a fault, as from the page's panel. Returns its id."""
        fault = str((await self._posts("faults", kind=kind, **how))["id"])
        await self.page.until(lambda: fault in self._ever_set(), f"fault {fault}")
        return fault

    async def has_struck(self, fault: str, left: int = 0) -> None:
        """Wait until a fault has struck as often as it can, or all but so many times."""
        await self.page.until(lambda: self._left(fault) <= left, f"fault {fault} strike")

    async def mends(self, *faults: str) -> None:
        """Remove these faults, or all."""
        for each in faults:
            await self._mends(f"/{each}")
        if not faults:
            await self._mends()

    async def _mends(self, fault: str = "") -> None:
        async with self._http.delete(f"{self.url}faults{fault}") as response:
            assert response.status == 200

    async def disturbs(self, what: str, shard: Sequence[int] = ()) -> None:
        """Do this to the bot's gateway connections, or those of a shard: `drop`, `reconnect` or
        `invalidate`."""
        self._disturbed = len(self.page.heard)
        await self._posts(f"gateway/{what}", **({"shard": shard} if shard else {}))

    async def shards(self) -> dict[tuple[int, int], int]:
        """Returns how many connections each shard has, by its index and how many there are."""
        sessions = (await self._gets("gateway"))["sessions"]
        return Counter((*each["shard"],) for each in sessions if each["connected"])

    async def does_to_the_bot(self, what: str) -> None:
        """Do this to the bot: `kill`, `restart`, `stop` or `start`."""
        self._disturbed = len(self.page.heard)
        await self._posts(f"bot/{what}")
        if what in ("stop", "start"):
            await self.bot_is("offline" if what == "stop" else "online")
        else:
            await self.bot_is_back()

    async def bot_is_back(self) -> None:
        """Wait until the bot has gone and come again since it was last disturbed."""

        def has_come() -> bool:
            heard = self.page.heard[self._disturbed :]
            states = [each["state"] for each in heard if each["type"] == "bot"]
            return states[-1:] == ["online"] and set(states) > {"online"}

        await self.page.until(has_come, "the bot again")

    async def bot_is(self, state: str) -> None:
        await self.page.until(lambda: self.page.hello["bot"] == state, f"the bot {state}")

    def _left(self, fault: str) -> int:
        return sum(each["left"] for each in self.page.hello["faults"] if each["id"] == fault)

    def _ever_set(self) -> set[str]:
        frames = [each["faults"] for each in self.page.heard if each["type"] == "faults"]
        return {each["id"] for faults in frames for each in faults}

    async def _gets(self, what: str) -> Any:
        async with self._http.get(self.url + what) as response:
            assert response.status == 200
            return await response.json()

    async def _posts(self, what: str, **asked: Any) -> dict[str, Any]:
        async with self._http.post(self.url + what, json=asked) as response:
            said: dict[str, Any] = await response.json()
            assert response.status == 200, said
            return said


@asynccontextmanager
async def seated(
    url: str, folder: Path, seat: Seat = Player, server: str = ""
) -> AsyncIterator[Table]:
    """A table in a server of a sandbox that is open, with the bot's database in this folder."""
    async with aiohttp.ClientSession() as http:
        table = Table(http, url, folder, seat, server)
        try:
            await table.begins()
            yield table
        finally:
            await table.ends()


def sandbox_for(
    folder: Path,
    *,
    limited: bool = False,
    command: Sequence[str] = COMMAND,
    heard: Heard = lambda *_: None,
    scale: Scale = ONE,
    **chosen: str,
) -> tuple[Sandbox, Bot]:
    """A sandbox and a bot that isn't started yet. There are no rate limits unless a test chooses
    them, as tests are quicker than people."""
    sandbox = Sandbox(limited=limited, strict=True, heard=heard, scale=scale)
    token = a_dummy(sandbox.world.application)
    bot = bot_for(folder, sandbox.rest, token, command, **chosen)
    sandbox.host(bot)
    return sandbox, bot


def bot_for(
    folder: Path, rest: str, token: str, command: Sequence[str] = COMMAND, **chosen: str
) -> Bot:
    """A bot that isn't started yet, and finds Discord at this address."""
    settings = {
        "DISCORD_TOKEN": token,
        "DUELHOST_DISCORD_URL": rest,
        "DUELHOST_DATABASE": str(folder / DATABASE),
        "DUELHOST_LOG_FORMAT": "json",
        "DUELHOST_PLAYER_LIMIT": "1000000",
        "DUELHOST_SERVER_LIMIT": "1000000",
        "PYTHONPATH": str(ROOT),
        **chosen,
    }
    return Bot(command, settings, folder, folder / LOG)


async def duelhost(folder: Path, *typed: str, **settings: str) -> str:
    """Run a command of the program, which has to succeed. Returns its output."""
    code, said = await tries_duelhost(folder, *typed, **settings)
    assert code == 0, said
    return said


async def tries_duelhost(folder: Path, *typed: str, **settings: str) -> tuple[int | None, str]:
    run = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", *typed),
        cwd=folder,
        env=surroundings({"PYTHONPATH": str(ROOT), **settings}),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
    )
    said, _ = await run.communicate()
    return run.returncode, said.decode()


@asynccontextmanager
async def laid(
    folder: Path,
    *,
    limited: bool = False,
    mode: BoardMode = BoardMode.ONE,
    scale: Scale = ONE,
    **chosen: str,
) -> AsyncIterator[Table]:
    """A table at a sandbox of its own. All that the bot sends is as Discord describes it."""
    said: list[Said] = []

    def heard(method: str, path: str, body: Any, _port: int | None) -> None:
        said.append((method, path, body))

    sandbox, bot = sandbox_for(folder, limited=limited, heard=heard, scale=scale, **chosen)
    if mode is not BoardMode.ONE:
        await rule(folder, sandbox.world.servers.first, HouseRules(board_mode=mode))
    async with sandbox.open():
        await bot.start()
        async with seated(sandbox.url, folder) as table:
            yield table
    assert complaints(said) == []
