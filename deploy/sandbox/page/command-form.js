/** A command being filled in, one option after another: the chip with its name, its fields, and what
 *  could be added. */

import { make } from "./dom.js";
import { OptionField } from "./option-field.js";
import { Autocomplete } from "./autocomplete.js";

export class CommandForm {
  #fields = [];
  #steered = false;

  /** `popup` shows lists; `send`, `leave` and `suggest(focused, options)` are the composer's. */
  constructor(order, chat, popup, { send, leave, suggest }) {
    Object.assign(this, { order, chat, popup, send, leave });
    this.autocomplete = new Autocomplete(suggest, popup);
    this.fields = make("span.fields");
    this.more = make("span.mores");
    this.chip = make(
      "button.chip",
      {
        type: "button",
        "aria-label": `${order.label}: leave this command`,
        onclick: () => leave(),
      },
      order.label,
      make("span", { "aria-hidden": "true" }, " ×"),
    );
    this.node = make(
      "div.filling",
      { role: "group", "aria-label": order.label },
      this.chip,
      this.fields,
      this.more,
    );
    for (const option of order.options) if (option.required) this.#add(option);
    this.#offerMore();
  }

  /** Where to go on, or nothing if it could be sent. */
  next() {
    return this.#fields.find((field) => field.option.required && field.isEmpty)?.input;
  }

  first() {
    return this.next() ?? this.#fields[0]?.input;
  }

  /** `{options}`, or `{why, at}` with the field that is wrong. */
  read() {
    const options = {};
    for (const field of this.#fields) {
      const { value, why } = field.read();
      if (why) return { why, at: field.input };
      if (value !== undefined) options[field.option.name] = value;
    }
    return { options };
  }

  #add(option) {
    const field = new OptionField(option, this.chat);
    this.#fields.push(field);
    this.fields.append(field.node);
    field.input.addEventListener("focus", () => this.#enter(field));
    field.input.addEventListener("blur", () => {
      this.autocomplete.stop();
      this.popup.leave(field.input);
    });
    field.input.addEventListener("input", () => {
      field.fit();
      field.input.removeAttribute("aria-invalid");
      this.#offer(field, false);
    });
    field.input.addEventListener("keydown", (event) => this.#key(event, field));
    return field;
  }

  #drop(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    field.node.remove();
    this.#offerMore();
    (this.#fields[at - 1]?.input ?? this.chip).focus();
  }

  #offerMore() {
    const used = this.#fields.map((field) => field.option);
    const left = this.order.options.filter((option) => !used.includes(option));
    this.more.replaceChildren(
      ...left.map((option) =>
        make(
          "button.more",
          {
            type: "button",
            title: option.description,
            "aria-label": `Add ${option.name}: ${option.description}`,
            onclick: () => {
              const field = this.#add(option);
              this.#offerMore();
              field.input.focus();
            },
          },
          `+ ${option.name}`,
        ),
      ),
    );
  }

  #enter(field) {
    this.#steered = false;
    const { option } = field;
    const title = [option.name, option.description, option.required ? "" : "optional"]
      .filter(Boolean)
      .join(" · ");
    this.popup.enter(field.input, title, (item) => this.#choose(field, item));
    this.#offer(field, true);
  }

  #offer(field, atOnce) {
    if (field.option.autocomplete)
      this.autocomplete.start(field, () => this.#soFar(field), { atOnce });
    else this.popup.show(field.offered());
  }

  /** What has been filled in, with the field that is being typed in as it stands. */
  #soFar(typing) {
    const filled = this.#fields.filter((each) => each === typing || !each.isEmpty);
    const value = (each) => (each === typing ? each.input.value : each.draft());
    return Object.fromEntries(filled.map((each) => [each.option.name, value(each)]));
  }

  #choose(field, item) {
    this.autocomplete.stop();
    field.settle(item);
    field.input.removeAttribute("aria-invalid");
    this.popup.hide();
    const next = this.next();
    if (next) next.focus();
    else field.input.focus();
  }

  #key(event, field) {
    if (this.popup.key(event)) {
      this.#steered = true;
      return;
    }
    const picked = this.popup.active;
    const meant =
      picked &&
      !field.isSettled &&
      (event.key === "Enter" || !field.isEmpty || field.option.required || this.#steered);
    if (event.key === "Enter") {
      event.preventDefault();
      const skipped = field.isEmpty && !field.option.required && !this.#steered;
      if (meant && !skipped) this.#choose(field, picked);
      else this.send();
    } else if (event.key === "Tab" && !event.shiftKey && meant) {
      field.settle(picked);
      this.popup.hide();
      const next = this.next();
      if (!next) return;
      event.preventDefault();
      next.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      if (this.popup.open) this.popup.hide();
      else this.leave();
    } else if (event.key === "Backspace" && field.input.value === "") {
      event.preventDefault();
      if (field.option.required) this.#back(field);
      else this.#drop(field);
    }
  }

  #back(field) {
    const before = this.#fields[this.#fields.indexOf(field) - 1];
    if (before) before.input.focus();
    else this.leave();
  }
}
