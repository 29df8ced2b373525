"""The end of a duel: who has won, why, what is remarkable, and the moves that led there."""

from bot.boards.finished_moves import moves_by_player
from bot.boards.moves import leg_of
from bot.boards.outcome import headline
from bot.boards.unrated import is_unrated_by_options, not_rated, ranked_button
from bot.delivery.message import Button, File, Look, Message, in_rows
from bot.interactions import custom_id
from bot.text.english import Words
from bot.text.format import listing, mention, signed
from bot.text.move_names import literal
from engine.duel import Finished
from engine.fairness import LEAST_PLIES
from engine.ids import PlayerId
from engine.outcome import Reason, Seat
from storage.match import Gain, Match

# As many wins one after another as are worth telling.
STREAK = 3


def finished(
    match: Match,
    duel: Finished,
    words: Words,
    card: File | None = None,
    turning_point: int | None = None,
) -> Message:
    lines = (
        headline(match, duel, words),
        *_ratings(match, duel, words),
        *_highlights(match, duel, words),
        *_good_game(match, duel, words),
        *_practice(duel, words),
        *([words.SMALL.format(line=words.KNOWN_WAY)] if _went_known_way(duel) else []),
        *_turning_point(duel, turning_point, words),
        *moves_by_player(duel, words),
    )
    return Message(
        "\n".join(lines),
        in_rows(_buttons(match, duel, words)),
        ping=_waiting(duel),
        files=(card,) if card else (),
    )


def _buttons(match: Match, duel: Finished, words: Words) -> tuple[Button, ...]:
    again = words.PLAY_AGAIN if duel.terms.level else words.REMATCH
    rematch = Button(again, custom_id.Rematch(match.id), Look.GO)
    replay = Button(words.REPLAY_BUTTON, custom_id.Replay(match.id, 0))
    ladder = Button(words.LEADERBOARD, custom_id.LeaderboardPage(duel.terms.game.key, 1))
    praise = Button(words.GOOD_GAME_BUTTON, custom_id.GoodGame(match.id))
    analysis = Button(words.ANALYSE_BUTTON, custom_id.Analyse(match.id))
    replays = (replay, analysis) if duel.ply else ()
    if duel.terms.level:
        return (rematch, *replays, Button(words.OTHER_LEVEL, custom_id.PlayBot(match.id)))
    is_left_to_say = not (duel.void or all(match.good_game))
    return (
        rematch,
        *replays,
        ladder,
        *((praise,) if is_left_to_say else ()),
        *(ranked_button(match.id, duel.terms, words) if _is_better_ranked(duel) else ()),
    )


def _is_better_ranked(duel: Finished) -> bool:
    return not duel.void and (is_unrated_by_options(duel.terms) or _went_known_way(duel))


def _went_known_way(duel: Finished) -> bool:
    """Whether it was played by the usual rules, and all of it as everybody plays who knows them."""
    if not (duel.has_result and duel.played_out and duel.terms.game.is_usual):
        return False
    records = [each for each in (duel.earlier, duel.record) if each]
    return all(each.game.known_way(each.moves) for each in records)


def _waiting(duel: Finished) -> PlayerId | None:
    """The player to ping: the one who didn't end it. A moderator announces their own decision."""
    if duel.void or duel.reason is Reason.ENDED or duel.terms.level:
        return None
    if duel.reason in (Reason.RESIGNED, Reason.TIMED_OUT):
        return duel.champion
    return duel.seats[Seat.at(duel.record.ply)]


def _ratings(match: Match, duel: Finished, words: Words) -> list[str]:
    """The changes of both ratings, or why there are none."""
    if not duel.has_result:
        return []
    if match.gains:
        lines = [" · ".join(_rating(duel, seat, match.gains, words) for seat in _best_first(duel))]
        if duel.ply < LEAST_PLIES and not duel.played_out:
            lines.append(words.SMALL.format(line=words.ENDED_EARLY))
        elif not (all(each.gain for each in match.gains) or _are_level(duel, *match.gains)):
            lines.append(words.SMALL.format(line=words.RATINGS_UNCHANGED))
        return lines
    if duel.terms.unrated is None:
        return [words.SMALL.format(line=words.RATINGS_LATER)]
    return not_rated(duel.terms, words)


def _are_level(duel: Finished, one: Gain, other: Gain) -> bool:
    """A tie says nothing of two who are rated alike, whoever they are."""
    return duel.champion is None and one.rating == other.rating


def _best_first(duel: Finished) -> tuple[Seat, Seat]:
    winner = Seat.FIRST if duel.winner is None else duel.winner
    return winner, winner.other


def _rating(duel: Finished, seat: Seat, gains: tuple[Gain, Gain], words: Words) -> str:
    gain = gains[seat]
    now = round(gain.rating)
    change = signed(now - _before(gain))
    player = mention(duel.seats[seat], words)
    line = words.RATING_NOW_PROVISIONAL if gain.provisional else words.RATING_NOW
    return line.format(player=player, rating=now, change=change)


def _before(gain: Gain) -> int:
    return round(gain.rating - gain.gain)


def _highlights(match: Match, duel: Finished, words: Words) -> list[str]:
    """What is remarkable about the win, if anything is."""
    found = match.highlights
    if found is None or duel.winner is None:
        return []
    told = []
    if found.streak >= STREAK:
        told.append(words.STREAK.format(count=found.streak))
    if found.upset and match.gains:
        mine, theirs = match.gains[duel.winner], match.gains[duel.winner.other]
        told.append(words.UPSET.format(points=_before(theirs) - _before(mine)))
    if found.best:
        told.append(words.BEST_YET)
    winner = mention(duel.seats[duel.winner], words)
    return [words.HIGHLIGHTS.format(winner=winner, highlights=" · ".join(told))] if told else []


def _practice(duel: Finished, words: Words) -> list[str]:
    """How well the bot has played, and how much it has helped."""
    if duel.terms.level is None:
        return []
    line = words.PRACTISED.format(level=words.LEVELS[duel.terms.level])
    if hints := len(duel.hints):
        line = words.WITH_HINTS[hints > 1].format(line=line, hints=hints)
    return [words.SMALL.format(line=line)]


def _turning_point(duel: Finished, nth: int | None, words: Words) -> list[str]:
    """The move that last gave the win away. What would have kept it is told to those who ask."""
    if nth is None:
        return []
    record, seats, at = leg_of(duel, nth)
    move = literal(record.game.text(record.moves[at - 1]))
    player = mention(seats[Seat.at(at - 1)], words)
    line = words.TURNED_AT.format(nth=nth, player=player, move=move)
    return [words.SMALL.format(line=line)]


def _good_game(match: Match, duel: Finished, words: Words) -> list[str]:
    pairs = zip(duel.seats, match.good_game, strict=True)
    said = [mention(player, words) for player, has_said in pairs if has_said]
    if not said:
        return []
    who = listing(said, words=words, last=words.AND)
    return [words.GOOD_GAME[len(said) > 1].format(players=who)]
