"""`/duel settings`: who is pinged and who is challenged, as each player likes it."""

import pytest
from simcord.results import ResponseMessage

from bot.interactions.custom_id import ChoosePings
from bot.text.english import English
from tests.bot.simcord.messages import answer, options, private, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says

AWAY = 6 * 60


def shows(pings: str = "away", challenges: str = "everyone") -> str:
    """The settings of a player who has chosen this, but for the line about their day."""
    meaning = English.PINGS_MEAN[pings].format(clock="3 minutes")
    text = English.SETTINGS.format(
        meaning=meaning, challenges=English.CHALLENGES[challenges], day=""
    )
    return text.rstrip()


def without_day(text: str) -> str:
    return text.rpartition("\n")[0]


async def choose(world: World, **chosen: str) -> str:
    return without_day(told(await world.bo.slash(world.games, "duel settings", **chosen)))


def chosen_of(shown: ResponseMessage) -> list[str]:
    """The selected option of the select of pings."""
    return [each[1:-1] for each in options(shown, English.CHOOSE_PINGS) if each[0] == "["]


def pinged(world: World) -> list[int]:
    """Return the users that the last answer pings. Later edits ping nobody anyway."""
    answers = [
        each.json or {} for each in world.env.http_requests if each.path.endswith("/callback")
    ]
    found: list[int] = answers[-1]["data"]["allowed_mentions"]["users"]
    return found


async def pinged_by_move(world: World, *, after: float = 0) -> list[int]:
    """Return the users that Ana's move pings, after Bo has accepted or been away for some
    seconds."""
    board = await world.duel()
    await world.env.advance_time(after)
    await world.ana.click(board, label="6")
    return pinged(world)


async def test_what_is_chosen_at_first(world: World) -> None:
    assert await choose(world) == shows()


@pytest.mark.parametrize(
    "chosen",
    [
        {"pings": "always"},
        {"pings": "never"},
        {"challenges": "nobody"},
        {"pings": "never", "challenges": "nobody"},
    ],
)
async def test_what_is_chosen_stays(world: World, chosen: dict[str, str]) -> None:
    assert await choose(world, **chosen) == shows(**chosen)
    assert await choose(world) == shows(**chosen)
    await world.restart()
    assert await choose(world) == shows(**chosen)


async def test_one_choice_leaves_the_other_alone(world: World) -> None:
    await choose(world, pings="never")
    await choose(world, challenges="nobody")
    assert await choose(world, pings="always") == shows("always", "nobody")


async def test_everybody_chooses_for_themselves(world: World) -> None:
    await choose(world, pings="never", challenges="nobody")
    assert without_day(told(await world.ana.slash(world.games, "duel settings"))) == shows()


async def test_pings_are_chosen_in_the_message_that_shows_them(world: World) -> None:
    await choose(world, challenges="nobody")
    shown = private(await world.bo.slash(world.games, "duel settings"))
    assert chosen_of(shown) == ["Ping me when I'm away"]
    changed = private(await world.bo.select(shown, ["never"]))
    assert changed.id == shown.id
    assert without_day(changed.content) == shows("never", "nobody")
    assert chosen_of(changed) == ["Never ping me"]
    assert await choose(world) == shows("never", "nobody")


@pytest.mark.parametrize(
    ("values", "said"),
    [(("often",), says("not-a-choice", text="often")), (("never", "away"), DEAD), ((), DEAD)],
)
async def test_a_choice_that_there_is_not(world: World, values: tuple[str, ...], said: str) -> None:
    shown = private(await world.bo.slash(world.games, "duel settings"))
    assert told(await world.press(world.bo, shown, ChoosePings().encode(), *values)) == said
    assert await choose(world) == shows()


# Pings.


async def test_always(world: World) -> None:
    await choose(world, pings="always")
    assert await pinged_by_move(world) == [world.bo.id]


async def test_never(world: World) -> None:
    await choose(world, pings="never")
    assert await pinged_by_move(world, after=AWAY) == []


async def test_never_by_a_challenge_either(world: World) -> None:
    await choose(world, pings="never")
    await world.challenge()
    assert pinged(world) == []


async def test_only_when_away_leaves_those_alone_who_are_here(world: World) -> None:
    assert await pinged_by_move(world, after=2 * 60) == []


async def test_only_when_away_pings_those_who_have_gone(world: World) -> None:
    assert await pinged_by_move(world, after=AWAY) == [world.bo.id]


async def test_a_choice_counts_at_once(world: World) -> None:
    """The choice is cached, so that moves needn't read the disk; a change must clear the cache."""
    board = await world.play(await world.duel(), 6, 12)
    await choose(world, pings="never")
    await world.ana.click(board, label="4")
    assert pinged(world) == []


@pytest.mark.parametrize(("pings", "rings"), [("never", False), ("always", True), ("away", True)])
async def test_a_restart_forgets_who_was_here_and_not_what_they_chose(
    world: World, pings: str, rings: bool
) -> None:
    await choose(world, pings=pings)
    board = await world.duel()
    await world.restart()
    await world.ana.click(board, label="6")
    assert pinged(world) == [world.bo.id] * rings


@pytest.mark.parametrize(("pings", "rings"), [("never", False), ("always", True)])
async def test_a_reminder_goes_to_those_who_want_it(world: World, pings: str, rings: bool) -> None:
    await choose(world, pings=pings)
    await world.play(await world.duel(clock="10m"), 6)
    await world.env.advance_time(8 * 60)
    reminded = [line for line in world.lines() if line.startswith("⏳ @bo")]
    assert len(reminded) == rings


# Challenges.


async def test_taking_challenges_again(world: World) -> None:
    await choose(world, challenges="nobody")
    said = world.read(told(await world.challenge()))
    assert said == says("takes-no-challenges", opponent="@bo")
    await choose(world, challenges="everyone")
    answer(await world.challenge())


async def test_a_rematch_is_a_challenge_too(world: World) -> None:
    end = await world.play(await world.duel(size=3), 2, 1, 3)
    await choose(world, challenges="nobody")
    said = world.read(told(await world.ana.click(end, label="Rematch")))
    assert said == says("takes-no-challenges", opponent="@bo")


async def test_whoever_takes_none_may_challenge(world: World) -> None:
    await choose(world, challenges="nobody")
    answer(await world.bo.slash(world.games, "duel start", game="parity", opponent=world.ana))
