/** One message: the line that says what it answers, its author and time, its text and its buttons. */

import { appTag } from "./app-tag.js";
import { avatar } from "./avatar.js";
import { components, inside } from "./components.js";
import { Component, Flag, has, MessageKind } from "./discord-api.js";
import { make } from "./dom.js";
import { embed } from "./embed.js";
import { words } from "./markdown-inline.js";
import { parse } from "./markdown.js";
import { attachments } from "./media.js";
import { meeting } from "./member-card.js";
import { prose } from "./markdown-dom.js";
import { isForMe } from "./unread.js";
import { clockTime, moment } from "./timestamps.js";

export function article(message, seat) {
  const { chat } = seat;
  const author = chat.members.get(message.author.id) ?? {
    ...message.author,
    name: message.author.global_name,
  };
  const sentAt = new Date(message.timestamp);
  const called = author.name ?? author.username;
  const node = make(
    "article.message",
    { tabindex: -1, "aria-label": `${called}, ${sentAt.toTimeString().slice(0, 5)}` },
    replyLine(message, seat),
    make("div.face", {}, avatar(author, chat)),
    make(
      "header.byline",
      {},
      make("button.author", { type: "button", tabindex: -1, ...meeting(author.id, seat) }, called),
      author.bot && appTag(),
      clockTime(sentAt),
    ),
    body(message, author, seat),
  );
  node.classList.toggle("pinged", isForMe(message, chat));
  node.classList.toggle("private", has(message, Flag.EPHEMERAL));
  node.classList.toggle("of-app", Boolean(author.bot));
  return node;
}

function body(message, author, seat) {
  if (has(message, Flag.LOADING)) {
    return make(
      "div.body",
      {},
      make("p.thinking", {}, `${author.name ?? author.username} is thinking`, dots()),
      privately(message, seat),
    );
  }
  const laidOut = has(message, Flag.COMPONENTS_V2);
  const pressable = message.components?.length > 0;
  const body = make(
    "div.body",
    {},
    !laidOut && message.content && prose(message.content, seat),
    !laidOut &&
      !has(message, Flag.SUPPRESS_EMBEDS) &&
      message.embeds?.map((each) => embed(each, seat)),
    // What is laid out shows its files itself, or not at all.
    !laidOut && message.attachments?.length > 0 && attachments(message.attachments, seat),
    pressable && components(message.components, message, seat),
  );
  if (message.edited_timestamp) edit(body, message);
  return make(
    "div.bodies",
    {},
    body,
    make("p.failed", { role: "alert", hidden: true }),
    privately(message, seat),
  );
}

function dots() {
  return make("span.dots", { "aria-hidden": "true" }, make("i"), make("i"), make("i"));
}

/** Puts "(edited)" after the last words of the text. */
function edit(body, { edited_timestamp }) {
  const at = new Date(edited_timestamp);
  const sign = make(
    "time.edited",
    { datetime: at.toISOString(), title: `Edited at ${at.toTimeString().slice(0, 8)}` },
    "(edited)",
  );
  const words = body.querySelector(":scope > .prose");
  (words?.lastElementChild?.matches("p") ? words.lastElementChild : (words ?? body)).append(sign);
}

function privately(message, seat) {
  if (!has(message, Flag.EPHEMERAL)) return null;
  return make(
    "p.only-you",
    {},
    make("span", {}, "Only you can see this • "),
    make("button.link", { type: "button", onclick: () => seat.dismiss(message.id) }, "Dismiss message"),
  );
}

/** Which command the message answers, or which message it replies to. Discord shows either as a line
 *  above the author, and a message with such a line is never grouped with the one before. */
function replyLine(message, seat) {
  const interaction = message.interaction_metadata;
  const repliesTo = message.message_reference?.message_id;
  if (repliesTo && (message.type === MessageKind.REPLY || !interaction?.name))
    return replyTo(message, repliesTo, seat);
  if (!interaction?.name) return null;
  const { chat } = seat;
  const user = chat.members.get(interaction.user.id) ?? {
    ...interaction.user,
    name: interaction.user.global_name ?? interaction.user.username,
  };
  const command = message.type === MessageKind.MENU_ANSWER ? "" : "/";
  return make(
    "p.reply-line",
    {},
    avatar(user, chat),
    make("strong", {}, user.name),
    "used",
    make("code", {}, `${command}${interaction.name}`),
  );
}

function replyTo(message, id, seat) {
  const { chat } = seat;
  const original = message.referenced_message ?? chat.message(id);
  const go = {
    type: "button",
    onclick: () => seat.go(message.message_reference.channel_id ?? message.channel_id, id),
  };
  if (!original) return make("p.reply-line", {}, make("button.link", go, "an earlier message"));
  const author = chat.members.get(original.author.id) ?? original.author;
  return make(
    "p.reply-line",
    {},
    avatar(author, chat),
    author.bot && appTag(),
    make(
      "button.link",
      go,
      make("strong", {}, author.name ?? author.username),
      " ",
      gist(original, chat),
    ),
  );
}

/** A message in one line. */
function gist(message, chat) {
  const named = (node) =>
    ({
      member: `@${chat.members.get(node.id)?.name ?? "somebody"}`,
      channel: `#${chat.channels.get(node.id)?.name ?? "somewhere"}`,
      link: node.url,
      time: node.at && moment(node.at, node.style).textContent,
      command: `/${node.command}`,
      all: `@${node.whom}`,
    })[node.kind] ?? "";
  const texts = inside(message.components ?? []).filter(({ type }) => type === Component.TEXT);
  const text = [message.content, ...texts.map(({ content }) => content)].join("\n");
  const said = words(parse(text.trim()), named).replace(/\s+/g, " ");
  if (said) return said.length > 90 ? `${said.slice(0, 90)}…` : said;
  return message.attachments?.[0]?.filename ?? message.embeds?.[0]?.title ?? "a message";
}
