"""Boards of every game at every size: what Discord and a phone have room for."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from bot.boards import board
from bot.boards.finished_card import finish
from bot.boards.move_labels import label, named
from bot.boards.move_rows import moves_of_duel
from bot.boards.outcome import first_leg
from bot.boards.past_message import past
from bot.boards.people import Person
from bot.delivery.message import PER_SELECT, Button, Message, Select
from bot.features.replay.view import of_match, replay
from bot.interactions.custom_id import ChooseMove, ChoosePart, ChooseWhole, Move
from bot.text.english import English
from bot.text.format import clock
from engine.duel import LEGS, Duel, Finished, First, Playing, Terms
from engine.games import GAMES, set_up
from engine.games.options import NumberOption
from engine.ids import Instant, PlayerId, Span
from engine.record import Record
from storage.ids import ChannelId, DuelId, GuildId, MessageId
from storage.match import Board, Match
from tests.builders import steps

# The longest IDs that Discord can give.
ANA, BO = PlayerId(2**63 - 1), PlayerId(2**63 - 2)
# As many moves of a game as a card shows.
MOST_ON_CARD = 100
NUMBER = DuelId(10**12)
DAY = Span(86_400_000)
NOW = Instant(1_767_225_600_000)


def a_match(duel: Duel) -> Match:
    shown = Board(ChannelId(2**62), MessageId(2**62), 0)
    return Match(GuildId(2**62), NUMBER, duel, shown)


Options = dict[str, Any]
# Of each game, options whose boards look different from those of other sizes.
SPECIAL: Mapping[str, list[Options]] = {
    "divisor": [
        {"size": 20, "gone": (5, 10), "opening": (7, 14)},
        {"size": 40, "board": "drawn", "gone": (5, 10, 20, 30), "opening": (12, 4)},
        {"size": 100, "first": "even"},
        {"size": 100, "gone": tuple(range(51, 101)), "opening": (7, 14)},
        {"size": 30, "rule": "steps", "opening": (6,)},
        {"size": 25, "rule": "steps"},
    ],
    "parity": [
        {"size": 50, "rule": "doubles", "board": "drawn", "gone": (1, 2), "opening": (6,)},
        {"size": 25, "rule": "doubles", "gone": (3,)},
    ],
    "evenodd": [{"size": 30, "rule": "doubles", "opening": (6,)}],
    "split": [
        {"numbers": (5, 8, 12), "board": "drawn"},
        {"numbers": (20, 20, 30)},
        {"numbers": (97, 98, 99, 100, 100)},
        {"numbers": (100, 100, 100, 100, 100), "keep": "larger"},
        {"numbers": (16,), "keep": "both", "board": "drawn"},
        {"numbers": (100,), "keep": "both"},
        {"numbers": (96, 97, 98, 99, 100), "keep": "both"},
        {"numbers": (60,), "keep": "larger"},
    ],
    "sequence": [
        {"sums": 3, "ties": "second"},
        *({"size": size, "rows": "either", "ties": "second"} for size in range(5, 14)),
        {"size": 13, "rows": "either", "sums": 3},
    ],
}


def sizes(key: str) -> list[Options]:
    if key == "split":
        return [{"numbers": (size,)} for size in range(3, 101)]
    return [
        {"size": size}
        for option in GAMES[key].options()
        if isinstance(option, NumberOption) and option.key == "size"
        for size in range(option.least, option.most + 1)
    ]


def some(key: str, every: int) -> list[Options]:
    """Some of the sizes, and all that is special."""
    return [*(sizes(key) or [{}])[::every], *SPECIAL.get(key, [])]


def telling_sizes(key: str, legs: int) -> list[Options]:
    """Return the sizes whose layout differs from that of the next smaller size, and some
    between."""
    found = []
    for options in sizes(key):
        size = options["size"] if "size" in options else options["numbers"][0]
        if size % PER_SELECT in (0, 1) or size % (5 * legs) == 2:
            found.append(options)
    return [*found, *SPECIAL.get(key, [])]


def played(key: str, options: Options, random: Random, legs: int = 1) -> Iterator[Duel]:
    """Yield each step of a random duel, from the challenge to the end."""
    terms = Terms(ANA, BO, set_up(key, options), First.CHALLENGER, clock=DAY, legs=legs)
    return steps(terms, random, NOW)


def over_limits(message: Message) -> list[str]:
    found = []
    if not 0 < len(message.content) <= 2000:
        found.append(f"{len(message.content)} characters")
    if len(message.rows) > 5:
        found.append(f"{len(message.rows)} rows")
    ids = [
        each.press.encode()
        for row in message.rows
        for each in (row if isinstance(row, tuple) else [row])
    ]
    if len(set(ids)) < len(ids) or max(map(len, ids), default=0) > 100:
        found.append(f"ids {ids}")
    for row in message.rows:
        if isinstance(row, tuple):
            if not 0 < len(row) <= 5 or any(len(each.label) > 80 for each in row):
                found.append(f"buttons {row}")
        elif not _fits(row):
            found.append(f"select {row}")
    if "```" in message.content:
        picture = message.content.split("```")[1].splitlines()
        found += [f"too wide: {line}" for line in picture if len(line) > 26]
    return found


def _fits(select: Select) -> bool:
    values = [each.value for each in select.choices]
    return (
        0 < len(values) == len(set(values)) <= 25
        and len(select.placeholder) <= 150
        and all(0 < len(each.label) <= 100 for each in select.choices)
    )


def at_the_end(key: str, options: Options, random: Random, legs: int) -> Finished:
    *_, end = played(key, options, random, legs)
    assert isinstance(end, Finished)
    return end


@pytest.mark.parametrize("legs", LEGS)
@pytest.mark.parametrize("key", GAMES)
def test_every_board_has_room(key: str, legs: int) -> None:
    random = Random(key)
    for options in telling_sizes(key, legs) or [{}]:
        for duel in played(key, options, random, legs):
            match = a_match(duel)
            assert over_limits(board(match, English)) == [], (options, duel)
            for step in {0, 1, match.step - 1} - {-1}:
                assert over_limits(past(match, step, English)) == []


@pytest.mark.parametrize("legs", LEGS)
@pytest.mark.parametrize("key", GAMES)
def test_every_replay_has_room(key: str, legs: int) -> None:
    random = Random(key)
    for options in some(key, 11):
        duel = at_the_end(key, options, random, legs)
        for nth in range(duel.ply + 1):
            page = replay(of_match(a_match(duel), duel, English), nth, English)
            # Records are there to be copied, not to be looked at.
            wrong = [each for each in over_limits(page) if "too wide: 1/" not in each]
            assert wrong == [], (options, nth)


@pytest.mark.parametrize("legs", LEGS)
def test_what_is_left_of_each_message_of_a_duel(legs: int) -> None:
    match = a_match([*played("divisor", {"size": 3}, Random(1), legs)][-1])
    ply = match.step - 1
    lines = [past(match, step, English).content for step in range(match.step + 2)]
    assert "accepted" in lines[0]
    assert lines[1] == f"-# Divisor Duel #{NUMBER} began"
    assert [line.split()[1] for line in lines[2 : ply + 2]] == [f"{n}." for n in range(1, ply + 1)]
    assert lines[ply + 2] == f"-# Divisor Duel #{NUMBER} ended"


def pressed(message: Message, duel: Playing) -> Counter[str]:
    """The moves that can be made by what stands under a board, directly or in two steps."""
    moves: Counter[str] = Counter()
    for row in message.rows:
        if isinstance(row, tuple):
            moves.update(each.press.move for each in row if isinstance(each.press, Move))
        elif isinstance(row.press, ChooseWhole):
            for each in row.choices:
                parts = moves_of_duel(NUMBER, duel, English).parts_of(int(each.value))
                assert parts is not None
                assert over_limits(parts) == []
                moves.update(pressed(parts, duel))
        else:
            assert isinstance(row.press, ChooseMove | ChoosePart)
            moves.update(each.value for each in row.choices)
    return moves


@pytest.mark.parametrize("legs", LEGS)
@pytest.mark.parametrize("key", GAMES)
def test_what_can_be_pressed_is_what_is_legal(key: str, legs: int) -> None:
    random = Random(key)
    for options in some(key, 7):
        for duel in played(key, options, random, legs):
            if isinstance(duel, Playing):
                legal = Counter(map(duel.record.game.text, duel.record.legal))
                assert pressed(board(a_match(duel), English), duel) == legal


def named_moves(message: Message, duel: Playing) -> set[str]:
    """The legal moves that a board's first line names after "Your move"."""
    asked = message.content.splitlines()[0].rpartition(">")[2].replace("\\*", "*")
    legal = {duel.record.game.text(move) for move in duel.record.legal}
    # Without the numbers that can be split, which stand before a colon and a space.
    return set(re.findall(r"\*?\d+(?::\d+)?", re.sub(r"split [^:]*: ", "", asked))) & legal


