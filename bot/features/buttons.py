"""What can be pressed: each button and select reads its custom_id and hands it on.

Whoever presses may be anybody, and what is pressed may be years old or made up."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from bot.boards.times import CLOCKS
from bot.cards.board import picture
from bot.delivery.message import File, Message
from bot.duels.find import numbered
from bot.duels.service import words_of
from bot.features.privacy import view as privacy
from bot.features.replay import commands as replaying
from bot.features.rules import view as explaining
from bot.features.settings.view import CLOCK, house, pick_game
from bot.interactions.asking import Ask, guild_of
from bot.interactions.custom_id import Press, Verb, number, read
from bot.interactions.dispatch import hold, instead, privately
from bot.interactions.in_flight import alone
from bot.interactions.moderators import require_moderator
from bot.interactions.options import one_of, the_game
from bot.interactions.permissions import admit_again, look_at
from bot.interactions.refusals import Crowded, DeadButton
from bot.text.english import English
from bot.text.game_texts import title_of
from engine.duel import Finished, First, Playing, Terms
from engine.ids import PlayerId
from engine.refusal import CantDuelYourself, NotStarted
from storage.ids import ChannelId, DuelId, RoleId
from storage.people import HouseRules

Handler = Callable[[Ask, Press], Awaitable[None]]
HANDLERS: dict[Verb, Handler] = {}


async def pressed(ask: Ask) -> None:
    press = read(str(sent(ask).get("custom_id")))
    if press is None:
        raise DeadButton
    await HANDLERS[press.verb](ask, press)


def on(verb: Verb) -> Callable[[Handler], Handler]:
    def keep(handler: Handler) -> Handler:
        HANDLERS[verb] = handler
        return handler

    return keep


# Challenges and duels.


@on(Verb.ACCEPT)
async def accept(ask: Ask, press: Press) -> None:
    await ask.client.referee.accept(ask, duel_in(press))


@on(Verb.DECLINE)
async def decline(ask: Ask, press: Press) -> None:
    await ask.client.referee.decline(ask, duel_in(press))


@on(Verb.MOVE)
async def move(ask: Ask, press: Press) -> None:
    await ask.client.referee.move(ask, duel_in(press), press.text(2), ply=press.number(1))


@on(Verb.CHOOSE)
async def choose(ask: Ask, press: Press) -> None:
    """A move from a list of more than have a button each."""
    await ask.client.referee.move(ask, duel_in(press), chosen(ask), ply=press.number(1))


@on(Verb.RESIGN)
async def resign(ask: Ask, press: Press) -> None:
    await ask.client.referee.ask_to_resign(ask, duel_in(press))


@on(Verb.RESIGN_SURELY)
async def resign_surely(ask: Ask, press: Press) -> None:
    await ask.client.referee.resign(ask, duel_in(press))


@on(Verb.KEEP_PLAYING)
async def keep_playing(ask: Ask, press: Press) -> None:
    await ask.client.referee.keep_playing(ask, duel_in(press))


@on(Verb.REMATCH)
async def rematch(ask: Ask, press: Press) -> None:
    store, guild = ask.client.store, guild_of(ask)
    terms = (await store.duel(guild, duel_in(press))).duel.terms
    players = [each for each in (terms.challenger, terms.opponent) if each != ask.user.id]
    if len(players) == 1:  # of others' duels the referee says what there is to say
        await admit_again(ask, await store.house_rules(guild), players[0], words_of(ask))
    await ask.client.referee.rematch(ask, duel_in(press))


@on(Verb.CHALLENGE)
async def challenge(ask: Ask, press: Press) -> None:
    opponent = PlayerId(press.number(0))
    if opponent == ask.user.id:
        raise CantDuelYourself(opponent)
    await privately(ask, pick_game(opponent, words_of(ask)))


@on(Verb.PICK)
async def pick(ask: Ask, press: Press) -> None:
    """The game for somebody who was clicked on."""
    house_rules = await ask.client.store.house_rules(guild_of(ask))
    opponent = PlayerId(press.number(0))
    await admit_again(ask, house_rules, opponent, words_of(ask))
    challenger, game = PlayerId(ask.user.id), the_game(chosen(ask), None)
    clock = house_rules.clock or CLOCK
    terms = Terms(challenger, opponent, game, First.DRAWN, clock=clock)
    await ask.client.referee.challenge(ask, terms)


# What can be looked up.


@on(Verb.RULES)
async def rules_of_duel(ask: Ask, press: Press) -> None:
    match = await ask.client.store.duel(guild_of(ask), duel_in(press))
    await privately(ask, explaining.rules(match.duel.terms.game, words_of(ask)))


@on(Verb.BOARD)
async def large_board(ask: Ask, press: Press) -> None:
    """The picture of a board with too many numbers for a small one."""
    match = await ask.client.store.duel(guild_of(ask), duel_in(press))
    if not isinstance(match.duel, Playing | Finished):
        raise NotStarted(match.duel.terms.opponent)
    if not match.duel.record.view.cells:
        raise DeadButton
    await look_at(ask, match.board.channel)
    words, easel = words_of(ask), ask.client.easel
    with alone(ask.client.waiting, ask.user.id):
        if easel.is_busy:
            await hold(ask)
        drawn = await easel.draw(picture, match.duel.record, words)
    if drawn is None:
        raise Crowded
    board = File("board.png", drawn.data, drawn.alt)
    title = words.PICTURE_TITLE.format(
        title=title_of(match.duel.terms.game, words), number=match.id
    )
    await privately(ask, Message(title, files=(board,)))


@on(Verb.EXPLAIN)
async def rules_of_game(ask: Ask, press: Press) -> None:
    words = words_of(ask)
    explained = explaining.rules(the_game(press.text(0), None), words)
    await instead(ask, replace(explained, rows=explaining.which_rules(words).rows))


@on(Verb.LADDER)
async def ladder(ask: Ask, press: Press) -> None:
    """From a finished duel as a new message, from the leaderboard itself as its next page."""
    page = press.number(1)
    await show_ladder(ask, press.text(0), page, season_in(press, 2))


@on(Verb.LADDER_GAME)
async def ladder_of_game(ask: Ask, press: Press) -> None:
    await show_ladder(ask, chosen(ask), 1, season_in(press, 0))


@on(Verb.LADDER_SEASON)
async def ladder_of_season(ask: Ask, press: Press) -> None:
    await show_ladder(ask, press.text(0), 1, number(chosen(ask)))


@on(Verb.MY_PLACE)
async def my_place(ask: Ask, press: Press) -> None:
    game, season = press.text(0), season_in(press, 1)
    page = await ask.client.lookup.page_of(guild_of(ask), PlayerId(ask.user.id), game, season)
    await show_ladder(ask, game, page, season)


async def show_ladder(ask: Ask, game: str, page: int, season: int) -> None:
    guild, reader, words = guild_of(ask), PlayerId(ask.user.id), words_of(ask)
    await instead(ask, await ask.client.lookup.ladder(guild, reader, game, page, season, words))


def season_in(press: Press, nth: int) -> int:
    """Where none is named, as on buttons from before there were any, it is the last one."""
    return press.number(nth) if nth < len(press.args) else 0


@on(Verb.HISTORY)
async def history(ask: Ask, press: Press) -> None:
    player = PlayerId(press.number(0))
    opponent = PlayerId(press.number(1)) if press.number(1) else None
    before = DuelId(press.number(2)) if press.number(2) else None
    found = await ask.client.lookup.history(guild_of(ask), player, words_of(ask), opponent, before)
    if before:
        await instead(ask, found)
    else:
        await privately(ask, found)


@on(Verb.REVIEW)
async def review(ask: Ask, press: Press) -> None:
    """A finished duel, after so many of its moves."""
    await replaying.show(ask, duel_in(press), press.number(1))


@on(Verb.REVIEW_ONE)
async def review_one(ask: Ask, _press: Press) -> None:
    """One of those in a history."""
    await replaying.show(ask, numbered(chosen(ask)), 0)


@on(Verb.REVIEW_RECORD)
async def review_record(ask: Ask, press: Press) -> None:
    await replaying.show_again(ask, press.number(0))


# What a server chooses.


@on(Verb.HOUSE_CHANNELS)
async def house_channels(ask: Ask, _press: Press) -> None:
    channels = frozenset(ChannelId(number(each)) for each in values(ask))
    await rule_house(ask, lambda rules: replace(rules, channels=channels))


@on(Verb.HOUSE_CLOCK)
async def house_clock(ask: Ask, _press: Press) -> None:
    clock = one_of(CLOCKS, chosen(ask))
    await rule_house(ask, lambda rules: replace(rules, clock=clock))


@on(Verb.HOUSE_RATED)
async def house_rated(ask: Ask, _press: Press) -> None:
    most = int(one_of({each: each for each in English.RATED_A_DAY}, chosen(ask)))
    await rule_house(ask, lambda rules: replace(rules, rated_a_day=most))


@on(Verb.HOUSE_ROLES)
async def house_roles(ask: Ask, _press: Press) -> None:
    roles = frozenset(RoleId(number(each)) for each in values(ask))
    await rule_house(ask, lambda rules: replace(rules, roles=roles))


async def rule_house(ask: Ask, change: Callable[[HouseRules], HouseRules]) -> None:
    require_moderator(ask)
    store, guild = ask.client.store, guild_of(ask)
    async with ask.client.choosing:
        rules = change(await store.house_rules(guild))
        await store.rule_house(guild, rules)
    await instead(ask, house(rules, await store.blocked(guild), words_of(ask)))


# What is kept of somebody.


@on(Verb.DOWNLOAD)
async def download(ask: Ask, _press: Press) -> None:
    with alone(ask.client.waiting, ask.user.id):
        await ask.client.keeper.download(ask)


@on(Verb.DELETE)
async def delete(ask: Ask, _press: Press) -> None:
    await instead(ask, privacy.delete_sure(words_of(ask)))


@on(Verb.DELETE_SURELY)
async def delete_surely(ask: Ask, _press: Press) -> None:
    await ask.client.keeper.delete(ask)


@on(Verb.DELETE_NOT)
async def delete_not(ask: Ask, _press: Press) -> None:
    await instead(ask, Message(words_of(ask).DELETED_NOT))


def sent(ask: Ask) -> dict[str, Any]:
    """What came with the interaction, as it came."""
    return dict(ask.data or {})


def duel_in(press: Press) -> DuelId:
    return DuelId(press.number(0))


def values(ask: Ask) -> list[str]:
    """What was chosen in a select: numbers of channels or roles, if it was one of those."""
    return [str(each) for each in sent(ask).get("values", [])]


def chosen(ask: Ask) -> str:
    found = values(ask)
    if len(found) != 1:
        raise DeadButton
    return found[0]
