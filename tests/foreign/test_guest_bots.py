"""Bots that are written with other libraries, unmodified, in the sandbox. One scenario is for all.

A guest bot finds its token in DISCORD_TOKEN, and Discord's API, without a version, in DISCORD_API.
It has the intents GUILDS, GUILD_MEMBERS, GUILD_MESSAGES and MESSAGE_CONTENT, and registers the
command `/guest` with these subcommands:

- `options text whole number yes user channel role mentionable`: only `text` is required, and is
  completed from apple, apricot and banana; `whole` has the choices one (1) and two (2), `number` is
  from 0 to 10. The bot answers with what it was given, in this order and by its name:
  `text=apple yes=true user=Bo`.
- `panel`: an embed with the description "Count: 0", the buttons "Count" and "Form", and a menu with
  the three fruits. "Count" changes the message to "Count: 1". "Form" opens the form. A chosen fruit
  is answered with "You chose apple", which only the chooser sees.
- `form`: opens a form with the fields "Subject" and "Words", the latter optional. When it is sent,
  the bot answers "subject: words".
- `slow`: defers, edits the answer to "Done", follows up with "More", edits that to "Much more",
  follows up with "Soon gone", and deletes that.
- `secret`: defers so that only the caller sees it, then says "Only you see this".
- `file`: answers "Here you are" with the file `note.txt`, in which is "Hello".
- `who user`: fetches member, user, channel and guild, and says
  `member=Bo user=bo channel=general guild=Your server`.

To a person's message `!ping` the bot replies "Pong", with a reference to that message. At `!tidy`
it types, reacts with 👍, says "First", edits that to "Second", says "Third" and deletes that. At
`!dm` it says "Hello, Ana" to the author in a direct message.

`GUEST_BOT="node /path/bot.js" uv run pytest -m foreign tests/foreign/test_guest_bots.py` tries a
bot of your own instead."""

from collections.abc import Callable

import pytest

from tests.deploy.sandbox_client import ANAS, BO, CLEO, LOBBY, MODERATORS
from tests.foreign.guests import Visit
from tests.foreign.seat import Json, Seat

pytestmark = pytest.mark.foreign

REPLY, EPHEMERAL = 19, 64
# Seconds until a bot has connected again: some wait before they do.
BACK = 30.0


async def test_a_command_has_options_of_all_types(ana: Seat) -> None:
    people = {"user": BO, "channel": LOBBY, "role": MODERATORS, "mentionable": CLEO}
    await ana.types("options", text="apple", whole=2, number=1.5, yes=True, **people)
    named = "user=Bo channel=lobby role=Moderators mentionable=Cleo"
    await ana.sees(f"text=apple whole=2 number=1.5 yes=true {named}")


async def test_options_may_be_left_out(ana: Seat) -> None:
    await ana.types("options", text="banana", mentionable=MODERATORS)
    await ana.sees("text=banana mentionable=Moderators")


async def test_an_option_is_completed(ana: Seat) -> None:
    assert await ana.is_suggested("options", "text", "ap") == ["apple", "apricot"]


async def test_a_button_changes_its_message(ana: Seat) -> None:
    await ana.types("panel")
    panel = await ana.sees("Count: 0")
    await ana.presses(panel, "Count")
    assert (await ana.sees("Count: 1"))["id"] == panel["id"]


async def test_a_choice_is_answered_for_one_person_only(ana: Seat, bo: Seat) -> None:
    await ana.types("panel")
    panel = await ana.sees("Count: 0")
    await ana.chooses(panel, "banana")
    assert (await ana.sees("You chose banana"))["flags"] & EPHEMERAL
    await ana.says("Did you see that?")
    await bo.sees("Did you see that?")
    assert "You chose banana" not in bo.seen


async def test_a_button_opens_a_form(ana: Seat) -> None:
    await ana.types("panel")
    await ana.presses(await ana.sees("Count: 0"), "Form")
    await ana.fills_in(await ana.hears("form"), Subject="Duels", Words="More of them")
    await ana.sees("Duels: More of them")


