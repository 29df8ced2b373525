"""A simulated Discord server with the real bot in it, on a real database."""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeVar, TypeVarTuple
from unittest.mock import patch

import discord
import pytest
from discord.app_commands import CommandInvokeError
from simcord import ChannelHandle, Env, InteractionResult, MemberActor, UserHandle
from simcord.backend.models import Overwrite
from simcord.enums import ChannelType, OverwriteType
from simcord.results import ResponseMessage
from structlog.testing import capture_logs

from bot.client import Command, Duelhost
from bot.delivery.discord_api import DiscordApi
from bot.duels.measurements import MeasureSetup, measure_setup
from bot.duels.starts import DrawStart
from bot.features.registry import COMMANDS
from bot.interactions.rate_limit import RateLimit
from bot.services import Shared, share
from bot.text.english import English
from engine.duel import First, Playing, Terms
from engine.games import set_up
from engine.games.game import Game
from engine.ids import Instant, PlayerId, Span
from engine.measure.table import Measured, table
from storage.ids import ChannelId, DuelId, GuildId, InteractionId
from storage.match import BoardMode, Call, Match, Posting
from storage.people import HouseRules, Pings, Preferences
from storage.shards import ONLY
from storage.sqlite import file
from storage.sqlite.store import SqliteStore, open_store
from tests.bot.simcord.channels import like_discord
from tests.bot.simcord.interactions import Interactions, Shown
from tests.bot.simcord.messages import answer, controls, private, text_of
from tests.bot.simcord.puzzle_work import PuzzleWork
from tests.bot.simcord.starts import any_start
from tests.bot.text.says import says, unrated_line
from tests.storage.database_files import new_database

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

# The refusal of a custom_id that no button has.
DEAD = says("dead-button")
# The panel of `/duel-admin settings`, for a server that has chosen nothing but how its duels are
# shown.
AT_FIRST = (
    "**How this server duels**\n"
    "Channels: any\n"
    "Clock, unless players choose another: 1 day\n"
    "How duels are shown: a new message for every move\n"
    "Variants, unless players choose another: classic\n"
    "Who may start duels: everybody\n"
    "Rated duels between the same two players: 5 a day\n"
    "Daily puzzle: not posted (`/duel-admin daily`)\n"
    "Blocked: nobody"
)
# Games that say something of their players, and how whoever is second wins them by their move.
SHORT: dict[str, tuple[int, str, str]] = {
    "divisor": (3, "1", "2"),
    "parity": (3, "2", "1"),
    "split": (5, "3", "1"),
}
# Set-ups that are rated in tests, which play many of them. There is little to decide in truth.
RATED = ("divisor/size=3", "parity/size=3", "split/size=5", "split/size=7")
# A board's line if the players chose who starts, as most do here.
CHOSEN = unrated_line("seats")
# A leaderboard's note about the question marks.
UNSURE = f"-# {English.LEADERBOARD_PROVISIONAL_NOTE}"
# How messages go out: as an answer, or by themselves.
ANSWER = "/callback"
POST = "/messages"


# SimCord looks this often, in seconds, whether the bot has come to rest. Its twentieth of a second
# is longer than nearly everything that happens here.
Env._settle_internal.__kwdefaults__ = {  # noqa: SLF001  (clicks call it)
    **(Env._settle_internal.__kwdefaults__ or {}),  # noqa: SLF001
    "idle": 0.001,
}


