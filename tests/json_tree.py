"""Objects inside other objects, in JSON."""

from collections.abc import Iterator
from typing import Any

Keys = tuple[Any, ...]


def objects(tree: Any, *keys: Any) -> Iterator[tuple[Keys, dict[str, Any]]]:
    """Yields each object, the outermost first, and the keys that lead there."""
    if isinstance(tree, dict):
        yield keys, tree
    elif not isinstance(tree, list):
        return
    for key, each in tree.items() if isinstance(tree, dict) else enumerate(tree):
        yield from objects(each, *keys, key)
