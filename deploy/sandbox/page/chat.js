/** What one seat knows: the frames it received, as channels, messages and members. Knows no DOM nodes;
 *  tells its listeners what has changed. */

import { compareIds } from "./discord-api.js";
import { Unread } from "./unread.js";

/**
 * @import { Channel, ChatEvents, Command, Fault, Frame, HelloFrame, InteractionFrame,
 *   InteractionState, Member, Message, Role } from "./types.d.ts"
 */

const NO_ANSWER = "This interaction failed.";

/** Stands for the seat's member until the sandbox has said who that is. @type {Member} */
const NOBODY = {
  id: "",
  name: "",
  username: "",
  here: false,
  moderator: false,
  roles: [],
  timed_out_until: 0,
};

export class Chat {
  me = NOBODY;
  server = { id: "0", name: "" };
  /** How many servers there are. */
  servers = 1;
  application = { id: "0", name: "" };
  /** @type {Map<string, Channel>} */
  channels = new Map();
  /** @type {Map<string, Member>} */
  members = new Map();
  /** @type {Map<string, Role>} */
  roles = new Map();
  bot = "offline";
  /** @type {Command[]} */
  commands = [];
  /** @type {Fault[]} */
  faults = [];
  /** @type {string[]} */
  shortcomings = [];
  /**
   * Commands that the bot hasn't answered, by interaction.
   * @type {Map<string, { name: string, channel: string, state: InteractionState }>}
   */
  sent = new Map();
  /**
   * Custom ids that were pressed and aren't answered, by message.
   * @type {Map<string, Set<string>>}
   */
  pressed = new Map();
  /**
   * Why the last press on a message failed, by message.
   * @type {Map<string, string>}
   */
  failed = new Map();
  unread = new Unread(this);
  /** @type {string | null} */
  channel = null;
  /** @type {Map<string, Message>} */
  #messages = new Map();
  /** @type {Map<string, Message[]>} */
  #byChannel = new Map();
  #events = new EventTarget();

  /** Whether the sandbox has said who sits here. */
  get isGreeted() {
    return this.me !== NOBODY;
  }

  /** @param {Frame} frame */
  hear(frame) {
    switch (frame.type) {
      case "hello":
        return this.#greet(frame);
      case "message":
        return this.#post(frame.message);
      case "deleted":
        return this.drop(frame.message);
      case "typing":
        return this.tell("typing", frame);
      case "interaction":
        return this.#hearBack(frame);
      case "form":
        return this.tell("form", frame);
      case "commands":
        this.commands = frame.commands;
        return this.tell("commands");
      case "bot":
        this.bot = frame.state;
        return this.tell("bot");
      case "channel":
        this.channels.set(frame.channel.id, frame.channel);
        this.tell("channels");
        return this.#redraw(frame.channel.id);
      case "channels":
        this.channels = byId(frame.channels);
        this.tell("channels");
        if (!this.channels.has(this.channel ?? "")) this.look(firstOf(this.channels));
        return undefined;
      case "members":
        this.members = byId(frame.members);
        return this.tell("members");
      case "faults":
        this.faults = frame.faults;
        return this.tell("faults");
      case "shortcomings":
        this.shortcomings = frame.shortcomings;
        return this.tell("shortcomings");
    }
  }

  /**
   * @template {keyof ChatEvents} K
   * @param {K} what
   * @param {ChatEvents[K]} [detail]
   */
  tell(what, detail) {
    this.#events.dispatchEvent(new CustomEvent(what, { detail }));
  }

  /**
   * Calls the listener each time this happens. Returns what ends that.
   * @template {keyof ChatEvents} K
   * @param {K} what
   * @param {(detail: ChatEvents[K]) => void} listener
   * @returns {() => void}
   */
  on(what, listener) {
    const heard = (/** @type {Event} */ event) => {
      if (event instanceof CustomEvent) listener(event.detail);
    };
    this.#events.addEventListener(what, heard);
    return () => this.#events.removeEventListener(what, heard);
  }

  /**
   * @param {(keyof ChatEvents)[]} whats
   * @param {() => void} listener
   */
  onAny(whats, listener) {
    for (const what of whats) this.on(what, listener);
  }

  /** @param {string} id */
  message(id) {
    return this.#messages.get(id);
  }

  /**
   * @param {string | null} channel
   * @returns {Message[]}
   */
  messagesIn(channel) {
    return this.#byChannel.get(channel ?? "") ?? [];
  }

