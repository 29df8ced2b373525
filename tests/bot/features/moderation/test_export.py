"""`/duel-admin export`: what a server has played, as a file for its moderators, and on with it
elsewhere."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from simcord import MemberActor
from simcord.results import ResponseMessage

from bot.text.english import English
from engine.duel import Playing
from engine.ids import PlayerId
from storage.ids import GuildId
from storage.match import BoardMode
from storage.sqlite.import_file import take_in
from storage.store import EXPORT, Store
from storage.units import export as unit
from tests.bot.simcord.messages import answer, private, told
from tests.bot.simcord.world import World
from tests.bot.text.says import says
from tests.storage.export_file.edit import changed, lines_of, sealed, values_of

ONLY_MODERATORS = says("only-moderators")
# The command as Discord sends it if a server permits it to others, or a client makes it up.
LEAF = {"name": "export", "type": 1, "options": list[Any]()}
COMMAND = {"id": "1", "name": "duel-admin", "type": 1, "options": [LEAF]}
BEING_MADE = says("being-made")
EMPTY = "Nothing has been played here yet, so there is nothing to export."


async def export(world: World, boss: MemberActor) -> ResponseMessage:
    return private(await boss.slash(world.games, "duel-admin export"))


async def file_of(world: World, boss: MemberActor) -> bytes:
    (file,) = (await export(world, boss)).attachments
    assert file.filename == f"duelhost-{world.guild.id}.jsonl.gz"
    return bytes(await file.read())


async def test_a_server_has_one_export_at_a_time(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.played(world.ana, world.bo)
    gate, exported = asyncio.Event(), world.store.exported

    async def held(*of: Any) -> Any:
        await world.env.external_wait(gate.wait(), reason="a large export")
        return await exported(*of)

    monkeypatch.setattr(world.store, "exported", held)
    data = {"id": "1", "name": "duel-admin", "type": 1, "options": [LEAF]}
    first = await world.deliver(boss, 2, world.games.id, data)
    refused = await world.deliver(boss, 2, world.games.id, data)
    assert told(refused) == BEING_MADE
    gate.set()
    await world.env.settle()
    assert first.followups or private(first).attachments
    assert await file_of(world, boss)


async def test_a_moderator_gets_the_file(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await world.duel()
    before = world.lines()
    shown = await export(world, boss)
    assert shown.content == English.EXPORTED
    (file,) = shown.attachments
    assert file.filename == f"duelhost-{world.guild.id}.jsonl.gz"
    data = await file.read()
    assert data == await world.store.exported(GuildId(world.guild.id))
    head, *_, first, second, _ = map(values_of, lines_of(data))
    assert (head["server"], head["duels"]) == (str(world.guild.id), 2)
    assert (first["challenger"], second["phase"]) == (str(world.bo.id), "playing")
    assert world.lines() == before  # nobody else has seen it
    # However long it took, Discord had been told to wait.
    told_first = [each.json for each in world.env.http_requests if each.path.endswith("/callback")]
    assert told_first[-1] == {"type": 5, "data": {"flags": 64}}
    (noted,) = [each for each in world.log if each.get("exported")]
    assert (noted["moderator"], noted["exported"]) == (boss.id, len(data))


async def test_no_name_is_in_it(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    text = gzip.decompress(await file_of(world, boss)).decode()
    assert not any(f'"{name}"' in text for name in (*world.people, "games", "Hall"))


async def test_others_are_refused(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even if Discord lets them."""
    await world.played(world.ana, world.bo)
    asked: list[Any] = []
    monkeypatch.setattr(Store, "exported", asked.append)
    result = await world.deliver(world.ana, 2, world.games.id, COMMAND)
    assert told(result) == ONLY_MODERATORS
    assert private(result).attachments == []
    assert asked == []


@pytest.mark.boards(BoardMode.ONE)
async def test_a_server_that_has_played_nothing(world: World, boss: MemberActor) -> None:
    shown = await export(world, boss)
    assert (shown.content, shown.attachments) == (EMPTY, [])


@pytest.mark.parametrize(("limit", "fits"), [(100, False), (10 * 2**20, True), (500 * 2**20, True)])
async def test_more_than_fits_into_a_file(
    world: World, boss: MemberActor, monkeypatch: pytest.MonkeyPatch, limit: int, fits: bool
) -> None:
    """Discord sends its limit; the bot applies its own if that is smaller, to save memory."""
    await world.played(world.ana, world.bo)
    limits: list[int] = []
    real = unit.exported

    def noted(db: Any, guild: Any, most: int) -> bytes | None:
        limits.append(most)
        return real(db, guild, most)

    monkeypatch.setattr(unit, "exported", noted)
    asked = await world.deliver(boss, 2, world.games.id, COMMAND, attachment_size_limit=limit)
    shown = private(asked)
    assert limits == [min(limit, EXPORT)]
    if fits:
        assert len(shown.attachments) == 1
        return
    assert shown.content == English.EXPORT_TOO_LARGE.format(guild=world.guild.id)
    assert shown.attachments == []


async def test_elsewhere_it_goes_on(world: World, boss: MemberActor, tmp_path: Path) -> None:
    """Another bot has never seen the boards: it puts them up again, and with them all the time."""
    await world.played(world.ana, world.bo)
    await world.play(await world.duel(), 6)
    (tmp_path / "x.gz").write_bytes(await file_of(world, boss))
    take_in(tmp_path / "other.db", tmp_path / "x.gz", world.now())
    world.database = tmp_path / "other.db"
    count = len(world.lines())
    await world.restart(away=30 * 24 * 3600)
    board = world.last()
    assert len(world.lines()) == count + 1
    assert world.read(board).startswith("**@ana took 6.**")
    assert world.pinged("/messages") == [world.bo.id]
    match = await world.match(2)
    assert isinstance(match.duel, Playing)
    assert match.duel.deadline - world.now() > match.duel.terms.clock - 60_000
    assert (match.board.message, match.board.shown) == (board.id, match.step)
    answer(await world.bo.click(board, label="12"))
    assert world.read(world.last()).startswith("**@bo answered 6 with 12.**")
    assert (await world.standing(world.ana), await world.standing(world.bo)) == ((1, 0), (0, 1))
    # The one that has been over for long isn't shown again.
    assert sum("#1" in line for line in world.lines()) == 0


async def test_nothing_is_posted_in_another_server_whatever_an_export_says(
    world: World, boss: MemberActor, tmp_path: Path
) -> None:
    news = world.env.create_guild("Other").create_text_channel("news")
    await world.play(await world.duel(), 6)
    lines = lines_of(await file_of(world, boss))[:-1]
    lines[-1] = changed(lines[-1], channel=str(news.id), message=None)
    (tmp_path / "forged").write_bytes(sealed(lines))
    take_in(tmp_path / "other.db", tmp_path / "forged", world.now())
    world.database = tmp_path / "other.db"
    await world.restart()
    await world.event("ready")
    assert news.history() == []
    (match,) = await world.store.running(GuildId(world.guild.id), PlayerId(world.ana.id))
    assert match.board.shown == match.step  # and it isn't tried again
