"""The content of a finished duel's card. Players are told apart by who began, and are called
whatever they are called where it is drawn."""

from collections.abc import Mapping

from bot.boards.outcome import why
from bot.boards.people import Person, names_of
from bot.cards.content import Chain, Finish, Side, Step
from bot.text.english import Words
from bot.text.game_texts import settings_of, title_of
from engine.duel import Finished
from engine.games.view import Row
from engine.ids import PlayerId
from engine.outcome import Reason, Seat
from engine.record import Record
from storage.match import Match

# As many moves of a game as a card has room for. Only a full table of numbers has more.
_MOST = 100
FIRST, SECOND = "{first}", "{second}"


def finish(match: Match, duel: Finished, people: Mapping[PlayerId, Person], words: Words) -> Finish:
    """The first of them is who had the first move of all."""
    began = duel.seats[::-1] if duel.earlier else duel.seats
    called = dict(zip(began, (FIRST, SECOND), strict=True))
    count = words.MOVES_COUNT[duel.ply != 1].format(count=duel.ply)
    rated = words.UNRATED if duel.terms.unrated else words.RATED
    return Finish(
        headline=_headline(duel, called, words),
        why=_why(duel, called, words),
        title=title_of(duel.terms.game, words),
        details=" · ".join(filter(None, (settings_of(duel.terms.game, words), count))),
        sides=(
            _side(match, duel, began[0], people, words),
            _side(match, duel, began[1], people, words),
        ),
        chains=tuple(_chains(duel, words)),
        footer=words.CARD_FOOTER.format(rated=rated, number=match.id),
    )


def _headline(duel: Finished, called: dict[PlayerId, str], words: Words) -> str:
    if duel.reason is Reason.LEVEL:
        return words.CARD_TIE
    if duel.champion is None:
        return words.CARD_NOBODY
    return words.CARD_WINS.format(winner=called[duel.champion])


def _why(duel: Finished, called: dict[PlayerId, str], words: Words) -> str:
    if duel.winner is None:
        sentence = words.WHY[duel.reason]
    else:
        people = {
            "winner": called[duel.seats[duel.winner]],
            "loser": called[duel.seats[duel.winner.other]],
        }
        sentence = why(duel.record, duel.reason, people, words)
    return sentence[0].upper() + sentence[1:]


def _side(
    match: Match,
    duel: Finished,
    player: PlayerId,
    people: Mapping[PlayerId, Person],
    words: Words,
) -> Side:
    seat = duel.seats.index(player)
    won = player == duel.champion
    lost = duel.champion is not None and not won
    note = words.CARD_WINNER if won else words.CARD_LOST.get(duel.reason, "") if lost else ""
    rating = change = None
    provisional = False
    if match.gains:
        gain = match.gains[seat]
        rating = round(gain.rating)
        change = rating - round(gain.rating - gain.gain)
        provisional = gain.provisional
    return Side(names_of(player, people, words), note, rating, change, won, provisional)


def _chains(duel: Finished, words: Words) -> list[Chain]:
    if duel.earlier is None:
        return _of_leg(duel.record, 0, "", words)
    first, second = words.LEGS
    return [
        *_of_leg(duel.earlier, 0, first, words),
        *_of_leg(duel.record, 1, second, words),
    ]


def _of_leg(record: Record, first: int, label: str, words: Words) -> list[Chain]:
    """`first` is the side of whoever has the first seat."""
    stuck = record.outcome is not None and record.outcome.reason is Reason.STUCK
    view = record.view
    if view.rows:
        names = (FIRST, SECOND) if first == 0 else (SECOND, FIRST)
        is_mixed = any({*row.put_by} - {seat} for seat, row in zip(Seat, view.rows, strict=True))
        text = words.CARD_EITHER_ROW if is_mixed else words.CARD_ROW_OF
        return [
            Chain(text.format(label=label, name=name).strip(), _steps(row, seat, first))
            for seat, name, row in zip(Seat, names, view.rows, strict=True)
        ]
    steps = tuple(
        Step(record.game.text(move), (first + nth) % 2) for nth, move in enumerate(record.moves)
    )
    if len(steps) > _MOST:
        label = words.CARD_LAST_MOVES.format(label=label, count=_MOST, all=len(steps)).strip()
        return [Chain(label, steps[-_MOST:], ends=stuck)]
    if view.trail:
        label = words.CARD_SPLIT.format(label=label, start=view.trail[0]).strip()
    if view.table:
        table = ", ".join(map(str, record.back_to(0).view.table))
        label = words.CARD_SPLIT.format(label=label, start=table).strip()
    if opening := record.game.hosts_moves:
        moves = " ".join(map(record.game.text, opening))
        label = words.CARD_OPENING.format(label=label, moves=moves).strip()
    return [Chain(label, steps, ends=stuck)] if steps else []


def _steps(row: Row, seat: Seat, first: int) -> tuple[Step, ...]:
    """The numbers of a row, each with the side of whoever put it there."""
    put_by = row.put_by or (seat,) * len(row.numbers)
    pairs = zip(row.numbers, put_by, strict=True)
    return tuple(Step(str(number), (first + by) % 2) for number, by in pairs)
