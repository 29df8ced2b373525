/** The messages of one channel as nodes, kept in step by id: only what changed is drawn again, and
 *  whoever had the focus in it keeps it. */

import { Flag, has, MessageKind, order } from "./discord-api.js";
import { make } from "./dom.js";
import { article } from "./message.js";
import { ScrollAnchor } from "./scroll-anchor.js";
import { dayOf } from "./timestamps.js";

const SHOWN = 150;
const GROUPED_WITHIN = 7 * 60 * 1000;
// After this long a message isn't news, and what changes in it isn't read out.
const NEWS = 3000;

export class Timeline {
  #entries = new Map();
  #most = SHOWN;

  constructor(seat) {
    this.seat = seat;
    this.list = make("div.log", {
      role: "log",
      "aria-live": "polite",
      "aria-relevant": "additions",
      tabindex: 0,
    });
    this.earlier = make(
      "button.plain.earlier",
      { type: "button", hidden: true, onclick: () => this.#reachBack() },
      "Show earlier messages",
    );
    this.jump = make("button.jump", { type: "button", hidden: true });
    this.node = make("div.timeline", {}, this.list, this.jump);
    this.anchor = new ScrollAnchor(this.list, this.jump);
    this.list.addEventListener(
      "keydown",
      (event) => event.target === this.list && this.#scroll(event),
    );
  }

  /** Draws a channel from nothing. */
  fill(channel) {
    if (channel !== this.channel) this.#most = SHOWN;
    this.channel = channel;
    const all = this.seat.chat.messagesIn(channel);
    const hadFocus = this.list.contains(document.activeElement);
    this.#entries.clear();
    const shown = all.slice(-this.#most);
    this.earlier.hidden = shown.length === all.length;
    this.list.replaceChildren(this.earlier, ...shown.map((message) => this.#enter(message, false)));
    if (!all.length) this.list.append(make("p.nothing", {}, "Nothing has been said here yet."));
    for (const { message } of this.#entries.values()) this.#relate(message.id);
    for (const { message } of this.#entries.values()) this.mark(message.id);
    this.anchor.bottom();
    if (hadFocus) this.list.focus({ preventScroll: true });
  }

  put(message, isNew, news) {
    const known = this.#entries.get(message.id);
    if (known) this.#replace(known, message);
    else if (isNew) this.#insert(message, news);
    // An edit of something further back than is shown.
    else return;
    this.#relate(message.id);
    this.mark(message.id);
    this.anchor.settle(known ? 0 : Number(message.author.id !== this.seat.chat.me.id));
    // What I say I want to see.
    if (!known && message.author.id === this.seat.chat.me.id) this.anchor.bottom();
  }

  remove(id) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const hadFocus = entry.node.contains(document.activeElement);
    const next = entry.node.nextElementSibling ?? entry.node.previousElementSibling;
    entry.node.remove();
    this.#entries.delete(id);
    if (next?.dataset.id) this.#relate(next.dataset.id);
    if (hadFocus) (next?.querySelector("article") ?? this.list).focus();
    this.anchor.settle(0);
  }

  /** Shows what is under way on a message, without drawing it again. */
  mark(id) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { pressed, failed } = this.seat.chat;
    const busy = pressed.get(id) ?? new Set();
    for (const node of entry.node.querySelectorAll("[data-press]")) {
      if (busy.has(node.dataset.press)) node.setAttribute("aria-busy", "true");
      else node.removeAttribute("aria-busy");
    }
    const why = entry.node.querySelector(".failed");
    if (!why) return;
    why.hidden = !failed.has(id);
    why.textContent = failed.get(id) ?? "";
    this.anchor.settle(0);
  }

  /** Whether the message could be shown. */
  reveal(id) {
    if (!this.#entries.has(id)) {
      const all = this.seat.chat.messagesIn(this.channel);
      const at = all.findIndex((message) => message.id === id);
      if (at < 0) return false;
      this.#most = all.length - at + 20;
      this.fill(this.channel);
    }
    const node = this.#entries.get(id).node.querySelector("article");
    this.anchor.release();
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("found");
    requestAnimationFrame(() => node.classList.add("found"));
    return true;
  }

  /** The newest thing that can be pressed, for hands that don't leave the keyboard. */
  newestControl() {
    return [...this.list.querySelectorAll(".components")]
      .at(-1)
      ?.querySelector("[data-press]:not(:disabled)");
  }

  #scroll(event) {
    if (event.key === "End") this.anchor.bottom();
  }

  #first() {
    return this.#entries.values().next().value?.message ?? { id: "0" };
  }

  #reachBack() {
    const from = this.#first().id;
    this.#most += SHOWN;
    this.fill(this.channel);
    this.reveal(from);
  }

  #enter(message, news) {
    const day = make("div.day", { role: "separator", hidden: true });
    const node = make(
      "div.entry",
      { data: { id: message.id }, "aria-live": news ? null : "off" },
      day,
      article(message, this.seat),
    );
    if (news) setTimeout(() => node.setAttribute("aria-live", "off"), NEWS);
    this.#entries.set(message.id, { node, day, message });
    return node;
  }

  #insert(message, news) {
    this.list.querySelector(".nothing")?.remove();
    const later = [...this.list.querySelectorAll(".entry")].reverse();
    const after = later.find((node) => order({ id: node.dataset.id }, message) < 0) ?? this.earlier;
    after.after(this.#enter(message, news));
    const next = after.nextElementSibling?.nextElementSibling;
    if (next) this.#relate(next.dataset.id);
  }

  #replace(entry, message) {
    const old = entry.node.querySelector("article");
    const focused = old.contains(document.activeElement) ? document.activeElement : null;
    const fresh = article(message, this.seat);
    old.replaceWith(fresh);
    entry.message = message;
    if (!focused) return;
    const same =
      focused.dataset.press &&
      fresh.querySelector(`[data-press="${CSS.escape(focused.dataset.press)}"]:not(:disabled)`);
    (same || fresh).focus({ preventScroll: true });
  }

  /** Groups a message with the one above it, and puts the date above the first of a day. */
  #relate(id) {
    const entry = this.#entries.get(id);
    const before = this.#entries.get(entry.node.previousElementSibling?.dataset.id)?.message;
    const today = dayOf(new Date(entry.message.timestamp));
    const isNewDay = !before || dayOf(new Date(before.timestamp)) !== today;
    entry.day.hidden = !isNewDay;
    entry.day.textContent = today;
    const article_ = entry.node.querySelector("article");
    article_.classList.toggle("goes-on", !isNewDay && goesOn(before, entry.message));
  }
}

/** Discord groups plain messages of one author that follow each other within minutes. An answer to a
 *  command or a press has a line above its author, so it begins a group of its own. */
function goesOn(before, message) {
  return (
    message.type === MessageKind.PLAIN &&
    before.author.id === message.author.id &&
    has(before, Flag.EPHEMERAL) === has(message, Flag.EPHEMERAL) &&
    new Date(message.timestamp) - new Date(before.timestamp) < GROUPED_WITHIN
  );
}
