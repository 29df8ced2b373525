/** A panel that opens beside a button: a list to choose from, with a filter. */

import { make, name } from "./dom.js";
import { fold, Listbox } from "./listbox.js";

/** @import { Item } from "./types.d.ts" */

/**
 * Opens the panel. `find` returns the items for what is typed into the filter.
 * @param {HTMLElement} anchor
 * @param {{ title: string, find: (typed: string) => Item[] | Promise<Item[]>, values: string[],
 *   multi?: boolean, least?: number, most?: number, take: (values: string[]) => void }} choice
 */
export function choicePanel(
  anchor,
  { title, find, values, multi = false, least = 1, most = 1, take },
) {
  const picked = new Set(values);
  const note = name("note");
  const input = make("input.filter", {
    type: "text",
    role: "combobox",
    "aria-label": `Filter: ${title}`,
    "aria-describedby": multi ? note : null,
    placeholder: "Type to filter",
    autocomplete: "off",
  });
  /** @param {Item} item */
  const choose = (item) => {
    if (!multi) return close([String(item.value)]);
    const value = String(item.value);
    if (!picked.delete(value)) picked.add(value);
    return list(listbox.items.indexOf(item));
  };
  const listbox = new Listbox(input, { label: title, choose, multi });
  let asked = 0;
  /** @param {number} [active] */
  const list = async (active = 0) => {
    asked += 1;
    const mine = asked;
    const finding = find(input.value);
    // Enter takes nothing that was listed for another text.
    if (finding instanceof Promise) listbox.show(listbox.items, -1);
    const all = await finding;
    // Something else has been typed since.
    if (mine !== asked) return;
    const found = all.map((item) => ({
      ...item,
      chosen: picked.has(String(item.value)),
    }));
    const at =
      active ||
      (multi || fold(input.value)
        ? 0
        : Math.max(
            0,
            found.findIndex((item) => item.chosen),
          ));
    listbox.show(found, at);
  };
  const done = make("button.press.primary", { type: "button", onclick: () => finish() }, "Done");
  const bounds = make("p.panel-note", { id: note, "aria-live": "polite" }, extent(least, most));
  const panel = make(
    "div.panel",
    { popover: "auto", role: "dialog", "aria-label": title },
    input,
    listbox.node,
    multi && make("div.panel-foot", {}, bounds, done),
  );
  /** @param {string[]} [answer] */
  const close = (answer) => {
    panel.hidePopover();
    anchor.focus();
    if (answer) take(answer);
  };
  const finish = () => {
    if (picked.size < least || picked.size > most) {
      bounds.classList.add("wrong");
      bounds.textContent = `That would be ${picked.size}. ${extent(least, most)}`;
    } else close([...picked]);
  };
  input.addEventListener("input", () => list());
  input.addEventListener("keydown", (event) => {
    if (listbox.key(event) || event.key !== "Enter") return;
    event.preventDefault();
    if (listbox.active) choose(listbox.active);
  });
  panel.addEventListener("toggle", (event) => {
    anchor.setAttribute("aria-expanded", String(event.newState === "open"));
    if (event.newState === "closed") panel.remove();
  });
  panel.addEventListener("keydown", (event) => {
    // The dialog around a form would close as well.
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  anchor.after(panel);
  panel.showPopover();
  list();
  place(panel, anchor);
  input.focus();
}

/**
 * @param {number} least
 * @param {number} most
 */
function extent(least, most) {
  if (least === most) return `Choose ${most}.`;
  return least ? `Choose ${least} to ${most}.` : `Choose up to ${most}.`;
}

/**
 * Below what opened it, or above where there's more room.
 * @param {HTMLElement} panel
 * @param {HTMLElement} anchor
 */
function place(panel, anchor) {
  const box = anchor.getBoundingClientRect();
  const below = innerHeight - box.bottom;
  const above = box.top > below && below < 320;
  panel.style.width = `${Math.min(Math.max(box.width, 240), innerWidth - 16)}px`;
  panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - Math.max(box.width, 240) - 8))}px`;
  panel.style.top = above ? "auto" : `${box.bottom + 4}px`;
  panel.style.bottom = above ? `${innerHeight - box.top + 4}px` : "auto";
  panel.style.maxHeight = `${(above ? box.top : below) - 16}px`;
}
