/** One seat: a member's view of a server, and everything that the member can do there. */

import { Chat } from "./chat.js";
import { Composer } from "./composer.js";
import { make } from "./dom.js";
import { encoded } from "./files.js";
import { recall, remember } from "./local-storage.js";
import { card, meeting } from "./member-card.js";
import { form } from "./modal.js";
import { ask, LiveConnection, whyOf } from "./sandbox-api.js";
import { SeatLayout } from "./seat-layout.js";
import { Timeline } from "./timeline.js";

/**
 * @import { Page } from "./page.js"
 * @import { Command, Frame, Member, Message, ModalFrame, OptionChoice, OptionValue, PaletteEntry } from "./types.d.ts"
 */

const TOUCH = matchMedia("(pointer: coarse)");

export class Seat {
  chat = new Chat();
  /** @type {LiveConnection | null} */
  #connection = null;

  /**
   * @param {"left" | "right"} side
   * @param {string} member
   * @param {Page} page
   */
  constructor(side, member, page) {
    this.side = side;
    this.member = member;
    /** The server that it looks at; none means the first. */
    this.server = recall(this.#visited, "");
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
      timeline.redrawAbout(message);
    });
    chat.on("deleted", (message) => {
      if (message.channel_id === chat.channel) timeline.remove(message.id);
      timeline.redrawAbout(message);
    });
    chat.on("members", () => timeline.redraw());
    chat.on("pressed", (message) => timeline.mark(message));
    chat.on("form", (frame) => form(frame, this));
  }

  /** @returns {string[]} */
  get #dismissed() {
    return recall("dismissed", []);
  }

  get #visited() {
    return `${this.side} seat's server`;
  }

  get #lookedAt() {
    const there = this.server && ` in ${this.server}`;
    return `${this.side} seat of ${this.member} looks at${there}`;
  }

  /**
   * Gives the seat to another member.
   * @param {string} member
   */
  seat(member) {
    this.member = member;
    this.#connection?.close();
    this.#sit();
    remember(`${this.side} seat`, member);
  }

  /**
   * Goes to another server.
   * @param {string} server
   */
  visit(server) {
    if (server === this.chat.server.id) return;
    this.server = server;
    this.#connection?.close();
    this.#sit();
    remember(this.#visited, server);
  }

  #sit() {
    // Set first, because messages in the channel that is shown count as seen.
    this.chat.channel = recall(this.#lookedAt, this.chat.channel);
    this.#connection = new LiveConnection(this.member, this.server, {
      heard: (frame) => {
        if (frame.type === "hello") this.layout.reached();
        this.chat.hear(this.#undismissed(frame));
      },
      lost: (wait) => this.layout.lost(wait),
    });
  }

  again() {
    this.#connection?.again();
  }

  // What a member does. Most return why it was refused, or an empty string.

  /** @param {string} content */
  async say(content) {
    const { chat } = this;
    try {
      /** @type {Message} */
      const message = await ask("POST", this.#path("messages"), { channel: chat.channel, content });
      // The live connection brings it too, perhaps later.
      if (!chat.message(message.id)) chat.hear({ type: "message", message });
      return "";
    } catch (refused) {
      return whyOf(refused);
    }
  }

  /**
   * @param {PaletteEntry} entry
   * @param {Record<string, OptionValue>} options
   */
  async sendCommand({ command, path }, options) {
    return this.#do("commands", {
      channel: this.chat.channel,
      command: command.id,
      path,
      options: await encoded(options),
    });
  }

  /**
   * @param {Command} command
   * @param {Member | Message} target
   */
  async use(command, target) {
    const why = await this.#do("commands", {
      channel: this.chat.channel,
      command: command.id,
      path: [],
      options: {},
      target: target.id,
    });
    if (why) this.page.tell(why);
    this.composer.focus();
  }

  /**
   * @param {string} message
   * @param {string} customId
   * @param {string[]} [values]
   */
  async press(message, customId, values) {
    this.chat.press(message, customId);
    const why = await this.#do("presses", { message, custom_id: customId, values });
    if (why) this.chat.release(message, customId, why);
  }

  /**
   * Adds a reaction to a message, or takes it back.
   * @param {string} message
   * @param {string} emoji
   */
  async react(message, emoji) {
    const why = await this.#do("reactions", { message, emoji });
    if (why) this.page.tell(why);
  }

  leave() {
    return this.#move("departures", () => this.layout.outside.focus());
  }

  comeBack() {
    return this.#move("returns", () =>
      (TOUCH.matches ? this.timeline.list : this.composer).focus(),
    );
  }

  /**
   * Sends a modal and returns its interaction, whose state tells how it went.
   * @param {ModalFrame} frame
   * @param {Record<string, string | string[]>} values
   */
  async submit(frame, values) {
    /** @type {{ interaction: string }} */
    const answer = await ask("POST", this.#path("forms"), { form: frame.id, values });
    return answer.interaction;
  }

  /**
   * @param {PaletteEntry} entry
   * @param {Record<string, OptionValue>} options
   * @param {string} focused
   */
  async suggestions({ command, path }, options, focused) {
    const channel = this.chat.channel;
    /** @type {{ choices: OptionChoice[] }} */
    const answer = await ask("POST", this.#path("suggestions"), {
      channel,
      command: command.id,
      path,
      options,
      focused,
    });
    return answer.choices;
  }

  /** @param {string} id */
  dismiss(id) {
    // The newest ones are enough, because old answers are seldom in view.
    remember("dismissed", [...this.#dismissed, id].slice(-200));
    this.chat.drop(id);
  }

  /**
   * Goes to a channel, and to a message there.
   * @param {string} channel
   * @param {string} [message]
   */
  go(channel, message) {
    if (channel !== this.chat.channel) this.chat.look(channel);
    if (message && !this.timeline.reveal(message))
      this.page.tell("That message isn't there any more.");
    // On a phone the focus would bring up the keyboard.
    if (!message && !TOUCH.matches) this.composer.focus();
  }

  /** @param {string} command */
  fill(command) {
    this.composer.fill(command);
  }

  /**
   * @param {string} id
   * @param {HTMLElement} anchor
   */
  meet(id, anchor) {
    const member = this.chat.members.get(id);
    if (member) card(member, this, anchor);
  }

  /**
   * @param {string} id
   * @returns {HTMLElement}
   */
  mention(id) {
    const known = this.chat.members.get(id);
    if (!known) return make("span.mention", {}, "@unknown-user");
    // The list of members leads to every card, so Tab needn't stop at each name.
    const settings = { type: "button", tabindex: -1, ...meeting(id, this) };
    return make("button.mention", settings, `@${known.name}`);
  }

  /**
   * @param {string} what
   * @param {object} body
   */
  async #do(what, body) {
    try {
      await ask("POST", this.#path(what), body);
      return "";
    } catch (refused) {
      return whyOf(refused);
    }
  }

  /**
   * Leaves the server or comes back. The seat is greeted again, with what it may see then.
   * @param {string} what
   * @param {() => void} then
   */
  async #move(what, then) {
    const stop = this.chat.on("hello", () => {
      stop();
      then();
    });
    const why = await this.#do(what, { server: this.chat.server.id });
    if (!why) return;
    stop();
    this.page.tell(why);
  }

  /** @param {string} what */
  #path(what) {
    return `seats/${encodeURIComponent(this.member)}/${what}`;
  }

  /**
   * @param {Frame} frame
   * @returns {Frame}
   */
  #undismissed(frame) {
    if (frame.type !== "hello") return frame;
    const gone = new Set(this.#dismissed);
    return { ...frame, messages: frame.messages.filter((message) => !gone.has(message.id)) };
  }
}
