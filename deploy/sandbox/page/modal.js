/** A modal that the bot opened: a dialog with its fields, which stays open until the bot has answered. */

import { ComponentType } from "./discord-api.js";
import { make, name, refill } from "./dom.js";
import { prose } from "./markdown-dom.js";
import { whyOf } from "./sandbox-api.js";
import { chooser } from "./select-menu.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Child, Component, ModalFrame, ModalInput } from "./types.d.ts"
 */

/**
 * @param {ModalFrame} frame
 * @param {Seat} seat
 */
export function form(frame, seat) {
  const { modal } = frame;
  /** @type {ModalInput[]} */
  const inputs = [];
  const parts = modal.components.map((each) => part(each, seat, inputs));
  const heading = name("form");
  const wrong = make("p.wrong", { role: "alert" });
  const cancel = make("button.press.secondary", { type: "button" }, "Cancel");
  const submit = make("button.press.primary", { type: "submit" }, "Submit");
  const body = make(
    "form",
    { novalidate: true },
    make("h2", { id: heading }, modal.title),
    make("p.note", {}, `${seat.chat.application.name} asks ${seat.chat.me.name}`),
    parts,
    wrong,
    make("div.dialog-foot", {}, cancel, submit),
  );
  const dialog = make("dialog.form", { "aria-labelledby": heading }, body);
  cancel.addEventListener("click", () => dialog.close());
  let awaited = "";
  /**
   * By interaction: the bot may have answered before it is known which one the modal has become.
   * @type {Map<string, string>}
   */
  const states = new Map();
  const stop = seat.chat.on("interaction", ({ id, state }) => {
    states.set(id, state);
    if (id === awaited) look();
  });
  const look = () => {
    const state = states.get(awaited) ?? "waiting";
    if (state === "waiting") return;
    if (state !== "failed") return dialog.close();
    busy(false);
    wrong.textContent = "The application did not respond. Nothing is lost: try again.";
  };
  /** @param {boolean} is */
  const busy = (is) => {
    submit.disabled = is;
    refill(submit, is ? "Sending …" : "Submit");
  };
  dialog.addEventListener("close", () => {
    stop();
    dialog.remove();
  });
  body.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    const faulty = inputs.filter((each) => !each.check());
    if (faulty.length) return faulty[0].focus();
    busy(true);
    try {
      awaited = await seat.submit(
        frame,
        Object.fromEntries(inputs.map((each) => [each.id, each.value()])),
      );
      look();
    } catch (refused) {
      busy(false);
      wrong.textContent = whyOf(refused);
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  inputs[0]?.focus();
}

/**
 * @param {Component} each
 * @param {Seat} seat
 * @param {ModalInput[]} inputs
 * @param {string} [label]
 * @param {string} [description]
 * @returns {Child}
 */
function part(each, seat, inputs, label = each.label, description = "") {
  if (each.type === ComponentType.TEXT) return prose(each.content, seat);
  if (each.type === ComponentType.ROW)
    return (each.components ?? []).map((inner) => part(inner, seat, inputs));
  if (each.type === ComponentType.LABEL && each.component)
    return part(each.component, seat, inputs, each.label, each.description ?? "");
  if (each.type === ComponentType.TEXT_INPUT) return textInput(each, inputs, label, description);
  if (SELECTS.has(each.type)) return selectInput(each, seat, inputs, label, description);
  return make("p.elsewhere", {}, "Something that this page can't show.");
}

const SELECTS = new Set([
  ComponentType.STRING_SELECT,
  ComponentType.USER_SELECT,
  ComponentType.ROLE_SELECT,
  ComponentType.MENTIONABLE_SELECT,
  ComponentType.CHANNEL_SELECT,
]);

/**
 * @param {string | undefined} label
 * @param {string} description
 * @param {boolean} required
 * @param {HTMLElement} field
 * @param {ReturnType<typeof ids>} marks
 */
function described(label, description, required, field, marks) {
  const { id, note, wrong } = marks;
  return make(
    "div.form-part",
    {},
    make(
      "label",
      { for: id },
      label,
      required && make("span.required", { "aria-hidden": "true" }, " *"),
    ),
    description && make("p.note", { id: note }, description),
    field,
    wrong,
  );
}

function ids() {
  const id = name("field");
  return { id, note: `${id}-note`, wrong: make("p.wrong", { id: `${id}-wrong` }) };
}

/**
 * @param {Component} each
 * @param {ModalInput[]} inputs
 * @param {string | undefined} label
 * @param {string} description
 */
function textInput(each, inputs, label, description) {
  const marks = ids();
  const required = each.required !== false;
  const input = make(each.style === 2 ? "textarea" : "input", {
    id: marks.id,
    type: each.style === 2 ? null : "text",
    rows: each.style === 2 ? 4 : null,
    placeholder: each.placeholder,
    maxlength: each.max_length,
    "aria-required": String(required),
    "aria-describedby": `${marks.wrong.id}${description ? ` ${marks.note}` : ""}`,
    autocomplete: "off",
  });
  input.value = each.value ?? "";
  inputs.push({
    id: each.custom_id ?? "",
    value: () => input.value,
    focus: () => input.focus(),
    check: () => {
      const length = input.value.length;
      let why = "";
      if (required && !length) why = "This has to be filled in.";
      else if (length && each.min_length && length < each.min_length)
        why = `At least ${each.min_length} characters; these are ${length}.`;
      return complain(input, marks.wrong, why);
    },
  });
  return described(label, description, required, input, marks);
}

/**
 * @param {Component} each
 * @param {Seat} seat
 * @param {ModalInput[]} inputs
 * @param {string | undefined} label
 * @param {string} description
 */
function selectInput(each, seat, inputs, label, description) {
  const marks = ids();
  const required = each.required !== false;
  const { node, values } = chooser(each, seat, {
    label,
    describedby: `${marks.wrong.id}${description ? ` ${marks.note}` : ""}`,
  });
  node.id = marks.id;
  inputs.push({
    id: each.custom_id ?? "",
    value: values,
    focus: () => node.focus(),
    check: () =>
      complain(
        node,
        marks.wrong,
        required && values().length < (each.min_values ?? 1) ? "Choose something." : "",
      ),
  });
  return described(label, description, required, node, marks);
}

/**
 * @param {HTMLElement} field
 * @param {HTMLElement} place
 * @param {string} why
 */
function complain(field, place, why) {
  place.textContent = why;
  if (why && field.tagName !== "BUTTON") field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  return !why;
}
