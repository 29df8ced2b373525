"""`/duel replay` and the Review button: a finished duel, move by move."""

import pytest
from simcord import MemberActor

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.duels.test_legs import begin, play
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.server import DEAD, Hall, disabled, ids, labels, private, told

STEPS = list(English.REPLAY_STEPS)
RECORD = "```\n1/divisor/size=3/2-1-3\n```"
START = f"**Divisor Duel** #1 · after move 0 of 3\n```\n  [1]  [2]  [3]\n```\n{RECORD}"
END = (
    "**Divisor Duel** #1 · after move 3 of 3\n"
    "-# 3. @ana took 3\n"
    "```\n"
    "  ··   ··   (3)\n"
    "```\n"
    "🏁 **@ana wins Divisor Duel** #1 against @bo in 3 moves: nothing left divides 3 or is a "
    "multiple of it.\n"
    f"{RECORD}"
)


async def ended(hall: Hall) -> Shown:
    return await hall.play(await hall.duel(size=3), 2, 1, 3)


async def replay(hall: Hall, who: MemberActor | None = None, **which: str) -> Shown:
    return private(await (who or hall.ana).slash(hall.games, "duel replay", **which))


# All the buttons.


async def test_going_through_a_duel(hall: Hall) -> None:
    await ended(hall)
    page = await replay(hall)
    assert hall.read(page) == START
    assert (labels(page), disabled(page)) == (STEPS, STEPS[:2])
    await hall.ana.click(page, label="Next ▶")
    assert hall.read(page) == (
        "**Divisor Duel** #1 · after move 1 of 3\n"
        "-# 1. @ana took 2\n"
        "```\n"
        "  [1]  (2)   3\n"
        "```\n"
        f"{RECORD}"
    )
    assert (labels(page), disabled(page)) == (STEPS, [])
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page) == END
    assert (labels(page), disabled(page)) == (STEPS, STEPS[2:])
    await hall.ana.click(page, label="◀ Back")
    assert hall.read(page).startswith("**Divisor Duel** #1 · after move 2 of 3\n-# 2. @bo took 1\n")
    await hall.ana.click(page, label="⏮ First")
    assert hall.read(page) == START
    assert not any("after move" in line for line in hall.lines()), "nobody else sees it"


async def test_no_two_buttons_are_the_same(hall: Hall) -> None:
    """Though with one move they lead to the same place."""
    await hall.play(await hall.duel("split", size=5), 1)
    page = await replay(hall)
    assert ids(page) == ["d1:v:1:0:1", "d1:v:1:0:2", "d1:v:1:1:3", "d1:v:1:1:4"]
    await hall.ana.click(page, label="Next ▶")
    assert len(set(ids(page))) == len(STEPS)
    assert hall.read(page) == (
        "**Number Split Duel** #1 · after move 1 of 1\n"
        "-# 1. @ana left 1 (4 + 1)\n"
        "```\n5 > 1\n```\n"
        "🏁 **@ana wins Number Split Duel** #1 against @bo in 1 move: 1 can't be split into two "
        "different parts.\n"
        "```\n1/split/size=5/1\n```"
    )


async def test_a_page_from_before_a_restart(hall: Hall) -> None:
    await ended(hall)
    page = await replay(hall)
    await hall.restart()
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page) == END


async def test_the_review_button_of_a_finished_duel(hall: Hall) -> None:
    end = await ended(hall)
    board = hall.read(end)
    page = private(await hall.cy.click(end, label="Replay"))
    assert hall.read(page) == START
    await hall.cy.click(page, label="Last ⏭")
    assert hall.read(page) == END
    assert hall.read(end) == board