  /** @param {string | null} channel */
  look(channel) {
    if (!channel || !this.channels.has(channel)) return;
    this.channel = channel;
    this.unread.see(channel);
    this.tell("look", channel);
  }

  /**
   * @param {string} message
   * @param {string} customId
   */
  press(message, customId) {
    this.failed.delete(message);
    this.#pressedIn(message).add(customId);
    this.tell("pressed", message);
  }

  /**
   * @param {string} message
   * @param {string} customId
   * @param {string} [why]
   */
  release(message, customId, why) {
    this.#pressedIn(message).delete(customId);
    if (why) this.failed.set(message, why);
    this.tell("pressed", message);
  }

  /** @param {string} interaction */
  forget(interaction) {
    this.sent.delete(interaction);
    this.tell("sent");
  }

  /**
   * Removes a message from this seat, as "Dismiss message" does.
   * @param {string} id
   */
  drop(id) {
    const message = this.#messages.get(id);
    if (!message) return;
    this.#messages.delete(id);
    const list = this.messagesIn(message.channel_id);
    list.splice(list.indexOf(message), 1);
    this.tell("deleted", message);
  }

  /**
   * @param {string} message
   * @returns {Set<string>}
   */
  #pressedIn(message) {
    const known = this.pressed.get(message) ?? new Set();
    this.pressed.set(message, known);
    return known;
  }

  /** @param {Message} message */
  #keep(message) {
    const list = this.#byChannel.get(message.channel_id) ?? [];
    this.#byChannel.set(message.channel_id, list);
    const before = this.#messages.get(message.id);
    this.#messages.set(message.id, message);
    if (before) {
      list[list.indexOf(before)] = message;
    } else {
      let at = list.length;
      while (at > 0 && compareIds(list[at - 1], message) > 0) at -= 1;
      list.splice(at, 0, message);
    }
    return !before;
  }

  /** @param {HelloFrame} frame */
  #greet(frame) {
    const { me } = this;
    const stays = me.id === frame.me.id && this.server.id === frame.server.id;
    const comesBack = stays && !me.here && frame.me.here;
    this.me = frame.me;
    this.server = frame.server;
    this.servers = frame.servers;
    this.application = frame.application;
    this.bot = frame.bot;
    this.commands = frame.commands;
    this.faults = frame.faults;
    this.shortcomings = frame.shortcomings;
    this.channels = byId(frame.channels);
    this.members = byId(frame.members);
    this.roles = byId(frame.roles);
    for (const known of [this.#messages, this.#byChannel, this.sent, this.pressed, this.failed])
      known.clear();
    for (const message of frame.messages) this.#keep(message);
    if (comesBack || !this.channels.has(this.channel ?? "")) this.channel = firstOf(this.channels);
    this.unread.recount();
    this.tell("hello");
    for (const form of frame.forms) this.tell("form", form);
  }

  /**
   * Shows a message again whose thread has changed.
   * @param {string} id
   */
  #redraw(id) {
    const message = this.#messages.get(id);
    if (message) this.tell("message", { message, isNew: false });
  }

  /** @param {Message} message */
  #post(message) {
    const isNew = this.#keep(message);
    this.failed.delete(message.id);
    if (isNew) this.unread.arrived(message);
    const thread = this.channels.get(message.channel_id);
    if (isNew && thread?.archived) {
      thread.archived = false;
      this.tell("channels");
    }
    this.tell("message", { message, isNew });
  }

  /** @param {InteractionFrame} frame */
  #hearBack({ id, channel, state, source }) {
    const over = state === "answered" || state === "thinking";
    if (source.kind === "press") {
      if (over) this.release(source.message, source.custom_id);
      if (state === "failed") this.release(source.message, source.custom_id, NO_ANSWER);
    } else if (source.kind === "command") {
      if (over) this.sent.delete(id);
      else this.sent.set(id, { name: source.name, channel, state });
      this.tell("sent");
    }
    this.tell("interaction", { id, state, source });
  }
}

/**
 * @template {{ id: string }} T
 * @param {T[]} list
 * @returns {Map<string, T>}
 */
function byId(list) {
  return new Map(list.map((each) => [each.id, each]));
}

/** @param {Map<string, Channel>} channels */
function firstOf(channels) {
  return channels.keys().next().value ?? null;
}
