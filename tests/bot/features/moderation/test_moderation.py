"""`/duel-admin end`, `void` and `block`: what moderators do about duels and players."""

from simcord import MemberActor

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.simcord.server import AT_FIRST, Hall, answer, panel, told
from tests.bot.text.says import says

# Ending a duel.


async def test_ending(hall: Hall, boss: MemberActor) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.play(await hall.duel(), 6)
    assert told(await boss.slash(hall.games, "duel-admin end", duel="2")) == "Duel #2 has ended."
    assert hall.read(hall.last()) == (
        "🏁 **Divisor Duel #2 was ended by a moderator.** Nobody has won.\n**6**"
    )
    assert hall.pinged() == []
    assert (await hall.standing(hall.ana), await hall.standing(hall.bo)) == ((1, 0), (0, 1))
    said = told(await hall.bo.slash(hall.games, "duel move", move="12", duel="2"))
    assert said == "This duel was ended by a moderator."


async def test_ending_from_elsewhere(hall: Hall, boss: MemberActor) -> None:
    await hall.duel()
    other = hall.guild.create_text_channel("other")
    assert (
        told(await boss.slash(other, "duel-admin end", duel="#1 Divisor Duel"))
        == "Duel #1 has ended."
    )
    assert hall.lines(other) == []
    assert hall.lines()[-1].startswith("🏁 **Divisor Duel #1 was ended by a moderator.**")


async def test_what_cannot_be_ended(hall: Hall, boss: MemberActor) -> None:
    await hall.challenge()
    await hall.played(hall.ana, hall.cy)
    for duel, said in {
        "1": "@bo hasn't accepted yet.",
        "2": "This duel is over.",
        "3": "There is no duel #3 in this server. `/duel list` shows yours.",
        "this one": '"this one" isn\'t the number of a duel. `/duel list` shows yours, as #12.',
    }.items():
        refused = await boss.slash(hall.games, "duel-admin end", duel=duel)
        assert hall.read(told(refused)) == said


async def test_ending_is_done_once(hall: Hall, boss: MemberActor) -> None:
    await hall.duel()
    await boss.slash(hall.games, "duel-admin end", duel="1")
    before = hall.lines()
    await hall.again()
    assert hall.lines() == before


# Taking a result out.

RESULT = "🏁 **@ana wins Divisor Duel** #1 against @bo in 3 moves: nothing left divides 3 or"
TAKEN_OUT = (
    "🏁 ~~@ana wins Divisor Duel #1 against @bo.~~ A moderator removed this result.\n2 1 **3**"
)
LINE = "🛑 A moderator removed the result of duel [#1](LINK) between @ana and @bo."


async def void(hall: Hall, boss: MemberActor, **options: str) -> str:
    return told(await boss.slash(hall.games, "duel-admin void", **({"duel": "1"} | options)))


