"""Files that come with a message, and those that it has already."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from deploy.sandbox.forms.fields import Form, Ignored, Snowflake, length
from deploy.sandbox.forms.mistake import Mistake, Where

# The n of a part `files[n]`, or the id of a file that a message has; and the file's name.
Files = Mapping[str, str]

ATTACHED = "attachment://"


class Attachment(Form):
    id: Snowflake
    filename: Annotated[str, length(1, 1024)] | None = None
    description: Annotated[str, length(0, 1024)] | None = None
    title: Annotated[str, length(0, 1024)] | None = None
    is_spoiler: bool | None = None
    # Of a file that a message keeps, discord.py sends on all that it knows.
    content_type: Ignored = None
    height: Ignored = None
    proxy_url: Ignored = None
    size: Ignored = None
    spoiler: Ignored = None
    url: Ignored = None
    width: Ignored = None


def lost(
    attachments: Sequence[Attachment] | None,
    links: Iterable[tuple[Where, str]],
    uploaded: Files,
    attached: Files,
) -> Iterator[Mistake]:
    """What is spoken of but isn't there."""
    if len(uploaded) > 10:
        yield Mistake(("files",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    there = {**attached, **uploaded}
    names = set((there if attachments is None else uploaded).values())
    for index, each in enumerate(attachments or ()):
        if each.id in there:
            names.add(each.filename or there[each.id])
        else:
            says = "Attachment data not found"
            yield Mistake(("attachments", index), "ATTACHMENT_NOT_FOUND", says)
    for where, url in links:
        if url.startswith(ATTACHED) and url.removeprefix(ATTACHED) not in names:
            says = f"The referenced attachment '{url}' was not found"
            yield Mistake(where, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", says)


def named(attachments: Sequence[Attachment] | None, uploaded: Files) -> list[dict[str, Any]]:
    """All the files that came, whether anything is said of them or not."""
    about = {each.id: each.model_dump(exclude_none=True) for each in attachments or ()}
    return [
        {"id": index, "filename": name, **about.get(index, {})} for index, name in uploaded.items()
    ]
