"""`/duel move`, `/duel board` and `/duel resign`."""

from discord import app_commands

from bot.boards import board as board_of
from bot.delivery.message import Message
from bot.duels.service import words_of
from bot.interactions.asking import Ask, channel_of, guild_of
from bot.interactions.dispatch import privately
from bot.interactions.options import legal_moves, my_duels, the_duel
from bot.interactions.permissions import admit_board, look_at
from engine.ids import PlayerId


@app_commands.command(name="move", description="Make your move")
@app_commands.describe(
    move="The number to take, or the part to leave",
    duel="Which duel, if you have several in this channel",
)
@app_commands.autocomplete(move=legal_moves, duel=my_duels)
async def move(ask: Ask, move: app_commands.Range[str, 1, 100], duel: str | None = None) -> None:
    await ask.client.referee.move(ask, the_duel(duel), move)


@app_commands.command(name="board", description="Show the board of a duel again, here")
@app_commands.describe(duel="Which duel, if you have several")
@app_commands.autocomplete(duel=my_duels)
async def board(ask: Ask, duel: str | None = None) -> None:
    client, player, words = ask.client, PlayerId(ask.user.id), words_of(ask)
    found = await client.lookup.duel(guild_of(ask), channel_of(ask), player, the_duel(duel))
    players = {found.duel.terms.challenger, found.duel.terms.opponent}
    if player not in players:
        await look_at(ask, found.board.channel)
        await privately(ask, Message(board_of(found, words).content))
        return
    if found.board.channel != channel_of(ask):
        house = await client.store.house_rules(guild_of(ask))
        (opponent,) = players - {player}
        await admit_board(ask, house, opponent, words)
    await client.referee.show_here(ask, found)


@app_commands.command(name="resign", description="Give up a duel")
@app_commands.describe(duel="Which duel, if you have several in this channel")
@app_commands.autocomplete(duel=my_duels)
async def resign(ask: Ask, duel: str | None = None) -> None:
    await ask.client.referee.ask_to_resign(ask, the_duel(duel))
