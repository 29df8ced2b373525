"""Files that come with a message, and those that it has already."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field

from deploy.sandbox.forms.fields import Form, Ignored, Snowflake, length
from deploy.sandbox.forms.form_errors import Mistake, Where

# The n of a part `files[n]`, or the id of a file that a message has; and the file's name.
Files = Mapping[str, str]

ATTACHED = "attachment://"


class Attachment(Form):
    id: Snowflake
    filename: Annotated[str, length(1, 1024)] | None = None
    description: Annotated[str, length(0, 1024)] | None = None
    title: Annotated[str, length(0, 1024)] | None = None
    is_spoiler: bool | None = None
    # Of voice messages and clips, which the sandbox shows like other files.
    waveform: Annotated[str, length(0, 400)] | None = None
    duration_secs: Annotated[float, Field(ge=0, le=2**31 - 1)] | None = None
    is_remix: bool | None = None
    # Clients send these for a file that a message keeps.
    content_type: Ignored = None
    ephemeral: Ignored = None
    height: Ignored = None
    proxy_url: Ignored = None
    size: Ignored = None
    spoiler: Ignored = None
    url: Ignored = None
    width: Ignored = None


def missing(
    attachments: Sequence[Attachment] | None, uploaded: Files, attached: Files
) -> Iterator[Mistake]:
    """Files that are spoken of but aren't there."""
    if len(uploaded) > 10:
        yield Mistake(("files",), "BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.")
    for index, each in enumerate(attachments or ()):
        if each.id not in uploaded and each.id not in attached:
            says = "Attachment data not found"
            yield Mistake(("attachments", index), "ATTACHMENT_NOT_FOUND", says)


def dangling(links: Iterable[tuple[Where, str]], names: Container[str]) -> Iterator[Mistake]:
    """Addresses that name none of the files."""
    for where, url in links:
        if url.startswith(ATTACHED) and url.removeprefix(ATTACHED) not in names:
            says = f"The referenced attachment '{url}' was not found"
            yield Mistake(where, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", says)


def names_in_new(attachments: Sequence[Attachment] | None, uploaded: Files) -> set[str]:
    """Returns the names of a new message's files: all that were uploaded."""
    called = {each.id: each.filename for each in attachments or () if each.filename}
    return {called.get(index, name) for index, name in uploaded.items()}


def names_in_edit(
    attachments: Sequence[Attachment] | None, uploaded: Files, attached: Files, *, v2: bool
) -> set[str]:
    """What those are called that an edit leaves and brings: whatever it lists. Where it lists
    nothing all stay, unless others come in their place. Components V2 find by its name only what
    is listed, and of what was there before only what is listed with its name."""
    if attachments is None and uploaded and v2:
        return set()
    if attachments is None:
        return set((uploaded or attached).values())
    found = {each.filename or uploaded[each.id] for each in attachments if each.id in uploaded}
    kept = (each for each in attachments if each.id in attached and (each.filename or not v2))
    return found | {attached[each.id] for each in kept}


def named(attachments: Sequence[Attachment] | None, uploaded: Files) -> list[dict[str, Any]]:
    """All the files that came, whether anything is said of them or not."""
    about = {each.id: each.model_dump(exclude_none=True) for each in attachments or ()}
    return [
        {"id": index, "filename": name, **about.get(index, {})} for index, name in uploaded.items()
    ]
