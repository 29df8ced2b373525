"""A form has the fields and limits of Discord's description, and null where that has null."""

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from deploy.sandbox import forms
from deploy.sandbox.forms import (
    action_rows,
    attachments,
    choices,
    components,
    components_v2,
    embeds,
    mentions,
    messages,
    options,
    selects,
    text_inputs,
)
from deploy.sandbox.forms.commands import ChatInput
from deploy.sandbox.forms.fields import Form
from deploy.sandbox.forms.modals import Labelled, Modal, OldRow
from deploy.sandbox.forms.threads import Thread
from tests.deploy.form_errors import ID, REQUIRED, Json, button, embed, row, text, wrong_with
from tests.deploy.test_forms_openapi import described

OPTION = "ApplicationCommand{}Option"
FOR_MESSAGE = "{}ComponentForMessageRequest"
# By the names of Discord's description.
FORMS: dict[str, type[Form]] = {
    "MessageCreateRequest": messages.Post,
    "MessageEditRequestPartial": messages.Change,
    "IncomingWebhookInteractionRequest": messages.Answer,
    "IncomingWebhookUpdateRequestPartial": messages.Change,
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": messages.Change,
    "MessageAttachmentRequest": attachments.Attachment,
    "MessageAllowedMentionsRequest": mentions.Mentions,
    "MessageReferenceRequest": mentions.Reference,
    "RichEmbed": embeds.Embed,
    "RichEmbedImage": embeds.Shown,
    "RichEmbedThumbnail": embeds.Shown,
    "RichEmbedVideo": embeds.Shown,
    "RichEmbedProvider": embeds.Provider,
    "RichEmbedField": embeds.Pair,
    "RichEmbedAuthor": embeds.Author,
    "RichEmbedFooter": embeds.Footer,
    "ComponentEmojiForRequest": components.Emoji,
    FOR_MESSAGE.format("ActionRow"): action_rows.Row,
    FOR_MESSAGE.format("Button"): action_rows.Button,
    FOR_MESSAGE.format("StringSelect"): selects.StringSelect,
    "StringSelectOptionForRequest": selects.Option,
    FOR_MESSAGE.format("UserSelect"): selects.UserSelect,
    FOR_MESSAGE.format("RoleSelect"): selects.RoleSelect,
    FOR_MESSAGE.format("MentionableSelect"): selects.MentionableSelect,
    FOR_MESSAGE.format("ChannelSelect"): selects.ChannelSelect,
    FOR_MESSAGE.format("Section"): components_v2.Section,
    FOR_MESSAGE.format("TextDisplay"): components_v2.TextDisplay,
    FOR_MESSAGE.format("Thumbnail"): components_v2.Thumbnail,
    FOR_MESSAGE.format("MediaGallery"): components_v2.Gallery,
    "MediaGalleryItemRequest": components_v2.Item,
    FOR_MESSAGE.format("File"): components_v2.File,
    FOR_MESSAGE.format("Separator"): components_v2.Separator,
    FOR_MESSAGE.format("Container"): components_v2.Container,
    "TextInputComponentForModalRequest": text_inputs.TextInput,
    "LabelComponentForModalRequest": Labelled,
    "ActionRowComponentForModalRequest": OldRow,
    "ModalInteractionCallbackRequestData": Modal,
    "ApplicationCommandUpdateRequest": ChatInput,
    OPTION.format("Boolean"): options.Plain,
    OPTION.format("User"): options.Plain,
    OPTION.format("Role"): options.Plain,
    OPTION.format("Mentionable"): options.Plain,
    OPTION.format("Attachment"): options.Plain,
    OPTION.format("Channel"): options.Channel,
    OPTION.format("String"): options.String,
    OPTION.format("Integer"): options.Integer,
    OPTION.format("Number"): options.Decimal,
    OPTION.format("Subcommand"): options.Subcommand,
    OPTION.format("SubcommandGroup"): options.Group,
    "ApplicationCommandOptionStringChoice": choices.Choice,
    "CreateTextThreadWithMessageRequest": Thread,
}
# Discord's documentation asks for these.
NEEDED = {
    ("RichEmbedAuthor", "name"),
    ("RichEmbedFooter", "text"),
    ("ApplicationCommandUpdateRequest", "description"),
    # The form has been given one.
    ("ApplicationCommandUpdateRequest", "type"),
}


def may_be_null(schema: Json) -> bool:
    types = schema.get("type", [])
    return "null" in types or any(may_be_null(each) for each in schema.get("oneOf", []))


@pytest.mark.parametrize("name", FORMS)
def test_a_form_has_every_field_and_takes_null_wherever_discord_does(name: str) -> None:
    fields = described().doc["components"]["schemas"][name]["properties"]
    assert set(fields) <= set(FORMS[name].model_fields)
    nothing = dict.fromkeys(each for each in fields if may_be_null(fields[each]))
    with pytest.raises(ValidationError) as wrong:
        TypeAdapter(FORMS[name]).validate_python(nothing | {"unknown": 1}, extra="forbid")
    refused = {each["loc"][0] for each in wrong.value.errors()} & set(nothing)
    assert refused == {key for form, key in NEEDED if form == name}


