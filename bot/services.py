"""Builds the parts that serve features, for each shard and for all of a process, and holds them."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import discord

from bot.background import Background
from bot.cards.drawing_queue import Draw, DrawingQueue, draw_here
from bot.delivery.lease_guard import LeaseGuard
from bot.delivery.sender import Sender
from bot.duels.board_pictures import BoardPictures
from bot.duels.catch_up import CatchUp
from bot.duels.challenges import Challenges
from bot.duels.end_card import EndCard
from bot.duels.good_games import GoodGames
from bot.duels.measurements import Measurements, MeasureSetup, measure_setup
from bot.duels.notifications import Notifications
from bot.duels.past_boards import PastBoards
from bot.duels.ping_offer import PingOffer
from bot.duels.posts import Posts
from bot.duels.practice import Practice
from bot.duels.publisher import Publisher
from bot.duels.recalculation import Recalculation
from bot.duels.reminders import Reminders
from bot.duels.scheduler import Scheduler
from bot.duels.service import DuelService
from bot.duels.shown_boards import ShownBoards
from bot.duels.starts import DrawStart, Starts, draw_start
from bot.duels.suggestions import Suggestions
from bot.duels.threads import Threads
from bot.duels.unshown import Unshown
from bot.duels.untouched import Untouched
from bot.features.analysis.reviews import Reviews
from bot.features.analysis.service import Analyses
from bot.features.duel_list.service import DuelLists
from bot.features.history.service import Histories
from bot.features.leaderboard.service import Leaderboards
from bot.features.moderation.service import Moderation
from bot.features.play.large_boards import LargeBoards
from bot.features.play.panel import Panel
from bot.features.practice.hints import Hints
from bot.features.privacy.service import Home, PersonalData
from bot.features.profile.service import Profiles
from bot.features.profile.titles import Titles
from bot.features.puzzle.daily_channels import DailyChannels
from bot.features.puzzle.service import PuzzleService
from bot.features.replay.service import Replays
from bot.features.server.service import ServerSettings
from bot.features.settings.service import PlayerSettings
from bot.guilds.members import Members
from bot.guilds.servers import Servers
from bot.interactions import context
from bot.interactions.rate_limit import RateLimit
from bot.interactions.recent_interactions import RecentInteractions
from bot.puzzles.daily_puzzles import DailyPuzzles
from bot.puzzles.puzzle_pool import PuzzlePool
from bot.system_clock import system_clock
from bot.worker import Run, run_here
from engine.ids import Instant
from storage.shards import Shard
from storage.store import Store


@dataclass(frozen=True)
class Shared:
    """What the shards of a process share."""

    store: Store
    now: Callable[[], Instant]
    rate_limit: RateLimit
    recent: RecentInteractions
    # Until when this process may speak.
    lease_guard: LeaseGuard
    # Whether messages get pictures.
    cards: bool
    drawing: DrawingQueue
    # Boards have a queue of their own, as nobody can play without them.
    boards: DrawingQueue
    starts: Starts
    measurements: Measurements
    reviews: Reviews
    dailies: DailyPuzzles
    puzzle_pool: PuzzlePool
    titles: Titles
    # Posts about the puzzle of the day are sent one after another.
    daily_pace: asyncio.Lock
    # A player who asks for a picture waits for one card of an ended duel at most.
    end_card: asyncio.Lock
    # The services of each shard that runs.
    homes: dict[Shard, Home]
    personal_data: PersonalData


def share(  # noqa: PLR0913
    store: Store,
    now: Callable[[], Instant] = system_clock,
    *,
    cards: bool = True,
    draw: Draw = draw_here,
    draw_start: DrawStart = draw_start,
    measure: MeasureSetup = measure_setup,
    run: Run = run_here,
    rate_limit: RateLimit | None = None,
) -> Shared:
    """Make what the shards of a process share."""
    homes: dict[Shard, Home] = {}
    return Shared(
        store,
        now,
        rate_limit or RateLimit(),
        RecentInteractions(),
        LeaseGuard(),
        cards,
        DrawingQueue(draw, closed=not cards),
        DrawingQueue(draw),
        Starts(draw_start),
        Measurements(measure),
        Reviews(run),
        DailyPuzzles(store, run),
        PuzzlePool(store, now, run),
        Titles(store, run),
        asyncio.Lock(),
        asyncio.Lock(),
        homes,
        PersonalData(store, homes),
    )


@dataclass(frozen=True)
class Services:
    """What a shard has of its own."""

    background: Background
    members: Members
    drawing: DrawingQueue
    notifications: Notifications
    end_card: EndCard
    publisher: Publisher
    reminders: Reminders
    catch_up: CatchUp
    scheduler: Scheduler
    recalculation: Recalculation
    challenges: Challenges
    practice: Practice
    hints: Hints
    duels: DuelService
    good_games: GoodGames
    ping_offer: PingOffer
    panel: Panel
    large_boards: LargeBoards
    suggestions: Suggestions
    duel_lists: DuelLists
    leaderboards: Leaderboards
    profiles: Profiles
    histories: Histories
    replays: Replays
    analyses: Analyses
    puzzles: PuzzleService
    daily_channels: DailyChannels
    player_settings: PlayerSettings
    server_settings: ServerSettings
    moderation: Moderation
    personal_data: PersonalData


# The context that handlers of features get.
Context = context.Context[Services]


def build_services(client: discord.Client, shard: Shard, shared: Shared) -> Services:
    store, now, drawing = shared.store, shared.now, shared.drawing
    background, unshown, untouched = Background(), Unshown(), Untouched(store)
    servers, members = Servers(client), Members(client, now)
    sender = Sender(client)
    notifications, recalculation = Notifications(store, now), Recalculation(store, shard)
    ping_offer = PingOffer(notifications)
    end_card = EndCard(store, sender, servers, members, drawing, background, shared.end_card)
    past_boards = PastBoards(sender, servers, background)
    shown = ShownBoards(store, past_boards.tidy, end_card.enclose)
    pictures = BoardPictures(servers, members, shared.boards if shared.cards else drawing)
    posts = Posts(store, sender, shown, unshown)
    publisher = Publisher(
        store,
        servers,
        notifications,
        shown,
        Threads(client, sender, servers),
        pictures,
        end_card,
        posts,
        unshown,
        background,
    )
    reminders = Reminders(store, servers, notifications, shown, pictures, posts)
    catch_up = CatchUp(store, publisher.show_late, unshown, shard)
    daily_channels = DailyChannels(
        store, sender, servers, shared.dailies, pictures, shared.daily_pace, now, shard
    )
    return Services(
        background,
        members,
        drawing,
        notifications,
        end_card,
        publisher,
        reminders,
        catch_up,
        Scheduler(
            store,
            publisher,
            reminders,
            past_boards,
            catch_up,
            servers,
            background,
            recalculation,
            now,
            shard,
            {"daily posts": daily_channels.post_due},
        ),
        recalculation,
        Challenges(
            store, publisher, unshown, ping_offer, shared.starts, shared.measurements, untouched
        ),
        Practice(store, publisher, unshown, shared.starts, members, untouched),
        Hints(store),
        DuelService(store, publisher, servers, unshown, ping_offer),
        GoodGames(store, servers, shown, posts, ping_offer),
        ping_offer,
        Panel(store, notifications),
        LargeBoards(store, members, shared.boards),
        Suggestions(store, members),
        DuelLists(store),
        Leaderboards(store, members, servers, drawing, now),
        Profiles(store, shared.titles, members, servers, drawing, now),
        Histories(store),
        Replays(store, ping_offer),
        Analyses(store, shared.reviews, members, drawing),
        PuzzleService(store, shared.dailies, shared.puzzle_pool, pictures),
        daily_channels,
        PlayerSettings(store, notifications),
        ServerSettings(store),
        Moderation(store, publisher, servers, background, recalculation, unshown),
        shared.personal_data,
    )
