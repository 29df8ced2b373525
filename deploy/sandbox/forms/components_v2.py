"""Components V2: everything in a message is a component, its text too."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from deploy.sandbox.forms.action_rows import Button, Row
from deploy.sandbox.forms.components import Component, Placed
from deploy.sandbox.forms.fields import Form, OneOf, Picture, address, length
from deploy.sandbox.forms.form_errors import Mistake, Where

MOST, MOST_TEXT = 40, 4000

Spoken = Annotated[str, length(1, 1024)]


class Media(Form):
    url: Picture


class Attached(Form):
    url: Annotated[str, address("attachment")]


class TextDisplay(Component):
    type: Literal[10]
    content: Annotated[str, length(1, MOST_TEXT)]

    def text(self) -> int:
        return len(self.content)


class Thumbnail(Component):
    type: Literal[11]
    media: Media
    description: Spoken | None = None
    spoiler: bool | None = None

    def links(self) -> Iterator[tuple[Where, str]]:
        yield ("media", "url"), self.media.url


class Section(Component):
    type: Literal[9]
    components: Annotated[list[TextDisplay], length(1, 3)]
    accessory: Annotated[Button | Thumbnail, Field(discriminator="type")]

    def inside(self) -> Iterator[tuple[Where, Component]]:
        for index, each in enumerate(self.components):
            yield ("components", index), each
        yield ("accessory",), self.accessory


class Item(Form):
    media: Media
    description: Spoken | None = None
    spoiler: bool | None = None


class Gallery(Component):
    type: Literal[12]
    items: Annotated[list[Item], length(1, 10)]

    def links(self) -> Iterator[tuple[Where, str]]:
        for index, each in enumerate(self.items):
            yield ("items", index, "media", "url"), each.media.url


class File(Component):
    type: Literal[13]
    file: Attached
    spoiler: bool | None = None

    def links(self) -> Iterator[tuple[Where, str]]:
        yield ("file", "url"), self.file.url


class Separator(Component):
    type: Literal[14]
    divider: bool | None = None
    spacing: OneOf[Literal[1, 2]] | None = None


class Container(Component):
    type: Literal[17]
    components: Annotated[
        list[
            Annotated[
                Row | TextDisplay | Section | Gallery | Separator | File,
                Field(discriminator="type"),
            ]
        ],
        length(1, MOST),
    ]
    accent_color: Annotated[int, Field(ge=0, le=0xFFFFFF)] | None = None
    spoiler: bool | None = None

    def inside(self) -> Iterator[tuple[Where, Component]]:
        for index, each in enumerate(self.components):
            yield ("components", index), each


Block = Row | Section | TextDisplay | Gallery | File | Separator | Container
Layout = list[Annotated[Block, Field(discriminator="type")]]


def too_much(components: Placed) -> Iterator[Mistake]:
    if len(components) > MOST:
        says = f"Total number of components cannot exceed {MOST}"
        yield Mistake(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", says)
    if sum(each.text() for _, each in components) > MOST_TEXT:
        says = f"Components displayable text size exceeds maximum size of {MOST_TEXT}"
        yield Mistake(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", says)
