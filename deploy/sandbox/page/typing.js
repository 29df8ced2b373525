/** The line above the message box that says who is typing. */

import { make } from "./dom.js";

/** @import { Seat } from "./seat.js" */

// Milliseconds. Discord forgets it after ten seconds too.
const LASTS = 10_000;

export class TypingLine {
  /**
   * When each member stops typing, by channel and member.
   * @type {Map<string, Map<string, number>>}
   */
  #until = new Map();

  /** @param {Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.node = make("p.typing", { role: "status" });
    const { chat } = seat;
    chat.on("typing", ({ channel, member }) => {
      const there = this.#until.get(channel) ?? new Map();
      this.#until.set(channel, there.set(member, Date.now() + LASTS));
      setTimeout(() => this.#draw(), LASTS + 50);
      this.#draw();
    });
    chat.on("message", ({ message, isNew }) => {
      if (isNew && this.#until.get(message.channel_id)?.delete(message.author.id)) this.#draw();
    });
    chat.onAny(["hello", "look"], () => this.#draw());
  }

  #draw() {
    const { chat } = this.seat;
    const here = this.#until.get(chat.channel ?? "") ?? new Map();
    const names = [...here]
      .filter(([, until]) => until > Date.now())
      .map(([id]) => chat.members.get(id)?.name ?? "Somebody");
    const are = names.length > 1 ? "are" : "is";
    const said = names.length ? `${names.join(" and ")} ${are} typing …` : "";
    if (this.node.textContent !== said) this.node.textContent = said;
  }
}
