"""`/duel replay` and the Review button: a finished duel, move by move."""

import pytest
from simcord import MemberActor

from bot.features.replay import view
from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.duels.test_legs import begin, play
from tests.bot.simcord.interactions import Shown
from tests.bot.simcord.messages import disabled, ids, labels, private, text_of, told
from tests.bot.simcord.world import DEAD, World
from tests.bot.text.says import says, says_directly, won

STEPS = [*English.REPLAY_STEPS, English.ANALYSE_BUTTON]
RECORD = "```\n1/divisor/size=3/2-1-3\n```"
START = f"**Divisor Duel (1–3)** #1 · after move 0 of 3\n```\n  [1]  [2]  [3]\n```\n{RECORD}"
END = (
    "**Divisor Duel (1–3)** #1 · after move 3 of 3\n"
    "-# 3. @ana took 3\n"
    "```\n"
    "  ··   ··   (3)\n"
    "```\n" + won("@ana", "@bo") + "nothing left divides 3 or is a "
    "multiple of it.\n"
    f"{RECORD}"
)


async def ended(world: World) -> Shown:
    return await world.play(await world.duel(size=3), 2, 1, 3)


async def replay(world: World, who: MemberActor | None = None, **which: str) -> Shown:
    return private(await (who or world.ana).slash(world.games, "duel replay", **which))


# The buttons.


async def test_going_through_a_duel(world: World) -> None:
    await ended(world)
    page = await replay(world)
    assert world.read(page) == START
    assert (labels(page), disabled(page)) == (STEPS, STEPS[:2])
    await world.ana.click(page, label="Next ▶")
    assert world.read(page) == (
        "**Divisor Duel (1–3)** #1 · after move 1 of 3\n"
        "-# 1. @ana took 2\n"
        "```\n"
        "  [1]  (2)   3\n"
        "```\n"
        f"{RECORD}"
    )
    assert (labels(page), disabled(page)) == (STEPS, [])
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page) == END
    assert (labels(page), disabled(page)) == (STEPS, STEPS[2:4])
    await world.ana.click(page, label="◀ Back")
    assert world.read(page).startswith(
        "**Divisor Duel (1–3)** #1 · after move 2 of 3\n-# 2. @bo took 1\n"
    )
    await world.ana.click(page, label="⏮ First")
    assert world.read(page) == START
    assert not any("after move" in line for line in world.lines()), "nobody else sees it"


async def test_going_through_a_duel_whose_record_is_too_long(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view, "LONGEST", 10)
    end = await ended(world)
    page = private(await world.ana.click(end, label="Replay"))
    for step in ("Next ▶", "Last ⏭", "◀ Back"):
        before = page.content
        await world.ana.click(page, label=step)
        assert page.content != before
        assert page.content.endswith(f"-# {English.REPLAY_TOO_LONG}")


async def test_no_two_buttons_are_the_same(world: World) -> None:
    """Though with one move they lead to the same place."""
    await world.play(await world.duel("split", size=5), 1)
    page = await replay(world)
    assert ids(page) == ["d1:v:1:0:1", "d1:v:1:0:2", "d1:v:1:1:3", "d1:v:1:1:4", "d1:an:1:x"]
    await world.ana.click(page, label="Next ▶")
    assert len(set(ids(page))) == len(STEPS)
    assert world.read(page) == (
        "**Number Split Duel** #1 · after move 1 of 1\n"
        "-# 1. @ana left 1 (4 + 1)\n"
        "```\n5 > 1\n```\n" + won("@ana", "@bo", "Number Split Duel") + "1 can't be split into two "
        "different parts.\n"
        "```\n1/split/size=5/1\n```"
    )


async def test_a_page_from_before_a_restart(world: World) -> None:
    await ended(world)
    page = await replay(world)
    await world.restart()
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page) == END


async def test_the_review_button_of_a_finished_duel(world: World) -> None:
    end = await ended(world)
    board = world.read(end)
    page = private(await world.cy.click(end, label="Replay"))
    assert world.read(page) == START
    await world.cy.click(page, label="Last ⏭")
    assert world.read(page) == END
    assert world.read(end) == board


async def test_a_duel_without_moves_has_nothing_to_review(world: World) -> None:
    await world.duel(size=3)
    await world.resign(world.bo)
    assert labels(world.last()) == ["Rematch", "Leaderboard", "GG"]
    page = await replay(world)
    assert world.read(page) == (
        "**Divisor Duel (1–3)** #1 · after move 0 of 0\n"
        "```\n"
        "  [1]  [2]  [3]\n"
        "```\n" + won("@ana", "@bo") + "@bo resigned.\n"
        "```\n1/divisor/size=3/\n```"
    )
    assert labels(page) == []