async def test_a_command_opens_a_form(ana: Seat) -> None:
    await ana.types("form")
    await ana.fills_in(await ana.hears("form"), Subject="Duels")
    await ana.sees("Duels: ")


async def test_an_answer_may_take_its_time(ana: Seat) -> None:
    await ana.types("slow")
    done = await ana.sees("Done")
    more = await ana.sees("More")
    assert more["message_reference"]["message_id"] == done["id"]
    assert (await ana.sees("Much more"))["id"] == more["id"]
    await ana.loses(await ana.sees("Soon gone"))


async def test_a_deferred_answer_is_for_one_person_only(ana: Seat, bo: Seat) -> None:
    await ana.types("secret")
    assert (await ana.sees("Only you see this"))["flags"] & EPHEMERAL
    await ana.says("Well?")
    await bo.sees("Well?")
    assert "Only you see this" not in bo.seen


async def test_a_file_is_sent(visit: Visit, ana: Seat) -> None:
    await ana.types("file")
    (file,) = (await ana.sees("Here you are"))["attachments"]
    assert file["filename"] == "note.txt"
    assert (await visit.club.fetch("GET", file["url"])).body == "Hello"


async def test_names_are_fetched(ana: Seat) -> None:
    await ana.types("who", user=BO)
    await ana.sees("member=Bo user=bo channel=general guild=Your server")


async def test_a_message_is_replied_to(ana: Seat) -> None:
    said = await ana.says("!ping")
    reply = await ana.sees("Pong")
    assert reply["type"] == REPLY
    assert reply["message_reference"]["message_id"] == said["id"]


async def test_messages_are_reacted_to_edited_and_deleted(ana: Seat) -> None:
    said = await ana.says("!tidy")
    await ana.hears("typing")
    reacted = await ana.hears("message", lambda frame: "reactions" in frame["message"])
    (reaction,) = reacted["message"]["reactions"]
    assert (reacted["message"]["id"], reaction["emoji"]["name"]) == (said["id"], "👍")
    first = await ana.sees("First")
    assert (await ana.sees("Second"))["id"] == first["id"]
    await ana.loses(await ana.sees("Third"))


async def test_somebody_gets_a_direct_message(ana: Seat) -> None:
    await ana.says("!dm")
    assert (await ana.sees("Hello, Ana"))["channel_id"] == ANAS


async def test_a_session_is_resumed(visit: Visit, ana: Seat) -> None:
    gateway = visit.club.sandbox.gateway
    before = set(gateway.sessions)
    gateway.break_off()
    await ana.hears("bot", _is("starting"))
    await ana.says("!ping")
    await ana.hears("bot", _is("online"), BACK)
    # The session has kept the message for the bot.
    await ana.sees("Pong")
    assert set(gateway.sessions) == before
    await _answers(ana)


async def test_a_bot_comes_back_when_it_is_asked_to(visit: Visit, ana: Seat) -> None:
    visit.club.sandbox.gateway.reconnect()
    await ana.hears("bot", _is("starting"))
    await ana.hears("bot", _is("online"), BACK)
    await _answers(ana)


async def test_a_bot_begins_a_new_session(visit: Visit, ana: Seat) -> None:
    gateway = visit.club.sandbox.gateway
    before = set(gateway.sessions)
    gateway.invalidate()
    await ana.hears("bot", _is("starting"))
    await ana.hears("bot", _is("online"), BACK)
    assert not before & set(gateway.sessions)
    await _answers(ana)


def _is(state: str) -> Callable[[Json], bool]:
    return lambda frame: bool(frame["state"] == state)


async def _answers(ana: Seat) -> None:
    await ana.types("options", text="apricot")
    await ana.sees("text=apricot")
    await ana.says("!ping")
    await ana.sees("Pong")
