/** A list to choose from that belongs to a text field: the field keeps the focus, the list follows
 *  the arrow keys (ARIA's combobox). Palette, options, and selects all choose this way. */

import { make, name, refill } from "./dom.js";

const PAGE = 8;

export class Listbox {
  items = [];
  #active = -1;
  #nodes = [];

  /** `choose(item)` is called for what was picked; `multi` keeps the list open and shows ticks. */
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

  /** The list can serve one field after another. */
  attach(input) {
    this.input = input;
    input.setAttribute("aria-controls", this.id);
    input.setAttribute("aria-autocomplete", "list");
    // Nobody has to tab here, but a text box that isn't a combobox can't vouch for that.
    this.node.tabIndex = input.getAttribute("role") === "combobox" ? -1 : 0;
    if (input.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", "false");
  }

  get open() {
    return !this.node.hidden;
  }

  get active() {
    return this.items[this.#active];
  }

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

  /** Whether the key was for the list. */
  key(event) {
    if (!this.open || event.ctrlKey || event.metaKey || event.altKey) return false;
    const last = this.items.length - 1;
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

  #tellField(open) {
    if (this.input.getAttribute("role") === "combobox")
      this.input.setAttribute("aria-expanded", String(open));
  }
}

/** Those whose label begins with what was typed, then those that have it somewhere. */
export function matching(items, typed) {
  const wanted = fold(typed);
  if (!wanted) return items;
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

export function fold(text) {
  return text.trim().normalize("NFKD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}
