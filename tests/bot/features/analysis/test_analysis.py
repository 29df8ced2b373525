"""[Analyse] under a finished duel: where it was won, and what each move was worth."""

import pytest
from simcord import MemberActor

from bot.features.analysis import reviews
from bot.interactions import slow_answers
from bot.text.english import English
from engine.record import Record
from engine.refusal import TooLarge
from engine.review import Review
from engine.solve.search import BUDGET
from tests.bot.duels.test_legs import begin, play
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import cards, disabled, ids, labels, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says

STEPS = list(English.REPLAY_STEPS)
TURNING, OVERVIEW, HERE = English.TO_TURNING_POINT, English.TO_OVERVIEW, English.PLAY_ON
# Ana gives the win away with the first move, and Bo gives it back with the second.
MOVES = (6, 3, 9, 1, 8, 4, 2)
WHOLE = (
    "**Divisor Duel (1–9)** #1 · analysis\n"
    "Move 2 (3) gave the win away: 2 would have kept it.\n"
    "For example 2 1 5, and @bo wins.\n"
    "The win changed hands twice.\n"
    "Accuracy: 32 % for @ana, 0 % for @bo"
)
TURNED = (
    "**Divisor Duel (1–9)** #1 · after move 2 of 7\n"
    "-# 2. @bo took 3, a missed win, and a slip: 2 would have won\n"
    "-# For example 2 1 5, and @bo wins.\n"
    "```\n"
    "  [1]   2   (3)   4    5\n"
    "  ··    7    8   [9]\n"
    "```\n"
    "@ana stands to win."
)
HIDDEN = says("not-yours-to-see")


async def ended(world: World) -> Shown:
    return await world.play(await world.duel(size=9), *MOVES)


async def analysed(world: World, end: Shown, who: MemberActor | None = None) -> Shown:
    return private(await (who or world.ana).click(end, label="Analyse"))


async def test_the_turning_point_comes_first(world: World) -> None:
    end = await ended(world)
    board = world.read(end)
    page = await analysed(world, end, world.cy)
    assert world.read(page) == WHOLE
    assert labels(page) == [TURNING, STEPS[0], STEPS[3], "Play on from move 2"]
    assert world.read(world.last()) == board


async def test_going_through_it(world: World) -> None:
    page = await analysed(world, await ended(world))
    await world.ana.click(page, label=TURNING)
    assert world.read(page) == TURNED
    assert (labels(page), disabled(page)) == ([*STEPS, OVERVIEW, TURNING, HERE], [TURNING])
    firsts = []
    for step in (STEPS[1], STEPS[0], STEPS[2], STEPS[2], STEPS[2], STEPS[3], TURNING, OVERVIEW):
        await world.ana.click(page, label=step)
        firsts.append(world.read(page).splitlines()[:2])
    title = "**Divisor Duel (1–9)** #1 · after move {} of 7"
    deep = "-# 1. @ana took 6, a deep mistake: 5 or 7 would have kept the win"
    assert firsts == [
        [title.format(1), deep],
        [title.format(0), "```"],
        [title.format(1), deep],
        TURNED.splitlines()[:2],
        [title.format(3), "-# 3. @ana took 9, the only move that keeps the win"],
        [title.format(7), "-# 7. @ana took 2, the only legal move"],
        TURNED.splitlines()[:2],
        WHOLE.splitlines()[:2],
    ]


async def test_the_start_and_the_end(world: World) -> None:
    page = await analysed(world, await ended(world))
    await world.ana.click(page, label=STEPS[0])
    assert disabled(page) == STEPS[:2]
    assert labels(page)[4:] == [OVERVIEW, TURNING, HERE]
    assert world.read(page).endswith("```\n@ana stands to win.")
    await world.ana.click(page, label=STEPS[3])
    assert disabled(page) == STEPS[2:]
    assert labels(page)[4:] == [OVERVIEW, TURNING]
    assert world.read(page).endswith(
        "**@ana wins:** nothing left divides 2 or is a multiple of it."
    )