@pytest.mark.parametrize("key", GAMES)
def test_a_sentence_names_the_moves_where_they_are_few(key: str) -> None:
    """A notification shows it, and a screen reader reads it."""
    random = Random(key)
    for options in some(key, 7):
        for duel in played(key, options, random):
            if isinstance(duel, Playing):
                legal = {duel.record.game.text(move) for move in duel.record.legal}
                told = named_moves(board(a_match(duel), English), duel)
                few = len(legal) <= 6
                assert told >= legal if few else len(told) <= 1, (options, duel.record.text)


@pytest.mark.parametrize("key", GAMES)
def test_every_label_names_its_move(key: str) -> None:
    random = Random(key)
    for options in some(key, 9):
        for duel in played(key, options, random):
            if isinstance(duel, Playing):
                record = duel.record
                for choice in record.view.choices:
                    text = label(choice, record, English)
                    assert named(f" {text.upper()} ", record, English) == record.game.text(
                        choice.move
                    )


def test_what_names_no_move_is_left_alone() -> None:
    *_, duel = [each for each in played("divisor", {}, Random(1)) if isinstance(each, Playing)][:2]
    assert named("12 (6×3)", duel.record, English) == "12 (6×3)"


def movers(duel: Finished) -> list[tuple[str, PlayerId]]:
    """Return each move of a duel with the player who made it."""
    legs = [(duel.record, duel.seats)]
    if duel.earlier:
        legs.insert(0, (duel.earlier, duel.seats[::-1]))
    return [
        (record.game.text(move), seats[nth % 2])
        for record, seats in legs
        for nth, move in [*enumerate(record.moves)][-MOST_ON_CARD:]
    ]


