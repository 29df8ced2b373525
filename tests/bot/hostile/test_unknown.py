"""Interactions that the bot doesn't have: outdated commands, menus of other kinds, forms. They are
answered with a refusal or not at all, and change nothing."""

from collections.abc import Iterator

from bot.interactions.handlers import BUTTONS
from tests.bot.hostile.pressed import MALFORMED
from tests.bot.hostile.scene import COMMAND, FORM, ON, TYPING, WHO, Deed
from tests.bot.hostile.texts import HOSTILE, framed
from tests.bot.hostile.trial import tried_apart
from tests.bot.hostile.typed import Leaf, leaves, typed

# The types of a click on a message's menu, and of an activity.
ON_MESSAGE, ACTIVITY = 3, 4
# The types of a form's parts: a row, and a text input.
ROW, WRITTEN = 1, 4


def test_a_command_that_there_is_not_any_more() -> None:
    gone = Leaf(("duel", "dance"), ())
    menu = Leaf(("Dance",), (), menu=True)
    typing = [typed(gone, "ana", [], kind) for kind in (COMMAND, TYPING)]
    assert not tried_apart([*typing, typed(menu, "ana", [])])


def menus() -> Iterator[Deed]:
    """Yield clicks of other types on menus, also on those that the bot has by name."""
    for name in ("Dance", *(str(leaf) for leaf in leaves() if leaf.menu), "duel"):
        data = {"id": "1", "name": name}
        for who in WHO:
            yield Deed(who, COMMAND, data | {"type": ACTIVITY})
            for target in (*ON, "ana"):
                yield Deed(who, COMMAND, data | {"type": ON_MESSAGE, "target_id": target})


def test_a_menu_of_another_kind() -> None:
    assert not tried_apart(menus())


def forms() -> Iterator[Deed]:
    custom_ids = [*MALFORMED, *(f"d1:{kind.verb}:2:2:3" for kind in BUTTONS)]
    for nth, custom_id in enumerate(custom_ids):
        text = framed(HOSTILE[nth % len(HOSTILE)])
        field = {"type": WRITTEN, "custom_id": custom_id, "value": text}
        row = {"type": ROW, "components": [field]}
        data = {"custom_id": custom_id, "components": [row]}
        yield from (Deed(who, FORM, data) for who in ("ana", "boss"))


def test_a_form() -> None:
    assert not tried_apart(forms())
