"""The panel behind [⋯], the last button of every board."""

import pytest
from simcord.results import ResponseMessage

from bot.interactions.custom_id import More, PanelPings
from bot.text.english import English
from storage.ids import DuelId
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import answer, cards, labels, options, private, text_of, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says, says_over

MORE = More(DuelId(1)).encode()
PINGS = PanelPings(DuelId(1)).encode()


async def panel(world: World, board: Shown) -> ResponseMessage:
    return private(await world.ana.click(board, label="⋯"))


def meaning(pings: str) -> str:
    return English.PINGS_MEAN[pings].format(clock="3 minutes")


async def chosen(world: World) -> list[str]:
    """What Ana has chosen, by her settings."""
    shown = private(await world.ana.slash(world.games, "duel settings"))
    return [each for each in options(shown, English.CHOOSE_PINGS) if each[0] == "["]


@pytest.mark.parametrize("game", ["divisor", "parity", "split", "sequence"])
async def test_a_player_finds_what_is_done_seldom(world: World, game: str) -> None:
    shown = await panel(world, await world.duel(game))
    large = ["Large board"] if game in ("divisor", "parity") else []
    assert labels(shown) == ["Rules", *large, "Resign", English.CHOOSE_PINGS]
    assert "#1 against @bo" in world.read(shown)
    assert meaning("away") in shown.content


async def test_what_is_behind_it_works(world: World) -> None:
    shown = await panel(world, await world.duel())
    assert told(await world.ana.click(shown, label="Rules")).startswith("**Divisor Duel**\n")
    large = private(await world.ana.click(shown, label="Large board"))
    assert [name for name, _ in cards(large)] == ["board.png"]


async def test_pings_are_chosen_in_place(world: World) -> None:
    board = await world.duel()
    shown = await panel(world, board)
    for pings, label in (("never", "Never ping me"), ("always", "Ping me for every move")):
        changed = private(await world.ana.select(shown, [pings]))
        assert changed.id == shown.id
        assert meaning(pings) in changed.content
        assert f"[{label}]" in options(changed, English.CHOOSE_PINGS)
        assert "Resign" in labels(changed)
        assert await chosen(world) == [f"[{label}]"]
    await world.restart()
    assert await chosen(world) == ["[Ping me for every move]"]


async def test_a_choice_counts_for_the_next_move(world: World) -> None:
    board = await world.duel()
    await world.ana.select(await panel(world, board), ["always"])
    await world.ana.click(board, label="6")
    await world.bo.click(world.last(), label="12")
    assert world.pinged("/callback") == [world.ana.id]


async def test_somebody_else_may_look(world: World) -> None:
    board = await world.duel()
    shown = private(await world.cy.click(board, label="⋯"))
    assert labels(shown) == ["Rules", "Large board"]
    assert "@ana against @bo" in world.read(shown)


async def test_somebody_who_cannot_see_the_duel_may_not(world: World) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    page = private(await world.cy.slash(other, "duel help"))
    world.deny(world.cy, "view_channel")
    assert told(await world.press(world.cy, page, MORE)) == says("not-yours-to-see")


async def test_somebody_else_chooses_nothing_here(world: World) -> None:
    board = await world.duel()
    said = told(await world.press(world.cy, board, PINGS, "never"))
    assert world.read(said) == says("not-your-duel", players="@ana and @bo")
    shown = private(await world.cy.slash(world.games, "duel settings"))
    assert meaning("away") in shown.content


@pytest.mark.parametrize("custom_id", [MORE, PINGS])
async def test_a_challenge_has_no_panel(world: World, custom_id: str) -> None:
    offer = answer(await world.challenge())
    values = ("never",) if custom_id == PINGS else ()
    said = world.read(told(await world.press(world.ana, offer, custom_id, *values)))
    assert said == says("not-started", opponent="@bo")


@pytest.mark.parametrize("who", ["ana", "cy"])
async def test_a_duel_that_is_over_says_so(world: World, who: str) -> None:
    board = await world.play(await world.duel(size=3), 2, 1)
    await world.ana.click(board, label="3")
    assert told(await world.press(world.people[who], board, MORE)) == English.IS_OVER


async def test_a_challenge_that_came_to_nothing_says_so(world: World) -> None:
    offer = answer(await world.challenge())
    await world.bo.click(offer, label="Decline")
    assert told(await world.press(world.ana, offer, MORE)) == says_over("declined")


async def test_a_panel_that_was_open_at_the_end_still_takes_a_choice(world: World) -> None:
    board = await world.duel(size=3)
    shown = await panel(world, board)
    await world.play(board, 2, 1, 3)
    changed = private(await world.ana.select(shown, ["never"]))
    assert labels(changed) == ["Rules", "Large board", English.CHOOSE_PINGS]
    assert await chosen(world) == ["[Never ping me]"]


@pytest.mark.parametrize(
    ("custom_id", "values", "said"),
    [
        ("d1:o:2", (), says("no-such-duel", number=2)),
        ("d1:o:x", (), DEAD),
        ("d1:o", (), DEAD),
        ("d1:op:2", ("never",), says("no-such-duel", number=2)),
        (PINGS, ("often",), says("not-a-choice", text="often")),
        (PINGS, (), DEAD),
        (PINGS, ("never", "away"), DEAD),
    ],
)
async def test_what_is_made_up_is_refused(
    world: World, custom_id: str, values: tuple[str, ...], said: str
) -> None:
    board = await world.duel()
    assert told(await world.press(world.ana, board, custom_id, *values)) == said
    assert await chosen(world) == ["[Ping me when I'm away]"]


async def test_a_choice_on_a_public_message_leaves_it_alone(world: World) -> None:
    """The press was forged: no board has a select of pings."""
    board = await world.duel()
    before = text_of(board)
    shown = private(await world.press(world.ana, board, PINGS, "never"))
    assert meaning("never") in shown.content
    assert text_of(world.last()) == before
