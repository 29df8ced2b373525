"""Wins that earn titles, for tests of a store."""

from random import Random

from engine.duel import Finished, First, Playing, Terms
from engine.games import preset_of, set_up
from engine.ids import PlayerId
from engine.opponents.levels import Level
from engine.solve import solve
from engine.starts import draw_start
from engine.titles import earned_by
from storage.ids import DuelId
from storage.match import Match
from tests.storage.builders import ANA, BO, BOT, DAY, MINUTE, POSTING, Loaded, Table, terms

DIVISOR_40 = set_up("divisor", {"size": 40})
# The player who begins answers a decision right with each of five moves.
FLAWLESS = ("29", "1", "33", "3", "21", "7", "35", "5", "25")


async def win_flawlessly(
    table: Table, winner: PlayerId = ANA, loser: PlayerId = BO, *, challenged: bool = False
) -> Match:
    """A rated win without a mistake, by the challenger or by the player who was challenged."""
    table.wait(MINUTE)
    one, other = (loser, winner) if challenged else (winner, loser)
    offered = await table.offer(terms(one, other, DIVISOR_40, First.DRAWN))
    match = await table.store.accept(table.call(other), offered.id, Loaded(challenged))
    return await table.play(match, *FLAWLESS)


async def beat_bot(
    table: Table, level: Level, player: PlayerId = ANA, *, private: bool = False, hint: bool = False
) -> Match:
    """A win against the bot in the ranked variant. Another duel begins until the player has the
    better seat."""
    for seed in range(100):
        random = Random(seed)
        game = draw_start(set_up("divisor", preset_of("divisor", "ranked").options, random), random)
        asked = Terms(player, BOT, game, First.CHALLENGER, DAY, level=level)
        match = await table.store.practise(table.call(player), asked, POSTING, private=private)
        if hint:
            match = await table.store.hint(table.call(player), match.id, 0)
        while isinstance(duel := match.duel, Playing):
            winning = solve(duel.record.game, duel.record.state).winning
            if not winning:
                break
            match = await table.play(match, duel.record.game.text(winning[0]))
        if isinstance(match.duel, Finished):
            assert match.duel.champion == player
            return match
        await table.store.resign(table.call(player), match.id)
    raise AssertionError("the bot has the better seat in all of them")


async def judge(table: Table, most: int = 50) -> list[DuelId]:
    """Judge all wins, as the bot does. Return those that were read."""
    read: list[DuelId] = []
    while found := await table.store.unjudged(table.guild, most):
        earned = {
            each.id: title
            for each in found.wins
            if (title := earned_by(each.duel, private=each.private))
        }
        read += [each.id for each in found.wins]
        await table.store.judge(table.guild, found, earned)
    return read
