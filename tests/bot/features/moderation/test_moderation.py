"""`/duel-admin end`, `void` and `block`: what moderators do about duels and players."""

from simcord import MemberActor

from bot.text.english import English
from engine.ids import PlayerId
from storage.ids import GuildId
from tests.bot.simcord.messages import answer, told
from tests.bot.simcord.world import AT_FIRST, World, panel
from tests.bot.text.says import moves_line, says, won

# Ending a duel.


async def test_ending(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await world.play(await world.duel(), 6)
    assert told(await boss.slash(world.games, "duel-admin end", duel="2")) == "Duel #2 has ended."
    assert world.read(world.last()) == (
        "🏁 **A moderator ended Divisor Duel #2.** Nobody wins.\n" + moves_line("**6**")
    )
    assert world.pinged() == []
    assert (await world.standing(world.ana), await world.standing(world.bo)) == ((1, 0), (0, 1))
    said = told(await world.bo.slash(world.games, "duel move", move="12", duel="2"))
    assert said == "This duel was ended by a moderator."


async def test_ending_from_elsewhere(world: World, boss: MemberActor) -> None:
    await world.duel()
    other = world.guild.create_text_channel("other")
    assert (
        told(await boss.slash(other, "duel-admin end", duel="#1 Divisor Duel"))
        == "Duel #1 has ended."
    )
    assert world.lines(other) == []
    assert world.lines()[-1].startswith("🏁 **A moderator ended Divisor Duel #1.**")


async def test_what_cannot_be_ended(world: World, boss: MemberActor) -> None:
    await world.challenge()
    await world.played(world.ana, world.cy)
    for duel, said in {
        "1": "@bo hasn't accepted yet.",
        "2": "This duel is over.",
        "3": "There is no duel #3 in this server. `/duel list` shows yours.",
        "this one": '"this one" isn\'t the number of a duel. `/duel list` shows yours, as #12.',
    }.items():
        refused = await boss.slash(world.games, "duel-admin end", duel=duel)
        assert world.read(told(refused)) == said


async def test_ending_is_done_once(world: World, boss: MemberActor) -> None:
    await world.duel()
    await boss.slash(world.games, "duel-admin end", duel="1")
    before = world.lines()
    await world.again()
    assert world.lines() == before


# Taking a result out.

RESULT = won("@ana", "@bo") + "nothing left divides 3 or"
TAKEN_OUT = (
    "🏁 ~~@ana beats @bo in Divisor Duel #1.~~ A moderator removed this result.\n"
    + moves_line("2 1 **3**")
)
LINE = "🛑 A moderator removed the result of duel [#1](LINK) between @ana and @bo."


async def void(world: World, boss: MemberActor, **options: str) -> str:
    return told(await boss.slash(world.games, "duel-admin void", **({"duel": "1"} | options)))


async def test_a_result_is_removed_result(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await world.played(world.bo, world.ana)
    assert world.lines()[-1].startswith(RESULT)
    assert await void(world, boss) == English.RESULT_REMOVED.format(number=1)
    assert world.lines()[-2:] == [TAKEN_OUT, LINE]
    assert world.pinged() == []
    assert (await world.standing(world.ana), await world.standing(world.bo)) == ((0, 1), (1, 0))


async def test_whose_only_result_is_taken_out_stands_nowhere(
    world: World, boss: MemberActor
) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await void(world, boss)
    ladder = answer(await world.ana.slash(world.games, "duel leaderboard"))
    assert "Nobody has finished a duel in this list yet." in world.read(ladder)


async def test_taken_out_for_a_reason(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    reason = "They agreed on the result before they began, and then told everybody about it."
    assert await void(world, boss, reason=reason) == English.RESULT_REMOVED.format(number=1)
    assert world.lines()[-1] == f"{LINE} Reason: {reason}"


async def test_a_reason_does_no_harm(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    reason = (
        f"**@everyone**\n# <@{world.bo.id}>\t`x` ||y|| [free](https://example.com)\r\n> \u202e!"
    )
    await void(world, boss, reason=reason)
    assert world.lines()[-1] == (
        f"{LINE} Reason: \\*\\*@\u200beveryone\\*\\* # \\<@\u200b{world.bo.id}> \\`x\\` "
        "\\|\\|y\\|\\| \\[free](https://example.com) > !"
    )
    assert world.sent()["allowed_mentions"] == {"parse": [], "users": []}


async def test_the_longest_reason_is_read_to_its_end(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await void(world, boss, reason="_" * 200)
    assert world.lines()[-1] == f"{LINE} Reason: " + r"\_" * 200


async def test_what_cannot_be_removed_result(world: World, boss: MemberActor) -> None:
    await world.duel()
    assert await void(world, boss) == "This duel isn't over yet."
    await world.ana.slash(world.games, "duel start", game="parity", opponent=world.bo)
    assert await void(world, boss, duel="2") == "This duel isn't over yet."
    await world.bo.slash(world.games, "duel decline")
    assert await void(world, boss, duel="2") == "This challenge was declined."
    assert await void(world, boss, duel="x") == (
        '"x" isn\'t the number of a duel. `/duel list` shows yours, as #12.'
    )


async def test_taken_out_once(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    await void(world, boss)
    before = world.lines()
    await world.again()
    assert await void(world, boss) == says("already-void")
    assert world.lines() == before


async def test_taken_out_where_nobody_can_be_told(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(size=3), 2, 1, 3)
    other = world.guild.create_text_channel("other")
    world.env.backend.delete_channel(world.games.id)
    said = told(await boss.slash(other, "duel-admin void", duel="1"))
    assert said == English.RESULT_REMOVED.format(number=1)
    assert await world.standing(world.ana) == (0, 0)


# Blocking.


async def test_blocking_and_letting_in_again(world: World, boss: MemberActor) -> None:
    async def tell(command: str) -> str:
        return world.read(told(await boss.slash(world.games, command, member=world.bo)))

    for _ in range(2):
        said = await tell("duel-admin block")
        assert said == English.BLOCKED.format(player="@bo")
    assert world.read(await panel(world, boss)).endswith("\nBlocked: @bo")
    said = world.read(told(await world.challenge()))
    assert said == "A moderator has blocked @bo from duels in this server."
    said = told(await world.bo.slash(world.games, "duel start", game="split", opponent=world.ana))
    assert said == "A moderator has blocked you from duels in this server."
    for _ in range(2):
        assert await tell("duel-admin unblock") == English.UNBLOCKED.format(player="@bo")
    assert (await panel(world, boss)).content == AT_FIRST
    answer(await world.challenge())


async def test_a_challenge_from_before_cannot_be_accepted(world: World, boss: MemberActor) -> None:
    offer = answer(await world.challenge())
    await boss.slash(world.games, "duel-admin block", member=world.bo)
    said = told(await world.bo.click(offer, label="Accept"))
    assert said == "A moderator has blocked you from duels in this server."
    await world.bo.click(offer, label="Decline")
    assert world.lines() == ["-# ⚔️ @bo declined @ana's challenge to Divisor Duel (#1)"]


async def test_a_duel_that_runs_goes_on(world: World, boss: MemberActor) -> None:
    board = await world.duel()
    await boss.slash(world.games, "duel-admin block", member=world.ana)
    await world.play(board, 6, 12)
    assert world.lines()[-1].startswith("**@bo answered 6 with 12.**")


async def test_somebody_who_has_left_is_blocked(world: World, boss: MemberActor) -> None:
    gone = world.env.create_user("gone")
    said = told(await boss.slash(world.games, "duel-admin block", member=gone))
    assert said == English.BLOCKED.format(player=f"<@{gone.id}>")


async def test_many_who_are_blocked_fit_the_panel(world: World, boss: MemberActor) -> None:
    for nth in range(1, 61):
        await world.store.block(GuildId(world.guild.id), PlayerId(nth), blocked=True)
    shown = await panel(world, boss)
    assert shown.content.endswith("<@9>, <@10> and 50 more")


# Autocomplete for moderators.


async def test_duels_to_end_are_offered(world: World, boss: MemberActor) -> None:
    await world.play(await world.duel(), 6)
    await world.cy.slash(world.games, "duel start", game="split", opponent=world.bo)
    await world.bo.slash(world.games, "duel accept")
    await world.challenge("parity")
    await world.played(world.ana, world.cy)

    async def offered(typed: str) -> list[str]:
        found = await boss.autocomplete(world.games, "duel-admin end", "duel", typed)
        return [f"{each['value']}: {each['name']}" for each in found]

    split, divisor = (
        "2: #2 Number Split Duel, move 1, cy – bo",
        "1: #1 Divisor Duel, move 2, ana – bo",
    )
    assert await offered("") == [split, divisor]
    assert await offered("div") == [divisor]
    assert await offered(" Number") == [split]
    assert await offered("#3") == []


async def test_results_to_take_out_are_offered(world: World, boss: MemberActor) -> None:
    await world.played(world.ana, world.bo)
    await world.played(world.ana, world.bo, "parity")
    await world.played(world.ana, world.bo)
    await world.duel()
    await void(world, boss, duel="3")

    async def offered(typed: str) -> list[str]:
        found = await boss.autocomplete(world.games, "duel-admin void", "duel", typed)
        return [each["value"] for each in found]

    assert await offered("") == ["2", "1"]
    assert await offered(" Parity") == ["2"]
    assert await offered("#1") == ["1"]
    assert await offered("4") == []


async def test_no_more_are_offered_than_discord_takes(world: World, boss: MemberActor) -> None:
    for _ in range(30):
        await world.played(world.ana, world.bo)
    found = await boss.autocomplete(world.games, "duel-admin void", "duel", "")
    assert [each["value"] for each in found] == [str(nth) for nth in range(30, 5, -1)]
