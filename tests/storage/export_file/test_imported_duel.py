"""Duels made up by somebody who knows how they are written down: what can't have been played is
refused."""

from pathlib import Path
from typing import Any

import pytest

from bot.text.troubles import trouble as sentence_of
from engine.duel import First, Terms
from engine.fairness import Unrated
from engine.record import Record
from storage.sqlite.store import open_store
from storage.trouble import Altered, ImpossibleDuel, OddValue
from storage.units import imported_duel
from tests.storage.builders import ANA, DAY, GUILD, START, Table, terms
from tests.storage.export_file.edit import changed, lines_of, sealed, values_of, zipped
from tests.storage.export_file.import_checks import ImportChecks, Lines, at, somewhere

pytestmark = pytest.mark.every_engine

FINISHED = {"line": "duel", "phase": "finished"}
STUCK = {**FINISHED, "reason": "stuck", "legs": 1, "void": False}
LEVEL = {**FINISHED, "reason": "level"}
PLAYING = {"line": "duel", "phase": "playing"}
OFFERED = {"line": "duel", "phase": "offered"}
WITHDRAWN = {"line": "duel", "phase": "withdrawn"}
DIVISOR = "1/divisor/size=5/"
# A duel with the bot, after one move of the player's.
WITH_BOT = {"level": "novice", "unrated": "bot", "legs": 1, "earlier": None, "step": 2}
# A duel of which all this is so, what somebody would rather have there, and why not.
CONTRADICTED = "its parts contradict one another"
OTHERWISE = "it should say otherwise: "
REASON = "it can't have been rated, or not rated, for that reason"
FORGERIES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    # The winner and the reason.
    ({**STUCK, "winner": 0}, {"winner": 1}, CONTRADICTED),
    ({**STUCK, "winner": 1}, {"winner": 0}, CONTRADICTED),
    (STUCK, {"winner": None}, CONTRADICTED),
    (STUCK, {"winner": 2}, "2 is not a valid Seat"),
    (STUCK, {"reason": "resigned"}, CONTRADICTED),
    (STUCK, {"reason": "completed"}, CONTRADICTED),
    (STUCK, {"reason": "level", "winner": None}, CONTRADICTED),
    (STUCK, {"reason": None}, "None is not a valid Reason"),
    (STUCK, {"reason": "cheated"}, "'cheated' is not a valid Reason"),
    (LEVEL, {"winner": 0}, CONTRADICTED),
    (LEVEL, {"winner": 0, "reason": "stuck"}, CONTRADICTED),
    (LEVEL, {"earlier": None}, CONTRADICTED),
    (LEVEL, {"legs": 1}, CONTRADICTED),
    (LEVEL, {"legs": 3}, CONTRADICTED),
    ({**FINISHED, "reason": "timed-out", "winner": 0}, {"winner": 1}, CONTRADICTED),
    ({**FINISHED, "reason": "timed-out", "winner": 1}, {"winner": 0}, CONTRADICTED),
    ({**FINISHED, "reason": "timed-out"}, {"winner": None}, CONTRADICTED),
    ({**FINISHED, "reason": "resigned"}, {"winner": None}, CONTRADICTED),
    ({**FINISHED, "reason": "resigned"}, {"reason": "stuck"}, CONTRADICTED),
    ({**FINISHED, "reason": "resigned"}, {"reason": "level", "winner": None}, CONTRADICTED),
    # Records.
    (STUCK, {"record": "1/divisor/size=5/6"}, "illegal-record"),
    (STUCK, {"record": "1/divisor/size=5/1-1"}, "illegal-record"),
    (STUCK, {"record": "1/divisor/size=5/1-2-4-3"}, "illegal-record"),
    (STUCK, {"record": "1/divisor/size=1/"}, "bad-option"),
    (STUCK, {"record": "1/divisor/size=101/"}, "bad-option"),
    (STUCK, {"record": "1/divisor//"}, "unreadable-record"),
    (STUCK, {"record": "1/divisor/size=5,size=5/"}, "unreadable-record"),
    (STUCK, {"record": "1/divisor/size=05/"}, "unreadable-record"),
    (STUCK, {"record": "1/divisor/size=5/01"}, "unreadable-record"),
    (STUCK, {"record": "1/divisor/size=5/1-"}, "unreadable-record"),
    (STUCK, {"record": "1/chess//"}, "unknown-game"),
    (STUCK, {"record": "2/divisor/size=5/1"}, "unknown-record-version"),
    (STUCK, {"record": "1/divisor/size=5,komi=6/1"}, "unknown-option"),
    (STUCK, {"record": "1"}, "unreadable-record"),
    (STUCK, {"record": DIVISOR}, CONTRADICTED),
    (LEVEL, {"earlier": DIVISOR}, CONTRADICTED),
    (LEVEL, {"earlier": "1/chess//"}, "unknown-game"),
    (PLAYING, {"record": "1/divisor/size=2/1-2"}, CONTRADICTED),
    (OFFERED, {"record": "1/divisor/size=5/1"}, f"{OTHERWISE}record"),
    (WITHDRAWN, {"record": "1/divisor/size=5/1"}, f"{OTHERWISE}record"),
    ({**STUCK, "winner": 0}, {"step": 1}, CONTRADICTED),
    (OFFERED, {"step": 1}, CONTRADICTED),
    # Players, terms and seats.
    (STUCK, {"challenger": str(ANA), "opponent": str(ANA)}, CONTRADICTED),
    (OFFERED, {"challenger": "7", "opponent": "7"}, CONTRADICTED),
    (STUCK, {"clock": 999}, CONTRADICTED),
    (OFFERED, {"clock": 366 * DAY + 1}, CONTRADICTED),
    (STUCK, {"seated": None}, "None is not a valid First"),
    (STUCK, {"seated": "drawn"}, f"{OTHERWISE}seated"),
    (STUCK, {"seated": "neither"}, "'neither' is not a valid First"),
    (STUCK, {"first": "neither"}, "'neither' is not a valid First"),
    ({**FINISHED, "first": "challenger", "legs": 1}, {"seated": "opponent"}, CONTRADICTED),
    ({**FINISHED, "first": "opponent", "legs": 1}, {"seated": "challenger"}, CONTRADICTED),
    (OFFERED, {"seated": "challenger"}, f"{OTHERWISE}seated"),
    (OFFERED, {"legs": 3}, CONTRADICTED),
    # The bot never keeps anybody waiting.
    ({**PLAYING, "first": "challenger"}, {**WITH_BOT, "record": f"{DIVISOR}2"}, CONTRADICTED),
    # Values of another phase.
    (STUCK, {"phase": "playing"}, "there is no time at which it ends"),
    (PLAYING, {"phase": "finished"}, "there is no time at which it ends"),
    (STUCK, {"phase": "adjourned"}, f"{OTHERWISE}phase"),
    (STUCK, {"phase": "withdrawn"}, "'stuck' is not a valid Withdrawal"),
    (OFFERED, {"phase": "playing"}, "None is not a valid First"),
    (PLAYING, {"deadline": None}, "there is no time at which it ends"),
    (STUCK, {"ended": None}, "there is no time at which it ends"),
    (STUCK, {"deadline": START}, f"{OTHERWISE}deadline"),
    (PLAYING, {"ended": START}, f"{OTHERWISE}ended"),
    (PLAYING, {"winner": 0}, f"{OTHERWISE}winner"),
    (PLAYING, {"reason": "resigned"}, f"{OTHERWISE}reason"),
    (PLAYING, {"void": True}, f"{OTHERWISE}void"),
    (OFFERED, {"winner": 1, "reason": "stuck"}, f"{OTHERWISE}winner, reason"),
    (OFFERED, {"earlier": DIVISOR}, f"{OTHERWISE}earlier"),
    (WITHDRAWN, {"void": True}, f"{OTHERWISE}void"),
    (PLAYING, {"good_game": 1}, CONTRADICTED),
    (STUCK, {"good_game": 4}, f"{OTHERWISE}good_game"),
    (STUCK, {"board_mode": "none"}, f"{OTHERWISE}board_mode"),
    (STUCK, {"opponent_rating": 1500}, f"{OTHERWISE}opponent_rating"),
    (OFFERED, {"challenger_rating": 1500}, f"{OTHERWISE}challenger_rating"),
    (STUCK, {"challenger_provisional": True}, f"{OTHERWISE}challenger_provisional"),
    (OFFERED, {"opponent_provisional": True}, f"{OTHERWISE}opponent_provisional"),
    (WITHDRAWN, {"reason": "stuck"}, "'stuck' is not a valid Withdrawal"),
    (WITHDRAWN, {"seated": "opponent"}, f"{OTHERWISE}seated"),
    # Reasons for being unrated.
    ({**FINISHED, "unrated": "seats"}, {"unrated": None}, REASON),
    ({**FINISHED, "unrated": "fate"}, {"unrated": None}, REASON),
    ({"line": "duel", "unrated": "seats"}, {"unrated": "fate"}, REASON),
    ({"line": "duel", "unrated": "fate"}, {"unrated": "seats"}, REASON),
    ({"line": "duel", "unrated": "fate"}, {"unrated": "often"}, REASON),
    ({**FINISHED, "unrated": "fate"}, {"unrated": "blocked"}, REASON),
    ({**FINISHED, "unrated": None}, {"unrated": "fate"}, REASON),
    ({**FINISHED, "unrated": None}, {"unrated": "seats"}, REASON),
    ({**FINISHED, "legs": 2}, {"unrated": "earlier"}, REASON),
    ({**PLAYING, "unrated": None}, {"unrated": "blocked"}, REASON),
    ({**FINISHED, "unrated": None}, {"unrated": "lazy"}, "'lazy' is not a valid Unrated"),
    # Open duels of erased players.
    (PLAYING, {"opponent": "-1"}, "it goes on, though who plays it was erased"),
    (OFFERED, {"challenger": "-1"}, "it goes on, though who plays it was erased"),
    # The order of ends.
    (
        {**FINISHED, "nth": 1},
        {"nth": None},
        "only what was played to an end has its place among ends",
    ),
]


