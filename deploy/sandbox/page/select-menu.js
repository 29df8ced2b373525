/** Select menus in messages and modals: a button that opens a list with a filter. */

import { candidates } from "./choices.js";
import { ComponentType } from "./discord-api.js";
import { make, name } from "./dom.js";
import { fold, Listbox, matching } from "./listbox.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Component, Item, Message } from "./types.d.ts"
 */

/** @type {Record<number, string>} */
const PLACEHOLDERS = {
  [ComponentType.STRING_SELECT]: "Choose",
  [ComponentType.USER_SELECT]: "Choose a member",
  [ComponentType.ROLE_SELECT]: "Choose a role",
  [ComponentType.MENTIONABLE_SELECT]: "Choose a member or role",
  [ComponentType.CHANNEL_SELECT]: "Choose a channel",
};

/**
 * A select menu in a message: what is chosen is sent at once.
 * @param {Component} each
 * @param {Message} message
 * @param {Seat} seat
 */
export function select(each, message, seat) {
  const chosen = (/** @type {string[]} */ values) =>
    seat.press(message.id, each.custom_id ?? "", values);
  return chooser(each, seat, { chosen }).node;
}

/**
 * Calls `chosen` whenever the choice changes. The returned `values()` is the choice as it is now.
 * @param {Component} each
 * @param {Seat} seat
 * @param {{ chosen?: (values: string[]) => void, label?: string, describedby?: string }} options
 */
export function chooser(each, seat, { chosen, label, describedby }) {
  let values = initial(each);
  const multi = (each.max_values ?? 1) > 1;
  const placeholder = each.placeholder || PLACEHOLDERS[each.type];
  const shown = make("span.select-text");
  const node = make(
    "button.select",
    {
      type: "button",
      disabled: each.disabled,
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      "aria-describedby": describedby,
      data: { press: each.custom_id ?? "" },
    },
    shown,
    make("span.select-sign", { "aria-hidden": "true" }, "▾"),
  );
  const items = () => candidates(each, seat.chat);
  const tell = () => {
    const labels = items()
      .filter(({ value }) => values.includes(String(value)))
      .map((item) => item.label);
    shown.textContent = labels.join(", ") || placeholder;
    node.classList.toggle("empty", labels.length === 0);
    node.setAttribute(
      "aria-label",
      [label ?? placeholder, labels.join(", ")].filter(Boolean).join(": "),
    );
  };
  /** @param {string[]} picked */
  const take = (picked) => {
    values = picked;
    tell();
    chosen?.(values);
  };
  node.addEventListener("click", () => {
    if (node.getAttribute("aria-busy") === "true") return;
    openPanel(node, {
      title: label ?? placeholder,
      items,
      values,
      multi,
      least: each.min_values ?? 1,
      most: each.max_values ?? 1,
      take,
    });
  });
  tell();
  return { node, values: () => values };
}

/** @param {Component} each */
function initial(each) {
  if (each.default_values) return each.default_values.map(({ id }) => id);
  return (each.options ?? []).filter((option) => option.default).map((option) => option.value);
}

/**
 * @param {HTMLElement} anchor
 * @param {{ title: string, items: () => Item[], values: string[], multi: boolean, least: number,
 *   most: number, take: (values: string[]) => void }} choice
 */
function openPanel(anchor, { title, items, values, multi, least, most, take }) {
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
  /** @param {number} [active] */
  const list = (active = 0) => {
    const found = matching(items(), input.value).map((item) => ({
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
