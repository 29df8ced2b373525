"""`/privacy`: all that is kept of somebody, as a file."""

import json
from typing import Any

from simcord import MemberActor

from bot.text.english import English
from engine.durations import DAY
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.features.privacy.test_privacy import delete, page
from tests.bot.simcord.messages import private
from tests.bot.simcord.players import veterans
from tests.bot.simcord.world import World
from tests.storage.builders import Table
from tests.storage.puzzle_builders import decide, puzzles, take_daily
from tests.storage.title_builders import judge, win_flawlessly


async def download(world: World, who: MemberActor) -> dict[str, Any]:
    sent = private(await who.click(await page(world, who), label=English.DOWNLOAD))
    assert sent.content == English.DOWNLOADED
    (file,) = sent.attachments
    assert file.filename == "duelhost.json"
    found: dict[str, Any] = json.loads(await file.read())
    return found


async def test_a_download_has_everything(world: World) -> None:
    await world.duel("sequence", rated=False, clock="1h", legs=2)
    await world.ana.slash(world.games, "duel move", move="6")
    await world.played(world.ana, world.bo)
    await world.cy.slash(world.games, "duel start", game="parity", opponent=world.ana)
    await world.ana.slash(world.games, "duel decline")
    await world.ana.slash(world.games, "duel start", game="parity", opponent=world.cy)
    await world.ana.slash(world.games, "duel settings", pings="never")
    guild, ana, bo, cy = (str(each.id) for each in (world.guild, world.ana, world.bo, world.cy))
    kept = await world.store.personal_data(GuildId(world.guild.id), PlayerId(world.ana.id))
    assert kept
    assert len(kept.duels) == 4
    now, games = world.now(), str(world.games.id)
    standing = kept.profiles[0].overall
    assert standing.rank
    rank = {
        "rating": vars(standing.rank.rating),
        "at": now,
        "duels": 1,
        "testers": [],
        "settled": False,
    }
    won = {"wins": 1, "losses": 0, "ties": 0, "streak": 1, "form": "w", "rank": rank}

    def duel(number: int, challenger: str, opponent: str, **more: Any) -> dict[str, Any]:
        message = kept.duels[number - 1].board.message
        rest: dict[str, Any] = {"first": "drawn", "unrated": None, "clock_ms": 86_400_000}
        return rest | {
            "number": number,
            "challenger": challenger,
            "opponent": opponent,
            "channel": games,
            "message": str(message) if message else None,
            "legs": 1,
            **more,
        }

    assert await download(world, world.ana) == {
        "player": ana,
        "servers": [
            {
                "server": guild,
                "settings": {"pings": "never", "challenges": "everyone", "pings_offered": True},
                "blocked": False,
                "departed": False,
                "seasons": [
                    {"number": 1, "place": 1, "overall": won, "games": {"divisor": won}},
                ],
                "duels": [
                    duel(
                        1,
                        ana,
                        bo,
                        first="challenger",
                        unrated="casual",
                        legs=2,
                        clock_ms=3_600_000,
                        state="playing",
                        deadline_ms=now + 3_600_000,
                        rating_at_start=None,
                        provisional_at_start=False,
                        seats=[ana, bo],
                        earlier=None,
                        record="1/sequence//6",
                    ),
                    duel(
                        2,
                        bo,
                        ana,
                        clock_ms=60_000,
                        state="stuck",
                        at_ms=now,
                        winner=ana,
                        void=False,
                        seats=[bo, ana],
                        earlier=None,
                        record="1/divisor/size=3/1-2",
                        good_game=False,
                        rating=standing.rank.rating.value,
                        gain=standing.rank.rating.value - 1500,
                    ),
                    duel(
                        3,
                        cy,
                        ana,
                        unrated="no-choice",
                        state="declined",
                        at_ms=now,
                        record="1/parity/size=20/",
                    ),
                    duel(
                        4,
                        ana,
                        cy,
                        unrated="no-choice",
                        state="offered",
                        expires_ms=now + 900_000,
                        record="1/parity/size=20/",
                    ),
                ],
                "titles": [],
                "puzzles": None,
            }
        ],
    }


