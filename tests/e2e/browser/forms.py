"""A form with all that forms have, and the button that leads to it."""

from typing import Any

Json = dict[str, Any]

ASK: Json = {
    "type": 1,
    "components": [{"type": 2, "style": 1, "label": "Ask me", "custom_id": "ask"}],
}


def labelled(label: str, component: Json, description: str | None = None) -> Json:
    return {"type": 18, "label": label, "description": description, "component": component}


FORM: Json = {
    "custom_id": "about",
    "title": "About you",
    "components": [
        {"type": 10, "content": "Nobody **else** reads this."},
        labelled("Name", {"type": 4, "custom_id": "name", "style": 1, "min_length": 2}),
        labelled(
            "Story",
            {"type": 4, "custom_id": "story", "style": 2, "required": False},
            "As long as you like.",
        ),
        labelled(
            "Favourite game",
            {
                "type": 3,
                "custom_id": "game",
                "options": [
                    {"label": "Divisor Duel", "value": "divisor"},
                    {"label": "Number Split Duel", "value": "split"},
                ],
            },
        ),
    ],
}
