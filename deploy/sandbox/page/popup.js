/** The panel above the composer: a title, a list to choose from, and a line of status. */

import { make } from "./dom.js";
import { Listbox } from "./listbox.js";

/** @import { Item } from "./types.d.ts" */

export class Popup {
  /** @type {HTMLElement | null} */
  #input = null;
  /** @type {Listbox | null} */
  #list = null;

  constructor() {
    this.title = make("p.popup-title");
    this.status = make("p.popup-status", { role: "status" });
    this.body = make("div");
    this.node = make(
      "div.popup",
      { hidden: true, onmousedown: (event) => event.preventDefault() },
      this.title,
      this.body,
    );
  }

  get open() {
    return !this.node.hidden;
  }

  get active() {
    return this.open ? this.#list?.active : undefined;
  }

  /**
   * Attaches the panel to a field.
   * @param {HTMLElement} input
   * @param {string} title
   * @param {(item: Item) => void} choose
   */
  enter(input, title, choose) {
    this.#list?.hide();
    this.#input = input;
    this.#list = new Listbox(input, { label: title, choose });
    this.body.replaceChildren(this.#list.node);
    this.title.textContent = title;
    this.status.textContent = "";
    this.node.hidden = false;
  }

  /** @param {HTMLElement} input */
  leave(input) {
    if (input === this.#input) this.hide();
  }

  /**
   * @param {Item[]} items
   * @param {number} [active]
   * @param {string} [note]
   */
  show(items, active = 0, note = "") {
    this.node.hidden = false;
    this.#list?.show(items, active);
    this.status.textContent = note || (items.length ? `${items.length} to choose from` : "");
    this.status.classList.toggle("quiet", !note);
  }

  /** Keeps showing the list with no item active, while newer items are on their way. */
  doubt() {
    if (this.#list?.open) this.#list.show(this.#list.items, -1);
  }

  hide() {
    this.node.hidden = true;
    this.#list?.hide();
    this.status.textContent = "";
  }

  /** @param {Item} item */
  choose(item) {
    this.#list?.choose(item);
  }

  /**
   * Returns whether the key was for the list.
   * @param {KeyboardEvent} event
   */
  key(event) {
    return this.open && Boolean(this.#list?.key(event));
  }
}
