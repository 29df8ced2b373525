/** What the two seats share: which of them is used, which one a phone shows, the page's title, and
 *  sentences that belong to no place in particular. */

import { badge } from "./channel-list.js";
import { Flag, has } from "./discord-api.js";
import { make, refill } from "./dom.js";
import { remember, recall } from "./local-storage.js";

const NARROW = matchMedia("(max-width: 819px)");
const TITLE = document.title;

export class Page {
  seats = [];
  #active = null;

  constructor(root) {
    this.root = root;
    this.tabs = root.querySelector("#tabs");
    this.notice = root.querySelector("#notice");
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

  move(seats) {
    this.seats = seats;
    this.#active = seats[0];
    for (const seat of seats)
      for (const news of ["hello", "unread"]) seat.chat.on(news, () => this.#count());
    this.show(seats.find((seat) => seat.side === recall("shown", "left")));
  }

  other(seat) {
    return this.seats.find((each) => each !== seat);
  }

  entered(seat) {
    this.#active = seat;
  }

  /** Whether the seat is on the screen. */
  shows(seat) {
    return !NARROW.matches || this.root.dataset.shown === seat.side;
  }

  show(seat) {
    this.root.dataset.shown = seat.side;
    this.#active = seat;
    remember("shown", seat.side);
    this.#look();
  }

  /** Two seats side by side hear the same; a screen reader should hear it once. */
  heardElsewhere(seat, message) {
    const other = this.other(seat);
    return (
      seat !== this.#active &&
      this.shows(other) &&
      other.chat.channel === message.channel_id &&
      !has(message, Flag.EPHEMERAL)
    );
  }

  tell(sentence) {
    this.notice.textContent = "";
    const close = make(
      "button.plain",
      { type: "button", onclick: () => refill(this.notice) },
      "OK",
    );
    refill(this.notice, make("span", {}, sentence), close);
    setTimeout(() => this.notice.contains(close) && refill(this.notice), 8000);
  }

  #look() {
    for (const seat of this.seats)
      if (seat.chat.unread.watched() && seat.chat.me) seat.chat.unread.see(seat.chat.channel);
    this.#count();
  }

  #count() {
    const pings = this.seats.reduce((sum, seat) => sum + seat.chat.unread.pings, 0);
    document.title = pings ? `(${pings}) ${TITLE}` : TITLE;
    const focused =
      this.tabs.contains(document.activeElement) && document.activeElement.dataset.side;
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
          seat.chat.me?.name ?? seat.side,
          seat.chat.unread.pings > 0 && badge(seat.chat.unread.pings),
        ),
      ),
    );
    if (focused) this.tabs.querySelector(`[data-side="${focused}"]`).focus();
  }
}
