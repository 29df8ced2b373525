"""The fields that all components of messages and modals have."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import Field, ValidationInfo, field_validator

from deploy.sandbox.forms.fields import Form, Snowflake, Whole32, length
from deploy.sandbox.forms.form_errors import RULE, Mistake, Where, refused

CustomId = Annotated[str, length(1, 100)]
Label = Annotated[str, length(1, 100)]


class Emoji(Form):
    """One of Unicode's has a name, and one of a server's an id."""

    id: Snowflake | None = None
    name: Annotated[str, length(0, 32)] | None = Field(None, validate_default=True)
    animated: bool | None = None

    @field_validator("name")
    @classmethod
    def _is_one(cls, name: str | None, others: ValidationInfo) -> str:
        if name is None and others.data.get("id") is None:
            raise refused("BASE_TYPE_REQUIRED", "This field is required")
        return name or ""


class Component(Form):
    # Zero is as good as none.
    id: Whole32 | None = None

    def inside(self) -> Iterator[tuple[Where, "Component"]]:
        yield from ()

    def pressed_as(self) -> str | None:
        """The id of the bot's own, by which it hears that somebody has used it."""
        return None

    def text(self) -> int:
        """How much of a message's text it shows."""
        return 0


Placed = list[tuple[Where, Component]]


def all_of(components: Sequence[Component]) -> Placed:
    """Each, followed by what is inside it."""
    found: Placed = []

    def look(at: Where, component: Component) -> None:
        found.append((at, component))
        for where, each in component.inside():
            look((*at, *where), each)

    for index, each in enumerate(components):
        look(("components", index), each)
    return found


def wrong_with(components: Placed) -> Iterator[Mistake]:
    pressed, numbered = set[str](), set[int]()
    for at, each in components:
        for wrong in each.mistakes():
            yield wrong.below(at)
        if custom_id := each.pressed_as():
            if custom_id in pressed:
                says = "Component custom id cannot be duplicated"
                yield Mistake((*at, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", says)
            pressed.add(custom_id)
        if each.id:
            if each.id in numbered:
                says = "The id must be unique within the message."
                yield Mistake((*at, "id"), RULE, says)
            numbered.add(each.id)
