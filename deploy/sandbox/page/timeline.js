/** The messages of one channel as DOM nodes. Only a message that changed is drawn again, and a button
 *  in it keeps the focus. */

import { compareIds, Flag, has, MessageKind } from "./discord-api.js";
import { make } from "./dom.js";
import { article } from "./message.js";
import { ScrollAnchor } from "./scroll-anchor.js";
import { threadStart } from "./thread.js";
import { dayOf } from "./timestamps.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Message } from "./types.d.ts"
 */

const SHOWN = 150;
const GROUPED_WITHIN = 7 * 60 * 1000;
// Milliseconds. A change of an older message isn't read out by screen readers.
const NEWS = 3000;

/** @typedef {{ node: HTMLElement, day: HTMLElement, article: HTMLElement, message: Message }} Entry */

export class Timeline {
  /** @type {Map<string, Entry>} */
  #entries = new Map();
  #channel = "";
  #most = SHOWN;

  /** @param {Seat} seat */
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
    this.list.addEventListener("keydown", (event) => {
      if (event.key === "+") this.#react(event.target);
      else if (event.target === this.list) this.#scroll(event);
    });
  }

  /**
   * Draws a channel anew.
   * @param {string} channel
   */
  fill(channel) {
    if (channel !== this.#channel) this.#most = SHOWN;
    this.#channel = channel;
    const all = this.seat.chat.messagesIn(channel);
    const hadFocus = this.list.contains(document.activeElement);
    this.#entries.clear();
    const shown = all.slice(-this.#most);
    this.earlier.hidden = shown.length === all.length;
    this.list.replaceChildren(
      this.earlier,
      ...threadStart(channel, this.seat),
      ...shown.map((message) => this.#enter(message, false)),
    );
    if (!all.length) this.list.append(make("p.nothing", {}, "Nothing has been said here yet."));
    for (const entry of this.#entries.values()) this.#relate(entry);
    for (const { message } of this.#entries.values()) this.mark(message.id);
    this.anchor.bottom();
    if (hadFocus) this.list.focus({ preventScroll: true });
  }

  /**
   * @param {Message} message
   * @param {boolean} isNew
   * @param {boolean} news
   */
  put(message, isNew, news) {
    const known = this.#entries.get(message.id);
    if (known) this.#replace(known, message);
    else if (isNew) this.#insert(message, news);
    const entry = this.#entries.get(message.id);
    // A change of a message further back than is shown.
    if (!entry) return;
    this.#relate(entry);
    this.mark(message.id);
    this.anchor.settle(known ? 0 : Number(message.author.id !== this.seat.chat.me.id));
    // Whoever writes a message wants to see it.
    if (!known && message.author.id === this.seat.chat.me.id) this.anchor.bottom();
  }

  /**
   * Draws the messages again that tell of another one: those that reply to it, and the one whose
   * thread it is in.
   * @param {Message} other
   */
  redrawAbout(other) {
    for (const entry of this.#entries.values()) {
      const { id, message_reference: reference } = entry.message;
      if (reference?.message_id === other.id || id === other.channel_id)
        this.put(entry.message, false, false);
    }
  }

  /** Draws all messages again, as somebody has another name. */
  redraw() {
    for (const { message } of this.#entries.values()) this.put(message, false, false);
  }

  /** @param {string} id */
  remove(id) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const hadFocus = entry.node.contains(document.activeElement);
    const next = this.#at(entry.node.nextElementSibling ?? entry.node.previousElementSibling);
    entry.node.remove();
    this.#entries.delete(id);
    if (next) this.#relate(next);
    if (hadFocus) (next?.article ?? this.list).focus();
    this.anchor.settle(0);
  }

  /**
   * Shows which buttons of a message wait for an answer, without drawing it again.
   * @param {string} id
   */
  mark(id) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    const { pressed, failed } = this.seat.chat;
    const busy = pressed.get(id) ?? new Set();
    /** @type {NodeListOf<HTMLElement>} */
    const controls = entry.node.querySelectorAll("[data-press]");
    for (const node of controls) {
      if (busy.has(node.dataset.press ?? "")) node.setAttribute("aria-busy", "true");
      else node.removeAttribute("aria-busy");
    }
    const why = entry.node.querySelector(".failed");
    if (!(why instanceof HTMLElement)) return;
    why.hidden = !failed.has(id);
    why.textContent = failed.get(id) ?? "";
    this.anchor.settle(0);
  }

  /**
   * Scrolls to a message. Returns whether it is still there.
   * @param {string} id
   */
  reveal(id) {
    if (!this.#entries.has(id)) {
      const all = this.seat.chat.messagesIn(this.#channel);
      const at = all.findIndex((message) => message.id === id);
      if (at < 0) return false;
      this.#most = all.length - at + 20;
      this.fill(this.#channel);
    }
    const node = this.#entries.get(id)?.article;
    if (!node) return false;
    this.anchor.release();
    node.scrollIntoView({ block: "center" });
    node.focus({ preventScroll: true });
    node.classList.remove("found");
    requestAnimationFrame(() => node.classList.add("found"));
    return true;
  }

  /** Finds the first enabled button of the newest message that has any. */
  newestControl() {
    const newest = [...this.list.querySelectorAll(".components")].at(-1);
    const found = newest?.querySelector("[data-press]:enabled");
    return found instanceof HTMLElement ? found : null;
  }

  /**
   * Offers reactions to the message that has the focus, or to the newest one.
   * @param {EventTarget | null} target
   */
  #react(target) {
    const focused = target instanceof Element && target.closest("article");
    const message = focused || [...this.list.querySelectorAll("article")].at(-1);
    const button = message?.querySelector(".react");
    if (button instanceof HTMLElement) button.click();
  }

  /** @param {KeyboardEvent} event */
  #scroll(event) {
    if (event.key === "End") this.anchor.bottom();
  }

  #first() {
    return this.#entries.values().next().value?.message ?? { id: "0" };
  }

  #reachBack() {
    const from = this.#first().id;
    this.#most += SHOWN;
    this.fill(this.#channel);
    this.reveal(from);
  }

  /**
   * @param {Message} message
   * @param {boolean} news
   */
  #enter(message, news) {
    const day = make("div.day", { role: "separator", hidden: true });
    const shown = article(message, this.seat);
    const settings = { data: { id: message.id }, "aria-live": news ? null : "off" };
    const node = make("div.entry", settings, day, shown);
    if (news) setTimeout(() => node.setAttribute("aria-live", "off"), NEWS);
    this.#entries.set(message.id, { node, day, article: shown, message });
    return node;
  }

  /**
   * @param {Message} message
   * @param {boolean} news
   */
  #insert(message, news) {
    this.list.querySelector(".nothing")?.remove();
    const isEarlier = (/** @type {Element} */ child) => {
      const entry = this.#at(child);
      return entry && compareIds(entry.message, message) < 0;
    };
    const start = this.list.querySelector(".thread-start");
    const above = [...this.list.children].findLast(isEarlier) ?? start ?? this.earlier;
    const node = this.#enter(message, news);
    above.after(node);
    const next = this.#at(node.nextElementSibling);
    if (next) this.#relate(next);
  }

  /**
   * @param {Entry} entry
   * @param {Message} message
   */
  #replace(entry, message) {
    const { activeElement } = document;
    const focused = entry.article.contains(activeElement) ? activeElement : null;
    const fresh = article(message, this.seat);
    entry.article.replaceWith(fresh);
    entry.article = fresh;
    entry.message = message;
    if (!(focused instanceof HTMLElement)) return;
    const { press, reaction } = focused.dataset;
    const same =
      (press && fresh.querySelector(`[data-press="${CSS.escape(press)}"]:enabled`)) ||
      (reaction && fresh.querySelector(`.reaction[data-reaction="${CSS.escape(reaction)}"]`));
    (same instanceof HTMLElement ? same : fresh).focus({ preventScroll: true });
  }

  /**
   * Groups a message with the one above it, and puts the date above the first of a day.
   * @param {Entry} entry
   */
  #relate(entry) {
    const before = this.#at(entry.node.previousElementSibling)?.message;
    const today = dayOf(new Date(entry.message.timestamp));
    const startsDay = !before || dayOf(new Date(before.timestamp)) !== today;
    entry.day.hidden = !startsDay;
    entry.day.textContent = today;
    entry.article.classList.toggle("goes-on", !startsDay && goesOn(before, entry.message));
  }

  /** @param {Element | null} node */
  #at(node) {
    return node instanceof HTMLElement ? this.#entries.get(node.dataset.id ?? "") : undefined;
  }
}

/**
 * Discord groups plain messages of one author that follow each other within minutes. An answer to a
 * command or a press has a line above its author, so it begins a group of its own.
 * @param {Message} before
 * @param {Message} message
 */
function goesOn(before, message) {
  return (
    message.type === MessageKind.PLAIN &&
    before.author.id === message.author.id &&
    has(before, Flag.EPHEMERAL) === has(message, Flag.EPHEMERAL) &&
    Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUPED_WITHIN
  );
}