async def test_a_result_is_removed_result(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await hall.played(hall.bo, hall.ana)
    assert hall.lines()[-1].startswith(RESULT)
    assert await void(hall, boss) == English.RESULT_REMOVED.format(number=1)
    assert hall.lines()[-2:] == [TAKEN_OUT, LINE]
    assert hall.pinged() == []
    assert (await hall.standing(hall.ana), await hall.standing(hall.bo)) == ((0, 1), (1, 0))


async def test_whose_only_result_is_taken_out_stands_nowhere(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await void(hall, boss)
    ladder = answer(await hall.ana.slash(hall.games, "duel leaderboard"))
    assert "Nobody has finished a rated duel in this list yet." in hall.read(ladder)


async def test_taken_out_for_a_reason(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    reason = "They agreed on the result before they began, and then told everybody about it."
    assert await void(hall, boss, reason=reason) == English.RESULT_REMOVED.format(number=1)
    assert hall.lines()[-1] == f"{LINE} Reason: {reason}"


async def test_a_reason_does_no_harm(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    reason = f"**@everyone**\n# <@{hall.bo.id}>\t`x` ||y|| [free](https://example.com)\r\n> \u202e!"
    await void(hall, boss, reason=reason)
    assert hall.lines()[-1] == (
        f"{LINE} Reason: \\*\\*@\u200beveryone\\*\\* # \\<@\u200b{hall.bo.id}> \\`x\\` "
        "\\|\\|y\\|\\| \\[free](https://example.com) > !"
    )
    assert hall.sent()["allowed_mentions"] == {"parse": [], "users": []}


async def test_the_longest_reason_is_read_to_its_end(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await void(hall, boss, reason="_" * 200)
    assert hall.lines()[-1] == f"{LINE} Reason: " + r"\_" * 200


async def test_what_cannot_be_removed_result(hall: Hall, boss: MemberActor) -> None:
    await hall.duel()
    assert await void(hall, boss) == "This duel isn't over yet."
    await hall.ana.slash(hall.games, "duel start", game="parity", opponent=hall.bo)
    assert await void(hall, boss, duel="2") == "This duel isn't over yet."
    await hall.bo.slash(hall.games, "duel decline")
    assert await void(hall, boss, duel="2") == "This challenge was declined."
    assert await void(hall, boss, duel="x") == (
        '"x" isn\'t the number of a duel. `/duel list` shows yours, as #12.'
    )


async def test_taken_out_once(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    await void(hall, boss)
    before = hall.lines()
    await hall.again()
    assert await void(hall, boss) == says("already-void")
    assert hall.lines() == before


async def test_taken_out_where_nobody_can_be_told(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(size=3), 2, 1, 3)
    other = hall.guild.create_text_channel("other")
    hall.env.backend.delete_channel(hall.games.id)
    said = told(await boss.slash(other, "duel-admin void", duel="1"))
    assert said == English.RESULT_REMOVED.format(number=1)
    assert await hall.standing(hall.ana) == (0, 0)


# Blocking.


async def test_blocking_and_letting_in_again(hall: Hall, boss: MemberActor) -> None:
    async def tell(command: str) -> str:
        return hall.read(told(await boss.slash(hall.games, command, member=hall.bo)))

    for _ in range(2):
        said = await tell("duel-admin block")
        assert said == English.BLOCKED.format(player="@bo")
    assert hall.read(await panel(hall, boss)).endswith("\nBlocked: @bo")
    said = hall.read(told(await hall.challenge()))
    assert said == "A moderator has blocked @bo from duels in this server."
    said = told(await hall.bo.slash(hall.games, "duel start", game="split", opponent=hall.ana))
    assert said == "A moderator has blocked you from duels in this server."
    for _ in range(2):
        assert await tell("duel-admin unblock") == English.UNBLOCKED.format(player="@bo")
    assert (await panel(hall, boss)).content == AT_FIRST
    answer(await hall.challenge())


async def test_a_challenge_from_before_cannot_be_accepted(hall: Hall, boss: MemberActor) -> None:
    offer = answer(await hall.challenge())
    await boss.slash(hall.games, "duel-admin block", member=hall.bo)
    said = told(await hall.bo.click(offer, label="Accept"))
    assert said == "A moderator has blocked you from duels in this server."
    await hall.bo.click(offer, label="Decline")
    assert hall.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_duel_that_runs_goes_on(hall: Hall, boss: MemberActor) -> None:
    board = await hall.duel()
    await boss.slash(hall.games, "duel-admin block", member=hall.ana)
    await hall.play(board, 6, 12)
    assert hall.lines()[-1].startswith("**@bo took 12.**")


async def test_somebody_who_has_left_is_blocked(hall: Hall, boss: MemberActor) -> None:
    gone = hall.env.create_user("gone")
    said = told(await boss.slash(hall.games, "duel-admin block", member=gone))
    assert said == English.BLOCKED.format(player=f"<@{gone.id}>")


async def test_many_who_are_blocked_fit_the_panel(hall: Hall, boss: MemberActor) -> None:
    for nth in range(1, 61):
        await hall.store.block(GuildId(hall.guild.id), PlayerId(nth), blocked=True)
    shown = await panel(hall, boss)
    assert shown.content.endswith("<@9>, <@10> and 50 more")


# What is offered while a moderator types.


async def test_duels_to_end_are_offered(hall: Hall, boss: MemberActor) -> None:
    await hall.play(await hall.duel(), 6)
    await hall.cy.slash(hall.games, "duel start", game="split", opponent=hall.bo)
    await hall.bo.slash(hall.games, "duel accept")
    await hall.challenge("parity")
    await hall.played(hall.ana, hall.cy)

    async def offered(typed: str) -> list[str]:
        found = await boss.autocomplete(hall.games, "duel-admin end", "duel", typed)
        return [f"{each['value']}: {each['name']}" for each in found]

    split, divisor = (
        "2: #2 Number Split Duel, move 1, cy – bo",
        "1: #1 Divisor Duel, move 2, ana – bo",
    )
    assert await offered("") == [split, divisor]
    assert await offered("div") == [divisor]
    assert await offered(" Number") == [split]
    assert await offered("#3") == []


async def test_results_to_take_out_are_offered(hall: Hall, boss: MemberActor) -> None:
    await hall.played(hall.ana, hall.bo)
    await hall.played(hall.ana, hall.bo, "parity")
    await hall.played(hall.ana, hall.bo)
    await hall.duel()
    await void(hall, boss, duel="3")

    async def offered(typed: str) -> list[str]:
        found = await boss.autocomplete(hall.games, "duel-admin void", "duel", typed)
        return [each["value"] for each in found]

    assert await offered("") == ["2", "1"]
    assert await offered(" Parity") == ["2"]
    assert await offered("#1") == ["1"]
    assert await offered("4") == []


async def test_no_more_are_offered_than_discord_takes(hall: Hall, boss: MemberActor) -> None:
    for _ in range(30):
        await hall.played(hall.ana, hall.bo)
    found = await boss.autocomplete(hall.games, "duel-admin void", "duel", "")
    assert [each["value"] for each in found] == [str(nth) for nth in range(30, 5, -1)]