async def test_no_two_buttons_are_the_same(world: World) -> None:
    await world.play(await world.duel("split", size=5), 3, 1)
    page = await analysed(world, world.last())
    assert ids(page) == ["d1:am:1:1:5", "d1:am:1:0:1", "d1:am:1:2:4", "d1:pn:1:0"]
    await world.ana.click(page, label=TURNING)
    assert len(set(ids(page))) == len(labels(page)) == 7


async def test_from_a_replay(world: World) -> None:
    await ended(world)
    replayed = private(await world.ana.slash(world.games, "duel replay"))
    before = world.read(replayed)
    page = await analysed(world, replayed)
    assert world.read(page) == WHOLE
    assert page.id != replayed.id
    assert world.read(replayed) == before


async def test_a_page_from_before_a_restart(world: World) -> None:
    page = await analysed(world, await ended(world))
    await world.restart()
    await world.ana.click(page, label=TURNING)
    assert world.read(page) == TURNED


async def test_a_duel_in_which_nobody_made_a_mistake(world: World) -> None:
    page = await analysed(world, await world.play(await world.duel(size=3), 2, 1, 3))
    assert world.read(page).splitlines()[1:] == [
        "Nobody gave the win away: @ana stood to win all along.",
        "Accuracy: 100 % for @ana, nothing to decide for @bo",
    ]
    assert labels(page) == [STEPS[0], STEPS[3]]


async def test_a_duel_that_was_given_up(world: World) -> None:
    await world.play(await world.duel(size=9), *MOVES[:2])
    await world.resign(world.ana)
    page = await analysed(world, world.last())
    assert world.read(page).splitlines()[-1] == ("It wasn't played to its end: @ana stood to win.")
    await world.ana.click(page, label=STEPS[3])
    assert labels(page)[4:] == [OVERVIEW, TURNING, HERE]


async def test_a_duel_without_moves(world: World) -> None:
    await world.duel(size=9)
    await world.resign(world.bo)
    assert "Analyse" not in labels(world.last())
    assert told(await world.press(world.ana, world.last(), "d1:an:1")) == DEAD


async def test_two_games(world: World) -> None:
    await begin(world)
    end = await play(world, 1, 2, 1, 2)
    page = await analysed(world, end)
    better = "For example 2 1 3, and {} wins."
    accuracy = "Accuracy: {}, {}"
    nothing = "nothing to decide for {}"
    assert world.read(page).splitlines()[1:] == [
        "Game 1:",
        "Move 1 (1) gave the win away: 2 or 3 would have kept it.",
        better.format("@ana"),
        "The win changed hands once.",
        accuracy.format("0 % for @ana", nothing.format("@bo")),
        "Game 2:",
        "Move 3 (1) gave the win away: 2 or 3 would have kept it.",
        better.format("@bo"),
        "The win changed hands once.",
        accuracy.format("0 % for @bo", nothing.format("@ana")),
    ]
    await world.ana.click(page, label=TURNING)
    assert world.read(page).splitlines()[:2] == [
        "**Divisor Duel (1–3), game 2** #1 · after move 3 of 4",
        "-# 3. @bo took 1, a blunder: 2 or 3 would have kept the win",
    ]
    await world.ana.click(page, label=STEPS[1])
    assert world.read(page).splitlines()[0].startswith("**Divisor Duel (1–3), game 1**")
    assert world.read(page).splitlines()[-1].startswith("**@bo wins:**")


# Who may see it, and when.


async def test_not_while_it_is_running(world: World) -> None:
    board = await world.duel(size=9)
    for custom_id in ("d1:an:1", "d1:am:1:0", "d1:pn:1:0"):
        said = told(await world.press(world.ana, board, custom_id))
        assert said == "This duel isn't over yet."


