"""The button that offers the ranked variant of a game: under a challenge that isn't rated by its
options, and after a duel that went the way everybody knows."""

from typing import Any

import pytest

from bot.text.english import English
from engine.duel import First, Offered, Withdrawn
from engine.fairness import Unrated
from engine.games import GAMES
from engine.ids import PlayerId
from engine.outcome import Withdrawal
from storage.ids import GuildId
from storage.people import Pings
from tests.bot.simcord.messages import answer, labels, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says, says_over
from tests.engine.countdown import Countdown


class Unfair(Countdown):
    """A game about which nothing can be known."""

    @property
    def exact(self) -> bool:
        return False


BUTTON = English.RANKED_BUTTON.format(variant="ranked")
PRESS = "d1:gr:1"


async def casual(world: World, **options: Any) -> Any:
    """A challenge of Ana's that isn't rated, as all of it is decided before the first move."""
    offer = answer(await world.challenge("parity", first="random", **options))
    assert labels(offer) == ["Accept", "Decline", "Rules", BUTTON, English.PLAY_BOT]
    assert "-# Not rated: " in offer.content
    return offer


async def test_the_challenger_makes_another_challenge_of_it(world: World) -> None:
    offer = answer(await world.ana.click(await casual(world, clock="1h", legs=2), label=BUTTON))
    assert world.lines()[0] == "-# ⚔️ @ana cancelled the challenge to @bo (#1)"
    assert labels(offer) == ["Accept", "Decline", "Rules", English.PLAY_BOT]
    assert f"@bo, @ana challenges you to **{GAMES['parity'].title}** · ranked" in world.read(offer)
    assert world.pinged("/callback") == [world.bo.id]
    before, duel = (await world.match()).duel, (await world.match(2)).duel
    assert isinstance(before, Withdrawn)
    assert before.how is Withdrawal.CANCELLED
    assert isinstance(duel, Offered)
    assert duel.terms.game.variant == "ranked"
    assert not duel.terms.game.awaits_start
    assert duel.terms.unrated is None
    assert (duel.terms.first, duel.terms.clock, duel.terms.legs) == (
        First.DRAWN,
        before.terms.clock,
        2,
    )


async def test_the_opponent_challenges_back(world: World) -> None:
    await world.wants(Pings.ALWAYS)
    offer = answer(await world.bo.click(await casual(world), label=BUTTON))
    assert world.lines()[0] == "-# ⚔️ @bo declined @ana's challenge to Parity Duel (#1)"
    assert "@ana, @bo challenges you to **Parity Duel** · ranked" in world.read(offer)
    assert world.pinged("/callback") == [world.ana.id]
    board = answer(await world.ana.click(offer, label="Accept"))
    assert "Your move" in world.read(board)


@pytest.mark.parametrize(
    ("options", "unrated"),
    [
        ({"first": "random"}, None),
        ({"first": "me"}, Unrated.SEATS),
        ({"rated": False}, Unrated.CASUAL),
        ({"variant": "ranked", "first": "me"}, Unrated.SEATS),
    ],
)
async def test_other_challenges_have_no_such_button(
    world: World, options: dict[str, Any], unrated: Unrated | None
) -> None:
    assert BUTTON not in labels(answer(await world.challenge("divisor", **options)))
    assert (await world.match()).duel.terms.unrated is unrated


# Presses that come too late, twice, or from others.


async def test_others_may_not_press(world: World) -> None:
    offer, before = await casual(world), await world.match()
    said = world.read(told(await world.cy.click(offer, label=BUTTON)))
    assert said == says("not-your-duel", players="@ana and @bo")
    assert await world.match() == before


async def test_it_is_pressed_twice(world: World) -> None:
    offer = await casual(world)
    await world.ana.click(offer, label=BUTTON)
    assert told(await world.press(world.ana, offer, PRESS)) == says_over("cancelled")
    assert told(await world.press(world.bo, offer, PRESS)) == says_over("cancelled")
    assert len(world.lines()) == 2


async def test_discord_delivers_a_press_twice(world: World) -> None:
    await world.press(world.ana, await casual(world), PRESS, times=2)
    assert len(world.lines()) == 2


