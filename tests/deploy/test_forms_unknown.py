"""Unknown fields: Discord ignores them, and a strict sandbox refuses them, as their sender means
something by them."""

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from deploy.sandbox import forms
from deploy.sandbox.api_errors import ApiError
from tests.deploy import form_strategies
from tests.deploy.form_errors import UNKNOWN, Json, text, wrong_with
from tests.deploy.sandbox_client import DUELS, a_club
from tests.json_tree import objects

FILES = {"0": "a.png"}
LOCALIZATIONS = {"name_localizations", "description_localizations"}
COMPONENT, TYPING = 3, 4
KINDS: dict[str, tuple[form_strategies.Strategy, Callable[..., Any]]] = {
    "posts": (form_strategies.posts, partial(forms.message, files=FILES)),
    "edits": (form_strategies.edits, partial(forms.edit, files=FILES)),
    "answers": (form_strategies.answers, partial(forms.message, files=FILES, interaction=True)),
    "modals": (form_strategies.modals, forms.modal),
    "commands": (form_strategies.commands, forms.commands),
}


@pytest.mark.parametrize("kind", KINDS)
@settings(
    max_examples=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
@given(data=st.data())
def test_an_unknown_field_changes_nothing_and_is_a_mistake_if_strict(
    kind: str, data: st.DataObject
) -> None:
    strategy, take = KINDS[kind]
    form = data.draw(strategy.filter(lambda form: form and takes(take, form)))
    # Strategies share their objects.
    strange = json.loads(json.dumps(form))
    # The keys of localizations are languages, and no fields.
    known = [each for each in objects(strange) if not LOCALIZATIONS.intersection(each[0])]
    keys, holder = data.draw(st.sampled_from(known))
    holder["colour"] = 3
    assert take(strange) == take(form)
    assert wrong_with(take, strange) == {".".join(map(str, (*keys, "colour"))): UNKNOWN}


def takes(take: Any, form: Any) -> bool:
    try:
        take(form, strict=True)
    except ApiError:
        return False
    return True


@pytest.mark.parametrize(
    ("kind", "to", "data"),
    [
        (4, COMPONENT, {"content": "x"}),
        (5, COMPONENT, {}),
        (6, COMPONENT, {}),
        (7, COMPONENT, {"content": "x"}),
        (8, TYPING, {"choices": []}),
        (9, COMPONENT, {"title": "x", "custom_id": "x", "components": [text()]}),
    ],
)
def test_callbacks_of_all_types_may_have_unknown_fields(kind: int, to: int, data: Json) -> None:
    body = {"type": kind, "data": data}
    strange = {"type": kind, "data": data | {"colour": 3}}
    assert forms.callback(strange, to=to) == forms.callback(body, to=to)
    assert wrong_with(forms.callback, strange, to=to) == {"data.colour": UNKNOWN}


async def test_a_sandbox_is_strict_only_when_asked_to_be() -> None:
    for strict, status in ((False, 200), (True, 400)):
        async with a_club(strict=strict) as club:
            assert (await club.post(DUELS, content="x", colour=3)).status == status
