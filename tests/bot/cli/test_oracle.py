"""Facts about the games that were computed elsewhere, asked of `duelhost solve --batch`."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.games.divisor import Divisor
from engine.games.geography import Chain, Geography
from engine.games.parity import Parity
from engine.solve.matching import inessential
from engine.solve.nimbers import of_number
from tests.missing import missing

ROOT = Path(__file__).parents[3]
ORACLE = ROOT.parent / "shared" / "oracle" / "oracle.json"

Facts = dict[str, Any]
# A position as a line asks for it, and the part of the answer that is known.
Question = tuple[Facts, Facts]

# The games by the names that the facts have for them. There are more than we play.
PLAYED: dict[str, tuple[str, Facts]] = {
    "divides": ("divisor", {}),
    "steps": ("divisor", {"rule": "steps"}),
    "doubles": ("parity", {"rule": "doubles"}),
    "parity": ("parity", {}),
}
# The facts have a move into the opponent's row as 100 more than its number.
OTHER_ROW = 100
WHOLE = 1000
SEATS = {1: "first", 2: "second"}


@pytest.fixture(scope="module")
def oracle() -> Facts:
    if not ORACLE.exists():
        missing("../shared/oracle isn't there")
    facts: Facts = json.loads(ORACLE.read_text())
    return facts


def line(key: str, options: Facts, moves: Iterable[object] = ()) -> Facts:
    return {"game": key, "options": options, "moves": [str(move) for move in moves]}


def on_list(fact: Facts, **options: object) -> Facts:
    key, rule = PLAYED[fact["relation"]]
    return line(key, {"size": fact["size"], **rule, **options}, fact.get("moves", ()))


def texts(moves: Iterable[object]) -> list[str]:
    return [str(move) for move in moves]


def played(facts: Iterable[Facts]) -> Iterator[Facts]:
    return (each for each in facts if each["relation"] in PLAYED)


def lists(oracle: Facts) -> Iterator[Question]:
    for fact in played(oracle["uvg"]):
        key, _ = PLAYED[fact["relation"]]
        everything = texts(range(1, fact["size"] + 1))
        winning = texts(fact["winning_first_any"])
        yield on_list(fact), {"legal": everything, "winning": winning}
        if key == "divisor":
            even = {"legal": everything[1::2], "winning": texts(fact["winning_first_even"])}
            yield on_list(fact, first="even"), even
        else:
            # Which number comes first changes nothing about the rest.
            assert [each for each in fact["winning_first_any"] if each % 2 == 0] == fact[
                "winning_first_even"
            ]
            yield {**on_list(fact), "game": "evenodd"}, {"winning": winning}
        for position in fact.get("positions", ()):
            known = {name: texts(position[name]) for name in ("legal", "winning")}
            asked = {**fact, "moves": position["moves"]}
            yield on_list(asked, gone=position["gone"]), known


def openings(oracle: Facts) -> Iterator[Question]:
    for fact in played(oracle["openings"]):
        value = 1 if fact["mover_wins"] else -1
        asked = on_list(fact, gone=fact["gone"], opening=fact["opening"])
        yield asked, {"value": value, "to_move": 0, "moves": []}


def puzzles(oracle: Facts) -> Iterator[Question]:
    for fact in oracle["puzzles"]:
        if fact["relation"] == "split":
            yield (
                line("split", {"numbers": fact["live"], "keep": fact["keep"]}),
                {"winning": [splitting(each, fact["live"]) for each in fact["winning"]]},
            )
        else:
            rest = {*range(1, fact["size"] + 1)} - {*fact["free"], fact["last"]}
            known = {name: texts(fact[name]) for name in ("legal", "winning")}
            yield on_list(fact, gone=sorted(rest), opening=[fact["last"]]), known


def splitting(move: int, table: list[int]) -> str:
    whole, part = divmod(move, WHOLE)
    return str(part) if len(table) == 1 else f"{whole}:{part}"


def splits(oracle: Facts) -> Iterator[Question]:
    for keep, facts in oracle["split"].items():
        losing = {
            *((each,) for each in facts["losing_single_3_to_100"]),
            *map(tuple, facts["losing_pairs_3_to_20"]),
            *map(tuple, facts["losing_triples_3_to_12"]),
        }
        for table in (
            *((one,) for one in range(3, 101)),
            *((one, two) for two in range(3, 21) for one in range(3, two + 1)),
            *((a, b, c) for c in range(3, 13) for b in range(3, c + 1) for a in range(3, b + 1)),
        ):
            value = -1 if table in losing else 1
            yield line("split", {"numbers": table, "keep": keep}), {"value": value}
        for position in facts["positions"]:
            moves = [WHOLE * whole + max(left) for whole, left in position["winning"]]
            winning = [splitting(move, position["table"]) for move in moves]
            yield line("split", {"numbers": position["table"], "keep": keep}), {"winning": winning}


def equal_splits(oracle: Facts) -> Iterator[Question]:
    """Two numbers with one nimber cancel out, and two others don't."""
    for keep, facts in oracle["split"].items():
        nimbers = facts["grundy_0_to_100"]
        for number in range(3, 101):
            other = nimbers.index(nimbers[number], 3)
            yield line("split", {"numbers": [number, other], "keep": keep}), {"value": -1}
            if nimbers[number] != nimbers[3]:
                yield line("split", {"numbers": [number, 3], "keep": keep}), {"value": 1}


