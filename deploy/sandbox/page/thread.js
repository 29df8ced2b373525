/** Threads: the link below the message from which one was started, and the way back to it. */

import { ChannelKind, placeName } from "./discord-api.js";
import { make } from "./dom.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Message } from "./types.d.ts"
 */

/**
 * Leads to the thread of a message. The thread has the message's ID.
 * @param {Message} message
 * @param {Seat} seat
 */
export function threadLink(message, seat) {
  const { chat } = seat;
  const thread = chat.channels.get(message.id);
  if (!thread) return null;
  const count = chat.messagesIn(thread.id).length;
  return make(
    "button.thread-link",
    { type: "button", onclick: () => seat.go(thread.id) },
    make("strong", {}, thread.name),
    make("span.link", {}, count === 1 ? "1 message ›" : `${count} messages ›`),
  );
}

/**
 * The beginning of a thread: its name, and where it was started.
 * @param {string} id
 * @param {Seat} seat
 */
export function threadStart(id, seat) {
  const { channels } = seat.chat;
  const thread = channels.get(id);
  const parent = channels.get(thread?.parent ?? "");
  if (!thread || !parent || thread.type !== ChannelKind.THREAD) return [];
  const starter = seat.chat.message(id);
  const back = make(
    "button.link",
    { type: "button", onclick: () => seat.go(parent.id, starter && id) },
    starter ? `a message in ${placeName(parent)}` : placeName(parent),
  );
  return [make("p.thread-start", {}, make("strong", {}, thread.name), " Started from ", back)];
}
