"""Modals: what somebody is asked to fill in, each thing with its label."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, model_validator

from deploy.sandbox.forms import components
from deploy.sandbox.forms.components import Component, CustomId
from deploy.sandbox.forms.components_v2 import TextDisplay
from deploy.sandbox.forms.fields import Form, filled, length, not_true, refuse
from deploy.sandbox.forms.form_errors import RULE, Mistake, Where, required
from deploy.sandbox.forms.selects import (
    ChannelSelect,
    MentionableSelect,
    RoleSelect,
    Select,
    StringSelect,
    UserSelect,
)
from deploy.sandbox.forms.text_inputs import TextInput

Title = Annotated[str, length(1, 45)]
Select_ = StringSelect | UserSelect | RoleSelect | MentionableSelect | ChannelSelect
Asked = Select_ | TextInput


class Labelled(Component):
    type: Literal[18]
    label: Title
    description: Annotated[str, length(1, 100)] | None = None
    component: Annotated[Asked, Field(discriminator="type")]

    def inside(self) -> Iterator[tuple[Where, Component]]:
        yield ("component",), self.component

    def mistakes(self) -> Iterator[Mistake]:
        asked = self.component
        if not isinstance(asked, Select):
            return
        if asked.disabled:
            yield Mistake(("component", "disabled"), RULE, "Nothing in a modal is disabled.")
        if asked.min_values == 0 and asked.required is not False:
            says = "It can't be 0 where an answer is required."
            yield Mistake(("component", "min_values"), RULE, says)


class OldRow(Component):
    """A text input by itself, as there was before there were labels."""

    type: Literal[1]
    components: Annotated[list[TextInput], length(1, 1)]

    _type = model_validator(mode="before")(not_true)

    def inside(self) -> Iterator[tuple[Where, Component]]:
        yield ("components", 0), self.components[0]

    def mistakes(self) -> Iterator[Mistake]:
        if not self.components[0].label:
            yield required("components", 0, "label")


class Modal(Form):
    custom_id: CustomId
    title: Title
    components: Annotated[
        list[Annotated[OldRow | Labelled | TextDisplay, Field(discriminator="type")]],
        length(1, 5),
    ]


MODAL = TypeAdapter(Modal)


def modal(data: Any, *, at: Where = (), strict: bool = False) -> dict[str, Any]:
    form = filled(MODAL, data, at, strict=strict)
    refuse(components.wrong_with(components.all_of(form.components)), at)
    return form.model_dump(exclude_none=True)
