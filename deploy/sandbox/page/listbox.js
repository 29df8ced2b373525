/** A list to choose from that belongs to a text field: the field keeps the focus, the list follows
 *  the arrow keys (ARIA's combobox). The palette, options and select menus use it. */

import { make, name, refill } from "./dom.js";

/** @import { Item } from "./types.d.ts" */

const PAGE = 8;

export class Listbox {
  /** @type {Item[]} */
  items = [];
  #active = -1;
  /** @type {HTMLElement[]} */
  #nodes = [];

  /**
   * `choose` is called with the picked item; `multi` keeps the list open and shows ticks.
   * @param {HTMLElement} input
   * @param {{ label: string, choose: (item: Item) => void, multi?: boolean }} options
   */
  constructor(input, { label, choose, multi = false }) {
    this.input = input;
    this.choose = choose;
    this.multi = multi;
    this.id = name("list");
    this.node = make("ul.listbox", {
      id: this.id,
      role: "listbox",
      "aria-label": label,
      "aria-multiselectable": multi ? "true" : null,
      hidden: true,
      // The field must not lose the focus to a click in its list.
      onmousedown: (event) => event.preventDefault(),
    });
    this.attach(input);
  }

  /**
   * Attaches the list to another field.
   * @param {HTMLElement} input
   */
  attach(input) {
    this.input = input;
    input.setAttribute("aria-controls", this.id);
    input.setAttribute("aria-autocomplete", "list");
    // A combobox makes its list reachable. A plain text box doesn't, so its list can be tabbed to.
    this.node.tabIndex = input.getAttribute("role") === "combobox" ? -1 : 0;
    if (input.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", "false");
  }

  get open() {
    return !this.node.hidden;
  }

  get active() {
    return this.items[this.#active];
  }

  /**
   * @param {Item[]} items
   * @param {number} [active]
   */
  show(items, active = 0) {
    this.items = items;
    this.#nodes = items.map((item, at) => this.#option(item, at));
    refill(this.node, this.#nodes);
    this.node.hidden = items.length === 0;
    this.#tellField(items.length > 0);
    this.#point(items.length ? active : -1);
  }

  hide() {
    this.node.hidden = true;
    this.#tellField(false);
    this.#point(-1);
  }

  /**
   * Moves the active item. Returns whether the key was for the list.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (!this.open || event.ctrlKey || event.metaKey || event.altKey) return false;
    const last = this.items.length - 1;
    /** @type {Record<string, () => number>} */
    const moves = {
      ArrowDown: () => (this.#active >= last ? 0 : this.#active + 1),
      ArrowUp: () => (this.#active <= 0 ? last : this.#active - 1),
      PageDown: () => Math.min(this.#active + PAGE, last),
      PageUp: () => Math.max(this.#active - PAGE, 0),
    };
    if (!(event.key in moves)) return false;
    event.preventDefault();
    this.#point(moves[event.key]());
    return true;
  }

  /**
   * @param {Item} item
   * @param {number} at
   */
  #option(item, at) {
    const texts = make("span.option-texts", {}, make("span.option-label", {}, item.label));
    if (item.note) texts.append(make("span.option-note", {}, item.note));
    return make(
      "li.option",
      {
        id: `${this.id}-${at}`,
        role: "option",
        "aria-selected": String(Boolean(item.chosen)),
        onclick: () => this.choose(item),
        onmousemove: () => this.#active !== at && this.#point(at, false),
      },
      this.multi && make("span.tick", { "aria-hidden": "true" }, item.chosen ? "✓" : ""),
      item.face?.(),
      texts,
      item.aside && make("span.option-aside", {}, item.aside),
    );
  }

  /**
   * @param {number} at
   * @param {boolean} [scroll]
   */
  #point(at, scroll = true) {
    this.#nodes[this.#active]?.classList.remove("active");
    if (!this.multi) this.#nodes[this.#active]?.setAttribute("aria-selected", "false");
    this.#active = at;
    const node = this.#nodes[at];
    if (!node) {
      this.input.removeAttribute("aria-activedescendant");
      return;
    }
    node.classList.add("active");
    if (!this.multi) node.setAttribute("aria-selected", "true");
    this.input.setAttribute("aria-activedescendant", node.id);
    if (scroll) node.scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} open */
  #tellField(open) {
    if (this.input.getAttribute("role") === "combobox")
      this.input.setAttribute("aria-expanded", String(open));
  }
}

/**
 * Keeps the items whose label begins with the typed text, then those that contain it.
 * @param {Item[]} items
 * @param {string} typed
 */
export function matching(items, typed) {
  const wanted = fold(typed);
  if (!wanted) return items;
  /** @param {Item} item */
  const rank = (item) => {
    const label = fold(item.label);
    if (label.startsWith(wanted)) return 0;
    if (label.split(/[\s/-]+/).some((word) => word.startsWith(wanted))) return 1;
    return label.includes(wanted) ? 2 : 3;
  };
  return items
    .map((item, at) => ({ item, at, rank: rank(item) }))
    .filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map((each) => each.item);
}

/** @param {string} text */
export function fold(text) {
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}
