"""Drawn starts of games on a list: the host strikes out numbers and makes the first moves.

Draws are uniform, and the first one that passes all the tests of a good start is taken. Far from
all do: from many, one player wins with any move, or the end is in sight at once."""

from dataclasses import replace
from enum import Enum
from random import Random
from typing import NamedTuple

from engine.games.divisor import Divisor
from engine.games.geography import Chain, Geography
from engine.games.numbers import numbers
from engine.games.parity import CLASSIC_RULE, Parity
from engine.opponents.sight import value
from engine.opponents.thumb import thumb_move
from engine.refusal import NoStart
from engine.solve.matching import inessential
from engine.starts.drawing import draw_start

# With fewer numbers there are only some hundred good starts, and players would come to know them.
LEAST_SIZE = 30
# A coin chooses the player who wins with perfect play, and draws that the other one wins don't
# count. A try is a draw that does count and passes all the tests without chance, so that only play
# can turn it down. After so many tries any winner will do, in case one side has no good start. As
# 96 % of the tries fail at most, that practically never happens.
COIN_TRIES = 400
# After so many draws, good or not, there is no start: one in 200 is good where they are rarest.
MOST_DRAWS = 6_000
LEGAL = range(3, 26)
SIGHT = 4
PLAYOUTS = 8
NOISE = 0.2
GAMES_OF_THUMB = 4
LOSSES_OF_THUMB = 2


class Fault(Enum):
    """Why a start is not a good one: the first test that it fails."""

    # Too few legal moves to choose from, or too many to survey.
    LEGAL = "legal"
    # Too many moves win.
    EASY = "easy"
    # The end is in sight.
    SHALLOW = "shallow"
    # The rule of thumb wins.
    THUMB = "thumb"
    # One of the players has nothing to decide.
    DECISIONS = "decisions"


class Draw(NamedTuple):
    """The numbers that are struck out, the first moves, and the state after them."""

    gone: tuple[int, ...]
    opening: tuple[int, ...]
    state: Chain


