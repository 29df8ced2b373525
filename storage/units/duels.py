"""Units of work: the steps of a duel. Each reads the duel, asks the engine for the next state and
stores it."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

from engine import duel as life
from engine import practice
from engine.challenge import Facts, why_blocked, why_not
from engine.duel import Duel, Finished, Offered, Playing, Terms
from engine.fairness import Unrated
from engine.games.game import Game
from engine.ids import Instant, PlayerId
from engine.outcome import Seat
from engine.record import Record
from engine.refusal import Refusal, TooManyPractices
from storage.backend import DB
from storage.ids import ChannelId, DuelId, GuildId, are_direct_messages
from storage.match import Board, Call, Match, Posting
from storage.people import Challenges
from storage.rated_positions import refusals_by_place
from storage.trouble import Overtaken
from storage.units import (
    apply_results,
    duel_queries,
    leaderboard,
    people,
    rated_limit,
    receipts,
    seasons,
    standing_rows,
)
from storage.units.duel_rows import columns_of, known, known_to, moved, nth_of, with_end

MOVE = (
    "UPDATE duel SET record = ?, deadline = ?, due = ?, step = ?"
    " WHERE guild = ? AND id = ? AND step = ? AND EXISTS"
    " (SELECT 1 FROM receipt WHERE guild = ? AND interaction = ? AND duel = ? AND step = ?)"
)


def offer(db: DB, call: Call, terms: Terms, posting: Posting) -> Match | Refusal:
    return receipts.once(db, call, partial(_offer, db, call, terms, posting))


def rematch(
    db: DB, call: Call, number: DuelId, posting: Posting, game: Game[Any] | None = None
) -> Match | Refusal:
    def again() -> Match:
        before, lasting = known_to(db, call.guild, number, call.player), posting.lasting
        offered = life.rematch(before.duel, call.player, now=call.at, lasting=lasting, game=game)
        if offered.terms.level:
            return _practise(db, call, offered.terms, posting, None, private=before.private)
        return _offer(db, call, offered.terms, posting)

    return receipts.once(db, call, again)


def practise(  # noqa: PLR0913  (what the store is asked)
    db: DB,
    call: Call,
    terms: Terms,
    posting: Posting,
    record: Record | None = None,
    *,
    private: bool,
) -> Match | Refusal:
    step = partial(_practise, db, call, terms, posting, record, private=private)
    return receipts.once(db, call, step)


def hint(db: DB, call: Call, number: DuelId, ply: int, steps: int) -> Match | Refusal:
    def note() -> Match:
        before = known_to(db, call.guild, number, call.player)
        asked = practice.hint(before.duel, call.player, ply, steps)
        return _save(db, before, before.at(asked))

    return receipts.once(db, call, note)


def offer_instead(
    db: DB, call: Call, number: DuelId, terms: Terms, posting: Posting
) -> Match | Refusal:
    def instead() -> Match:
        before = known_to(db, call.guild, number, call.player)
        withdrawn = life.withdraw(before.duel, call.player, now=call.at)
        match = _offer(db, call, terms, posting, instead_of=number)
        _save(db, before, before.at(withdrawn))
        return match

    return receipts.once(db, call, instead)


def accept(db: DB, call: Call, number: DuelId, random: Random) -> Match | Refusal:
    def let_in(duel: Duel, now: Instant) -> Playing:
        accepted = life.accept(duel, call.player, now=now, random=random)
        players = (accepted.terms.challenger, call.player)
        if refusal := why_blocked(players, people.blocked_of(db, call.guild, players)):
            raise refusal
        return accepted

    return _step(db, call, number, let_in)


def decline(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, partial(life.decline, by=call.player))


def cancel(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, partial(life.cancel, by=call.player))


def play(db: DB, call: Call, number: DuelId, text: str, ply: int | None) -> Match | Refusal:
    """Make a move. The bot's answer belongs to it: both are stored, or neither."""

    def move(duel: Duel, now: Instant) -> Playing | Finished:
        played = life.play(duel, call.player, text, now=now, ply=ply)
        return _replied(db, played, call)

    return _step(db, call, number, move)


def play_here(db: DB, call: Call, channel: ChannelId, text: str) -> Match | Refusal | None:
    if answer := receipts.first_answer(db, call):
        return answer
    number = duel_queries.only_duel(db, call.guild, call.player, channel)
    return None if number is None else play(db, call, number, text, None)


def resign(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, partial(life.resign, by=call.player))