async def test_both_press_at_once(world: World) -> None:
    offer = await casual(world)
    data = {"custom_id": PRESS, "component_type": 2}
    message = {"message": world.payload(offer), "source": offer.id, "settle": False}
    pressed = [
        await world.deliver(each, 3, world.games.id, data, **message)
        for each in (world.ana, world.bo)
    ]
    await world.env.settle()
    (late,) = [each for each in pressed if each.ephemeral]
    assert told(late) in (says_over("cancelled"), says_over("declined"))
    assert len(world.lines()) == 2
    assert isinstance((await world.match(2)).duel, Offered)


async def test_it_is_accepted_before(world: World) -> None:
    offer = await casual(world)
    await world.bo.click(offer, label="Accept")
    for each in (world.ana, world.bo):
        assert told(await world.press(each, offer, PRESS)) == says("already-started")


async def test_the_challenge_has_expired(world: World) -> None:
    offer = await casual(world)
    await world.env.advance_time(16 * 60)
    assert told(await world.press(world.ana, offer, PRESS)) == says("offer-expired")


async def test_what_would_be_refused_leaves_the_challenge_as_it_is(world: World) -> None:
    offer = await casual(world)
    await world.store.block(GuildId(world.guild.id), PlayerId(world.ana.id), blocked=True)
    refused = world.read(told(await world.bo.click(offer, label=BUTTON)))
    assert refused == says("blocked", player="@ana")
    assert isinstance((await world.match()).duel, Offered)
    assert len(world.lines()) == 1


async def test_a_press_for_a_game_without_a_ranked_variant_is_made_up(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "countdown", Unfair)
    asked = answer(await world.challenge(opponent=world.cy))
    pick = await world.press(world.ana, asked, f"d1:p:{world.bo.id}", "countdown")
    offer = answer(pick)
    assert labels(offer) == ["Accept", "Decline", "Rules", English.PLAY_BOT]
    assert told(await world.press(world.ana, offer, "d1:gr:2")) == DEAD


# After a duel.


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("divisor", {}, (11, 1, 13)),
        ("divisor", {}, (17, 1, 19)),
        ("split", {"size": 16}, (2,)),
        ("parity", {}, tuple(range(1, 21))),
    ],
)
async def test_a_duel_that_went_the_known_way(
    world: World, game: str, options: dict[str, Any], moves: tuple[int, ...]
) -> None:
    end = await world.play(await world.duel(game, **options), *moves)
    assert f"-# {English.KNOWN_WAY}" in end.content.splitlines()
    assert labels(end) == ["Rematch", "Replay", "Analyse", "Leaderboard", "GG", BUTTON]
    offer = answer(await world.bo.click(end, label=BUTTON))
    assert "@ana, @bo challenges you to" in world.read(offer)
    assert (await world.match(2)).duel.terms.game.variant == "ranked"
    again = world.read(told(await world.press(world.bo, end, PRESS)))
    assert again == says("already-challenged", opponent="@ana")
    back = world.read(told(await world.press(world.ana, end, PRESS)))
    assert back == English.TO_YOU["already-challenged"].format(challenger="@bo")
    other = world.read(told(await world.press(world.cy, end, PRESS)))
    assert other == says("not-your-duel", players="@ana and @bo")


@pytest.mark.parametrize(
    ("game", "options", "moves"),
    [
        ("divisor", {}, (12, 1, 13)),
        ("divisor", {"size": 19}, (11, 1, 13)),
        ("split", {"size": 16}, (5, 2)),
        ("sequence", {}, (6, 5, 2, 3, 9, 4, 7, 8, 1)),
    ],
)
async def test_a_duel_that_went_another_way(
    world: World, game: str, options: dict[str, Any], moves: tuple[int, ...]
) -> None:
    end = await world.play(await world.duel(game, **options), *moves)
    assert English.KNOWN_WAY not in end.content


async def test_a_duel_that_was_resigned_went_no_way(world: World) -> None:
    await world.play(await world.duel(), 11, 1)
    await world.resign(world.ana)
    assert English.KNOWN_WAY not in world.last().content
    assert BUTTON not in labels(world.last())


async def test_two_games_went_the_known_way_only_if_both_did(world: World) -> None:
    board = await world.duel("divisor", legs=2)
    board = await world.play(board, 11, 1, 13)
    for who, move in ((world.bo, 12), (world.ana, 1), (world.bo, 13)):
        board = answer(await who.click(board, label=str(move)))
    assert English.KNOWN_WAY not in board.content
