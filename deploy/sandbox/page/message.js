/** One message: who said it when, on what occasion, and all that it says and offers. */

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
    occasion(message, seat),
    make("div.face", {}, avatar(author, chat)),
    make(
      "header.byline",
      {},
      make("button.author", { type: "button", tabindex: -1, ...meeting(author.id, seat) }, called),
      author.bot && make("span.app", {}, "App"),
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
    pressable && author.bot && !laidOut ? "div.body.card" : "div.body",
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

/** Says so behind the last words, wherever they are. */
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
    make("span", {}, "Only you can see this · "),
    make("button.link", { type: "button", onclick: () => seat.dismiss(message.id) }, "Dismiss"),
  );
}

/** Why it was said: the command that was used, or the message it replies to. */
function occasion(message, seat) {
  const used = message.interaction_metadata;
  const replied = message.message_reference?.message_id;
  if (replied && (message.type === MessageKind.REPLY || !used?.name))
    return reply(message, replied, seat);
  if (!used) return null;
  const whom =
    seat.chat.members.get(used.user.id)?.name ?? used.user.global_name ?? used.user.username;
  const name = used.name ?? used.command_name;
  if (!name) return null;
  const shown = message.type === MessageKind.MENU_ANSWER ? name : `/${name.replace(/^\//, "")}`;
  return make("p.occasion", {}, make("strong", {}, whom), "used", make("code", {}, shown));
}

function reply(message, id, seat) {
  const first = message.referenced_message ?? seat.chat.message(id);
  const go = {
    type: "button",
    onclick: () => seat.go(message.message_reference.channel_id ?? message.channel_id, id),
  };
  const said = first ? gist(first, seat.chat) : "an earlier message";
  const whom = first && (seat.chat.members.get(first.author.id)?.name ?? first.author.username);
  return make(
    "p.occasion",
    {},
    // Where there is such a thing, not as an emoji.
    "↪\uFE0E",
    make("button.link", go, whom && make("strong", {}, whom, " "), said),
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
