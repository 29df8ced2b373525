"""`/duel replay`: a finished duel, or a record as text, move by move."""

from discord import app_commands

from bot.duels.service import words_of
from bot.features.replay.view import of_match, of_text, records_in, replay
from bot.interactions.asking import Ask, guild_of
from bot.interactions.dispatch import instead, privately
from bot.interactions.options import my_ended_duels, the_duel
from bot.interactions.permissions import look_at
from bot.interactions.refusals import DeadButton, NothingToReplay
from engine.duel import Finished
from engine.ids import PlayerId
from engine.refusal import NotOver
from storage.ids import DuelId

# Two records of a hundred moves each, and the space between them.
LONGEST = 800


@app_commands.command(name="replay", description="Go through a finished duel move by move")
@app_commands.describe(
    duel="Which duel (left out: your last one)",
    record="Or the text of a record, which the rules judge again",
)
@app_commands.autocomplete(duel=my_ended_duels)
async def replay_(
    ask: Ask,
    duel: str | None = None,
    record: app_commands.Range[str, 1, LONGEST] | None = None,
) -> None:
    words = words_of(ask)
    if record is not None:
        await privately(ask, replay(of_text(record, words), 0, words))
        return
    number = the_duel(duel)
    if number is None:
        last = await ask.client.store.history(guild_of(ask), PlayerId(ask.user.id), most=1)
        if not last:
            raise NothingToReplay
        number = last[0].id
    await show(ask, number, 0)


async def show(ask: Ask, number: DuelId, nth: int) -> None:
    """In place of the page that was pressed, if that was one of a replay."""
    match, words = await ask.client.store.duel(guild_of(ask), number), words_of(ask)
    if not isinstance(match.duel, Finished):
        raise NotOver
    if ask.user.id not in match.duel.seats:
        await look_at(ask, match.board.channel)
    page = replay(of_match(match, match.duel, words), nth, words)
    await (instead if _is_replay(ask) else privately)(ask, page)


async def show_again(ask: Ask, nth: int) -> None:
    """Another move of the records that the page carries along."""
    text = records_in(ask.message.content) if ask.message else None
    if text is None:
        raise DeadButton
    words = words_of(ask)
    await instead(ask, replay(of_text(text, words), nth, words))


def _is_replay(ask: Ask) -> bool:
    return ask.message is not None and records_in(ask.message.content) is not None