class Seating(Random):
    """Draws the seats as a test wants them."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self.first = first

    def choice(self, seatings: Any) -> Any:
        return next((each for each in seatings if each[0] == self.first), seatings[0])


class World(Interactions):
    """The world of the tests: Ana, Bo and Cy in one server, and the bot."""

    # The shard that has the server.
    shard = ONLY

    def __init__(
        self, database: Path, *, cards: bool = False, mode: BoardMode = BoardMode.EVERY
    ) -> None:
        # The arguments with which the bot starts, also after a restart.
        self.database = database
        self.cards = cards
        # How the server wants its duels shown.
        self.mode = mode
        self.rate_limit: RateLimit | None = None
        self._open = AsyncExitStack()
        self._calls = count(1)
        self.log: list[Any] = []
        self.people: dict[str, MemberActor] = {}
        self.store: SqliteStore
        # What the shards of the bot share.
        self.shared: Shared
        self.cy: MemberActor
        # The commands that the bot has.
        self.commands: Sequence[Command] = COMMANDS
        # The player who starts if seats are drawn.
        self.seating: Seating
        # Draws the starts of games.
        self.draw_start: DrawStart = any_start
        # Measures the games of packages.
        self.measure: MeasureSetup = measure_setup
        # Does the work of another process: draws puzzles, and reviews games.
        self.work: Callable[..., Any] = PuzzleWork()

    def now(self) -> Instant:
        return Instant(int(self.env.now().timestamp() * 1000))

    async def begin(self) -> None:
        new_database(self.database)
        self.client = await self._client()
        self.env = Env(self.client)
        like_discord(self.env.backend)
        await self.env.start()
        self.guild = self.env.create_guild("Hall", shard_id=self.shard.number)
        self.games = self.guild.create_text_channel("games")
        self.ana, self.bo, self.cy = (self.join(name) for name in ("ana", "bo", "cy"))
        self.seating = Seating(self.ana.id)
        if self.mode is not HouseRules().board_mode:
            await self.rules()
        await self.env.settle()

    async def end(self) -> None:
        """End the bot. Errors that went unnoticed turn up here."""
        await self._closed()
        await self.env.shutdown()
        await self._open.aclose()

    def join(self, name: str, **facts: Any) -> MemberActor:
        self.people[name] = self.guild.add_member(self.env.create_user(name), **facts)
        return self.people[name]

    @property
    def bot(self) -> MemberActor:
        """The bot, as somebody who can be named."""
        user = self.client.user
        assert user is not None
        account = UserHandle(self.env, self.env.backend.get_user(user.id))
        return MemberActor(self.env, self.guild, account)

    def moderator(self, name: str = "boss") -> MemberActor:
        """Let a member join who may manage the server."""
        manages = discord.Permissions(manage_guild=True)
        return self.join(name, roles=[self.guild.create_role("mods", permissions=manages)])

    async def restart(self, *, away: float = 0) -> None:
        """The bot goes, time goes by, and the bot comes back."""
        await self.env.settle()
        await self._closed()
        await self._open.aclose()
        self.env.backend.advance_clock(away)
        self.client = await self._client()
        await self.env.restart_bot(self.client)
        await self.env.settle()

    async def _client(self) -> Duelhost:
        # The simulated clock stops timers, so nothing is written later than it could be.
        self.store = await self._open.enter_async_context(open_store(self.database, delay=None))
        self.shared = share(
            self.store,
            self.now,
            cards=self.cards,
            draw_start=self._started,
            measure=self._measured,
            run=self._worked,
            rate_limit=self.rate_limit,
        )
        return Duelhost(self.shared, self.commands, self.shard)

    async def _closed(self) -> None:
        """Finish what the bot has begun."""
        await self.client.finish()
        await self.shared.starts.close()
        await self.shared.puzzle_pool.close()
        await self.shared.titles.close()

    def _started(self, game: Game[Any]) -> Game[Any] | None:
        return self.draw_start(game)

    def _measured(self, game: Game[Any]) -> Measured | None:
        return self.measure(game)

    def _worked(self, function: Callable[[*Ts], T], /, *of: *Ts) -> T:
        done: T = self.work(function, *of)
        return done

    # Players' actions.

    async def challenge(self, game: str = "divisor", **options: Any) -> InteractionResult:
        """Ana challenges Bo, and begins if they play."""
        chosen = {"opponent": self.bo, "first": "me"} | options
        return await self.ana.slash(self.games, "duel start", game=game, **chosen)

    async def duel(self, game: str = "divisor", **options: Any) -> Shown:
        """The board of a duel between Ana, who is to move, and Bo."""
        offered = answer(await self.challenge(game, **options))
        return answer(await self.bo.click(offered, label="Accept"))

    async def rated(self, game: str = "divisor", **options: Any) -> Shown:
        """The same, and it moves ratings. The seats are drawn, and Ana happens to begin."""
        return await self.duel(game, first="random", **options)

    async def play(self, board: Shown, *moves: int) -> Shown:
        """Play these moves by buttons, in turn, Ana first; return the last board."""
        for nth, move in enumerate(moves):
            player = self.bo if nth % 2 else self.ana
            board = answer(await player.click(board, label=str(move)))
        return board

    async def play_out(self, board: Shown, number: int = 1) -> Shown:
        """Play to the end: always the first button or, where there are lists, the first choice."""
        people = {each.id: each for each in self.people.values()}
        while isinstance(duel := (await self.match(number)).duel, Playing):
            player, shown = people[duel.waiting_for], board
            while (result := await self._first(player, shown)).ephemeral:
                shown = private(result)  # asks for the rest of the move
                if (await self.match(number)).step > 1 + duel.ply:
                    break
            match = await self.match(number)
            (board,) = [each for each in self.games.history() if each.id == match.board.message]
        return board

    async def _first(self, player: MemberActor, shown: Shown) -> InteractionResult:
        """Press the first button, or choose the first of a list."""
        first = controls(shown)[0]
        if "options" in first:
            values = [first["options"][0]["value"]]
            return await player.select(shown, values, custom_id=first["custom_id"])
        return await player.click(shown, label=first["label"])

    async def resign(
        self, player: MemberActor, place: ChannelHandle | None = None, **options: str
    ) -> InteractionResult:
        question = private(await player.slash(place or self.games, "duel resign", **options))
        return await player.click(question, label="Resign")

    def answers_are_lost(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Discord takes an answer, and then the connection breaks."""
        original = DiscordApi.answer

        async def lost(*args: Any, **more: Any) -> None:
            await original(*args, **more)
            monkeypatch.setattr(DiscordApi, "answer", original)
            raise OSError("connection reset")

        monkeypatch.setattr(DiscordApi, "answer", lost)

    async def played(
        self, winner: MemberActor, loser: MemberActor, game: str = "divisor", **more: Any
    ) -> Match:
        """A rated duel of long ago: the loser began and was stuck after one move of the winner."""
        guild, (first, second) = GuildId(self.guild.id), (PlayerId(loser.id), PlayerId(winner.id))
        size, *moves = SHORT[game]
        terms = Terms(
            first, second, set_up(game, {"size": size}), First.DRAWN, clock=Span(60_000), **more
        )
        posting = Posting(ChannelId(self.games.id), Span(60_000))
        match = await self.store.offer(self.call(loser), terms, posting)
        await self.store.accept(self.call(winner), match.id, Seating(first))
        for player, move in zip((loser, winner), moves, strict=True):
            match = await self.store.play(self.call(player), match.id, move)
        await self.store.posted(guild, match.id, replace(match.board, shown=match.step))
        return match

    def call(self, player: MemberActor) -> Call:
        """An interaction of theirs, which goes to the store without Discord."""
        guild, number = GuildId(self.guild.id), InteractionId(next(self._calls))
        return Call(guild, PlayerId(player.id), number, self.now())

    async def rate(self, a_day: int = 1000) -> None:
        """Set the daily limit of rated duels between the same two players."""
        await self.rules(rated_a_day=a_day)

    async def wants(self, pings: Pings, *players: MemberActor) -> None:
        """Have these players, or Ana and Bo, choose when they are pinged."""
        guild, chosen = GuildId(self.guild.id), Preferences(pings=pings)
        for each in players or (self.ana, self.bo):
            await self.client.services.notifications.prefer(guild, PlayerId(each.id), chosen)

    async def rules(self, **chosen: Any) -> None:
        """Have the server choose this, and otherwise what a server has at first."""
        rules = replace(HouseRules(board_mode=self.mode), **chosen)
        await self.store.rule_house(GuildId(self.guild.id), rules)

    # The server's state.

    def deny(self, whom: MemberActor | None, *permissions: str) -> None:
        """Deny these permissions to a member, or to the bot, in the channel for games."""
        backend = self.env.backend
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        target = backend.bot_user.id if whom is None else whom.id
        backend.set_overwrite(
            self.games.id, Overwrite(target_id=target, type=OverwriteType.MEMBER, deny=denied)
        )

    def thread(self, parent: ChannelHandle, *, private: bool = False) -> ChannelHandle:
        kind = ChannelType.PRIVATE_THREAD if private else ChannelType.PUBLIC_THREAD
        made = self.env.backend.create_thread(parent.id, "a duel", self.ana.id, type=kind)
        return ChannelHandle(self.env, self.guild, made)

    def speak(self, locale: str) -> None:
        """The whole server."""
        guild = self.client.get_guild(self.guild.id)
        assert guild
        guild.preferred_locale = discord.Locale(locale)

    # Visible results.

    def files(self) -> dict[str, bytes]:
        """Return all files that the bot uploaded, by address."""
        return dict(self.env.backend.cdn._blobs)  # noqa: SLF001

    def sent(self, where: str = "") -> dict[str, Any]:
        """The last message, or change of one, as it went out; or the last of these."""
        for each in reversed(self.env.http_requests):
            body: dict[str, Any] = each.json or {}
            message: dict[str, Any] = body.get("data", body)
            said = "content" in message or "components" in message
            if said and each.path.endswith(where):
                return message
        raise AssertionError("nothing has been said")

    def pinged(self, by: str = "") -> list[int]:
        """Return the user IDs that the last message pings, or the last one of this kind."""
        found: list[int] = self.sent(by)["allowed_mentions"]["users"]
        return found

    def incidents(self) -> list[str]:
        """Return and clear the errors that the bot has logged as its own fault."""
        bad = [each for each in self.log if each["log_level"] in ("error", "critical")]
        for each in bad:
            self.log.remove(each)
        return [str(each["event"]) for each in bad]

    def read(self, message: Shown | str) -> str:
        """A message with names for mentions, minutes from now for times, and short links."""
        text = message if isinstance(message, str) else text_of(message)
        text = text.replace("\\.", ".")  # so that Discord makes no list of its own
        for name, who in self.people.items():
            text = text.replace(f"<@{who.id}>", f"@{name}")
        now = self.now() // 1000
        text = re.sub(r"<t:(\d+):R>", lambda at: f"<{round((int(at[1]) - now) / 60)} min>", text)
        text = text.replace(f"<#{self.games.id}>", "#games")
        return re.sub(r"https://discord.com/channels/\d+/\d+(/\d+)?", "LINK", text)

    def lines(self, channel: ChannelHandle | None = None) -> list[str]:
        """Return the texts of the channel's messages, as everybody sees them."""
        return [self.read(each) for each in (channel or self.games).history()]

    def last(self, channel: ChannelHandle | None = None) -> discord.Message:
        return (channel or self.games).history()[-1]

    async def match(self, number: int = 1) -> Match:
        return await self.store.duel(GuildId(self.guild.id), DuelId(number))

    async def standing(self, player: MemberActor) -> tuple[int, int]:
        found = await self.store.profile(GuildId(self.guild.id), PlayerId(player.id))
        return (found.overall.wins, found.overall.losses)


