"""A message: its text, components, embeds and files."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deploy.sandbox.context import Context
from deploy.sandbox.files import File, token_of
from deploy.sandbox.guild.guild import Person, Place
from deploy.sandbox.messages.component_defaults import complete, linked, looked_up
from deploy.sandbox.messages.mentions import pings
from deploy.sandbox.objects import Json

HAS_THREAD, EPHEMERAL, LOADING, V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 15


@dataclass
class Post:
    """A message, as it is now."""

    payload: Json
    place: Place
    author: Person
    # The only one who sees it, if it isn't for everybody.
    reader: str | None = None
    files: dict[str, Json] = field(default_factory=dict)
    # When it was pinned, if it is.
    pinned_at: str | None = None
    # By emoji: the ids of those who have reacted with it, in the order in which they did.
    reactions: dict[str, list[str]] = field(default_factory=dict)
    # Who wrote the message that this one replies to. A reply pings them, unless it says otherwise.
    replied: Person | None = None

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    @property
    def is_v2(self) -> bool:
        return bool(self.payload["flags"] & V2)

    @property
    def shown(self) -> Json:
        """As it is now, for the page: also with who has reacted."""
        reacted = {key: [*ids] for key, ids in self.reactions.items()}
        return self.payload | ({"reacted": reacted} if reacted else {})

    @property
    def noted(self) -> Json:
        """For the journal."""
        return {
            "post": self.payload,
            "author": self.author.id,
            "reader": self.reader,
            "files": self.files,
            "reactions": self.reactions,
            "pinned_at": self.pinned_at,
        }


def fill(context: Context, post: Post, form: Json, files: Mapping[str, File]) -> None:
    """Changes the fields that the form has, and leaves the others as they are."""
    payload = post.payload
    _attach(context, post, form, files)
    links = {f"attachment://{each['filename']}": each for each in post.files.values()}
    for key in ("content", "embeds", "components"):
        if key in form:
            payload[key] = linked(form[key] or type(payload[key])(), links)
    if "components" in form:
        complete(payload["components"])
        looked_up(payload["components"], post.files, context.ids)
    shown = str([payload["embeds"], payload["components"]])
    payload["attachments"] = [each for each in post.files.values() if each["url"] not in shown]
    if "content" in form or "components" in form:
        server = context.servers.of(post.place)
        payload |= pings(server, post.place, post.author, form | payload, post.replied)


def _attach(context: Context, post: Post, form: Json, files: Mapping[str, File]) -> None:
    """A message's files are those that the form lists. If it lists none, those stay that there are,
    or all are taken that come."""
    if "attachments" not in form and not files:
        return
    come = form["attachments"] if "attachments" in form else [{"id": each} for each in files]
    told = {str(each["id"]): each for each in come}
    for key in list(post.files):
        if key not in told:
            context.shelf.throw_away(post.files.pop(key))
        elif "description" in told[key]:
            post.files[key] = post.files[key] | {"description": told[key]["description"]}
    for index, about in told.items():
        if index in files:
            file = replace(files[index], name=about.get("filename", files[index].name))
            key = context.ids.new()
            attachment = context.shelf.put(key, file, about.get("description"))
            post.files[key] = attachment
            context.note(file.noted(token_of(attachment)))