async def test_a_duel_in_a_hidden_channel_stays_hidden(world: World) -> None:
    await ended(world)
    other = world.guild.create_text_channel("other")
    page = private(await world.cy.slash(other, "duel help"))
    world.deny(world.cy, "view_channel")
    for custom_id in ("d1:an:1", "d1:an:1:6", "d1:am:1:2:5", "d1:pn:1:0"):
        assert told(await world.press(world.cy, page, custom_id)) == HIDDEN


async def test_players_see_their_duel_wherever_it_was(world: World) -> None:
    await ended(world)
    other = world.guild.create_text_channel("other")
    world.deny(world.ana, "view_channel")
    page = private(await world.ana.slash(other, "duel replay"))
    assert world.read(await analysed(world, page)) == WHOLE


async def test_a_game_that_is_too_large(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    def too_large(record: Record) -> Review:
        raise TooLarge(record.game.key, 1)

    monkeypatch.setattr(reviews, "review", too_large)
    end = await ended(world)
    said = told(await world.ana.click(end, label="Analyse"))
    assert said == says("too-large", game="Divisor Duel", positions=BUDGET)


@pytest.mark.parametrize(
    ("custom_id", "said"),
    [
        ("d1:an", DEAD),
        ("d1:an:x", DEAD),
        ("d1:an:1:x", WHOLE),
        ("d1:an:1:6:1", DEAD),
        ("d1:an:2", "There is no duel #2"),
        (f"d1:an:{2**63 - 1}", f"There is no duel #{2**63 - 1}"),
        ("d1:am:1", DEAD),
        ("d1:am:1:x", DEAD),
        ("d1:am:1:-1", DEAD),
        ("d1:am:1:2", TURNED),
        (f"d1:am:1:{2**63}", DEAD),
        (f"d1:am:1:{2**63 - 1}", "**Divisor Duel (1–9)** #1 · after move 7 of 7\n"),
        ("d1:pn:1", DEAD),
        ("d1:pn:1:7", DEAD),
        ("d1:pn:1:8", DEAD),
        (f"d1:pn:1:{2**63 - 1}", DEAD),
    ],
)
@pytest.mark.parametrize("on", ["board", "page"])
async def test_forged_presses(world: World, on: str, custom_id: str, said: str) -> None:
    """A forged press on a public message is answered privately."""
    end = await ended(world)
    page = await analysed(world, end)
    before = world.lines()
    pressed = await world.press(world.ana, end if on == "board" else page, custom_id)
    assert world.read(told(pressed)).startswith(said)
    assert world.lines() == before


async def test_a_review_that_takes_long(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord is told to wait, and the pages are the same."""
    monkeypatch.setattr(slow_answers, "SLOW", 0)
    page = await analysed(world, await ended(world))
    assert world.read(page) == WHOLE
    await world.ana.click(page, label=TURNING)
    assert world.read(page) == TURNED


# The picture.


@pytest.mark.cards
async def test_the_card_is_on_the_first_page_and_stays(world: World) -> None:
    page = await analysed(world, await ended(world))
    alt = (
        "Divisor Duel (1–9) #1, who stood to win. Turning point at move 2, from bo to ana. "
        "ana stood to win at first, and the win changed hands at moves 1 and 2."
    )
    assert cards(page) == [("analysis.png", alt)]
    for step in (TURNING, STEPS[1], OVERVIEW):
        await world.ana.click(page, label=step)
        assert cards(page) == [("analysis.png", alt)]


@pytest.mark.cards
async def test_players_swap_seats_and_keep_their_lanes(world: World) -> None:
    await begin(world)
    page = await analysed(world, await play(world, 1, 2, 1, 2))
    ((_, alt),) = cards(page)
    assert alt == (
        "Divisor Duel (1–3) #1, who stood to win. "
        "game 1: Turning point at move 1, from ana to bo. "
        "ana stood to win at first, and the win changed hands at move 1. "
        "game 2: Turning point at move 3, from bo to ana. "
        "bo stood to win at first, and the win changed hands at move 3."
    )