@pytest.mark.parametrize("legs", LEGS)
@pytest.mark.parametrize("key", GAMES)
def test_a_card_tells_whose_every_move_was(key: str, legs: int) -> None:
    random = Random(key)
    for options in some(key, 5):
        duel = at_the_end(key, options, random, legs)
        card = finish(a_match(duel), duel, {ANA: Person("Ana", "ana", ""), BO: BORIS}, English)
        assert [side.names for side in card.sides] == [("Ana", "ana"), ("Bo", "boris")]
        people = (ANA, BO)
        told = [(step.text, people[step.side]) for each in card.chains for step in each.steps]
        assert sorted(told) == sorted((text.lstrip("*"), player) for text, player in movers(duel))
        assert [each.won for each in card.sides] == [each == duel.champion for each in people]
        labels = [each.label for each in card.chains]
        assert len(set(labels)) == len(labels)
        assert all(("game" in each) == (legs == 2) for each in labels)


BORIS = Person("Bo", "boris", "")


def test_a_leg_that_goes_on_has_no_winner_to_tell() -> None:
    record = Record.start(set_up("divisor", {"size": 3}))
    with pytest.raises(ValueError, match="isn't over"):
        first_leg(record, (ANA, BO), English)


def test_a_clock_of_any_length_has_words() -> None:
    assert clock(DAY, English) == "1 day"
    assert clock(Span(90_000), English) == "90 seconds"


def test_buttons_come_in_rows_of_five_in_ascending_order() -> None:
    duel = next(each for each in played("divisor", {}, Random(1)) if isinstance(each, Playing))
    rows = board(a_match(duel), English).rows
    assert [len(row) for row in rows if isinstance(row, tuple)] == [5, 5, 5, 5, 1]
    labels = [each.label for row in rows[:4] if isinstance(row, tuple) for each in row]
    assert labels == [str(number) for number in range(1, 21)]
    assert all(isinstance(each, Button) for row in rows if isinstance(row, tuple) for each in row)
