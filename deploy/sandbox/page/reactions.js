/** Reactions below a message: a chip for each emoji, with how many people have reacted with it. */

import { Flag, has } from "./discord-api.js";
import { make } from "./dom.js";
import { pop } from "./popover.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Seat } from "./seat.js"
 * @import { Message } from "./types.d.ts"
 */

const OFFERED = ["👍", "❤️", "😂", "🎉", "⭐", "✅"];

/**
 * @param {Message} message
 * @param {Seat} seat
 */
export function reactions(message, seat) {
  const reacted = Object.entries(message.reacted ?? {});
  // Nobody reacts to what only one person sees.
  if (has(message, Flag.EPHEMERAL)) return null;
  // Below a message without reactions it is seen when the mouse comes by.
  if (!reacted.length) return addButton(message, seat, "react.apart");
  return make(
    "ul.reactions",
    { "aria-label": "Reactions" },
    reacted.map(([emoji, people]) => make("li", {}, chip(emoji, people, message, seat))),
    make("li", {}, addButton(message, seat, "react.reaction")),
  );
}

/**
 * Joins in with those who have reacted, or takes one's own reaction back.
 * @param {string} emoji
 * @param {string[]} people
 * @param {Message} message
 * @param {Seat} seat
 */
function chip(emoji, people, message, seat) {
  const { chat } = seat;
  const who = names(people, chat);
  return make(
    "button.reaction",
    {
      type: "button",
      "aria-pressed": String(people.includes(chat.me.id)),
      "aria-label": `${emoji} ${people.length}: ${who}`,
      title: who,
      data: { reaction: emoji },
      onclick: () => seat.react(message.id, emoji),
    },
    make("span.emoji", {}, emoji),
    String(people.length),
  );
}

/**
 * Offers a few emojis to react with.
 * @param {Message} message
 * @param {Seat} seat
 * @param {string} style
 */
function addButton(message, seat, style) {
  const button = make(`button.${style}`, {
    type: "button",
    "aria-label": "Add a reaction",
    "aria-haspopup": "dialog",
    data: { reaction: "+" },
  });
  button.addEventListener("click", () => offer(button, message, seat));
  return button;
}

/**
 * @param {HTMLElement} button
 * @param {Message} message
 * @param {Seat} seat
 */
function offer(button, message, seat) {
  const choices = OFFERED.map((emoji) =>
    make(
      "button.plain",
      {
        type: "button",
        onclick: () => {
          shut();
          if (!message.reacted?.[emoji]?.includes(seat.chat.me.id)) seat.react(message.id, emoji);
        },
      },
      emoji,
    ),
  );
  const settings = { popover: "auto", role: "dialog", "aria-label": "Add a reaction" };
  const shut = pop(make("div.pop.emojis", settings, choices), button);
}

/**
 * @param {string[]} people
 * @param {Chat} chat
 */
function names(people, chat) {
  return people.map((id) => chat.members.get(id)?.name ?? "somebody").join(", ");
}
