"""`/duel list`, `rules`, `help`, `leaderboard`, `profile` and `history`: what changes nothing."""

from discord import app_commands

from bot.duels.service import words_of
from bot.features.duel_list.view import running
from bot.features.rules.view import help_page, rules, which_rules
from bot.interactions.asking import Ask, guild_of
from bot.interactions.dispatch import privately, publicly
from bot.interactions.options import GAME_CHOICES, Member, the_game
from engine.ids import PlayerId
from engine.ledger import EVERY_GAME


@app_commands.command(name="list", description="Your running duels and open challenges")
async def list_(ask: Ask) -> None:
    player = PlayerId(ask.user.id)
    found = await ask.client.store.running(guild_of(ask), player)
    await privately(ask, running(found, player, words_of(ask)))


@app_commands.command(name="rules", description="How a game is played")
@app_commands.describe(game="Which game")
@app_commands.choices(game=GAME_CHOICES)
async def rules_(ask: Ask, game: str | None = None) -> None:
    words = words_of(ask)
    page = rules(the_game(game, None), words) if game else which_rules(words)
    await privately(ask, page)


@app_commands.command(name="help", description="What this is, and how to begin")
async def help_(ask: Ask) -> None:
    await privately(ask, help_page(words_of(ask)))


@app_commands.command(name="leaderboard", description="Who plays best")
@app_commands.describe(
    game="In which game (left out: in all of them)",
    page="Which page",
    season="Which season (left out: this one)",
)
@app_commands.choices(game=GAME_CHOICES)
async def leaderboard(
    ask: Ask,
    game: str = EVERY_GAME,
    page: app_commands.Range[int, 1, 1_000_000] = 1,
    season: app_commands.Range[int, 1, 1_000_000] | None = None,
) -> None:
    client, guild = ask.client, guild_of(ask)
    words, reader = client.stage.words(guild), PlayerId(ask.user.id)
    shown = await client.lookup.ladder(guild, reader, game, page, season or 0, words)
    await publicly(ask, shown)


@app_commands.command(name="profile", description="How somebody has played")
@app_commands.describe(
    player="Whose profile (left out: yours)", season="In which season (left out: this one)"
)
async def profile(
    ask: Ask,
    player: Member | None = None,
    season: app_commands.Range[int, 1, 1_000_000] | None = None,
) -> None:
    client, guild = ask.client, guild_of(ask)
    whose = PlayerId((player or ask.user).id)
    reader, words = PlayerId(ask.user.id), client.stage.words(guild)
    shown = await client.lookup.profile(guild, whose, reader, season or 0, words)
    await publicly(ask, shown)


@app_commands.command(name="history", description="Finished duels")
@app_commands.describe(
    player="Whose duels (left out: yours)", opponent="Only those against this player"
)
async def history(ask: Ask, player: Member | None = None, opponent: Member | None = None) -> None:
    whose = PlayerId((player or ask.user).id)
    against = PlayerId(opponent.id) if opponent else None
    shown = await ask.client.lookup.history(guild_of(ask), whose, words_of(ask), against)
    await privately(ask, shown)