def limits(schema: Json) -> Iterator[tuple[Any, bool]]:
    """Yield values at a field's limits and beyond them, and whether they are allowed."""
    for each in schema.get("oneOf", []) + schema.get("allOf", []):
        yield from limits(each)
    if "$ref" in schema:
        yield from limits(described().doc["components"]["schemas"][schema["$ref"].split("/")[-1]])
    for each in schema.get("enum", []):
        yield each, True
    if "minimum" in schema:
        yield from ((schema["minimum"], True), (schema["minimum"] - 1, False))
    if "maximum" in schema:
        yield from ((schema["maximum"], True), (schema["maximum"] + 1, False))
    if "string" in schema.get("type", []) and "maxLength" in schema and "format" not in schema:
        least, most = schema.get("minLength", 0), schema["maxLength"]
        yield from (("x" * least, True), ("x" * most, True), ("x" * (most + 1), False))


# Discord's documentation has these limits, and it makes nothing of a bot's type of embeds.
NARROWER = ["content", "name", "value", "text", "description"]
WIDER = [("RichEmbed", "type"), ("ApplicationCommandOptionStringChoice", "value")]


@pytest.mark.parametrize("name", FORMS)
def test_a_field_has_the_limits_that_it_has_in_the_description(name: str) -> None:
    fields, form = described().doc["components"]["schemas"][name]["properties"], FORMS[name]
    for key, schema in fields.items():
        for value, allowed in limits(schema):
            with pytest.raises(ValidationError) as wrong:
                TypeAdapter(form).validate_python({key: value, "unknown": 1}, extra="forbid")
            taken = key not in {each["loc"][0] for each in wrong.value.errors()}
            if taken is not allowed:
                assert (name, key) in WIDER if taken else key in NARROWER, (key, value)


def test_an_answer_may_have_the_fields_that_discord_js_gives_every_message() -> None:
    body = {
        "tts": False,
        "enforce_nonce": False,
        "content": "x",
        "attachments": [{"id": "0", "waveform": None, "duration_secs": None, "title": None}],
    }
    answer = forms.callback({"type": 4, "data": body}, {"0": "a.png"}, to=2, strict=True)
    assert answer["data"]["attachments"] == [{"id": "0", "filename": "a.png"}]
    assert "enforce_nonce" not in answer["data"]
    for taken in (forms.message, forms.edit):
        assert taken(body, {"0": "a.png"}, strict=True)["content"] == "x"


def test_options_may_have_the_fields_that_hikari_gives_all_of_them() -> None:
    named = {"name": "x", "description": "x", "name_localizations": {}, "required": False}
    option = named | {"description_localizations": {}, "type": 1, "options": []}
    (command,) = forms.commands([{"name": "x", "description": "x", "options": [option]}])
    assert "required" not in command["options"][0]


@pytest.mark.parametrize("empty", [None, [], False, {}])
def test_an_option_may_have_the_empty_fields_of_other_types(empty: Any) -> None:
    fields = ("choices", "channel_types", "autocomplete", "min_value", "max_length", "options")
    option = {"name": "x", "description": "x", "type": 5} | dict.fromkeys(fields, empty)
    body = [{"name": "x", "description": "x", "options": [option]}]
    (command,) = forms.commands(body, strict=True)
    assert command["options"] == [{"name": "x", "description": "x", "type": 5}]


def test_an_emoji_may_have_only_an_id() -> None:
    pressed = {"components": [row(button(emoji={"id": ID}, label=None))]}
    ((shown,),) = (each["components"] for each in forms.message(pressed, strict=True)["components"])
    assert shown["emoji"] == {"id": ID, "name": ""}
    for nothing in ({}, {"name": None}, {"id": None}, {"id": None, "name": None}):
        said = wrong_with(forms.message, {"components": [row(button(emoji=nothing))]})
        assert said == {"components.0.components.0.emoji.name": REQUIRED}


def test_what_bots_cannot_set_of_an_embed_is_left_out() -> None:
    sent = embed(type="video", video={"url": "https://example.org"}, provider={"name": "x"})
    (shown,) = forms.message(sent, strict=True)["embeds"]
    assert shown == embed()["embeds"][0] | {"type": "rich"}
    assert wrong_with(forms.message, embed(video={"url": 1}))
    for nothing in (None, {}, {"url": None}, {"width": 1}):
        (shown,) = forms.message(embed(image=nothing, thumbnail=nothing), strict=True)["embeds"]
        assert shown == embed()["embeds"][0] | {"type": "rich"}
        assert wrong_with(forms.message, {"embeds": [{"image": nothing}]})


def test_an_edit_may_repeat_the_flags_that_its_message_has() -> None:
    for flags in (64, 32 | 128, 1 << 12):
        assert forms.edit({"flags": flags | 4}) == {"flags": 4}
    assert forms.edit({"components": [text()], "flags": 64 | 1 << 15})["flags"] == 1 << 15


def test_a_menu_may_have_empty_texts() -> None:
    empty = {"description": "", "description_localizations": {}, "options": []}
    for facts in (empty, dict.fromkeys(empty)):
        (menu,) = forms.commands([{"type": 2, "name": "x"} | facts], strict=True)
        assert (menu["description"], menu["options"]) == ("", [])
