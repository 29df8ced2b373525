"""Embeds: cards with a coloured edge."""

from collections.abc import Iterator, Sequence
from typing import Annotated

from pydantic import AfterValidator, Field

from deploy.sandbox.forms.fields import (
    Form,
    Ignored,
    Moment,
    Page,
    Picture,
    Whole32,
    length,
    something,
)
from deploy.sandbox.forms.form_errors import Mistake, Where, below, required

# Characters in all embeds of a message together.
MOST_TEXT = 6000


class Shown(Form):
    """Discord fills in all but the address and the description. A bot that sends on what it was
    sent repeats it."""

    url: Picture | None = None
    description: Annotated[str, length(0, 4096)] | None = None
    proxy_url: Page | None = None
    width: int | None = None
    height: int | None = None
    placeholder: Annotated[str, length(0, 64)] | None = None
    placeholder_version: Whole32 | None = None
    is_animated: bool | None = None
    content_type: Ignored = None
    flags: Ignored = None


def _if_there(shown: Shown | None) -> Shown | None:
    """A picture without an address is none."""
    return shown if shown and shown.url else None


Image = Annotated[Shown | None, AfterValidator(_if_there)]


class Provider(Form):
    name: Annotated[str, length(0, 256)] | None = None
    url: Page | None = None


class Footer(Form):
    text: Annotated[str, something(2048)]
    icon_url: Picture | None = None
    proxy_icon_url: Page | None = None


class Author(Form):
    name: Annotated[str, something(256)]
    url: Page | None = None
    icon_url: Picture | None = None
    proxy_icon_url: Page | None = None


class Pair(Form):
    name: Annotated[str, something(256)]
    value: Annotated[str, something(1024)]
    inline: bool | None = None


class Embed(Form):
    # Always "rich", whatever a bot sends.
    type: Annotated[str | None, AfterValidator(lambda _: "rich")] = "rich"
    flags: Ignored = None
    title: Annotated[str, length(0, 256)] | None = None
    description: Annotated[str, length(0, 4096)] | None = None
    url: Page | None = None
    timestamp: Moment | None = None
    color: Annotated[int, Field(ge=0, le=0xFFFFFF)] | None = None
    footer: Footer | None = None
    image: Image = None
    thumbnail: Image = None
    # Only embeds that Discord makes of links have these.
    video: Shown | None = Field(None, exclude=True)
    provider: Provider | None = Field(None, exclude=True)
    author: Author | None = None
    fields: Annotated[list[Pair], length(0, 25)] | None = None

    def mistakes(self) -> Iterator[Mistake]:
        texts = self.title or self.description or self.fields
        if not (texts or self.image or self.thumbnail or self.author or self.footer):
            yield required("description")

    def links(self) -> Iterator[tuple[Where, str]]:
        for key, shown in (("image", self.image), ("thumbnail", self.thumbnail)):
            if shown and shown.url:
                yield (key, "url"), shown.url
        for key, signed in (("author", self.author), ("footer", self.footer)):
            if signed and signed.icon_url:
                yield (key, "icon_url"), signed.icon_url

    def text(self) -> int:
        """How much of the room that all embeds of a message share it takes."""
        texts = [self.title or "", self.description or ""]
        texts += [text for each in self.fields or () for text in (each.name, each.value)]
        if self.footer:
            texts.append(self.footer.text)
        if self.author:
            texts.append(self.author.name)
        return sum(map(len, texts))


def wrong_with(embeds: Sequence[Embed]) -> Iterator[Mistake]:
    for index, each in enumerate(embeds):
        yield from below(("embeds", index), each.mistakes())
    if sum(each.text() for each in embeds) > MOST_TEXT:
        says = f"Embed size exceeds maximum size of {MOST_TEXT}"
        yield Mistake(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", says)
