"""Reactions to messages: who has reacted with which emoji."""

from deploy.sandbox import api_errors, objects
from deploy.sandbox.context import Context
from deploy.sandbox.gateway.intents import Intent, heard_in
from deploy.sandbox.guild.guild import Kind, Person
from deploy.sandbox.guild.permissions import May
from deploy.sandbox.messages.emoji import is_emoji, same
from deploy.sandbox.messages.message_store import MessageStore
from deploy.sandbox.messages.post import Post
from deploy.sandbox.objects import Json

# Different emojis on one message.
MOST = 20


class Reactions:
    def __init__(self, context: Context, messages: MessageStore) -> None:
        self._context = context
        self._messages = messages

    def add(self, post: Post, emoji: str, person: Person) -> None:
        server = self._context.servers.of(post.place)
        key, may = known(post, emoji), server.may(person, post.place)
        # Everybody may join in with those who have reacted so.
        needed = May.READ_HISTORY if key in post.reactions else May.READ_HISTORY | May.REACT
        if needed & ~may:
            raise api_errors.missing_permissions()
        if key not in post.reactions and len(post.reactions) >= MOST:
            raise api_errors.too_many_reactions(MOST)
        people = post.reactions.setdefault(key, [])
        if person.id in people:
            return
        people.append(person.id)
        self._changed(post)
        more: Json = {"message_author_id": post.author.id}
        if post.place.kind is not Kind.DIRECT:
            more["member"] = objects.member(server, person)
        self._tell("ADD", post, self._by(person, key) | more)

    def remove(self, post: Post, emoji: str, person: Person) -> None:
        key = known(post, emoji)
        people = post.reactions.get(key, [])
        if person.id not in people:
            return
        people.remove(person.id)
        if not people:
            del post.reactions[key]
        self._changed(post)
        self._tell("REMOVE", post, self._by(person, key))

    def clear(self, post: Post, emoji: str | None = None) -> None:
        """Removes all reactions, or all with one emoji."""
        if emoji is None:
            post.reactions.clear()
            self._changed(post)
            self._tell("REMOVE_ALL", post, {})
            return
        key = known(post, emoji)
        if post.reactions.pop(key, None):
            self._changed(post)
            self._tell("REMOVE_EMOJI", post, {"emoji": objects.emoji(key)})

    def _changed(self, post: Post) -> None:
        post.payload.pop("reactions", None)
        if post.reactions:
            own = self._context.servers.bot.id
            post.payload["reactions"] = [
                objects.reaction(emoji, people, own) for emoji, people in post.reactions.items()
            ]
        self._messages.show(post)

    def _by(self, person: Person, emoji: str) -> Json:
        return {"user_id": person.id, "emoji": objects.emoji(emoji), "burst": False, "type": 0}

    def _tell(self, what: str, post: Post, more: Json) -> None:
        told = {"message_id": post.id} | objects.location(post.place) | more
        intent = heard_in(post.place, Intent.GUILD_MESSAGE_REACTIONS)
        self._context.announce(f"MESSAGE_REACTION_{what}", told, intent)


def known(post: Post, emoji: str) -> str:
    """Returns an emoji as the message has it already. No server has any of its own."""
    if not is_emoji(emoji):
        raise api_errors.unknown_emoji()
    return next((each for each in post.reactions if same(each, emoji)), emoji)
