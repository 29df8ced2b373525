/** What Discord says itself in a channel: that somebody has pinned a message, or started a thread. */

import { MessageKind } from "./discord-api.js";
import { make } from "./dom.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Message } from "./types.d.ts"
 */

/** @param {Message} message */
export function isSystemMessage({ type }) {
  return type === MessageKind.PIN_NOTICE || type === MessageKind.THREAD_NOTICE;
}

/**
 * @param {Message} message
 * @param {Seat} seat
 */
export function systemMessage({ type, content, channel_id, message_reference }, seat) {
  const { channel_id: channel = channel_id, message_id: id } = message_reference ?? {};
  const go = { type: "button", onclick: () => seat.go(channel, id) };
  if (type === MessageKind.PIN_NOTICE)
    return make("p.system", {}, "pinned ", make("button.link", go, "a message"), " here.");
  return make("p.system", {}, "started a thread: ", make("button.link", go, content));
}
