/** All that one seat knows: the frames it heard, folded into channels, messages and people.
 *  Knows no nodes; tells whoever listens what has changed. */

import { order } from "./discord-api.js";
import { Unread } from "./unread.js";

const NO_ANSWER = "This interaction failed.";

export class Chat extends EventTarget {
  me = null;
  server = { id: "0", name: "" };
  application = { id: "0", name: "" };
  channels = new Map();
  members = new Map();
  roles = new Map();
  bot = "offline";
  commands = [];
  faults = [];
  forms = [];
  /** Commands on their way: by interaction, `{name, channel, state}`. */
  sent = new Map();
  /** Custom ids that were pressed and aren't answered: by message. */
  pressed = new Map();
  /** What came of the last press on a message, if nothing came. */
  failed = new Map();
  unread = new Unread(this);
  channel = null;
  #messages = new Map();
  #byChannel = new Map();

  hear(frame) {
    const fold = FOLDS[frame.type];
    if (fold) fold.call(this, frame);
  }

  tell(what, detail) {
    this.dispatchEvent(new CustomEvent(what, { detail }));
  }

  on(what, listener) {
    this.addEventListener(what, (event) => listener(event.detail));
  }

  message(id) {
    return this.#messages.get(id);
  }

  messagesIn(channel) {
    return this.#byChannel.get(channel) ?? [];
  }

  look(channel) {
    if (!this.channels.has(channel)) return;
    this.channel = channel;
    this.unread.see(channel);
    this.tell("look", channel);
  }

  press(message, customId) {
    this.failed.delete(message);
    this.#pressedIn(message).add(customId);
    this.tell("pressed", message);
  }

  release(message, customId, why) {
    this.#pressedIn(message).delete(customId);
    if (why) this.failed.set(message, why);
    this.tell("pressed", message);
  }

  forget(interaction) {
    this.sent.delete(interaction);
    this.tell("sent");
  }

  /** Takes a message out of this seat's sight, as Dismiss does. */
  drop(id) {
    const message = this.#messages.get(id);
    if (!message) return;
    this.#messages.delete(id);
    const list = this.messagesIn(message.channel_id);
    list.splice(list.indexOf(message), 1);
    this.tell("deleted", message);
  }

  #pressedIn(message) {
    if (!this.pressed.has(message)) this.pressed.set(message, new Set());
    return this.pressed.get(message);
  }

  #keep(message) {
    if (!this.#byChannel.has(message.channel_id)) this.#byChannel.set(message.channel_id, []);
    const list = this.#byChannel.get(message.channel_id);
    const before = this.#messages.get(message.id);
    this.#messages.set(message.id, message);
    if (before) {
      list[list.indexOf(before)] = message;
    } else {
      let at = list.length;
      while (at > 0 && order(list[at - 1], message) > 0) at -= 1;
      list.splice(at, 0, message);
    }
    return !before;
  }

  greeted(frame) {
    const comesBack = this.me?.id === frame.me.id && !this.me.here && frame.me.here;
    Object.assign(this, {
      me: frame.me,
      server: frame.server,
      application: frame.application,
      bot: frame.bot,
      commands: frame.commands ?? [],
      faults: frame.faults ?? [],
      forms: frame.forms ?? [],
    });
    this.channels = byId(frame.channels);
    this.members = byId(frame.members);
    // Not in every server's hello; whoever has an id like the server's is everyone.
    this.roles = byId(
      frame.roles ?? frame.server?.roles ?? [{ id: frame.server.id, name: "everyone" }],
    );
    for (const known of [this.#messages, this.#byChannel, this.sent, this.pressed, this.failed])
      known.clear();
    for (const message of frame.messages ?? []) this.#keep(message);
    if (comesBack || !this.channels.has(this.channel)) this.channel = firstOf(this.channels);
    this.unread.recount();
    this.tell("hello");
    for (const form of this.forms) this.tell("form", form);
  }

  posted({ message }) {
    const isNew = this.#keep(message);
    this.failed.delete(message.id);
    if (isNew) this.unread.arrived(message);
    this.tell("message", { message, isNew });
  }

  deleted({ message }) {
    this.drop(message);
  }

  heardBack({ id, channel, state, source }) {
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

const FOLDS = {
  hello: Chat.prototype.greeted,
  message: Chat.prototype.posted,
  deleted: Chat.prototype.deleted,
  interaction: Chat.prototype.heardBack,
  form(frame) {
    this.tell("form", frame);
  },
  commands({ commands }) {
    this.commands = commands;
    this.tell("commands");
  },
  bot({ state }) {
    this.bot = state;
    this.tell("bot");
  },
  channels({ channels }) {
    this.channels = byId(channels);
    this.tell("channels");
    if (!this.channels.has(this.channel)) this.look(firstOf(this.channels));
  },
  members({ members }) {
    this.members = byId(members);
    this.tell("members");
  },
  faults({ faults }) {
    this.faults = faults;
    this.tell("faults");
  },
};

function byId(list) {
  return new Map(list.map((each) => [each.id, each]));
}

function firstOf(channels) {
  return channels.keys().next().value ?? null;
}
