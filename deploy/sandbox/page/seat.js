/** One seat: somebody's view of the server, and all that they can do from it. */

import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { make } from "./dom.js";
import { form } from "./modal.js";
import { SeatLayout } from "./seat-layout.js";
import { card, meeting } from "./member-card.js";
import { recall, remember } from "./local-storage.js";
import { Timeline } from "./timeline.js";
import { ask, LiveConnection } from "./sandbox-api.js";

const TOUCH = matchMedia("(pointer: coarse)");

export class Seat {
  chat = new Chat();
  #connection = null;

  /** `side` is "left" or "right"; `page` is what all seats share. */
  constructor(side, member, page) {
    this.side = side;
    this.member = member;
    this.page = page;
    this.timeline = new Timeline(this);
    this.composer = new Composer(this, `composer-${side}`);
    this.layout = new SeatLayout(this);
    this.chat.unread.watched = () => document.visibilityState === "visible" && page.shows(this);
    this.#listen();
    this.#sit();
  }

  #listen() {
    const { chat, timeline } = this;
    chat.on("hello", () => chat.look(chat.channel));
    chat.on("look", (channel) => {
      remember(this.#lookedAt, channel);
      timeline.fill(channel);
      this.composer.moved();
    });
    chat.on("message", ({ message, isNew }) => {
      if (message.channel_id === chat.channel)
        timeline.put(message, isNew, !this.page.heardElsewhere(this, message));
    });
    chat.on(
      "deleted",
      (message) => message.channel_id === chat.channel && timeline.remove(message.id),
    );
    chat.on("pressed", (message) => timeline.mark(message));
    chat.on("form", (frame) => form(frame, this));
  }

  get #lookedAt() {
    return `${this.side} seat of ${this.member} looks at`;
  }

  /** Somebody else sits down. */
  seat(member) {
    this.member = member;
    this.#connection?.close();
    this.#sit();
    remember(`${this.side} seat`, member);
  }

  #sit() {
    // Before anything is heard: what is looked at counts as seen.
    this.chat.channel = recall(this.#lookedAt, null);
    this.#connection = new LiveConnection(this.member, {
      heard: (frame) => {
        if (frame.type === "hello") this.layout.reached();
        this.chat.hear(this.#undismissed(frame));
      },
      lost: (wait) => this.layout.lost(wait),
    });
  }

  again() {
    this.#connection.again();
  }

  // What a person does. Each answers with a sentence if it was refused.

  say(content) {
    return this.#do("messages", { channel: this.chat.channel, content });
  }

  order({ command, path }, options) {
    return this.#do("commands", { channel: this.chat.channel, command: command.id, path, options });
  }

  async use(command, member) {
    const why = await this.#do("commands", {
      channel: this.chat.channel,
      command: command.id,
      path: [],
      options: {},
      target: member.id,
    });
    if (why) this.page.tell(why);
    this.composer.focus();
  }

  async press(message, customId, values) {
    this.chat.press(message, customId);
    const why = await this.#do("presses", { message, custom_id: customId, values });
    if (why) this.chat.release(message, customId, why);
  }

  leave() {
    return this.#move("departures", () => this.layout.outside.focus());
  }

  comeBack() {
    return this.#move("returns", () => (TOUCH.matches ? this.timeline.list : this.composer).focus());
  }

  /** The interaction that it became; its answer tells how it went. */
  async submit(frame, values) {
    const answer = await ask("POST", this.#path("forms"), { form: frame.id, values });
    return answer.interaction;
  }

  async suggestions({ command, path }, options, focused) {
    const channel = this.chat.channel;
    const answer = await ask("POST", this.#path("suggestions"), {
      channel,
      command: command.id,
      path,
      options,
      focused,
    });
    return answer.choices;
  }

  dismiss(id) {
    // Far more than anybody leaves lying around.
    remember("dismissed", [...recall("dismissed", []), id].slice(-200));
    this.chat.drop(id);
  }

  // Getting around.

  /** To a channel, and to a message there. */
  go(channel, message) {
    if (channel !== this.chat.channel) this.chat.look(channel);
    if (message && !this.timeline.reveal(message))
      this.page.tell("That message isn't there any more.");
    // On a phone that would bring up the keyboard.
    if (!message && !TOUCH.matches) this.composer.focus();
  }

  fill(command) {
    this.composer.fill(command);
  }

  meet(id, anchor) {
    const member = this.chat.members.get(id);
    if (member) card(member, this, anchor);
  }

  mention(id) {
    const known = this.chat.members.get(id);
    if (!known) return make("span.mention", {}, "@unknown-user");
    // Everybody's card can be reached from the list of members, so Tab needn't stop at each name.
    const node = make(
      "button.mention",
      { type: "button", tabindex: -1, ...meeting(id, this) },
      `@${known.name}`,
    );
    return node;
  }

  async #do(what, body) {
    try {
      const answer = await ask("POST", this.#path(what), body);
      // The live line says the same, but a message of one's own shouldn't wait for it.
      if (what === "messages" && !this.chat.message(answer.id))
        this.chat.hear({ type: "message", message: answer });
      return "";
    } catch (refused) {
      return refused.message;
    }
  }

  /** In or out of the server, of which there is another one to be seen then. */
  async #move(what, then) {
    const arrived = new Promise((done) => {
      this.chat.addEventListener("hello", done, { once: true });
    });
    const why = await this.#do(what, {});
    if (why) return this.page.tell(why);
    await arrived;
    return then();
  }

  #path(what) {
    return `seats/${encodeURIComponent(this.member)}/${what}`;
  }

  #undismissed(frame) {
    if (frame.type !== "hello") return frame;
    const gone = new Set(recall("dismissed", []));
    return { ...frame, messages: frame.messages.filter((message) => !gone.has(message.id)) };
  }
}
