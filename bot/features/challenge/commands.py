"""`/duel start`, and what becomes of a challenge."""

from discord import app_commands

from bot.boards.times import CLOCKS
from bot.duels.service import words_of
from bot.features.settings.view import CLOCK
from bot.interactions.asking import Ask, guild_of
from bot.interactions.options import (
    CLOCK_CHOICES,
    FIRST_CHOICES,
    GAME_CHOICES,
    LEGS_CHOICES,
    Member,
    challenges_by_me,
    challenges_to_me,
    one_of,
    the_duel,
    the_game,
)
from bot.interactions.permissions import admit
from engine.duel import First, Terms
from engine.fairness import Unrated
from engine.ids import PlayerId

FIRST = {"me": First.CHALLENGER, "them": First.OPPONENT, "random": First.DRAWN}


@app_commands.command(name="start", description="Challenge somebody to a duel")
@app_commands.describe(
    game="What to play",
    opponent="Whom to challenge",
    size="How many numbers there are, or the number to split (most games: 20)",
    first="Who makes the first move (left out: it is drawn)",
    clock="Time for each move",
    rated="Whether it moves ratings (left out: yes, if it can)",
    legs="Whether you play it twice, each beginning once (left out: no)",
)
@app_commands.choices(game=GAME_CHOICES, first=FIRST_CHOICES, clock=CLOCK_CHOICES)
@app_commands.choices(legs=LEGS_CHOICES)
async def start(  # noqa: PLR0913, PLR0917
    ask: Ask,
    game: str,
    opponent: Member,
    size: app_commands.Range[int, 2, 100] | None = None,
    first: str = "random",
    clock: str | None = None,
    rated: bool = True,  # noqa: FBT001, FBT002  (Discord's options are arguments)
    legs: int = 1,
) -> None:
    house = await ask.client.store.house_rules(guild_of(ask))
    await admit(ask, house, opponent, words_of(ask))
    terms = Terms(
        PlayerId(ask.user.id),
        PlayerId(opponent.id),
        the_game(game, size),
        one_of(FIRST, first),
        one_of(CLOCKS, clock) if clock else house.clock or CLOCK,
        None if rated else Unrated.CASUAL,
        legs,
    )
    await ask.client.referee.challenge(ask, terms)


@app_commands.command(name="accept", description="Accept a challenge")
@app_commands.describe(duel="Which challenge, if there are several")
@app_commands.autocomplete(duel=challenges_to_me)
async def accept(ask: Ask, duel: str | None = None) -> None:
    await ask.client.referee.accept(ask, the_duel(duel))


@app_commands.command(name="decline", description="Decline a challenge")
@app_commands.describe(duel="Which challenge, if there are several")
@app_commands.autocomplete(duel=challenges_to_me)
async def decline(ask: Ask, duel: str | None = None) -> None:
    await ask.client.referee.decline(ask, the_duel(duel))


@app_commands.command(name="cancel", description="Take back a challenge of yours")
@app_commands.describe(duel="Which challenge, if there are several")
@app_commands.autocomplete(duel=challenges_by_me)
async def cancel(ask: Ask, duel: str | None = None) -> None:
    await ask.client.referee.cancel(ask, the_duel(duel))
