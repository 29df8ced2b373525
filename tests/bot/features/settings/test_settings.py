"""`/duel settings`: who is pinged and who is challenged, as each player likes it."""

import pytest

from tests.bot.simcord.server import Hall, answer, told
from tests.bot.text.says import says

DEFAULT = "I ping you: **always**\nYou take challenges from: **everyone**"
AWAY = 6 * 60


async def choose(hall: Hall, **chosen: str) -> str:
    return told(await hall.bo.slash(hall.games, "duel settings", **chosen))


def pinged(hall: Hall) -> list[int]:
    """By the last answer. What is tidied after it pings nobody anyway."""
    answers = [
        each.json or {} for each in hall.env.http_requests if each.path.endswith("/callback")
    ]
    found: list[int] = answers[-1]["data"]["allowed_mentions"]["users"]
    return found


async def pinged_by_move(hall: Hall, *, after: float = 0) -> list[int]:
    """By Ana's board for Bo, who has just accepted or was last seen a while ago."""
    board = await hall.duel()
    await hall.env.advance_time(after)
    await hall.ana.click(board, label="6")
    return pinged(hall)


async def test_what_is_chosen_at_first(hall: Hall) -> None:
    assert await choose(hall) == DEFAULT


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (
            {"pings": "away"},
            "I ping you: **only when away**\nYou take challenges from: **everyone**",
        ),
        ({"pings": "never"}, "I ping you: **never**\nYou take challenges from: **everyone**"),
        ({"challenges": "nobody"}, "I ping you: **always**\nYou take challenges from: **nobody**"),
        (
            {"pings": "never", "challenges": "nobody"},
            "I ping you: **never**\nYou take challenges from: **nobody**",
        ),
    ],
)
async def test_what_is_chosen_stays(hall: Hall, chosen: dict[str, str], said: str) -> None:
    assert await choose(hall, **chosen) == said
    assert await choose(hall) == said
    await hall.restart()
    assert await choose(hall) == said


async def test_one_choice_leaves_the_other_alone(hall: Hall) -> None:
    await choose(hall, pings="never")
    await choose(hall, challenges="nobody")
    said = await choose(hall, pings="always")
    assert said == "I ping you: **always**\nYou take challenges from: **nobody**"


async def test_everybody_chooses_for_themselves(hall: Hall) -> None:
    await choose(hall, pings="never", challenges="nobody")
    assert told(await hall.ana.slash(hall.games, "duel settings")) == DEFAULT


# Pings.


async def test_always(hall: Hall) -> None:
    assert await pinged_by_move(hall) == [hall.bo.id]


async def test_never(hall: Hall) -> None:
    await choose(hall, pings="never")
    assert await pinged_by_move(hall, after=AWAY) == []


async def test_never_by_a_challenge_either(hall: Hall) -> None:
    await choose(hall, pings="never")
    await hall.challenge()
    assert pinged(hall) == []


async def test_only_when_away_leaves_those_alone_who_are_here(hall: Hall) -> None:
    await choose(hall, pings="away")
    assert await pinged_by_move(hall, after=4 * 60) == []


async def test_only_when_away_pings_those_who_have_gone(hall: Hall) -> None:
    await choose(hall, pings="away")
    assert await pinged_by_move(hall, after=AWAY) == [hall.bo.id]


async def test_a_choice_counts_at_once(hall: Hall) -> None:
    """What was chosen is remembered, for no move to ask the disk, and must not be for too long."""
    board = await hall.play(await hall.duel(), 6, 12)
    await choose(hall, pings="never")
    await hall.ana.click(board, label="4")
    assert pinged(hall) == []


@pytest.mark.parametrize(("pings", "rings"), [("never", False), ("always", True), ("away", True)])
async def test_a_restart_forgets_who_was_here_and_not_what_they_chose(
    hall: Hall, pings: str, rings: bool
) -> None:
    await choose(hall, pings=pings)
    board = await hall.duel()
    await hall.restart()
    await hall.ana.click(board, label="6")
    assert pinged(hall) == [hall.bo.id] * rings


@pytest.mark.parametrize(("pings", "rings"), [("never", False), ("always", True)])
async def test_a_reminder_goes_to_those_who_want_it(hall: Hall, pings: str, rings: bool) -> None:
    await choose(hall, pings=pings)
    await hall.play(await hall.duel(clock="10m"), 6)
    await hall.env.advance_time(8 * 60)
    reminded = [line for line in hall.lines() if line.startswith("⏳ @bo")]
    assert len(reminded) == rings


# Challenges.


async def test_taking_challenges_again(hall: Hall) -> None:
    await choose(hall, challenges="nobody")
    said = hall.read(told(await hall.challenge()))
    assert said == says("takes-no-challenges", opponent="@bo")
    await choose(hall, challenges="everyone")
    answer(await hall.challenge())


async def test_a_rematch_is_a_challenge_too(hall: Hall) -> None:
    end = await hall.play(await hall.duel(size=3), 2, 1, 3)
    await choose(hall, challenges="nobody")
    said = hall.read(told(await hall.ana.click(end, label="Rematch")))
    assert said == says("takes-no-challenges", opponent="@bo")


async def test_whoever_takes_none_may_challenge(hall: Hall) -> None:
    await choose(hall, challenges="nobody")
    answer(await hall.bo.slash(hall.games, "duel start", game="parity", opponent=hall.ana))
