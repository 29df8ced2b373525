/** Unread messages of a seat, by channel, and how many of them ping. */

import { ChannelKind, compareIds } from "./discord-api.js";
import { recall, remember } from "./local-storage.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Message } from "./types.d.ts"
 */

export class Unread {
  /** @type {Map<string, { messages: number, pings: number }>} */
  #counts = new Map();
  /** Whether the seat is on the screen; the seat sets this. */
  watched = () => true;

  /** @param {Chat} chat */
  constructor(chat) {
    this.chat = chat;
  }

  /** @param {string} channel */
  of(channel) {
    return this.#counts.get(channel) ?? { messages: 0, pings: 0 };
  }

  get pings() {
    return [...this.#counts.values()].reduce((sum, each) => sum + each.pings, 0);
  }

  /** @param {Message} message */
  arrived(message) {
    if (message.channel_id === this.chat.channel && this.watched()) this.see(message.channel_id);
    else this.#count(message);
  }

  /** @param {string | null} channel */
  see(channel) {
    if (channel === null) return;
    this.#counts.delete(channel);
    const last = this.chat.messagesIn(channel).at(-1);
    if (last) this.#note(channel, last.id);
    this.chat.tell("unread");
  }

  /** Counts anew after a reload, when all messages come at once. */
  recount() {
    this.#counts.clear();
    const seen = this.#seen;
    for (const channel of this.chat.channels.keys()) {
      const messages = this.chat.messagesIn(channel);
      const newest = messages.at(-1);
      if (channel === this.chat.channel && this.watched()) this.see(channel);
      else if (channel in seen) {
        for (const each of messages)
          if (compareIds(each, { id: seen[channel] }) > 0) this.#count(each);
      } else if (newest) this.#note(channel, newest.id);
    }
    this.chat.tell("unread");
  }

  /** @param {Message} message */
  #count(message) {
    if (message.author.id === this.chat.me.id) return;
    const { messages, pings } = this.of(message.channel_id);
    const pinged = pings + Number(isPing(message, this.chat));
    this.#counts.set(message.channel_id, { messages: messages + 1, pings: pinged });
    this.chat.tell("unread");
  }

  /**
   * The newest message that was seen, by channel.
   * @returns {Record<string, string>}
   */
  get #seen() {
    return recall(`seen by ${this.chat.me.id}`, {});
  }

  /**
   * @param {string} channel
   * @param {string} id
   */
  #note(channel, id) {
    remember(`seen by ${this.chat.me.id}`, { ...this.#seen, [channel]: id });
  }
}

/**
 * @param {Message} message
 * @param {Chat} chat
 */
export function isForMe(message, chat) {
  return (
    message.mention_everyone || (message.mentions ?? []).some((each) => each.id === chat.me.id)
  );
}

/**
 * Everything in direct messages is for me, though nothing there stands out for that.
 * @param {Message} message
 * @param {Chat} chat
 */
function isPing(message, chat) {
  return (
    isForMe(message, chat) || chat.channels.get(message.channel_id)?.type === ChannelKind.DIRECT
  );
}