async def test_a_duel_without_moves_has_nothing_to_review(hall: Hall) -> None:
    board = await hall.duel(size=3)
    asked = private(await hall.bo.click(board, label="Resign"))
    await hall.bo.click(asked, label="Resign")
    assert labels(hall.last()) == ["Rematch", "Leaderboard"]
    page = await replay(hall)
    assert hall.read(page) == (
        "**Divisor Duel** #1 · after move 0 of 0\n"
        "```\n"
        "  [1]  [2]  [3]\n"
        "```\n"
        "🏁 **@ana wins Divisor Duel** #1 against @bo: @bo resigned.\n"
        "```\n1/divisor/size=3/\n```"
    )
    assert labels(page) == []


async def test_a_duel_that_was_given_up(hall: Hall) -> None:
    """The game has no end, and the duel has."""
    board = await hall.play(await hall.duel(size=3), 2)
    asked = private(await hall.bo.click(board, label="Resign"))
    await hall.bo.click(asked, label="Resign")
    page = await replay(hall)
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page) == (
        "**Divisor Duel** #1 · after move 1 of 1\n"
        "-# 1. @ana took 2\n"
        "```\n"
        "  [1]  (2)   3\n"
        "```\n"
        "🏁 **@ana wins Divisor Duel** #1 against @bo in 1 move: @bo resigned.\n"
        "```\n1/divisor/size=3/2\n```"
    )


async def test_a_large_board_is_told_in_words(hall: Hall) -> None:
    await hall.duel(size=26)
    await hall.ana.slash(hall.games, "duel move", move="26")
    await hall.bo.slash(hall.games, "duel move", move="13")
    asked = private(await hall.ana.slash(hall.games, "duel resign"))
    await hall.ana.click(asked, label="Resign")
    page = await replay(hall)
    assert "\n-# Nothing is gone yet\n" in hall.read(page)
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page) == (
        "**Divisor Duel** #1 · after move 2 of 2\n"
        "-# 2. @bo took 13\n"
        "-# Gone: 13, 26\n"
        "🏁 **@bo wins Divisor Duel** #1 against @ana in 2 moves: @ana resigned.\n"
        "```\n1/divisor/size=26/26-13\n```"
    )


async def test_a_sequence_is_shown_with_its_sums(hall: Hall) -> None:
    await hall.play(await hall.duel("sequence"), 6, 5, 2, 3, 9, 4, 7, 8, 1)
    page = await replay(hall)
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page) == (
        "**Sequence Builder** #1 · after move 9 of 9\n"
        "-# 9. @ana took 1\n"
        "```\n"
        "P1   6    2    9    7    1\n"
        "      \\8/  \\11/ \\16/ \\8/\n"
        "P2   5    3    4    8\n"
        "      \\8/  \\7/  \\12/\n"
        "left none\n"
        "```\n"
        "🏁 **@ana wins Sequence Builder** #1 against @bo in 9 moves: 3 even pairs to 2.\n"
        "```\n1/sequence//6-5-2-3-9-4-7-8-1\n```"
    )


# Two legs.


async def test_both_legs(hall: Hall) -> None:
    await begin(hall)
    await play(hall, 2, 1, 3, 1, 2)
    page = await replay(hall)
    records = "```\n1/divisor/size=3/2-1-3\n1/divisor/size=3/1-2\n```"
    shown = [hall.read(page)]
    for _ in range(5):
        await hall.ana.click(page, label="Next ▶")
        shown.append(hall.read(page))
    assert [each.splitlines()[0] for each in shown] == [
        "**Divisor Duel, game 1** #1 · after move 0 of 5",
        "**Divisor Duel, game 1** #1 · after move 1 of 5",
        "**Divisor Duel, game 1** #1 · after move 2 of 5",
        "**Divisor Duel, game 1** #1 · after move 3 of 5",
        "**Divisor Duel, game 2** #1 · after move 4 of 5",
        "**Divisor Duel, game 2** #1 · after move 5 of 5",
    ]
    assert [each.splitlines()[1] for each in shown[1:]] == [
        "-# 1. @ana took 2",
        "-# 2. @bo took 1",
        "-# 3. @ana took 3",
        "-# 4. @bo took 1",
        "-# 5. @ana took 2",
    ]
    ends = [each.splitlines()[5] for each in (shown[3], shown[5])]
    assert ends == [
        "**@ana wins:** nothing left divides 3 or is a multiple of it.",
        (
            "🏁 **@ana wins Divisor Duel** #1 against @bo 2–0 in 5 moves: nothing left divides "
            "2 or is a multiple of it."
        ),
    ]
    assert all(each.endswith(records) for each in shown)
    assert (labels(page), disabled(page)) == (STEPS, STEPS[2:])
    await hall.ana.click(page, label="◀ Back")
    assert hall.read(page) == shown[4]


