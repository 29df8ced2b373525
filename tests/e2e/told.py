"""What somebody has been told of a duel, over all that was ever on their screen: each move that was
announced, and how it ended. Whoever is told two things of one move has found a bug."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.outcome import Withdrawal
from tests.e2e.message import Message
from tests.e2e.screen import Screen

BOARD = re.compile(r"#(?P<duel>\d+) · move (?P<next>\d+) · due ")
TOOK = re.compile(r"^\*\*@(?P<who>[^*]+?) took (?P<move>\d+)\.\*\*")
LEFT = re.compile(r"^\*\*@(?P<who>[^*]+?) split \d+ into [\d +]+ and left @.+? (?P<move>\d+)\.\*\*")
TURN = re.compile(r"Your move, @(?P<who>.+?):")
PAST = re.compile(r"^-# (?P<nth>\d+)\. @(?P<who>.+?) (?:took|left) (?P<move>\d+)")
END = re.compile(
    r"^🏁 \*\*(?:@(?P<winner>.+?) wins .+?\*\* #(?P<duel>\d+) against "
    r"|.+ #(?P<tie>\d+) is a tie\.\*\* )"
)
ENDED = re.compile(r"^🏁 \*\*.+ #(?P<duel>\d+) was ended by a moderator\.\*\*")
VOID = re.compile(r"^🏁 ~~.+ #(?P<duel>\d+) .+~~ A moderator has taken this result out\.")
CHALLENGE = re.compile(r" · offer ends <when> · #(?P<duel>\d+)$")
WITHDRAWN = re.compile(
    r"^-# ⚔️ .+ (?P<how>declined|took the challenge to|didn't answer) .*\(#(?P<duel>\d+)\)$"
)
WITHDRAWALS = {
    "declined": Withdrawal.DECLINED,
    "took the challenge to": Withdrawal.CANCELLED,
    "didn't answer": Withdrawal.EXPIRED,
}
FIRST_LEG = re.compile(r" \*\*@(?P<winner>[^*]+?) wins the 1st leg:\*\* ")
LEG = re.compile(r"^(?:1st|2nd) leg:$", re.MULTILINE)
# The moves of a game as an end has them: a row for each player, what was left after each, or all in
# a line whose last is the last.
ROW = re.compile(r"^(?:1st|2nd) @.+? (?P<numbers>none|\d+(?: \d+)*)(?: · |$)", re.MULTILINE)
TRAIL = re.compile(r"^\d+(?P<numbers>(?: > \d+)*)$", re.MULTILINE)
LINE = re.compile(r"^(?P<numbers>(?:\d+ )*\*\*\d+\*\*)$", re.MULTILINE)


@dataclass
class Told:
    """Moves by their place in the duel, and who made them where that was said."""

    duel: int
    moves: dict[int, str] = field(default_factory=dict)
    movers: dict[int, str] = field(default_factory=dict)
    winner: str | None = None
    is_tie: bool = False
    # Who has won the first of two legs.
    first_leg: str | None = None
    # How many moves its end lists.
    listed: int | None = None
    # The messages on which it was said that this move comes next.
    boards: dict[int, set[str]] = field(default_factory=dict)
    # Whether a moderator has ended it, or taken out what came of it.
    ended: bool = False
    void: bool = False
    _ours: set[str] = field(default_factory=set)

    def hear(self, message: Message) -> None:
        """One more message, or what has become of one."""
        if not message.private and duel_of(message) == self.duel:
            self._ours.add(message.id)
            _read(message, self)
        elif message.id in self._ours and (line := PAST.search(message.text)):
            self.note(int(line["nth"]), line["move"], line["who"])

    def note(self, nth: int, move: str, who: str | None = None) -> None:
        known = self.moves.setdefault(nth, move)
        assert known == move, f"move {nth} was {known} before it was {move}"
        if who:
            mover = self.movers.setdefault(nth, who)
            assert mover == who, f"move {nth} was {mover}'s before it was {who}'s"


def duel_of(message: Message) -> int | None:
    """Which duel a challenge, a board or an end is of, or the line that a challenge has become."""
    for form in (BOARD, END, CHALLENGE, ENDED, VOID, WITHDRAWN):
        if found := form.search(message.text):
            return int(found["duel"] or found["tie"])
    return None


def withdrawal_in(text: str) -> Withdrawal | None:
    """How a challenge has come to nothing."""
    found = WITHDRAWN.search(text)
    return WITHDRAWALS[found["how"]] if found else None


def is_board_of(message: Message, duel: int) -> bool:
    """Whether the duel can be gone on with from here: it hasn't become a line yet."""
    return not message.private and bool(message.labels) and duel_of(message) == duel


def turn_on(message: Message) -> str | None:
    """Whose move a board waits for."""
    found = TURN.search(message.text)
    return found["who"] if found else None


def told(screen: Screen, duel: int) -> Told:
    """All of it, also what has been changed since."""
    found = Told(duel)
    for each in screen.ever():
        found.hear(each)
    return found


def _read(message: Message, found: Told) -> None:
    text = message.text
    board, end = BOARD.search(text), END.search(text)
    found.ended |= ENDED.search(text) is not None
    found.void |= VOID.search(text) is not None
    if board:
        _read_board(message, int(board["next"]), found)
    if end:
        known = (found.winner, found.is_tie)
        found.winner, found.is_tie = end["winner"], end["winner"] is None
        assert known in ((None, False), (found.winner, found.is_tie)), f"it was {known} before"
        moves = list(_listed(text))
        found.listed = len(moves)
        for nth, move in enumerate(moves, start=1):
            found.note(nth, move)


def _read_board(message: Message, next_: int, found: Told) -> None:
    found.boards.setdefault(next_, set()).add(message.id)
    if last := TOOK.search(message.text) or LEFT.search(message.text):
        found.note(next_ - 1, last["move"], last["who"])
    if over := FIRST_LEG.search(message.text):
        assert found.first_leg in (None, over["winner"]), f"{found.first_leg} had won it before"
        found.first_leg = over["winner"]


def _listed(text: str) -> Iterator[str]:
    """The moves that an end has, leg by leg."""
    for leg in LEG.split(text):
        if rows := [re.findall(r"\d+", row["numbers"]) for row in ROW.finditer(leg)]:
            first, second = rows
            for nth, move in enumerate(first):
                yield from (move, *second[nth : nth + 1])
        elif line := TRAIL.search(leg) or LINE.search(leg):
            yield from re.findall(r"\d+", line["numbers"])
