/** What the two seats share: which of them is in use, which one a phone shows, the page's title and
 *  its notice. */

import { badge } from "./channel-list.js";
import { Flag, has } from "./discord-api.js";
import { make, one, refill } from "./dom.js";
import { recall, remember } from "./local-storage.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Message } from "./types.d.ts"
 */

const NARROW = matchMedia("(max-width: 819px)");
const TITLE = document.title;

export class Page {
  /** @type {Seat[]} */
  seats = [];
  /** @type {Seat | null} */
  #active = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.tabs = one(root, "#tabs");
    this.notice = one(root, "#notice");
    document.addEventListener("visibilitychange", () => this.#look());
    NARROW.addEventListener("change", () => this.#look());
    root.addEventListener("keydown", (event) => {
      if (event.key !== "F2" || document.querySelector("dialog[open]")) return;
      event.preventDefault();
      const next = this.other(this.#active ?? this.seats[1]);
      this.show(next);
      next.composer.focus();
    });
  }

  /** @param {Seat[]} seats */
  move(seats) {
    this.seats = seats;
    this.#active = seats[0];
    for (const seat of seats) seat.chat.onAny(["hello", "unread"], () => this.#count());
    /** @type {string} */
    const shown = recall("shown", "left");
    this.show(seats.find((seat) => seat.side === shown) ?? seats[0]);
  }

  /** @param {Seat} seat */
  other(seat) {
    const [left, right] = this.seats;
    return seat === left ? right : left;
  }

  /** @param {Seat} seat */
  entered(seat) {
    this.#active = seat;
  }

  /**
   * Whether the seat is on the screen.
   * @param {Seat} seat
   */
  shows(seat) {
    return !NARROW.matches || this.root.dataset.shown === seat.side;
  }

  /** @param {Seat} seat */
  show(seat) {
    this.root.dataset.shown = seat.side;
    this.#active = seat;
    remember("shown", seat.side);
    this.#look();
  }

  /**
   * Whether the other seat shows the same message, so that a screen reader reads it once.
   * @param {Seat} seat
   * @param {Message} message
   */
  heardElsewhere(seat, message) {
    const other = this.other(seat);
    return (
      seat !== this.#active &&
      this.shows(other) &&
      other.chat.channel === message.channel_id &&
      !has(message, Flag.EPHEMERAL)
    );
  }

  /** @param {string} sentence */
  tell(sentence) {
    this.notice.textContent = "";
    const close = make(
      "button.plain",
      { type: "button", onclick: () => refill(this.notice) },
      "OK",
    );
    refill(this.notice, make("span", {}, sentence), close);
    setTimeout(() => close.isConnected && refill(this.notice), 8000);
  }

  #look() {
    for (const seat of this.seats)
      if (seat.chat.unread.watched() && seat.chat.isGreeted)
        seat.chat.unread.see(seat.chat.channel);
    this.#count();
  }

  #count() {
    const pings = this.seats.reduce((sum, seat) => sum + seat.chat.unread.pings, 0);
    document.title = pings ? `(${pings}) ${TITLE}` : TITLE;
    const { activeElement } = document;
    const focused =
      activeElement instanceof HTMLElement && this.tabs.contains(activeElement)
        ? activeElement.dataset.side
        : undefined;
    refill(
      this.tabs,
      this.seats.map((seat) =>
        make(
          "button.tab",
          {
            type: "button",
            "aria-pressed": String(this.root.dataset.shown === seat.side),
            data: { side: seat.side },
            onclick: () => this.show(seat),
          },
          seat.chat.me.name || seat.side,
          seat.chat.unread.pings > 0 && badge(seat.chat.unread.pings),
        ),
      ),
    );
    if (focused) one(this.tabs, `[data-side="${focused}"]`).focus();
  }
}