@pytest.mark.parametrize(("facts", "changes", "why"), FORGERIES)
def test_what_the_rules_refuse(
    exports: list[Lines],
    checks: ImportChecks,
    facts: dict[str, Any],
    changes: dict[str, Any],
    why: str,
) -> None:
    lines, nth = somewhere(exports, **facts)
    lines[0] = changed(lines[0], erased=5)
    lines[nth] = changed(lines[nth], **changes)
    refused = checks.refuses(sealed(lines))
    assert isinstance(refused, ImpossibleDuel), refused
    number = values_of(lines[nth])["number"]
    assert (refused.line, refused.number, refused.detail) == (nth + 1, number, why)


@pytest.mark.parametrize(
    ("facts", "changes", "key"),
    [
        (OFFERED, {"number": 1}, "number"),
        (FINISHED, {"number": 1000}, "number"),
        ({**FINISHED, "nth": 2}, {"nth": 1}, "nth"),
        ({**FINISHED, "nth": 2}, {"nth": 3}, "nth"),
        (FINISHED, {"nth": 10_000}, "nth"),
        (WITHDRAWN, {"nth": 1}, "nth"),
        (STUCK, {"challenger": "0"}, "challenger"),
        (STUCK, {"opponent": "-1000"}, "opponent"),
    ],
)
def test_numbers_that_are_not_in_order(
    exports: list[Lines],
    checks: ImportChecks,
    facts: dict[str, Any],
    changes: dict[str, Any],
    key: str,
) -> None:
    lines, nth = somewhere(exports, **facts)
    lines[nth] = changed(lines[nth], **changes)
    refused = checks.refuses(sealed(lines))
    if key == "nth" and isinstance(refused, ImpossibleDuel):
        assert facts == WITHDRAWN
        return
    assert isinstance(refused, OddValue)
    # If two are equal, the second one is refused.
    assert refused.key == key
    assert refused.line >= nth + 1 or values_of(lines[refused.line - 1])["nth"] == changes["nth"]