async def test_a_duel_that_ended_where_the_second_leg_began(hall: Hall) -> None:
    await begin(hall)
    await play(hall, 2, 1, 3)
    asked = private(await hall.bo.slash(hall.games, "duel resign"))
    await hall.bo.click(asked, label="Resign")
    page = await replay(hall)
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page).startswith("**Divisor Duel, game 1** #1 · after move 3 of 3\n")
    assert hall.read(page).endswith(
        "🏁 **@ana wins Divisor Duel** #1 against @bo in 3 moves: @bo resigned.\n"
        "```\n1/divisor/size=3/2-1-3\n1/divisor/size=3/\n```"
    )
    assert (labels(page), disabled(page)) == (STEPS, STEPS[2:])


# Which duel.


async def test_without_a_number_it_is_the_last_one(hall: Hall) -> None:
    await ended(hall)
    await hall.played(hall.bo, hall.ana, "split")
    await hall.duel()
    assert hall.read(await replay(hall)).startswith("**Number Split Duel** #2 · ")
    assert hall.read(await replay(hall, duel="#1 Divisor Duel, 3 moves")) == START


async def test_whoever_has_finished_none(hall: Hall) -> None:
    await ended(hall)
    said = told(await hall.cy.slash(hall.games, "duel replay"))
    assert said == "You haven't finished a duel here yet."


async def test_finished_duels_are_offered(hall: Hall) -> None:
    await ended(hall)
    await hall.played(hall.ana, hall.bo, "split")
    await hall.duel()

    async def offered(who: MemberActor, typed: str) -> list[str]:
        found = await who.autocomplete(hall.games, "duel replay", "duel", typed)
        return [each["name"] for each in found]

    split = "#2 Number Split Duel, 2 moves, 2026-01-01"
    divisor = "#1 Divisor Duel, 3 moves, 2026-01-01"
    assert await offered(hall.bo, "") == [split, divisor]
    assert await offered(hall.bo, "div") == [divisor]
    assert await offered(hall.bo, "#2") == [split]
    assert await offered(hall.cy, "") == []


@pytest.mark.parametrize(
    ("duel", "said"),
    [
        ("2", "This duel isn't over yet."),
        ("3", "This duel isn't over yet."),
        ("4", "This duel isn't over yet."),
        ("5", "There is no duel #5 in this server. `/duel list` shows yours."),
        ("0", "There is no duel #0 in this server. `/duel list` shows yours."),
        ("last", '"last" isn\'t the number of a duel. `/duel list` shows yours, as #12.'),
    ],
)
async def test_what_there_is_nothing_of_to_replay(hall: Hall, duel: str, said: str) -> None:
    """Duels in play, challenges, and those that came to nothing."""
    await ended(hall)
    await hall.duel()
    await hall.challenge("parity")
    await hall.bo.slash(hall.games, "duel decline")
    await hall.challenge("parity")
    assert hall.read(told(await hall.ana.slash(hall.games, "duel replay", duel=duel))) == said


async def test_a_duel_that_counts_no_more(hall: Hall, boss: MemberActor) -> None:
    await ended(hall)
    await boss.slash(hall.games, "duel-admin void", duel="1")
    page = await replay(hall)
    assert hall.read(page) == START
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page).splitlines()[5] == (
        "🏁 ~~@ana wins Divisor Duel #1 against @bo.~~ A moderator removed this result."
    )