async def test_a_download_has_puzzles(world: World) -> None:
    table = Table(world.store, GuildId(world.guild.id))
    table.now = world.now()
    ana = PlayerId(world.ana.id)
    daily = await take_daily(table, day=table.now // DAY)
    daily_attempt = await decide(table, daily.number, squares="w", player=ana)
    await world.store.take_puzzles(table.guild, puzzles())
    given = await world.store.next_puzzle(table.guild, ana)
    assert given
    rated = await decide(table, given.number, player=ana)
    assert rated.gain
    await world.store.move_days(table.guild, ana, -90, table.now)
    (server,) = (await download(world, world.ana))["servers"]
    kept = await world.store.personal_data(table.guild, ana)
    assert kept
    assert kept.puzzles
    assert kept.puzzles.solver
    found = server["puzzles"]
    assert found["rating"] == vars(kept.puzzles.solver.rating)
    assert found["utc_offset_minutes"] == -90
    assert found["attempts"] == [
        {
            "number": each.number,
            "puzzle": each.attempt.puzzle.text,
            "decisions": each.attempt.text,
            "over": each.attempt.over,
            "shared": False,
            "at_ms": table.now,
            "rating": each.gain and each.gain.rating,
            "gain": each.gain and each.gain.gain,
        }
        for each in (daily_attempt, rated)
    ]


async def test_a_download_has_titles(world: World) -> None:
    table = Table(world.store, GuildId(world.guild.id))
    table.now = world.now()
    await win_flawlessly(table, PlayerId(world.ana.id), PlayerId(world.bo.id))
    await judge(table)
    for player, titles in ((world.ana, ["flawless"]), (world.bo, [])):
        (server,) = (await download(world, player))["servers"]
        assert server["titles"] == titles


async def test_a_download_names_people_by_text(world: World) -> None:
    """The same holds for the opponents who count towards a provisional player's establishment."""
    await veterans(world, world.bo, world.cy, world.join("di"), world.join("ed"))
    await world.played(world.ana, world.bo)
    (server,) = (await download(world, world.ana))["servers"]
    (season,) = server["seasons"]
    assert season["overall"]["rank"]["testers"] == [str(world.bo.id)]
    assert season["games"]["divisor"]["rank"]["testers"] == [str(world.bo.id)]


async def test_a_download_has_the_rating_that_a_running_board_shows(world: World) -> None:
    """And whether it is provisional."""
    await world.played(world.ana, world.bo)
    await world.duel()
    for player, rating in ((world.ana, 1662), (world.bo, 1338)):
        (server,) = (await download(world, player))["servers"]
        assert server["duels"][1]["rating_at_start"] == rating
        assert server["duels"][1]["provisional_at_start"]


async def test_a_download_has_all_servers(world: World) -> None:
    other = GuildId(77)
    await world.store.block(other, PlayerId(world.ana.id), blocked=True)
    await world.ana.slash(world.games, "duel settings", challenges="nobody")
    found = await download(world, world.ana)
    nothing = {"wins": 0, "losses": 0, "ties": 0, "streak": 0, "form": "", "rank": None}
    season = {"number": 1, "place": None, "overall": nothing, "games": {}}
    more: dict[str, Any] = {"departed": False, "seasons": [season], "duels": []}
    more |= {"titles": [], "puzzles": None}
    chosen = {"pings": "away", "challenges": "nobody", "pings_offered": False}
    assert found["servers"] == [
        {"server": "77", "settings": None, "blocked": True, **more},
        {"server": str(world.guild.id), "settings": chosen, "blocked": False, **more},
    ]


async def test_a_download_of_nothing(world: World) -> None:
    await world.challenge()
    shown = await page(world, world.ana)
    await delete(world, world.ana)
    sent = private(await world.ana.click(shown, label=English.DOWNLOAD))
    assert sent.content == English.NOTHING_KEPT