async def test_a_duel_that_was_given_up(world: World) -> None:
    """The game has no end, and the duel has."""
    await world.play(await world.duel(size=3), 2)
    await world.resign(world.bo)
    page = await replay(world)
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page) == (
        "**Divisor Duel (1–3)** #1 · after move 1 of 1\n"
        "-# 1. @ana took 2\n"
        "```\n"
        "  [1]  (2)   3\n"
        "```\n" + won("@ana", "@bo") + "@bo resigned.\n"
        "```\n1/divisor/size=3/2\n```"
    )


async def test_a_large_board_is_told_in_words(world: World) -> None:
    await world.duel(size=26)
    await world.ana.slash(world.games, "duel move", move="26")
    await world.bo.slash(world.games, "duel move", move="13")
    await world.resign(world.ana)
    page = await replay(world)
    assert "Gone" not in world.read(page)
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page) == (
        "**Divisor Duel (1–26)** #1 · after move 2 of 2\n"
        "-# 2. @bo took 13\n"
        "-# Gone: 13, 26\n" + won("@bo", "@ana") + "@ana resigned.\n"
        "```\n1/divisor/size=26/26-13\n```"
    )


async def test_a_sequence_is_shown_with_its_sums(world: World) -> None:
    await world.play(await world.duel("sequence"), 6, 5, 2, 3, 9, 4, 7, 8, 1)
    page = await replay(world)
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page) == (
        "**Sequence Builder** #1 · after move 9 of 9\n"
        "-# 9. @ana took 1\n"
        "```\n"
        "●    6    2    9    7    1\n"
        "      \\8/  \\11/ \\16/ \\8/\n"
        "▲    5    3    4    8\n"
        "      \\8/  \\7/  \\12/\n"
        "left none\n"
        "```\n"
        "-# ● @ana  ▲ @bo\n" + won("@ana", "@bo", "Sequence Builder") + "more even pairs, 3 to 2.\n"
        "```\n1/sequence//6-5-2-3-9-4-7-8-1\n```"
    )


# Two legs.


async def test_both_legs(world: World) -> None:
    await begin(world)
    await play(world, 2, 1, 3, 1, 2)
    page = await replay(world)
    records = "```\n1/divisor/size=3/2-1-3\n1/divisor/size=3/1-2\n```"
    shown = [world.read(page)]
    for _ in range(5):
        await world.ana.click(page, label="Next ▶")
        shown.append(world.read(page))
    assert [each.splitlines()[0] for each in shown] == [
        "**Divisor Duel (1–3), game 1** #1 · after move 0 of 5",
        "**Divisor Duel (1–3), game 1** #1 · after move 1 of 5",
        "**Divisor Duel (1–3), game 1** #1 · after move 2 of 5",
        "**Divisor Duel (1–3), game 1** #1 · after move 3 of 5",
        "**Divisor Duel (1–3), game 2** #1 · after move 4 of 5",
        "**Divisor Duel (1–3), game 2** #1 · after move 5 of 5",
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
        (won("@ana", "@bo", both=True) + "nothing left divides 2 or is a multiple of it."),
    ]
    assert all(each.endswith(records) for each in shown)
    assert (labels(page), disabled(page)) == (STEPS, STEPS[2:4])
    await world.ana.click(page, label="◀ Back")
    assert world.read(page) == shown[4]


async def test_a_duel_that_ended_where_the_second_leg_began(world: World) -> None:
    await begin(world)
    await play(world, 2, 1, 3)
    await world.resign(world.bo)
    page = await replay(world)
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page).startswith("**Divisor Duel (1–3), game 1** #1 · after move 3 of 3\n")
    assert world.read(page).endswith(
        won("@ana", "@bo") + "@bo resigned.\n```\n1/divisor/size=3/2-1-3\n1/divisor/size=3/\n```"
    )
    assert (labels(page), disabled(page)) == (STEPS, STEPS[2:4])


# Choosing the duel.


async def test_without_a_number_it_is_the_last_one(world: World) -> None:
    await ended(world)
    await world.played(world.bo, world.ana, "split")
    await world.duel()
    assert world.read(await replay(world)).startswith("**Number Split Duel** #2 · ")
    assert world.read(await replay(world, duel="#1 Divisor Duel, 3 moves")) == START