def draw(game: Geography, random: Random) -> Draw | None:
    """Any start, good or not; none if the first moves can't be made."""
    gone = random.sample(range(1, game.size + 1), game.size // 10)
    free = (2 << game.size) - 2
    for number in gone:
        free ^= 1 << number
    opening: list[int] = []
    last = 0
    for _ in range(first_moves(game)):
        legal = numbers(free & game.reach[last])
        if not legal:
            return None
        last = random.choice(legal)
        free ^= 1 << last
        opening.append(last)
    return Draw(tuple(gone), tuple(opening), Chain(free, last))


def first_moves(game: Geography) -> int:
    """How many moves the host makes."""
    return 2 if isinstance(game, Divisor) else 1


class Judge:
    """Tests starts of a game. It remembers perfect play, for positions that come again."""

    def __init__(self, game: Geography) -> None:
        self._game = game
        self._reach = game.reach
        self._known: dict[int, int] = {}

    def fault(self, start: Chain, random: Random) -> Fault | None:
        """The first test that a start fails, or nothing if it is a good one."""
        if not self.has_choice(start):
            return Fault.LEGAL
        return self.fault_of_choice(start, random)

    def fault_of_choice(self, start: Chain, random: Random) -> Fault | None:
        """The same for a start with neither too few nor too many legal moves."""
        if self.is_easy(start):
            return Fault.EASY
        if value(self._game, start, SIGHT):
            return Fault.SHALLOW
        if not self.outwits_thumb(start, random):
            return Fault.THUMB
        if not self.gives_decisions(start, random):
            return Fault.DECISIONS
        return None

    def has_choice(self, start: Chain) -> bool:
        free, last = start
        return (free & self._reach[last]).bit_count() in LEGAL

    def is_won(self, state: Chain) -> bool:
        """Whether the player to move wins with perfect play."""
        return self._winning(*state) != 0

    def is_easy(self, start: Chain) -> bool:
        """Whether more than half of the moves win, or else more than half of them make no
        difference, because they let every reply win."""
        free, last = start
        legal = free & self._reach[last]
        if winning := self._winning(free, last):
            return winning.bit_count() * 2 > legal.bit_count()
        harmless = 0
        for move in numbers(legal):
            left = free ^ 1 << move
            replies = left & self._reach[move]
            # A single reply wins, as every move of a player who stands to lose has one that does.
            single = not replies & (replies - 1)
            harmless += single or self._winning(left, move) == replies
        return harmless * 2 > legal.bit_count()

    def outwits_thumb(self, start: Chain, random: Random) -> bool:
        """Whether the rule of thumb loses two of four won games against perfect play."""
        losses = 0
        for game in range(GAMES_OF_THUMB):
            losses += self._thumb_loses(start, random)
            if losses == LOSSES_OF_THUMB:
                return True
            if losses + GAMES_OF_THUMB - 1 - game < LOSSES_OF_THUMB:
                break
        return False

    def _thumb_loses(self, state: Chain, random: Random) -> bool:
        """Whether a player who stands to win loses by the rule of thumb. The opponent plays any
        move, since all of them lose, until the first mistake: from then on the opponent wins."""
        thumb = self.is_won(state)
        while moves := numbers(state.free & self._reach[state.last]):
            move = moves[0]
            if not thumb:
                move = random.choice(moves)
            elif len(moves) > 1:
                move = thumb_move(self._game, state)
                if not state.free & self._reach[move]:
                    return False
                if not self._winning(*state) >> move & 1:
                    return True
            state = Chain(state.free ^ 1 << move, move)
            thumb = not thumb
        return False

    def gives_decisions(self, start: Chain, random: Random) -> bool:
        """Whether each player meets a decision a game, on the average of eight games between
        players who play perfectly, but for a random move now and then."""
        met = [0, 0]
        for _ in range(PLAYOUTS):
            self._play_out(start, random, met)
            if min(met) >= PLAYOUTS:
                return True
        return False

    def _play_out(self, state: Chain, random: Random, met: list[int]) -> None:
        """Play a game to its end, and count the decisions that each player meets: positions with
        both winning and losing moves. Nobody meets one who stands to lose."""
        (free, last), won, ply = state, self.is_won(state), 0
        while legal := free & self._reach[last]:
            choice = winning = legal
            if won and legal & (legal - 1):
                winning = self._winning(free, last)
                met[ply % 2] += winning != legal
                if random.random() >= NOISE:
                    choice = winning
            last = random.choice(numbers(choice))
            free ^= 1 << last
            # The opponent wins unless this move has won.
            won = not (won and winning >> last & 1)
            ply += 1

    def _winning(self, free: int, last: int) -> int:
        """The winning moves as a mask."""
        known = self._known.get(free)
        if known is None:
            known = self._known[free] = inessential(self._reach, free)
        return known & self._reach[last]


@draw_start.register
def _(game: Geography, random: Random) -> Geography:
    if not game.draws_start:
        return game
    if game.size < LEAST_SIZE or _is_decided(game):
        raise NoStart(game.key)
    mover_wins, tries = random.random() < 0.5, 0
    for _ in range(MOST_DRAWS):
        drawn = draw(game, random)
        judge = Judge(game)
        if drawn is None or not judge.has_choice(drawn.state):
            continue
        if tries < COIN_TRIES and judge.is_won(drawn.state) != mover_wins:
            continue
        fault = judge.fault_of_choice(drawn.state, random)
        if fault is None:
            return replace(game, gone=drawn.gone, opening=drawn.opening)
        tries += fault in (Fault.THUMB, Fault.DECISIONS)
    raise NoStart(game.key)


def _is_decided(game: Geography) -> bool:
    """Whether the players never have anything to decide, whatever the start."""
    return isinstance(game, Parity) and game.rule == CLASSIC_RULE
