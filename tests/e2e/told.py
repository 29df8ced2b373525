"""Everything that the messages on a player's screen say about a duel: its moves and how it ended.

A player who is told two different things about one move has found a bug."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from bot.text.english import English
from engine.outcome import Withdrawal
from tests.e2e.message import Message
from tests.e2e.screen import Screen
from tests.e2e.sentences import compiled, small

BOARD = compiled(English.FOOTER.removeprefix("{title}"), "number", "move")
TURN = compiled(English.YOUR_MOVE.partition("{asked}")[0], "player")
MOVED = tuple(
    compiled(each, "player", "move") for each in (English.TOOK, English.ANSWERED, English.SPLIT)
)
PAST_MOVE = tuple(
    compiled(small(each), "nth", "player", "move")
    for each in (English.PAST_TOOK, English.PAST_SPLIT)
)
WON = tuple(compiled(each, "winner", "number") for each in (English.WON, English.WON_BOTH))
TIED = compiled(English.TIE, "number")
ENDED = compiled(English.NOBODY_WON, "number")
VOID = tuple(compiled(each, "number") for each in (English.WIN_REMOVED, English.TIE_REMOVED))
CHALLENGE = compiled(English.CHALLENGE, "number", "challenger", "opponent", "clock")
WITHDRAWN = {
    Withdrawal(how): compiled(small(each), "number") for how, each in English.PAST_OVER.items()
}
FIRST_LEG = compiled(English.LEG_WON, "winner")
# What a board and an end say of a duel with the bot.
WITH_BOT = compiled(English.AGAINST.removeprefix("{title}"))
PRACTISED = compiled(English.PRACTISED)
HINTS = compiled(English.WITH_HINTS[1].removesuffix("s"), "hints")
REMINDER = compiled(English.REMINDER, "player", "number")
# The line by which a board reminds.
REMINDING = compiled(English.REMINDING, "player")
LEG = re.compile(f"^(?:{'|'.join(map(re.escape, English.GAME_LABELS))})$", re.MULTILINE)
# The moves in the message that tells the end: a row for each player, or for each leg a line with
# what was left after each move, or with all numbers, the last one in bold.
SEAT = "|".join(map(re.escape, English.MARKS))
ROW = re.compile(
    rf"^(?:{SEAT}) @\w+ (?P<numbers>{English.NONE}|\d+(?: \d+)*)(?: · |$)", re.MULTILINE
)
PLAYERS = "  ".join(rf"{re.escape(mark)} @\w+" for mark in English.MARKS)
LINE = re.compile(
    rf"{PLAYERS} · (?:\d+(?P<left>(?: > \d+)*)|(?P<taken>(?:\d+ )*\*\*\d+\*\*))$", re.MULTILINE
)


@dataclass
class Told:
    """Moves by their place in the duel, and who made them where that was said."""

    duel: int
    moves: dict[int, str] = field(default_factory=dict)
    movers: dict[int, str] = field(default_factory=dict)
    winner: str | None = None
    is_tie: bool = False
    # The winner of the first of two legs.
    first_leg: str | None = None
    # How many moves the message that tells the end lists.
    listed: int | None = None
    # How many hints the bot has given, as told at the end of a duel with it.
    hints: int | None = None
    # The messages that said that this move comes next.
    boards: dict[int, set[str]] = field(default_factory=dict)
    # Whether a moderator has ended the duel, or removed its result.
    ended: bool = False
    void: bool = False
    _ours: set[str] = field(default_factory=set)

    def hear(self, message: Message) -> None:
        """Take in a new message, or the new text of an old one."""
        if is_about_duel(message) and duel_of(message) == self.duel:
            self._ours.add(message.id)
            self._read(message)
        elif message.id in self._ours and (line := first(PAST_MOVE, message.text)):
            self.note(int(line["nth"]), line["move"], line["player"])

    def note(self, nth: int, move: str, who: str | None = None) -> None:
        known = self.moves.setdefault(nth, move)
        assert known == move, f"move {nth} was {known} before it was {move}"
        if who:
            mover = self.movers.setdefault(nth, who)
            assert mover == who, f"move {nth} was {mover}'s before it was {who}'s"

    def _read(self, message: Message) -> None:
        text = message.text
        if message.begins_thread:
            return  # it only says what the messages in the thread say in full
        self.ended |= ENDED.match(text) is not None
        self.void |= first(VOID, text) is not None
        if first((*WON, TIED, ENDED, *VOID), text):
            moves = list(listed(text))
            self.listed = len(moves)
            for nth, move in enumerate(moves, start=1):
                self.note(nth, move)
            if PRACTISED.search(text):
                hints = HINTS.search(text)
                self.hints = int(hints["hints"]) if hints else 0
        if board := BOARD.search(text):
            self._read_board(message, int(board["move"]))
        if is_end(text):
            won = first(WON, text)
            known = (self.winner, self.is_tie)
            self.winner, self.is_tie = won and won["winner"], won is None
            assert known in ((None, False), (self.winner, self.is_tie)), f"it was {known} before"

    def _read_board(self, message: Message, next_: int) -> None:
        self.boards.setdefault(next_, set()).add(message.id)
        moves = last_moves(message.text)
        for nth, last in enumerate(moves, start=next_ - len(moves)):
            self.note(nth, last["move"], last["player"])
        if over := FIRST_LEG.search(message.text):
            assert self.first_leg in (None, over["winner"]), f"{self.first_leg} had won it before"
            self.first_leg = over["winner"]


def first(forms: tuple[re.Pattern[str], ...], text: str) -> re.Match[str] | None:
    """The match of the first pattern that the text begins with."""
    return next((found for form in forms if (found := form.match(text))), None)


def last_moves(text: str) -> list[re.Match[str]]:
    """The move that a board tells, perhaps below the line by which it reminds; in a duel with the
    bot the one before as well."""
    lines, found = text.split("\n"), list[re.Match[str]]()
    left = "\n".join(lines[bool(REMINDING.match(text)) :])
    while move := first(MOVED, left):
        found.append(move)
        left = left[move.end() :].lstrip(" ")
    return found


def is_about_duel(message: Message) -> bool:
    """Return whether a message may be the board or the end of a duel. Private ones are of a duel
    with the bot, or of no interest."""
    return not message.private or is_with_bot(message.text)


def is_with_bot(text: str) -> bool:
    return bool(WITH_BOT.search(text) or PRACTISED.search(text))


def is_end(text: str) -> bool:
    """Return whether a message tells a result that counts."""
    return bool(first((*WON, TIED), text))


def duel_of(message: Message) -> int | None:
    """The number of the duel that a challenge, a board or an end is about."""
    text = message.text
    begins = first((*WON, TIED, ENDED, *VOID, *WITHDRAWN.values()), text)
    found = BOARD.search(text) or begins or CHALLENGE.match(text)
    return int(found["number"]) if found else None


def withdrawal_in(text: str) -> Withdrawal | None:
    """How a challenge came to nothing."""
    return next((how for how, form in WITHDRAWN.items() if form.match(text)), None)


def is_board_of(message: Message, duel: int) -> bool:
    """Return whether the duel can be continued from this message: it isn't a line yet."""
    return not message.private and bool(message.labels) and duel_of(message) == duel


def turn_on(message: Message) -> str | None:
    """The player for whom a board waits."""
    found = TURN.search(message.text)
    return found["player"] if found else None


def told(screen: Screen, duel: int) -> Told:
    """Collect everything that a screen ever showed about a duel."""
    found = Told(duel)
    for each in screen.ever():
        found.hear(each)
    return found


def listed(text: str) -> Iterator[str]:
    """The moves that the message about an end lists, leg by leg."""
    for leg in LEG.split(text):
        if rows := [re.findall(r"\d+", row["numbers"]) for row in ROW.finditer(leg)]:
            one, other = rows
            for nth, move in enumerate(one):
                yield from (move, *other[nth : nth + 1])
        for line in LINE.finditer(leg):
            yield from re.findall(r"\d+", line["left"] or line["taken"])
