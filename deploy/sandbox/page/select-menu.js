/** Selects in messages and forms: a button that opens a list with a filter. */

import { make, name } from "./dom.js";
import { candidates } from "./choices.js";
import { Component } from "./discord-api.js";
import { fold, Listbox, matching } from "./listbox.js";

const PLACEHOLDERS = {
  [Component.STRING_SELECT]: "Choose",
  [Component.USER_SELECT]: "Choose a member",
  [Component.ROLE_SELECT]: "Choose a role",
  [Component.MENTIONABLE_SELECT]: "Choose a member or role",
  [Component.CHANNEL_SELECT]: "Choose a channel",
};

/** In a message: what is chosen is sent. */
export function select(each, message, seat) {
  return chooser(each, seat, { chosen: (values) => seat.press(message.id, each.custom_id, values) })
    .node;
}

/** `chosen(values)` is told each time somebody has chosen; `values()` says what is chosen now. */
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
      .filter(({ value }) => values.includes(value))
      .map((item) => item.label);
    shown.textContent = labels.join(", ") || placeholder;
    node.classList.toggle("empty", labels.length === 0);
    node.setAttribute(
      "aria-label",
      [label ?? placeholder, labels.join(", ")].filter(Boolean).join(": "),
    );
  };
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

function initial(each) {
  if (each.default_values) return each.default_values.map(({ id }) => id);
  return (each.options ?? []).filter((option) => option.default).map((option) => option.value);
}

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
  const choose = (item) => {
    if (!multi) return close([item.value]);
    if (!picked.delete(item.value)) picked.add(item.value);
    return list(list_.items.indexOf(item));
  };
  const list_ = new Listbox(input, { label: title, choose, multi });
  const list = (active = 0) => {
    const found = matching(items(), input.value).map((item) => ({
      ...item,
      chosen: picked.has(item.value),
    }));
    const at =
      active ||
      (multi || fold(input.value)
        ? 0
        : Math.max(
            0,
            found.findIndex((item) => item.chosen),
          ));
    list_.show(found, at);
  };
  const done = make("button.press.primary", { type: "button", onclick: () => finish() }, "Done");
  const bounds = make("p.panel-note", { id: note, "aria-live": "polite" }, extent(least, most));
  const panel = make(
    "div.panel",
    { popover: "auto", role: "dialog", "aria-label": title },
    input,
    list_.node,
    multi && make("div.panel-foot", {}, bounds, done),
  );
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
    if (list_.key(event) || event.key !== "Enter") return;
    event.preventDefault();
    if (list_.active) choose(list_.active);
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

function extent(least, most) {
  if (least === most) return `Choose ${most}.`;
  return least ? `Choose ${least} to ${most}.` : `Choose up to ${most}.`;
}

/** Below what opened it, or above where there's more room. */
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