@pytest.mark.parametrize(
    ("facts", "changes"),
    [
        (STUCK, {"channel": "1", "message": "1"}),
        (STUCK, {"ended": 0}),
        ({**FINISHED, "unrated": None}, {"unrated": "casual"}),
        ({**FINISHED, "unrated": None, "legs": 1}, {"unrated": "earlier"}),
        ({**FINISHED, "unrated": None}, {"unrated": "blocked"}),
        ({**FINISHED, "unrated": None}, {"unrated": "often"}),
        ({**FINISHED, "unrated": "seats"}, {"unrated": "casual"}),
        ({**FINISHED, "reason": "resigned", "winner": 0}, {"winner": 1}),
        (STUCK, {"void": True}),
        (STUCK, {"good_game": 2}),
        (PLAYING, {"deadline": 0}),
        (PLAYING, {"challenger_rating": 1500, "board_mode": "every"}),
        (PLAYING, {"opponent_rating": 1400, "opponent_provisional": True}),
    ],
)
def test_what_nobody_can_know_any_better(
    exports: list[Lines], checks: ImportChecks, facts: dict[str, Any], changes: dict[str, Any]
) -> None:
    """It could have been. Only the last line tells whether it was."""
    lines, nth = somewhere(exports, **facts)
    whole = lines_of(sealed(lines))
    step = {"step": values_of(lines[nth])["step"] + 1} if "void" in changes else {}
    lines[nth] = whole[nth] = changed(lines[nth], **changes, **step)
    assert isinstance(checks.refuses(zipped(whole)), Altered)
    checks.takes(sealed(lines))