async def test_whoever_has_finished_none(world: World) -> None:
    await ended(world)
    said = told(await world.cy.slash(world.games, "duel replay"))
    assert said == "You haven't finished a duel here yet."


async def test_finished_duels_are_offered(world: World) -> None:
    await ended(world)
    await world.played(world.ana, world.bo, "split")
    await world.duel()

    async def offered(who: MemberActor, typed: str) -> list[str]:
        found = await who.autocomplete(world.games, "duel replay", "duel", typed)
        return [each["name"] for each in found]

    split = "#2 Number Split Duel, 2 moves, 2026-01-01"
    divisor = "#1 Divisor Duel, 3 moves, 2026-01-01"
    assert await offered(world.bo, "") == [split, divisor]
    assert await offered(world.bo, "div") == [divisor]
    assert await offered(world.bo, "#2") == [split]
    assert await offered(world.cy, "") == []


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
async def test_what_there_is_nothing_of_to_replay(world: World, duel: str, said: str) -> None:
    """Duels in play, challenges, and those that came to nothing."""
    await ended(world)
    await world.duel()
    await world.challenge("parity")
    await world.bo.slash(world.games, "duel decline")
    await world.challenge("parity")
    assert world.read(told(await world.ana.slash(world.games, "duel replay", duel=duel))) == said


async def test_a_duel_that_counts_no_more(world: World, boss: MemberActor) -> None:
    await ended(world)
    await boss.slash(world.games, "duel-admin void", duel="1")
    page = await replay(world)
    assert world.read(page) == START
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page).splitlines()[5] == (
        "🏁 ~~@ana beats @bo in Divisor Duel #1.~~ A moderator removed this result."
    )


async def test_a_duel_that_a_moderator_ended(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2)
    await boss.slash(world.games, "duel-admin end", duel="1")
    page = await replay(world)
    assert "🏆" not in world.read(page)
    await world.ana.click(page, label="Last ⏭")
    assert world.read(page).splitlines()[5] == (
        "🏁 **A moderator ended Divisor Duel #1.** Nobody wins."
    )


async def test_of_somebody_whose_data_was_deleted(world: World) -> None:
    await ended(world)
    page = await replay(world, world.bo)
    await world.store.erase(GuildId(world.guild.id), PlayerId(world.ana.id), world.now())
    await world.bo.click(page, label="Last ⏭")
    assert world.read(page) == END.replace("@ana", "deleted player")
    said = told(await world.ana.slash(world.games, "duel replay"))
    assert said == "You haven't finished a duel here yet."


# Others' duels.


async def test_others_look_where_they_may(world: World) -> None:
    await ended(world)
    assert world.read(await replay(world, world.cy, duel="1")) == START


@pytest.mark.parametrize("by", ["command", "review", "history"])
async def test_a_duel_in_a_hidden_channel_stays_hidden(world: World, by: str) -> None:
    end = await ended(world)
    other = world.guild.create_text_channel("other")
    page = private(await world.cy.slash(other, "duel help"))
    world.deny(world.cy, "view_channel")
    if by == "command":
        seen = await world.cy.slash(other, "duel replay", duel="1")
    elif by == "review":
        seen = await world.press(world.cy, page, "d1:v:1:1:2")
    else:
        seen = await world.press(world.cy, page, "d1:vh", "1")
    assert told(seen) == says("not-yours-to-see")
    assert end.content


async def test_players_see_their_duel_wherever_it_was(world: World) -> None:
    await ended(world)
    other = world.guild.create_text_channel("other")
    world.deny(world.ana, "view_channel")
    page = private(await world.ana.slash(other, "duel replay"))
    assert world.read(page) == START


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
async def test_forged_positions(world: World, on: str, custom_id: str, said: str) -> None:
    """A forged press on a public message is answered privately."""
    end = await ended(world)
    page = await replay(world)
    await world.duel()
    before = world.lines()
    pressed = await world.press(world.ana, end if on == "board" else page, custom_id)
    assert world.read(told(pressed)).startswith(said)
    assert world.lines() == before


async def test_a_page_outside_of_servers(world: World) -> None:
    await ended(world)
    data = {"custom_id": "d1:v:1:0", "component_type": 2}
    channel = world.ana.user.dm_channel
    result = await world.deliver(world.ana, 3, channel.id, data, guild=None)
    assert result.response
    assert text_of(result.response) == says_directly("no-such-duel", number=1)
