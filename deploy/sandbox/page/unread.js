/** What a seat hasn't seen yet, by channel: how many messages, and how many of them ping. */

import { ChannelKind, order } from "./discord-api.js";
import { recall, remember } from "./local-storage.js";

export class Unread {
  #counts = new Map();
  /** Whether somebody could see a message that comes now. The seat knows; the chat doesn't. */
  watched = () => true;

  constructor(chat) {
    this.chat = chat;
  }

  of(channel) {
    return this.#counts.get(channel) ?? { messages: 0, pings: 0 };
  }

  get pings() {
    return [...this.#counts.values()].reduce((sum, each) => sum + each.pings, 0);
  }

  arrived(message) {
    if (message.channel_id === this.chat.channel && this.watched()) this.see(message.channel_id);
    else this.#count(message);
  }

  see(channel) {
    this.#counts.delete(channel);
    const last = this.chat.messagesIn(channel).at(-1);
    if (last) this.#note(channel, last.id);
    this.chat.tell("unread");
  }

  /** After a reload everything comes at once, and some of it was there before. */
  recount() {
    this.#counts.clear();
    const seen = this.#seen();
    for (const channel of this.chat.channels.keys()) {
      const messages = this.chat.messagesIn(channel);
      if (channel === this.chat.channel && this.watched()) this.see(channel);
      else if (channel in seen) {
        for (const each of messages) if (order(each, { id: seen[channel] }) > 0) this.#count(each);
      } else if (messages.length) this.#note(channel, messages.at(-1).id);
    }
    this.chat.tell("unread");
  }

  #count(message) {
    if (message.author.id === this.chat.me.id) return;
    const { messages, pings } = this.of(message.channel_id);
    const pinged = pings + Number(isPing(message, this.chat));
    this.#counts.set(message.channel_id, { messages: messages + 1, pings: pinged });
    this.chat.tell("unread");
  }

  #seen() {
    return recall(`seen by ${this.chat.me.id}`, {});
  }

  #note(channel, id) {
    remember(`seen by ${this.chat.me.id}`, { ...this.#seen(), [channel]: id });
  }
}

export function isForMe(message, chat) {
  return (
    message.mention_everyone || (message.mentions ?? []).some((each) => each.id === chat.me.id)
  );
}

/** Everything in direct messages is for me, though nothing there stands out for that. */
function isPing(message, chat) {
  return (
    isForMe(message, chat) || chat.channels.get(message.channel_id)?.type === ChannelKind.DIRECT
  );
}
