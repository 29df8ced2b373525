/** A form that the bot opened: a dialog with its fields, kept open until it was taken. */

import { Component } from "./discord-api.js";
import { make, name, refill } from "./dom.js";
import { prose } from "./markdown-dom.js";
import { chooser } from "./select-menu.js";

export function form(frame, seat) {
  const { modal } = frame;
  const inputs = [];
  const parts = modal.components.map((each) => part(each, seat, inputs));
  const heading = name("form");
  const wrong = make("p.wrong", { role: "alert" });
  const submit = make("button.press.primary", { type: "submit" }, "Submit");
  const body = make(
    "form",
    { novalidate: true },
    make("h2", { id: heading }, modal.title),
    make("p.note", {}, `${seat.chat.application.name} asks ${seat.chat.me.name}`),
    parts,
    wrong,
    make(
      "div.dialog-foot",
      {},
      make("button.press.secondary", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      submit,
    ),
  );
  const dialog = make(
    "dialog.form",
    { "aria-labelledby": heading, onclose: () => dialog.remove() },
    body,
  );
  let awaited = null;
  // A bot may have answered before it is known which interaction the form has become.
  const states = new Map();
  const answered = ({ detail: { id, state } }) => {
    states.set(id, state);
    if (id === awaited) look();
  };
  const look = () => {
    const state = states.get(awaited) ?? "waiting";
    if (state === "waiting") return;
    if (state !== "failed") return dialog.close();
    busy(false);
    wrong.textContent = "The application did not respond. Nothing is lost: try again.";
  };
  const busy = (is) => {
    submit.disabled = is;
    refill(submit, is ? "Sending …" : "Submit");
  };
  seat.chat.addEventListener("interaction", answered);
  dialog.addEventListener("close", () => seat.chat.removeEventListener("interaction", answered));
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
      wrong.textContent = refused.message;
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  inputs[0]?.focus();
}

function part(each, seat, inputs, label = each.label, description = "") {
  if (each.type === Component.TEXT) return prose(each.content, seat);
  if (each.type === Component.ROW) return each.components.map((inner) => part(inner, seat, inputs));
  if (each.type === Component.LABEL)
    return part(each.component, seat, inputs, each.label, each.description);
  if (each.type === Component.TEXT_INPUT) return textInput(each, inputs, label, description);
  if (each.type in SELECTS) return selectInput(each, seat, inputs, label, description);
  return make("p.elsewhere", {}, "Something that this page can't show.");
}

const SELECTS = {
  [Component.STRING_SELECT]: 1,
  [Component.USER_SELECT]: 1,
  [Component.ROLE_SELECT]: 1,
  [Component.MENTIONABLE_SELECT]: 1,
  [Component.CHANNEL_SELECT]: 1,
};

function described(label, description, required, field, described) {
  const { id, note, wrong } = described;
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
    id: each.custom_id,
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

function selectInput(each, seat, inputs, label, description) {
  const marks = ids();
  const required = each.required !== false;
  const { node, values } = chooser(each, seat, {
    label,
    describedby: `${marks.wrong.id}${description ? ` ${marks.note}` : ""}`,
  });
  node.id = marks.id;
  inputs.push({
    id: each.custom_id,
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

function complain(field, place, why) {
  place.textContent = why;
  if (why && field.tagName !== "BUTTON") field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  return !why;
}
