"""Messages: new ones, answers to interactions, and what is to change about one."""

from collections.abc import Container, Iterator, Mapping
from itertools import chain
from typing import Annotated, Any, Generic, TypeVar

from pydantic import Field, TypeAdapter

from deploy.sandbox import api_errors
from deploy.sandbox.forms import attachments as files_of
from deploy.sandbox.forms import components, components_v2, embeds
from deploy.sandbox.forms.action_rows import Rows
from deploy.sandbox.forms.attachments import Attachment, Files
from deploy.sandbox.forms.components import Placed, all_of
from deploy.sandbox.forms.components_v2 import Layout
from deploy.sandbox.forms.embeds import Embed
from deploy.sandbox.forms.fields import Form, Unsupported, filled, length, refuse
from deploy.sandbox.forms.form_errors import RULE, Mistake, Where, below
from deploy.sandbox.forms.mentions import Mentions, Nonce, Reference

SUPPRESS_EMBEDS, EPHEMERAL, SILENT, V2 = 1 << 2, 1 << 6, 1 << 12, 1 << 15
CHANGEABLE = SUPPRESS_EMBEDS | V2
POSTABLE = CHANGEABLE | SILENT
ANSWERABLE = POSTABLE | EPHEMERAL

LEGACY = ("content", "embeds")

C = TypeVar("C", bound=list[Any])


class Answer(Form, Generic[C]):
    content: Annotated[str, length(0, 2000)] | None = None
    embeds: Annotated[list[Embed], length(0, 10)] | None = None
    allowed_mentions: Mentions | None = None
    components: C | None = None
    attachments: Annotated[list[Attachment], length(0, 10)] | None = None
    flags: Annotated[int, Field(ge=0)] | None = None
    tts: bool | None = None
    poll: Unsupported = None
    # discord.js sends it with everything, though only messages of channels have a nonce.
    enforce_nonce: bool | None = Field(None, exclude=True)


class Post(Answer[C], Generic[C]):
    nonce: Nonce | None = None
    enforce_nonce: bool | None = None
    message_reference: Reference | None = None
    sticker_ids: Unsupported = None
    shared_client_theme: Unsupported = None


class Change(Answer[C], Generic[C]):
    sticker_ids: Unsupported = None


# By whether they are of Components V2.
Forms = Mapping[bool, TypeAdapter[Any]]
ANSWERS: Forms = {False: TypeAdapter(Answer[Rows]), True: TypeAdapter(Answer[Layout])}
POSTS: Forms = {False: TypeAdapter(Post[Rows]), True: TypeAdapter(Post[Layout])}
CHANGES: Forms = {False: TypeAdapter(Change[Rows]), True: TypeAdapter(Change[Layout])}


def answer(body: Any, at: Where = (), *, strict: bool = False) -> Answer[Any]:
    """The form of an answer to an interaction, with each field by itself in order, and no more
    components than a message can have."""
    v2 = _flagged(body)
    form: Answer[Any] = filled(ANSWERS[v2], body, at, strict=strict)
    if v2:
        refuse(components_v2.too_much(all_of(form.components or ())), at)
    return form


def message(
    body: Any,
    files: Files | None = None,
    *,
    interaction: bool = False,
    at: Where = (),
    strict: bool = False,
) -> dict[str, Any]:
    """All of a new message: what it lacks is filled in."""
    files, v2 = files or {}, _flagged(body)
    form: Answer[Any] = filled((ANSWERS if interaction else POSTS)[v2], body, at, strict=strict)
    placed = all_of(form.components or ())
    wrong = _wrong_with(form, placed, ANSWERABLE if interaction else POSTABLE, v2=v2)
    names = files_of.names_in_new(form.attachments, files)
    refuse(chain(wrong, _lost(form, placed, names, files, {})), at)
    told = form.model_dump(exclude_none=True)
    new = {"content": "", "embeds": [], "components": [], "flags": 0, "tts": False, **told}
    new["attachments"] = files_of.named(form.attachments, files)
    if blank(new):
        raise api_errors.empty_message()
    return new


def edit(  # noqa: PLR0913  (what may change depends on all of these)
    body: Any,
    files: Files | None = None,
    *,
    v2: bool = False,
    attached: Files | None = None,
    at: Where = (),
    strict: bool = False,
) -> dict[str, Any]:
    """Returns only the fields of a message that change. `attached` are its files by id. The caller
    checks that something is left of the message."""
    files, attached, turned = files or {}, attached or {}, v2 or _flagged(body)
    form: Change[Any] = filled(CHANGES[turned], body, at, strict=strict)
    placed = all_of(form.components or ())
    # A bot repeats the flags that a message has.
    flags = CHANGEABLE if strict else form.flags or 0
    wrong = _wrong_with(form, placed, flags, v2=turned)
    names = files_of.names_in_edit(form.attachments, files, attached, v2=turned)
    gone = _lost(form, placed, names, files, attached)
    refuse(chain(wrong, gone, _turned_back(form) if v2 else ()), at)
    told = form.model_dump(exclude_none=True, exclude={"tts"})
    if "flags" in told:
        told["flags"] &= CHANGEABLE
    emptied = {"content": "", "embeds": [], "components": [], "attachments": []}
    return {key: each for key, each in emptied.items() if key in form.model_fields_set} | told


def blank(message: Mapping[str, Any]) -> bool:
    """Whether there is nothing in it. Discord sends no such message, and makes none of another."""
    parts = ("embeds", "components", "attachments")
    return not message["content"].strip() and not any(message[each] for each in parts)


def left_over(message: Mapping[str, Any], changes: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yields the fields that a message must lose to become one of Components V2."""
    if (changes.get("flags") or 0) & V2:
        for key in LEGACY:
            if message[key] and key not in changes:
                yield _legacy(key)


def _turned_back(form: Change[Any]) -> Iterator[Mistake]:
    if form.flags is not None and not form.flags & V2:
        says = "The flag MessageFlags.IS_COMPONENTS_V2 cannot be removed"
        yield Mistake(("flags",), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", says)


def _lost(
    form: Answer[Any], placed: Placed, names: Container[str], files: Files, attached: Files
) -> Iterator[Mistake]:
    yield from files_of.missing(form.attachments, files, attached)
    yield from files_of.dangling(_links(form, placed), names)


def _links(form: Answer[Any], placed: Placed) -> Iterator[tuple[Where, str]]:
    for index, embed in enumerate(form.embeds or ()):
        for where, url in embed.links():
            yield ("embeds", index, *where), url
    for at, component in placed:
        for where, url in component.links():
            yield (*at, *where), url


def _flagged(body: Any) -> bool:
    flags = body.get("flags") if isinstance(body, dict) else None
    return isinstance(flags, int) and bool(flags & V2)


def _wrong_with(form: Answer[Any], placed: Placed, may_set: int, *, v2: bool) -> Iterator[Mistake]:
    if (form.flags or 0) & ~may_set:
        says = f"Of the flags only those in {may_set} can be set here."
        yield Mistake(("flags",), RULE, says)
    if form.allowed_mentions:
        yield from below(("allowed_mentions",), form.allowed_mentions.mistakes())
    yield from embeds.wrong_with(form.embeds or ())
    yield from components.wrong_with(placed)
    if v2:
        yield from components_v2.too_much(placed)
        yield from (_legacy(key) for key in LEGACY if getattr(form, key))


def _legacy(key: str) -> Mistake:
    says = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
    return Mistake((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", says)
