"""The life of an interaction: the bot has three seconds to respond, once, and fifteen minutes for
follow-ups."""

import asyncio
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any

from deploy.sandbox import api_errors, objects
from deploy.sandbox.context import Context
from deploy.sandbox.files import File
from deploy.sandbox.guild.guild import Person, Place
from deploy.sandbox.interactions.interaction import (
    Answer,
    Asked,
    Interaction,
    State,
    legacy,
    metadata,
    payload,
)
from deploy.sandbox.messages.component_defaults import complete
from deploy.sandbox.messages.message_store import MenuAnswer, MessageStore, Reply, SlashAnswer
from deploy.sandbox.messages.post import EPHEMERAL, LOADING, Post
from deploy.sandbox.objects import Json

ACKNOWLEDGED_WITHIN = 3_000
TOKEN_LIVES = 15 * 60_000


class Interactions:
    def __init__(self, context: Context, messages: MessageStore) -> None:
        self._context = context
        self._messages = messages
        self._by_id: OrderedDict[str, Interaction] = OrderedDict()
        self._by_token: dict[str, Interaction] = {}

    def ask(  # noqa: PLR0913  (who, where, what, and what it belongs to)
        self,
        kind: Asked,
        person: Person,
        place: Place,
        data: Json,
        *,
        source: Json,
        pressed: Post | None = None,
        opened_by: Interaction | None = None,
    ) -> Interaction:
        """Bring it to the bot, and wait for three seconds."""
        self._forget_old()
        key, now = self._context.ids.new(), self._context.now()
        asked = Interaction(
            key, kind, person, place, now, data, source, pressed=pressed, opened_by=opened_by
        )
        self._by_id[asked.id] = self._by_token[asked.token] = asked
        self._turn(asked, State.WAITING)
        server = self._context.servers.of(place)
        self._context.deliver(payload(asked, server, self._context.application))
        patience = ACKNOWLEDGED_WITHIN / 1000
        asyncio.get_running_loop().call_later(patience, self._give_up, asked)
        return asked

    def waiting(self, interaction: str, token: str) -> Interaction:
        """One that may still be answered."""
        asked = self._by_id.get(interaction)
        if asked is None or asked.token != token:
            raise api_errors.unknown_interaction()
        if asked.state in (State.THINKING, State.ANSWERED):
            raise api_errors.already_acknowledged()
        if asked.state is State.FAILED or self._age(asked) > ACKNOWLEDGED_WITHIN:
            raise api_errors.unknown_interaction()
        return asked

    def answered(self, application: str, token: str) -> Interaction:
        """One that may still be added to."""
        asked = self._by_token.get(token)
        if (
            asked is None
            or application != self._context.application
            or self._age(asked) > TOKEN_LIVES
        ):
            raise api_errors.invalid_webhook_token()
        if asked.state in (State.WAITING, State.FAILED):
            raise api_errors.unknown_webhook()
        return asked

    def answer(self, asked: Interaction, kind: int, data: Any, files: Mapping[str, File]) -> Json:
        """Takes the bot's initial response. Returns Discord's callback response."""
        if kind == Answer.SUGGESTIONS:
            if not asked.suggestions.done():  # whoever asked may have gone
                asked.suggestions.set_result(data["choices"])
        elif kind == Answer.FORM:
            complete(data["components"])
            asked.form = data
            shown = {"type": "form", "id": asked.id, "channel": asked.place.id, "modal": data}
            self._show(asked, shown)
        elif kind in (Answer.LATER, Answer.CHANGE):
            asked.original = self._pressed(asked)
            if asked.original and kind == Answer.CHANGE:
                self._messages.change(asked.original, data, files)
        else:
            loading = LOADING if kind == Answer.THINKING else 0
            form = data | {"flags": data.get("flags", 0) | loading}
            asked.original = self._post(asked, form, files)
        if asked.original:
            asked.posts[asked.original.id] = asked.original
        self._turn(asked, State.THINKING if kind == Answer.THINKING else State.ANSWERED)
        return _told(asked, kind)

    def add(self, asked: Interaction, form: Json, files: Mapping[str, File]) -> Post:
        """Takes a follow-up message. The first one replaces "is thinking"."""
        original = asked.original
        if original and not self._messages.has(original.place.id, original.id):
            original = None
        if original and original.payload["flags"] & LOADING:
            return self.change(asked, original, form, files)
        post = self._post(asked, form, files, follows=original)
        asked.posts[post.id] = post
        return post

    def change(self, asked: Interaction, post: Post, form: Json, files: Mapping[str, File]) -> Post:
        if not post.payload["flags"] & LOADING:
            return self._messages.change(post, form, files)
        filled = self._messages.fill_in(post, form, files)
        self._turn(asked, State.ANSWERED)
        return filled

    def find(self, asked: Interaction, message: str) -> Post:
        post = asked.original if message == "@original" else asked.posts.get(message)
        if post is None:
            raise api_errors.unknown_message()
        # It may have been deleted meanwhile.
        return self._messages.find(post.place.id, post.id)

    def place_of(self, token: str) -> Place | None:
        """Returns where the interaction with this token is."""
        asked = self._by_token.get(token)
        return asked.place if asked else None

    def form_of(self, interaction: str, person: Person) -> Interaction | None:
        """The interaction that a form was the answer to, while it can be filled in."""
        asked = self._by_id.get(interaction)
        if asked is None or asked.form is None or asked.person.id != person.id:
            return None
        return asked

    def _pressed(self, asked: Interaction) -> Post | None:
        """Returns the message whose button was pressed. A form that a command opened has none."""
        if asked.pressed is None:
            return None
        # It may have been deleted meanwhile.
        return self._messages.find(asked.place.id, asked.pressed.id)

    def _post(
        self,
        asked: Interaction,
        form: Json,
        files: Mapping[str, File],
        follows: Post | None = None,
    ) -> Post:
        if self._context.servers.place(asked.place.id) is None:
            raise api_errors.unknown_channel()
        kind = Reply
        if asked.kind is Asked.COMMAND and not follows:
            kind = MenuAnswer if "target_id" in asked.data else SlashAnswer
        reader = asked.person.id if form.get("flags", 0) & EPHEMERAL else None
        about = metadata(asked)
        more: Json = {
            "application_id": self._context.application,
            "webhook_id": self._context.application,
            "interaction_metadata": about,
        }
        if asked.kind is Asked.COMMAND:
            more["interaction"] = legacy(asked)
        if follows:
            about["original_response_message_id"] = follows.id
        answers = follows or asked.pressed
        if key := answers.id if answers else about.get("target_message_id"):
            more["message_reference"] = objects.reference(asked.place, key)
        return self._messages.write(
            asked.place,
            self._context.servers.bot,
            form,
            files,
            kind=kind,
            reader=reader,
            more=more,
        )

    def _turn(self, asked: Interaction, state: State) -> None:
        asked.state = state
        if asked.kind is Asked.SUGGESTIONS:
            return
        frame = {
            "type": "interaction",
            "id": asked.id,
            "channel": asked.place.id,
            "state": state,
            "source": asked.source,
        }
        self._show(asked, frame)

    def _show(self, asked: Interaction, frame: Json) -> None:
        server = self._context.servers.of(asked.place)
        self._context.subscribers.tell(server, frame, lambda person: person.id == asked.person.id)

    def _give_up(self, asked: Interaction) -> None:
        if asked.state is State.WAITING:
            self._turn(asked, State.FAILED)
            if not asked.suggestions.done():
                asked.suggestions.set_result(None)

    def _age(self, asked: Interaction) -> int:
        return self._context.now() - asked.born

    def _forget_old(self) -> None:
        while self._by_id:
            oldest = next(iter(self._by_id.values()))
            if self._age(oldest) <= TOKEN_LIVES:
                break
            del self._by_id[oldest.id], self._by_token[oldest.token]


def _told(asked: Interaction, kind: int) -> Json:
    about: Json = {"id": asked.id, "type": int(asked.kind)}
    if asked.original is None:
        return {"interaction": about}
    message = asked.original.payload
    about |= {
        "response_message_id": message["id"],
        "response_message_ephemeral": bool(message["flags"] & EPHEMERAL),
        "response_message_loading": bool(message["flags"] & LOADING),
    }
    if kind not in (Answer.MESSAGE, Answer.CHANGE):
        return {"interaction": about}
    return {"interaction": about, "resource": {"type": int(kind), "message": message}}
