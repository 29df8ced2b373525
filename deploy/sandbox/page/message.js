/** One message: the line that says what it answers, its author and time, its text and its buttons. */

import { appTag } from "./app-tag.js";
import { avatar } from "./avatar.js";
import { components, inside } from "./components.js";
import { ComponentType, Flag, has, MessageKind } from "./discord-api.js";
import { make } from "./dom.js";
import { embed } from "./embed.js";
import { parse } from "./markdown.js";
import { prose } from "./markdown-dom.js";
import { words } from "./markdown-inline.js";
import { attachments } from "./media.js";
import { meeting } from "./member-card.js";
import { menu } from "./message-menu.js";
import { reactions } from "./reactions.js";
import { isSystemMessage, systemMessage } from "./system-message.js";
import { threadLink } from "./thread.js";
import { clockTime, moment } from "./timestamps.js";
import { isForMe } from "./unread.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Seat } from "./seat.js"
 * @import { MarkdownNode, Message, Person } from "./types.d.ts"
 */

/**
 * @param {Message} message
 * @param {Seat} seat
 */
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
    {
      tabindex: -1,
      "aria-label": `${called}, ${sentAt.toTimeString().slice(0, 5)}`,
      ...menu(message, seat),
    },
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

/**
 * @param {Message} message
 * @param {Person} author
 * @param {Seat} seat
 */
function body(message, author, seat) {
  if (isSystemMessage(message)) return make("div.body", {}, systemMessage(message, seat));
  if (has(message, Flag.LOADING)) {
    return make(
      "div.body",
      {},
      make("p.thinking", {}, `${author.name ?? author.username} is thinking`, dots()),
      privately(message, seat),
    );
  }
  const laidOut = has(message, Flag.COMPONENTS_V2);
  const { attachments: files = [], components: list = [] } = message;
  const body = make(
    "div.body",
    {},
    !laidOut && message.content && prose(message.content, seat),
    !laidOut &&
      !has(message, Flag.SUPPRESS_EMBEDS) &&
      message.embeds?.map((each) => embed(each, seat)),
    // Components V2 show the files of their message themselves.
    !laidOut && files.length > 0 && attachments(files, seat),
    list.length > 0 && components(list, message, seat),
    has(message, Flag.HAS_THREAD) && threadLink(message, seat),
  );
  if (message.edited_timestamp) markEdited(body, message.edited_timestamp);
  return make(
    "div.bodies",
    {},
    message.pinned &&
      make("p.pinned", {}, make("span", { "aria-hidden": "true" }, "📌"), " Pinned"),
    body,
    reactions(message, seat),
    make("p.failed", { role: "alert", hidden: true }),
    privately(message, seat),
  );
}

function dots() {
  return make("span.dots", { "aria-hidden": "true" }, make("i"), make("i"), make("i"));
}

/**
 * Puts "(edited)" after the last words of the text.
 * @param {HTMLElement} body
 * @param {string} timestamp
 */
function markEdited(body, timestamp) {
  const at = new Date(timestamp);
  const sign = make(
    "time.edited",
    { datetime: at.toISOString(), title: `Edited at ${at.toTimeString().slice(0, 8)}` },
    "(edited)",
  );
  const words = body.querySelector(":scope > .prose");
  (words?.lastElementChild?.matches("p") ? words.lastElementChild : (words ?? body)).append(sign);
}

/**
 * @param {Message} message
 * @param {Seat} seat
 */
function privately(message, seat) {
  if (!has(message, Flag.EPHEMERAL)) return null;
  return make(
    "p.only-you",
    {},
    make("span", {}, "Only you can see this • "),
    make(
      "button.link",
      { type: "button", onclick: () => seat.dismiss(message.id) },
      "Dismiss message",
    ),
  );
}

/**
 * Which command the message answers, or which message it replies to. Discord shows either as a line
 * above the author, and a message with such a line is never grouped with the one before.
 * @param {Message} message
 * @param {Seat} seat
 */
function replyLine(message, seat) {
  if (isSystemMessage(message)) return null;
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

/**
 * @param {Message} message
 * @param {string} id
 * @param {Seat} seat
 */
function replyTo(message, id, seat) {
  const { chat } = seat;
  const original = message.referenced_message ?? chat.message(id);
  const go = {
    type: "button",
    onclick: () => seat.go(message.message_reference?.channel_id ?? message.channel_id, id),
  };
  if (!original) return make("p.reply-line", {}, make("em", {}, "Original message was deleted"));
  /** @type {Person} */
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

/**
 * Sums a message up in one line.
 * @param {Message} message
 * @param {Chat} chat
 */
function gist(message, chat) {
  /** @param {MarkdownNode} node */
  const named = (node) => {
    switch (node.kind) {
      case "member":
        return `@${chat.members.get(node.id)?.name ?? "somebody"}`;
      case "channel":
        return `#${chat.channels.get(node.id)?.name ?? "somewhere"}`;
      case "link":
        return node.url;
      case "time":
        return moment(node.at, node.style).textContent ?? "";
      case "command":
        return `/${node.command}`;
      case "all":
        return `@${node.whom}`;
      default:
        return "";
    }
  };
  const texts = inside(message.components ?? []).filter(({ type }) => type === ComponentType.TEXT);
  const text = [message.content, ...texts.map(({ content }) => content)].join("\n");
  const said = words(parse(text.trim()), named).replace(/\s+/g, " ");
  if (said) return said.length > 90 ? `${said.slice(0, 90)}…` : said;
  return message.attachments?.[0]?.filename ?? message.embeds?.[0]?.title ?? "a message";
}