async def one_duel(path: Path, asked: Terms, unrated: str | None) -> Lines:
    """Return the lines of a server with one duel, which says that it is unrated for this reason."""
    async with open_store(path) as store:
        table = Table(store)
        match = await table.start(asked)
        await store.resign(table.call(asked.challenger), match.id)
        data = await store.exported(GUILD)
    assert data
    *lines, _end = lines_of(data)
    nth = at(lines, line="duel")
    lines[nth] = changed(lines[nth], unrated=unrated)
    return lines


@pytest.mark.parametrize("unrated", [None, "no-choice", "seat", "unmeasured", "casual", "often"])
@pytest.mark.parametrize(
    "record",
    ["1/sequence//", "1/split/size=16/", "1/parity/size=21/", "1/divisor/size=20/"],
)
async def test_what_was_rated_before_options_were_measured(
    tmp_path: Path, checks: ImportChecks, record: str, unrated: str | None
) -> None:
    """Any game was, if the players could change who wins."""
    drawn = terms(game=Record.parse(record).game, first=First.DRAWN)
    lines = await one_duel(tmp_path / "played.db", drawn, unrated)
    checks.takes(sealed(lines))


@pytest.mark.parametrize("unrated", [None, "seats", "often", "blocked"])
async def test_what_was_never_rated(
    tmp_path: Path, checks: ImportChecks, unrated: str | None
) -> None:
    """The winner is decided before the first move."""
    drawn = terms(game=Record.parse("1/parity/size=20/").game, first=First.DRAWN)
    lines = await one_duel(tmp_path / "played.db", drawn, unrated)
    refused = checks.refuses(sealed(lines))
    assert isinstance(refused, ImpossibleDuel)
    assert refused.detail == REASON


@pytest.mark.parametrize(
    ("today", "is_new", "first", "unrated", "believed"),
    [
        (Unrated.NO_CHOICE, False, "drawn", None, True),
        (Unrated.SEAT, False, "drawn", None, True),
        (Unrated.SEAT, False, "drawn", "often", True),
        (Unrated.SEAT, False, "drawn", "blocked", True),
        (Unrated.SEAT, False, "challenger", "seats", True),
        (Unrated.SEAT, False, "challenger", None, False),
        (Unrated.SEAT, False, "challenger", "often", False),
        (Unrated.SEAT, False, "drawn", "fate", False),
        # An option that was added with the measurements was never rated by the rules before them.
        (Unrated.SEAT, True, "drawn", None, False),
        (Unrated.NO_CHOICE, True, "drawn", "often", False),
        (Unrated.NO_CHOICE, True, "drawn", "seat", True),
        # Nobody has measured it here, but the host who wrote the file may have.
        (Unrated.UNMEASURED, True, "drawn", None, True),
        (Unrated.UNMEASURED, True, "drawn", "often", True),
        (Unrated.UNMEASURED, True, "challenger", "seats", True),
        (Unrated.UNMEASURED, True, "challenger", None, False),
        (Unrated.UNMEASURED, True, "drawn", "fate", False),
    ],
)
async def test_rules_that_have_changed_since(  # noqa: PLR0917
    tmp_path: Path,
    checks: ImportChecks,
    monkeypatch: pytest.MonkeyPatch,
    today: Unrated,
    is_new: bool,
    first: str,
    unrated: str | None,
    believed: bool,
) -> None:
    """The rules of today are other ones than those by which the duel was rated, or not."""
    asked = terms(first=First(first))
    lines = await one_duel(tmp_path / "played.db", asked, unrated)
    monkeypatch.setattr(imported_duel, "why_unrated", lambda _: today)
    if is_new:
        monkeypatch.setitem(imported_duel.EARLIER_OPTIONS, "divisor", imported_duel.NONE)
    if believed:
        checks.takes(sealed(lines))
    else:
        refused = checks.refuses(sealed(lines))
        assert isinstance(refused, ImpossibleDuel)
        assert refused.detail == REASON


def test_nothing_of_the_file_is_repeated_to_whoever_reads_it(
    exports: list[Lines], checks: ImportChecks
) -> None:
    """Somebody could talk to them, or to their terminal."""
    one, nth = somewhere(exports, **STUCK)
    for key in ("reason", "record", "phase", "unrated", "channel"):
        for said in ("\x1b[2J\x1b[31mAll is well", "all is well"):
            lines = [*one[:nth], changed(one[nth], **{key: said}), *one[nth + 1 :]]
            assert "well" not in sentence_of(checks.refuses(sealed(lines)))
    other = changed(one[nth], **{"\x1b[2J": 1})
    refused = checks.refuses(sealed([*one[:nth], other, *one[nth + 1 :]]))
    assert "[2J" not in sentence_of(refused)