def sequences(oracle: Facts) -> Iterator[Question]:
    for fact in oracle["sequence"]:
        options = {name: fact[name] for name in ("size", "sums", "rows")}
        options["ties"] = SEATS[fact["ties"]]
        known: Facts = {"value": 1 if fact["first_player_wins"] else -1}
        if fact["winning_first"] is not None:
            known["winning"] = [*map(placing, fact["winning_first"])]
        yield line("sequence", options), known
        for position in fact.get("positions", ()):
            winning = [*map(placing, position["winning"])]
            moves = map(placing, position["moves"])
            yield line("sequence", options, moves), {"winning": winning}


def placing(move: int) -> str:
    return f"*{move - OTHER_ROW}" if move > OTHER_ROW else str(move)


ASKED: dict[Callable[[Facts], Iterator[Question]], int] = {
    lists: 230,
    openings: 31,
    puzzles: 40,
    splits: 1400,
    equal_splits: 550,
    sequences: 150,
}


@pytest.fixture(scope="module")
def answers(oracle: Facts) -> dict[str, Facts]:
    """The answers of one process, by what it was asked."""
    asked = [json.dumps(each) for about in ASKED for each, _ in about(oracle)]
    run = subprocess.run(
        [sys.executable, "-m", "bot", "solve", "--batch"],
        input="".join(f"{each}\n" for each in asked),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return dict(zip(asked, map(json.loads, run.stdout.splitlines()), strict=True))


@pytest.mark.parametrize("about", ASKED, ids=lambda about: about.__name__)
def test_facts(
    about: Callable[[Facts], Iterator[Question]], oracle: Facts, answers: dict[str, Facts]
) -> None:
    wrong = []
    for asked, known in (questions := [*about(oracle)]):
        answer = answers[json.dumps(asked)]
        for name, value in known.items():
            found = answer.get(name, answer)
            if isinstance(value, list) and isinstance(found, list):
                value, found = sorted(value), sorted(found)  # noqa: PLW2901
            if value != found:
                wrong.append((asked, name, value, found))
        if "error" not in answer:
            assert answer["value"] == (1 if answer["winning"] else -1)
            assert [each for each in answer["legal"] if each in answer["winning"]] == answer[
                "winning"
            ]
            assert len(set(answer["legal"])) == len(answer["legal"])
    assert wrong == []
    assert len(questions) >= ASKED[about]


def test_nimbers(oracle: Facts) -> None:
    for keep, facts in oracle["split"].items():
        assert [of_number(keep, each) for each in range(101)] == facts["grundy_0_to_100"]


def games(fact: Facts) -> Geography:
    key, rule = PLAYED[fact["relation"]]
    kind = Divisor if key == "divisor" else Parity
    return kind(fact["size"], **rule)


def test_edges_and_matchings(oracle: Facts) -> None:
    for fact in played(oracle["uvg"]):
        game = games(fact)
        degrees = sum(each.bit_count() for each in game.reach[1:])
        assert degrees == 2 * fact["edges"]
        vertices, alone = game.reach[0], 0
        while free := inessential(game.reach, vertices):
            vertices ^= free & -free
            alone += 1
        assert fact["size"] - 2 * fact["matching"] == alone


def test_how_many_games_there_are(oracle: Facts) -> None:
    """As many lines of each length, and as many complete games, as somebody else counted."""
    for fact in played(oracle["uvg"]):
        game = games(fact)

        @cache
        def lines(state: Chain, plies: int, game: Geography = game) -> int:
            """The lines of so many plies more, at least one."""
            legal = game.legal(state)
            if plies == 1:
                return len(legal)
            return sum(lines(game.play(state, move), plies - 1) for move in legal)

        @cache
        def complete(state: Chain, game: Geography = game) -> int:
            return sum(complete(game.play(state, move)) for move in game.legal(state)) or 1

        firsts = {"any": range(1, game.size + 1), "even": range(2, game.size + 1, 2)}
        for first, numbers in firsts.items():
            begun = [game.play(game.start(), number) for number in numbers]
            counted = fact[f"perft_{first}"]
            later = (sum(lines(each, plies) for each in begun) for plies in range(1, len(counted)))
            assert [len(begun), *later] == counted, fact
            if f"complete_games_{first}" in fact:
                assert sum(map(complete, begun)) == fact[f"complete_games_{first}"], fact