async def test_a_duel_that_a_moderator_ended(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2)
    await boss.slash(hall.games, "duel-admin end", duel="1")
    page = await replay(hall)
    assert "🏁" not in hall.read(page)
    await hall.ana.click(page, label="Last ⏭")
    assert hall.read(page).splitlines()[5] == (
        "🏁 **Divisor Duel #1 was ended by a moderator.** Nobody has won."
    )


async def test_of_somebody_whose_data_was_deleted(hall: Hall) -> None:
    await ended(hall)
    page = await replay(hall, hall.bo)
    await hall.store.erase(GuildId(hall.guild.id), PlayerId(hall.ana.id), hall.now())
    await hall.bo.click(page, label="Last ⏭")
    assert hall.read(page) == END.replace("@ana", "deleted player")
    said = told(await hall.ana.slash(hall.games, "duel replay"))
    assert said == "You haven't finished a duel here yet."


# Others' duels.


async def test_others_look_where_they_may(hall: Hall) -> None:
    await ended(hall)
    assert hall.read(await replay(hall, hall.cy, duel="1")) == START


@pytest.mark.parametrize("by", ["command", "review", "history"])
async def test_a_duel_in_a_hidden_channel_stays_hidden(hall: Hall, by: str) -> None:
    end = await ended(hall)
    other = hall.guild.create_text_channel("other")
    page = private(await hall.cy.slash(other, "duel help"))
    hall.deny(hall.cy, "view_channel")
    if by == "command":
        seen = await hall.cy.slash(other, "duel replay", duel="1")
    elif by == "review":
        seen = await hall.press(hall.cy, page, "d1:v:1:1:2")
    else:
        seen = await hall.press(hall.cy, page, "d1:vh", "1")
    assert told(seen) == "That duel is in a channel that you can't see."
    assert end.content


async def test_players_see_their_duel_wherever_it_was(hall: Hall) -> None:
    await ended(hall)
    other = hall.guild.create_text_channel("other")
    hall.deny(hall.ana, "view_channel")
    page = private(await hall.ana.slash(other, "duel replay"))
    assert hall.read(page) == START


# Made up.


@pytest.mark.parametrize(
    ("custom_id", "said"),
    [
        ("d1:v:1", DEAD),
        ("d1:v:1:x", DEAD),
        ("d1:v:1:-1", DEAD),
        ("d1:v:x:1", DEAD),
        (f"d1:v:1:{2**63}", DEAD),
        (f"d1:v:1:{2**63 - 1}", END),
        ("d1:v:1:0", START),
        ("d1:v:1:3:0", END),
        ("d1:v:1:3:0:0", DEAD),
        ("d1:v:2:0", "This duel isn't over yet."),
        ("d1:v:3:0", "There is no duel #3 in this server. `/duel list` shows yours."),
        (f"d1:v:{2**63 - 1}:0", f"There is no duel #{2**63 - 1} in this server."),
    ],
)
@pytest.mark.parametrize("on", ["board", "page"])
async def test_forged_positions(hall: Hall, on: str, custom_id: str, said: str) -> None:
    """On what everybody sees they are answered privately."""
    end = await ended(hall)
    page = await replay(hall)
    await hall.duel()
    before = hall.lines()
    pressed = await hall.press(hall.ana, end if on == "board" else page, custom_id)
    assert hall.read(told(pressed)).startswith(said)
    assert hall.lines() == before


async def test_a_page_outside_of_servers(hall: Hall) -> None:
    await ended(hall)
    data = {"custom_id": "d1:v:1:0", "component_type": 2}
    channel = hall.ana.user.dm_channel
    assert told(await hall.deliver(hall.ana, 3, channel.id, data, guild=None)) == DEAD
