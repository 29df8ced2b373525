"""Fields that Discord fills in for a bot's components: ids, defaults and the addresses of files."""

from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from deploy.sandbox.ids import Ids
from deploy.sandbox.objects import Json

SELECTS = (3, 5, 6, 7, 8)
THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 11, 12, 13, 14, 17
CAPTION: Json = {"description": None, "spoiler": False}
LEFT_OPEN: dict[int, Json] = {
    **{each: {"min_values": 1, "max_values": 1} for each in SELECTS},
    THUMBNAIL: CAPTION,
    FILE: {"spoiler": False},
    SEPARATOR: {"spacing": 1, "divider": True},
    CONTAINER: {"accent_color": None, "spoiler": False},
}


def complete(components: list[Json]) -> None:
    every = list(inside(components))
    given = {each["id"] for each in every if each.get("id")}
    free = (each for each in count(1) if each not in given)
    for each in every:
        if not each.get("id"):
            each["id"] = next(free)
        _fill_in(each, LEFT_OPEN.get(each["type"], {}))
        for item in each.get("items") or []:
            _fill_in(item, CAPTION)


def inside(components: list[Json]) -> Iterator[Json]:
    """Yields every component, nested ones too."""
    for each in components:
        yield each
        yield from inside(each.get("components") or [])
        yield from inside([each[key] for key in ("accessory", "component") if each.get(key)])


def looked_up(components: list[Json], files: Mapping[str, Json], ids: Ids) -> None:
    """Fills in what Discord knows of each media item. The sandbox loads nothing from elsewhere, so
    of other addresses it fills in nothing but the address."""
    for each in inside(components):
        for media in _media(each):
            about = files.get(str(media.get("id")))
            if about:
                media["attachment_id"] = about["id"]
            else:
                media |= {"id": ids.new(), "proxy_url": media["url"], "content_type": None}
                media |= {"width": None, "height": None}
            if each["type"] == FILE and about:
                each |= {"name": about["filename"], "size": about["size"]}


def _media(component: Json) -> Iterator[Json]:
    for each in (component, *(component.get("items") or ())):
        yield from (each[key] for key in ("media", "file") if key in each)


def linked(value: Any, links: Mapping[str, Json]) -> Any:
    """Returns the value with `attachment://` names replaced by the files' addresses."""
    if isinstance(value, dict):
        found = {key: linked(each, links) for key, each in value.items()}
        about = links.get(str(value.get("url")))
        if about:
            found |= {key: about[key] for key in ("id", "url", "proxy_url", "content_type")}
            found |= {key: about[key] for key in ("width", "height") if key in about}
        return found
    if isinstance(value, list):
        return [linked(each, links) for each in value]
    return value


def _fill_in(what: Json, left_open: Json) -> None:
    for key, usual in left_open.items():
        if what.get(key) is None:
            what[key] = usual
