/** Select menus in messages and modals: a button that opens a list with a filter. */

import { choicePanel } from "./choice-panel.js";
import { candidates } from "./choices.js";
import { ComponentType } from "./discord-api.js";
import { make } from "./dom.js";
import { matching } from "./listbox.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Component, Message } from "./types.d.ts"
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
    choicePanel(node, {
      title: label ?? placeholder,
      find: (typed) => matching(items(), typed),
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
