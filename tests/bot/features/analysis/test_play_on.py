"""[Play on from here]: a private duel with the bot, from a position of a duel that is over."""

from bot.text.english import English
from engine.duel import Playing
from engine.fairness import Unrated
from engine.opponents.levels import Level
from engine.record import Record
from tests.bot.duels.test_legs import begin, play
from tests.bot.features.analysis.test_analysis import HERE, STEPS, TURNING, analysed, ended
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import labels, private, told
from tests.bot.simcord.world import World


async def playing(world: World, number: int = 2) -> Playing:
    duel = (await world.match(number)).duel
    assert isinstance(duel, Playing)
    return duel


async def test_before_the_turning_point(world: World) -> None:
    """Cy, who didn't play it, does it better than Bo."""
    end = await ended(world)
    page = await analysed(world, end, world.cy)
    await world.cy.click(page, label="Play on from move 2")
    duel = await playing(world)
    assert (duel.seats, duel.waiting_for) == ((world.bot.id, world.cy.id), world.cy.id)
    assert (duel.record.moves, duel.record.game) == ((6,), (await world.match()).duel.terms.game)
    assert (duel.terms.level, duel.terms.unrated) == (Level.SKILLED, Unrated.BOT)
    assert (await world.match(2)).private
    assert labels(page)[:3] == ["1", "2", "3"]
    await world.cy.click(page, label="2")
    assert (await world.match(2)).duel.record.moves[:2] == (6, 2)  # type: ignore[union-attr]
    assert world.read(world.last()) == world.read(end), "nobody else sees it"


async def test_from_a_position(world: World) -> None:
    page = await analysed(world, await ended(world))
    await world.ana.click(page, label=TURNING)
    await world.ana.click(page, label=HERE)
    duel = await playing(world)
    assert (duel.seats, duel.waiting_for) == ((world.ana.id, world.bot.id), world.ana.id)
    assert duel.record.moves == (6, 3)
    assert "**@ana plays me.** Your move, @ana" in world.read(page), "nobody has moved here yet"
    await world.ana.click(page, label="9")
    assert "@bot answered 6 with" not in world.read(page)


async def test_to_its_end_and_into_its_own_analysis(world: World) -> None:
    page: Shown = await analysed(world, await ended(world))
    await world.ana.click(page, label="Play on from move 2")
    while isinstance(duel := (await world.match(2)).duel, Playing):
        page = private(await world.ana.click(page, label=str(duel.record.legal[0])))
    again = await analysed(world, page)
    assert "**Divisor Duel (1–9)** #2 · analysis\n" in world.read(again)
    assert English.MADE_ELSEWHERE[False] in world.read(again)


async def test_where_the_second_game_begins(world: World) -> None:
    await begin(world)
    page = await analysed(world, await play(world, 1, 2, 1, 2))
    await world.ana.click(page, label="Play on from move 3")
    duel = await playing(world)
    assert duel.record == Record.start(duel.terms.game)
    assert (duel.waiting_for, duel.terms.legs) == (world.ana.id, 1)
    page = await analysed(world, world.last())
    await world.ana.click(page, label=STEPS[0])
    for _ in range(2):
        await world.ana.click(page, label=STEPS[2])
    assert HERE not in labels(page), "the first game is over there"


async def test_where_nobody_can_be_better(world: World) -> None:
    await world.play(await world.duel("parity", size=6), 1, 2, 3)
    await world.resign(world.bo)
    page = await analysed(world, world.last())
    await world.ana.click(page, label=STEPS[0])
    before = world.read(page)
    said = world.read(told(await world.ana.click(page, label=HERE)))
    assert "nobody can be better than anybody else" in said
    assert world.read(page) == before


async def test_discord_delivers_a_press_twice(world: World) -> None:
    page = await analysed(world, await ended(world))
    pressed = private(await world.press(world.ana, page, "d1:pn:1:1", times=2))
    assert labels(pressed)[:3] == ["1", "2", "3"]
    await world.again()
    running = await world.store.running((await world.match()).guild, world.call(world.ana).player)
    assert [each.id for each in running] == [2]
