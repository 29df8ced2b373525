"""Every registered game conforms, and the suite notices one that doesn't."""

from dataclasses import replace
from itertools import count
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.games.game import Game
from engine.games.notation import MOST_MOVES
from engine.games.preset import Preset
from engine.games.split import Left, Split
from engine.outcome import Outcome
from engine.record import Record
from engine.refusal import EqualSplit
from engine.starts import draw_start
from tests.engine.conformance import conforms
from tests.engine.countdown import Countdown
from tests.engine.random_play import ALL, SIXTH, any_game, line, preset_game, start_any


@pytest.mark.parametrize("game", ALL, ids=repr)
@pytest.mark.parametrize("seed", range(3))
def test_every_registered_game(game: Game[Any], seed: int) -> None:
    conforms(game, Random(seed))


@pytest.mark.parametrize(
    ("kind", "preset"),
    [(kind, preset) for kind in GAMES.values() for preset in kind.presets],
    ids=lambda each: getattr(each, "key", None) or each.name,
)
def test_every_preset(kind: type[Game[Any]], preset: Preset) -> None:
    """With starts that the host draws, and with any other."""
    agreed = preset_game(kind, preset)
    for seed in range(3):
        random = Random(seed)
        game = draw_start(agreed, random)
        assert (game.variant, game.setup) == (preset.name, agreed.setup)
        conforms(game, random)
        conforms(start_any(agreed, random), random)


@pytest.mark.parametrize("kind", GAMES.values(), ids=lambda kind: kind.key)
@pytest.mark.parametrize("seed", range(20))
def test_any_options(kind: type[Game[Any]], seed: int) -> None:
    random = Random(seed)
    conforms(any_game(kind, random), random)


def test_the_longest_game_there_is() -> None:
    """Split as it lasts longest: always off the smaller part."""

    class Slowest(Random):
        def choice(self, seq: Any) -> Any:
            return seq[-1]

    game = Split((100,) * 5, keep="both")
    *_, (moves, _) = line(game, Slowest())
    assert len(moves) == MOST_MOVES
    record = Record.replay(game, map(game.text, moves))
    assert Record.parse(record.text) == record


@pytest.mark.parametrize("game", ALL, ids=repr)
def test_a_game_explains_itself(game: Game[Any]) -> None:
    assert game.title
    assert 20 < len(game.pitch) < 100
    rules = game.rules
    for part in (rules.objective, rules.turn, rules.valid, rules.end, rules.example):
        assert len(part) > 40
        assert part.endswith(".")


@pytest.mark.parametrize("game", SIXTH, ids=repr)
def test_a_sixth_game(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """One with two options, and with a demand, a refusal and sentences of its own."""
    monkeypatch.setitem(GAMES, "countdown", Countdown)
    for seed in range(3):
        conforms(game, Random(seed))
    test_a_game_explains_itself(game)


class Forgetful(Split):
    """Offers a move that it then refuses."""

    def play(self, state: Left, move: int) -> Left:
        if move == state.numbers[0] - 1:
            raise EqualSplit(
                move, state.numbers[0], demand=self.demand(state), legal=self.legal(state)
            )
        return super().play(state, move)


class Misleading(Split):
    """Refuses a move and offers others than those it accepts."""

    def legal(self, state: Left) -> tuple[int, ...]:
        return tuple(range(1, state.numbers[0]))

    def play(self, state: Left, move: int) -> Left:
        return Split(self.numbers).play(state, move)


class Lenient(Split):
    """Accepts a move that it doesn't offer."""

    def play(self, state: Left, move: int) -> Left:
        return Left((1,), state.to_move.other) if move == 0 else super().play(state, move)


class Endless(Split):
    """Lets people move after the end."""

    def play(self, state: Left, move: int) -> Left:
        return state if state.numbers[0] <= 2 else super().play(state, move)


class Mumbling(Split):
    """Has one text for two moves."""

    def text(self, move: int) -> str:
        return str(move % 10)


class Undecided(Split):
    """Has no winner when nobody can move."""

    def outcome(self, _state: Left) -> Outcome | None:
        return None


class Greedy(Split):
    """Gives the same player two turns."""

    def play(self, state: Left, move: int) -> Left:
        return super().play(state, move)._replace(to_move=state.to_move)


class Moody(Split):
    """Answers differently the second time."""

    _asked = count()

    def play(self, state: Left, move: int) -> Left:
        after = super().play(state, move)
        return after._replace(numbers=(max(1, after.numbers[0] - next(self._asked) % 2),))


class Drawn(Split):
    """Goes on for ever."""

    def legal(self, state: Left) -> tuple[int, ...]:
        return super().legal(Left((max(state.numbers[0], 4),), state.to_move))

    def play(self, state: Left, move: int) -> Left:
        return super().play(Left((max(state.numbers[0], 4),), state.to_move), move)

    def outcome(self, _state: Left) -> Outcome | None:
        return None


class Wordless(Countdown):
    """Has no sentence for its refusal."""

    TEXT = replace(Countdown.TEXT, refusals={})


class Speechless(Countdown):
    """Has no sentence for its demand."""

    TEXT = replace(Countdown.TEXT, stuck={})


class Repetitive(Split):
    """Offers the same move twice."""

    def legal(self, state: Left) -> tuple[int, ...]:
        return super().legal(state) * 2


@pytest.mark.parametrize(
    ("broken", "noticed"),
    [(Wordless, "a refusal says why"), (Speechless, "a demand is put in words")],
)
def test_missing_sentences_are_noticed(
    broken: type[Countdown], noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "countdown", broken)
    with pytest.raises(AssertionError, match=noticed):
        conforms(broken(), Random(1))


@pytest.mark.parametrize(
    ("broken", "noticed"),
    [
        (Forgetful, "what is legal is accepted"),
        (Misleading, "a refusal offers what is legal"),
        (Lenient, "what isn't legal is refused"),
        (Endless, "nobody moves after the end"),
        (Drawn, "a game ends while people still want to play"),
        (Mumbling, "no two moves share a text"),
        (Repetitive, "legal moves ascend"),
        (Undecided, "ends when nobody can move"),
        (Greedy, "players take turns"),
        (Moody, "the same move, the same state"),
    ],
)
def test_a_broken_game_is_noticed(
    broken: type[Split], noticed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "split", broken)
    with pytest.raises(AssertionError, match=noticed):
        conforms(broken((16,)), Random(1))
