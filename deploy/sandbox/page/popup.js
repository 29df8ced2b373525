/** What opens above the composer: a title that explains, a list, a line for how it went. */

import { make } from "./dom.js";
import { Listbox } from "./listbox.js";

export class Popup {
  #input = null;

  constructor() {
    this.title = make("p.popup-title");
    this.status = make("p.popup-status", { role: "status" });
    this.list = null;
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
    return this.open ? this.list?.active : undefined;
  }

  /** From now on it belongs to this field. */
  enter(input, title, choose) {
    this.list?.hide();
    this.#input = input;
    this.list = new Listbox(input, { label: title, choose });
    this.body.replaceChildren(this.list.node);
    this.title.textContent = title;
    this.status.textContent = "";
    this.node.hidden = false;
  }

  leave(input) {
    if (input === this.#input) this.hide();
  }

  show(items, active = 0, note = "") {
    this.node.hidden = false;
    this.list.show(items, active);
    this.status.textContent = note || (items.length ? `${items.length} to choose from` : "");
    this.status.classList.toggle("quiet", !note);
  }

  /** Still shows what is listed, but nothing of it is meant. */
  doubt() {
    if (this.list.open) this.list.show(this.list.items, -1);
  }

  hide() {
    this.node.hidden = true;
    this.list?.hide();
    this.status.textContent = "";
  }

  key(event) {
    return this.open && Boolean(this.list?.key(event));
  }
}
