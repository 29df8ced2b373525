"""Forms of every kind, filled in as the sandbox's models have them, and then spoilt."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from hypothesis import strategies as st

Strategy = st.SearchStrategy[Any]

ids = st.integers(0, 2**64 - 1).map(str)
flags = st.booleans()
url = st.sampled_from(["http://example.org/a.png", "https://" + "x" * 504])
small = st.integers(0, 2**31 - 1)
color = st.integers(0, 0xFFFFFF)


def texts(least: int, most: int) -> Strategy:
    """The longest and the shortest, and one between."""
    return st.sampled_from([least, least + 1, most]).map("ß".__mul__)


def a_form(needed: dict[str, Strategy], **others: Strategy) -> Strategy:
    """Return a strategy for objects in which each optional field may be missing or null."""
    maybe = {key: st.none() | each for key, each in others.items()}
    return st.fixed_dictionaries(needed, optional=maybe)


def of_type(kind: int, needed: dict[str, Strategy] | None = None, **others: Strategy) -> Strategy:
    return a_form({"type": st.just(kind), **(needed or {})}, **others)


def some(each: Strategy, least: int, most: int) -> Strategy:
    return st.lists(each, min_size=least, max_size=most)


def unique(values: list[Any]) -> Strategy:
    return st.lists(st.sampled_from(values), unique=True, min_size=1)


names = st.uuids().map(str)
emoji = a_form({"name": texts(0, 32)}, id=ids, animated=flags)
button = of_type(
    2, {"style": st.integers(1, 4), "custom_id": names, "label": texts(1, 80)}, disabled=flags
) | of_type(2, {"style": st.just(5), "url": url, "emoji": emoji}, label=texts(0, 80))
option = a_form(
    {"label": texts(1, 100), "value": names},
    description=texts(0, 100),
    default=st.just(False),
    emoji=emoji,
)
asked: dict[str, Strategy] = {"placeholder": texts(0, 150), "required": flags}
string_select = of_type(3, {"custom_id": names, "options": some(option, 1, 3)}, **asked)
picking = st.one_of(
    [
        of_type(
            kind,
            {"custom_id": names},
            default_values=some(a_form({"id": ids, "type": st.just(of)}), 0, 1),
            **asked,
        )
        for kind, of in ((5, "user"), (6, "role"), (7, "role"), (8, "channel"))
    ]
)
row = of_type(1, {"components": some(button, 1, 5) | some(string_select | picking, 1, 1)})
text = of_type(10, {"content": texts(1, 50)})
media = st.fixed_dictionaries({"url": url})
item = a_form({"media": media}, description=texts(1, 1024), spoiler=flags)
thumbnail = of_type(11, {"media": media}, description=texts(1, 1024))
section = of_type(9, {"components": some(text, 1, 3), "accessory": button | thumbnail})
gallery = of_type(12, {"items": some(item, 1, 3)})
file = of_type(13, {"file": st.just({"url": "attachment://a.png"})}, spoiler=flags)
separator = of_type(14, divider=flags, spacing=st.integers(1, 2))
inner = row | text | section | gallery | file | separator
container = of_type(17, {"components": some(inner, 1, 3)}, accent_color=color, spoiler=flags)

shown = a_form(
    {}, url=url, width=small, height=small, description=texts(0, 4096), is_animated=flags
)
embed = a_form(
    {"description": texts(1, 200)},
    title=texts(0, 256),
    url=url,
    color=color,
    timestamp=st.just("2026-01-01T00:00:00Z"),
    footer=a_form({"text": texts(1, 200)}, icon_url=url),
    author=a_form({"name": texts(1, 256)}, url=url, icon_url=url),
    image=shown,
    thumbnail=shown,
    video=shown,
    provider=a_form({}, name=texts(0, 256), url=url),
    type=st.sampled_from(["rich", "video"]),
    fields=some(a_form({"name": texts(1, 256), "value": texts(1, 200)}, inline=flags), 0, 3),
)
mentions = a_form(
    {}, parse=unique(["everyone", "roles"]), users=some(ids, 0, 1), replied_user=flags
)
about = a_form(
    {"id": st.just("0")},
    filename=st.just("a.png"),
    description=texts(0, 1024),
    title=texts(0, 1024),
    waveform=texts(0, 400),
    duration_secs=st.floats(0, 60),
    is_spoiler=flags,
    is_remix=flags,
)
common: dict[str, Strategy] = {
    "allowed_mentions": mentions,
    "attachments": some(about, 0, 1),
    "tts": flags,
}
plain: dict[str, Strategy] = {
    "embeds": some(embed, 0, 2),
    "components": some(row, 0, 3),
    "flags": st.sampled_from([0, 4]),
    **common,
}
answers = a_form({"content": texts(1, 2000)}, **plain) | a_form(
    {"flags": st.just(1 << 15), "components": some(inner | container, 1, 3)}, **common
)
posts = answers | a_form(
    {"content": texts(1, 2000)},
    nonce=texts(0, 25) | st.integers(-(2**63), 2**63 - 1),
    enforce_nonce=flags,
    message_reference=a_form(
        {"message_id": ids},
        type=st.just(0),
        channel_id=ids,
        guild_id=ids,
        fail_if_not_exists=flags,
    ),
    **plain,
)
edits = a_form({}, content=texts(0, 2000), **plain) | answers

length = st.integers(1, 4000)
text_input = of_type(
    4,
    {"custom_id": names, "style": st.integers(1, 2), "label": texts(1, 45)},
    value=texts(0, 4000),
    placeholder=texts(0, 100),
    max_length=length,
    required=flags,
)
asking = st.one_of(
    text_input,
    string_select,
    picking,
)
labelled = of_type(18, {"label": texts(1, 45), "component": asking}, description=texts(1, 100))
old_row = of_type(1, {"components": some(text_input, 1, 1)})
modals = a_form(
    {
        "custom_id": texts(1, 100),
        "title": texts(1, 45),
        "components": some(labelled | old_row | text, 1, 5),
    }
)

near = st.integers(-(2**53) + 1, 2**53 - 1)
suggestions = st.one_of(
    [
        some(a_form({"name": texts(1, 100), "value": value}), 0, 25)
        for value in (texts(0, 100), near, st.floats(-1e9, 1e9))
    ]
)
callbacks = st.one_of(
    of_type(4, {"data": answers}),
    of_type(5, data=a_form({}, flags=st.sampled_from([0, 64]), tts=flags) | answers),
    of_type(6, data=st.just({}) | answers),
    of_type(7, {"data": edits}),
    of_type(8, {"data": a_form({}, choices=suggestions)}),
    of_type(9, {"data": modals}),
)

localized = st.dictionaries(st.sampled_from(["de", "en-GB", "zh-CN"]), texts(1, 32))
named = {"name": texts(1, 32), "description": texts(1, 100)}
known: dict[str, Strategy] = {
    "name_localizations": localized,
    "description_localizations": localized,
}


def a_choice(value: Strategy) -> Strategy:
    return some(a_form({"name": texts(1, 100), "value": value}), 0, 3)


typed = st.one_of(
    *(of_type(kind, named, required=st.just(True), **known) for kind in (5, 6, 8, 9, 11)),
    of_type(
        3,
        named,
        choices=a_choice(texts(0, 100)),
        min_length=st.just(0),
        max_length=length,
        autocomplete=st.just(False),
    ),
    of_type(4, named, choices=a_choice(near), min_value=near, autocomplete=st.just(False)),
    of_type(10, named, choices=a_choice(st.floats(-1e9, 1e9)), max_value=near),
    of_type(7, named, channel_types=unique([0, 1, 5, 15]) | st.just([])),
)
options = some(typed, 0, 2)
subcommand = of_type(1, named, options=options, required=flags, **known)
group = of_type(2, named, options=some(subcommand, 0, 1), required=flags)
registered: dict[str, Strategy] = {
    "default_member_permissions": st.integers(0, 2**54 - 1),
    "dm_permission": flags,
    "nsfw": flags,
    "contexts": unique([0, 1, 2]),
    "integration_types": unique([0, 1]),
    "name_localizations": localized,
}
command = st.one_of(
    a_form(named, options=options | some(subcommand | group, 0, 1), **registered),
    of_type(2, {"name": texts(1, 32)}, **registered),
)
commands = some(command, 0, 2)

STRANGE: Strategy = st.sampled_from(
    [None, True, -1, 0, 1, 2**31, 2**70, 1.5, "", "x", "X" * 33, "x" * 5000, [], {}, [{}], ["x"]]
)


@st.composite
def spoilt(draw: st.DrawFn, form: Strategy) -> Any:
    """Draw a form and spoil it: leave a part out, double it, or replace it by something else."""
    spoiling = deepcopy({"form": draw(form)})
    holder, key = draw(st.sampled_from([*_places(spoiling)]))
    how = draw(st.integers(0, 3))
    if how == 0 and isinstance(holder[key], list):
        holder[key] = holder[key] * draw(st.sampled_from([2, 11, 26, 101]))
    elif how == 1 and holder is not spoiling:
        del holder[key]
    else:
        holder[key] = deepcopy(draw(STRANGE))
    return spoiling["form"]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place in a form, as its container and key."""
    if isinstance(value, dict | list):
        for key in [*value] if isinstance(value, dict) else range(len(value)):
            yield value, key
            yield from _places(value[key])