def end(db: DB, call: Call, number: DuelId, winner: Seat | None) -> Match | Refusal:
    return _step(db, call, number, partial(life.end, winner=winner))


def void(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    return _step(db, call, number, life.void)


def good_game(db: DB, call: Call, number: DuelId) -> Match | Refusal:
    def say() -> Match:
        match = known_to(db, call.guild, number, call.player)
        seat = life.good_game(match.duel, call.player)
        db.execute(
            "UPDATE duel SET good_game = good_game | ? WHERE guild = ? AND id = ?",
            (1 << seat, call.guild, number),
        )
        return known(db, call.guild, number)

    return receipts.once(db, call, say)


def _offer(
    db: DB, call: Call, terms: Terms, posting: Posting, instead_of: DuelId | None = None
) -> Match:
    """Everything that can be refused is refused before the first write: nothing is undone."""
    offered = life.offer(terms, now=call.at, lasting=posting.lasting)
    if refusal := why_not(terms, call.player, _facts(db, call, terms, posting, instead_of)):
        raise refusal
    if offered.terms.unrated is None and rated_limit.is_reached(db, call, terms):
        offered = replace(offered, terms=replace(offered.terms, unrated=Unrated.OFTEN))
    # Discord has just told the bot that both are in the server.
    leaderboard.seen(db, call.guild, terms.players, here=True)
    return _new(db, call, offered, posting.channel)


def _practise(  # noqa: PLR0913  (what the store is asked)
    db: DB, call: Call, terms: Terms, posting: Posting, record: Record | None, *, private: bool
) -> Match:
    """Begin a duel with the bot, which makes the first move if that is the bot's."""
    begun = practice.begin(terms, now=call.at, random=_chance(call, "seats"), record=record)
    if refusal := why_blocked((call.player,), people.blocked_of(db, call.guild, terms.players)):
        raise refusal
    running = db.execute(
        "SELECT count(*) FROM duel INDEXED BY duel_by_challenger WHERE guild = ?"
        " AND challenger = ? AND phase = 'playing' AND level IS NOT NULL",
        (call.guild, call.player),
    ).fetchone()[0]
    if running >= posting.most:
        raise TooManyPractices(posting.most)
    replied = _replied(db, begun, call)
    leaderboard.seen(db, call.guild, (call.player,), here=True)
    match = _new(db, call, begun, posting.channel, private=private)
    return match if replied is begun else _save(db, match, match.at(replied))


def _replied(db: DB, duel: Playing | Finished, call: Call) -> Playing | Finished:
    """The duel after the bot has answered, if the opponent is the bot and has to. It makes no move
    in a position of a rated duel that the player is playing in any server."""
    if not practice.awaits_bot(duel):
        return duel
    kept = refusals_by_place(duel_queries.rated_running(db, call.player))
    return practice.after_reply(duel, now=call.at, random=_chance(call, "reply"), kept=kept)


def _chance(call: Call, what: str) -> Random:
    """Chance that is the same if the call is repeated, and that nobody can know before. What else
    is drawn for the call has nothing to do with it."""
    return Random(f"{what} {call.interaction}")


def _new(
    db: DB, call: Call, duel: Offered | Playing, channel: ChannelId, *, private: bool = False
) -> Match:
    """Store a new duel."""
    if are_direct_messages(call.guild):
        people.list_server(db, call.guild)
    number, mode = db.execute(
        "INSERT INTO server (guild, duels) VALUES (?, 1)"
        " ON CONFLICT (guild) DO UPDATE SET duels = server.duels + 1 RETURNING duels, board_mode",
        (call.guild,),
    ).fetchone()
    mode = people.board_mode(mode)
    board = Board(channel)
    match = Match(call.guild, DuelId(number), duel, board, board_mode=mode, private=private)
    columns = {"guild": call.guild, "id": number, "channel": channel, **columns_of(match)}
    db.execute(
        f"INSERT INTO duel ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
        tuple(columns.values()),
    )
    return match


def _facts(db: DB, call: Call, terms: Terms, posting: Posting, instead_of: DuelId | None) -> Facts:
    return Facts(
        people.blocked_of(db, call.guild, terms.players),
        _open_challenges(db, call, terms.challenger, instead_of),
        _open_challenges(db, call, terms.opponent, instead_of),
        posting.most,
        people.preferences(db, call.guild, terms.opponent).challenges is not Challenges.NOBODY,
    )


def _open_challenges(
    db: DB, call: Call, player: PlayerId, instead_of: DuelId | None
) -> dict[PlayerId, int]:
    """The numbers of a player's open challenges by opponent, without those that have expired, and
    without one that is about to be replaced."""
    found = db.execute(
        "SELECT opponent, id FROM duel INDEXED BY duel_by_challenger"
        " WHERE guild = ? AND challenger = ? AND phase = 'offered' AND deadline > ?",
        (call.guild, player, call.at),
    )
    return {opponent: number for opponent, number in found if number != instead_of}


def _step(db: DB, call: Call, number: DuelId, step: Callable[..., Duel]) -> Match | Refusal:
    """Take a step. What it leads to is known before anything is stored, so the receipt is inserted
    first, which tells whether the call is a repeated one. A move is stored only with a new receipt,
    and so needn't wait to hear whether it is new: that spares the round trip to a server."""
    try:
        before = known_to(db, call.guild, number, call.player)
        after = before.at(step(before.duel, now=call.at))
    except Refusal as refusal:
        return receipts.write(db, call, refusal) or refusal
    receipt = receipts.insert(db, call, after)
    if (duel := _after_move(before, after)) and _move(db, call, before, after, duel):
        return after
    if answer := receipts.answer_before(db, call, receipt):
        return answer
    if duel:
        raise Overtaken(before.guild, before.id)
    return _save(db, before, after)


def save(db: DB, before: Match, duel: Duel) -> Match:
    """Store a new state by compare-and-set: the duel must still be at the step that was read."""
    return _save(db, before, before.at(duel))


def _save(db: DB, before: Match, after: Match) -> Match:
    was, duel = before.duel, after.duel
    if isinstance(was, Offered) and isinstance(duel, Playing):
        after = _as_of_start(db, after, duel)
    if not isinstance(duel, Finished) or isinstance(was, Finished):
        _set(db, before, after)
        if isinstance(was, Finished) and was.has_result:
            apply_results.apply_again(db, after.guild, nth_of(db, after))
        return known(db, after.guild, after.id)
    duel = _without_the_blocked(db, before.guild, duel)
    nth = apply_results.apply(db, before.guild, duel)
    after = before.at(duel)
    _set(db, before, after, nth=nth)
    return with_end(db, after, nth)


def _as_of_start(db: DB, match: Match, duel: Playing) -> Match:
    """Return the match with what a duel keeps from its start: how its server wants it shown, and
    its players' ratings."""
    guild, terms = match.guild, duel.terms
    season = seasons.last_season(db, guild)
    ratings = standing_rows.ratings(db, guild, season, duel)
    return replace(
        match,
        board_mode=people.chosen_board_mode(db, guild),
        ratings=(ratings.get(terms.challenger), ratings.get(terms.opponent)),
    )


def _after_move(before: Match, after: Match) -> Playing | None:
    """Return the duel if nothing but a move has changed it."""
    was, duel = before.duel, after.duel
    if isinstance(was, Playing) and isinstance(duel, Playing) and was.earlier is duel.earlier:
        return duel
    return None


def _move(db: DB, call: Call, before: Match, after: Match, duel: Playing) -> bool:
    """Store a move, which leaves the other columns, and the indexes on them, as they are. Return
    whether it was stored: the duel must still be at the step before, and the call's receipt must
    be the one of this step. An earlier one would be of an earlier step."""
    record, deadline, step = duel.record.text, duel.deadline, after.step
    guild, number = after.guild, after.id
    stored = db.execute(
        MOVE,
        (
            *(record, deadline, duel.reminder, step),
            *(guild, number, before.step),
            *(guild, call.interaction, number, step),
        ),
    ).rowcount
    if stored:
        moved(after, record, deadline, step)
    return bool(stored)


def _set(db: DB, before: Match, after: Match, **more: int) -> None:
    columns = columns_of(after) | more
    changed = db.execute(
        _update(tuple(columns)), (*columns.values(), before.guild, before.id, before.step)
    ).rowcount
    if not changed:
        raise Overtaken(before.guild, before.id)


def _without_the_blocked(db: DB, guild: GuildId, duel: Finished) -> Finished:
    """Make the duel unrated if one of its players was blocked during it."""
    if duel.terms.unrated or not people.blocked_of(db, guild, duel.seats):
        return duel
    return replace(duel, terms=replace(duel.terms, unrated=Unrated.BLOCKED))


@cache
def _update(columns: tuple[str, ...]) -> str:
    setting = ", ".join(f"{name} = ?" for name in columns)
    return f"UPDATE duel SET {setting} WHERE guild = ? AND id = ? AND step = ?"