W = TypeVar("W", bound=World)


@asynccontextmanager
async def open_world(
    database: Path, *, cards: bool = False, mode: BoardMode = BoardMode.EVERY
) -> AsyncIterator[World]:
    async with opened(World(database, cards=cards, mode=mode)) as world:
        yield world


@asynccontextmanager
async def opened(world: W) -> AsyncIterator[W]:
    # No test pulls the plug of the machine.
    no_disk = patch.object(file, "SYNCHRONOUS", "OFF")
    with no_disk:
        await world.begin()
    seating = patch("storage.unit_store.SystemRandom", lambda: world.seating)
    rating = patch("engine.measure.table.table", _with_short_games)
    with capture_logs() as world.log, seating, rating, no_disk:
        yield world
        await world.end()
    assert world.incidents() == []
    # An exception in a command is reported to the user, and logged if it is the bot's fault.
    strange = [each for each in world.env.errors if not isinstance(each, CommandInvokeError)]
    assert strange == []


def _with_short_games() -> dict[str, Measured]:
    """What was measured and, of a few games that are over soon, what tests need."""
    return {**table(), **dict.fromkeys(RATED, Measured(decisions=3, plies=3, seat=0))}


def views_kept(world: World) -> list[Any]:
    """Return the views that discord.py keeps to dispatch presses. There should be none: we dispatch
    them ourselves."""
    kept = world.client._connection._view_store  # noqa: SLF001
    return [*kept._views, *kept._synced_message_views, *kept._dynamic_items]  # noqa: SLF001


async def panel(world: World, boss: MemberActor) -> ResponseMessage:
    """Open the panel of a server's settings as a moderator."""
    return private(await boss.slash(world.games, "duel-admin settings"))
