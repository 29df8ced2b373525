"""A message as a player reads it: its text, its pictures, and what can be pressed or chosen."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import unquote, urlsplit

Payload = dict[str, Any]

HAS_THREAD, EPHEMERAL, LOADING, V2 = 1 << 5, 1 << 6, 1 << 7, 1 << 15
BUTTON, TEXT_DISPLAY = 2, 10
SELECTS = range(3, 9)

MENTION = re.compile(r"<@!?(\d+)>")
PLACE = re.compile(r"<#(\d+)>")
MOMENT = re.compile(r"<t:\d+(?::\w)?>")
LINK = re.compile(r"https://discord\.com/channels/\d+/(\d+)(?:/(\d+))?")


@dataclass(frozen=True)
class Control:
    """A button, or a select with its choices by what they say."""

    kind: int
    label: str
    custom_id: str
    choices: Mapping[str, str]


@dataclass(frozen=True)
class Message:
    payload: Payload
    # The names of people and channels, by their ids.
    names: Mapping[str, str]

    @property
    def id(self) -> str:
        return str(self.payload["id"])

    @cached_property
    def age(self) -> int:
        """Grows with time."""
        return int(self.id)

    @property
    def born(self) -> int:
        """The creation time in milliseconds, from the message's ID."""
        return self.age >> 22

    @property
    def channel(self) -> str:
        return str(self.payload["channel_id"])

    @cached_property
    def text(self) -> str:
        """The text, with names in place of mentions, and without times and addresses."""
        text = "\n".join(self._parts).replace("\\.", ".")
        text = MENTION.sub(lambda found: f"@{self._called(found[1])}", text)
        text = PLACE.sub(lambda found: f"#{self._called(found[1])}", text)
        return LINK.sub("LINK", MOMENT.sub("<when>", text))

    @property
    def links(self) -> list[str]:
        """The messages that it leads to, or the channels where it leads to no message."""
        return [found[2] or found[1] for found in LINK.finditer("\n".join(self._parts))]

    @property
    def pings(self) -> list[str]:
        return [self._called(each["id"]) for each in self.payload["mentions"]]

    @property
    def private(self) -> bool:
        """Whether only its reader can see it."""
        return bool(self.payload["flags"] & EPHEMERAL)

    @property
    def thinking(self) -> bool:
        """The answer is still to come."""
        return bool(self.payload["flags"] & LOADING)

    @property
    def answers(self) -> str | None:
        """The interaction that brought it."""
        about = self.payload.get("interaction_metadata")
        return str(about["id"]) if about else None

    @property
    def begins_thread(self) -> bool:
        """A thread begins from this message, and has its ID."""
        return bool(self.payload["flags"] & HAS_THREAD)

    @property
    def laid_out(self) -> bool:
        """Whether the message has Components V2."""
        return bool(self.payload["flags"] & V2)

    @property
    def files(self) -> list[Payload]:
        """The files that the message shows, each with its `filename`, `url`, `description`, and, if
        it is a picture, `width` and `height`."""
        return [each for each in self.pictures if _has_come(each)]

    @property
    def pictures(self) -> list[Payload]:
        """The files, and pictures from elsewhere, which can't be opened. A message with Components
        V2 shows only the files that it names."""
        attached = [] if self.laid_out else self.payload["attachments"]
        return [_named(each) for each in (*_shown(self.payload), *attached)]

    @cached_property
    def controls(self) -> list[Control]:
        return [_control(each) for each in _inside(self.payload["components"]) if _works(each)]

    @property
    def labels(self) -> list[str]:
        """The labels of its buttons and selects, from left to right and row by row."""
        return [each.label for each in self.controls]

    @property
    def choices(self) -> list[str]:
        """The labels of all buttons and the choices of all selects."""
        return [one for each in self.controls for one in (each.choices or (each.label,))]

    def control(self, label: str) -> Control | None:
        return next((each for each in self.controls if each.label == label), None)

    def select_with(self, choice: str) -> Control | None:
        return next((each for each in self.controls if choice in each.choices), None)

    @property
    def _parts(self) -> list[str]:
        """The parts of its text."""
        spoken = (each["content"] for each in _inside(self.payload["components"]) if _speaks(each))
        return [each for each in (self.payload["content"], *spoken) if each]

    def _called(self, key: str) -> str:
        return self.names.get(key, key)


def _inside(components: list[Payload]) -> Iterator[Payload]:
    for each in components:
        yield each
        yield from _inside(each.get("components") or [])
        if each.get("accessory"):
            yield from _inside([each["accessory"]])


def _speaks(component: Payload) -> bool:
    return bool(component["type"] == TEXT_DISPLAY)


def _shown(message: Payload) -> Iterator[Payload]:
    """The pictures of embeds and components, each with its description."""
    for embed in message["embeds"]:
        yield from (embed[key] for key in ("thumbnail", "image") if embed.get(key))
    for each in _inside(message["components"]):
        for part in (each, *(each.get("items") or ())):
            if media := part.get("media") or part.get("file"):
                yield media | {"description": part.get("description")}


def _named(media: Payload) -> Payload:
    """Addresses end in names."""
    name = unquote(urlsplit(media["url"]).path.rsplit("/", 1)[-1])
    return {"filename": name, "description": None, **media}


def _has_come(media: Payload) -> bool:
    address = urlsplit(media["url"])
    return address.hostname == "127.0.0.1" and address.path.startswith("/attachments/")


def _works(component: Payload) -> bool:
    pressable = component["type"] == BUTTON or component["type"] in SELECTS
    return pressable and "custom_id" in component and not component.get("disabled")


def _control(component: Payload) -> Control:
    label = component.get("label") or component.get("placeholder") or ""
    choices = {each["label"]: each["value"] for each in component.get("options") or ()}
    return Control(component["type"], label, component["custom_id"], choices)
