/** A command that is being filled in: its name, a field for each option, and the options that could
 *  be added. */

import { Autocomplete } from "./autocomplete.js";
import { OptionType } from "./discord-api.js";
import { make } from "./dom.js";
import { OptionField } from "./option-field.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Popup } from "./popup.js"
 * @import { CommandOption, Item, OptionValue, PaletteEntry, Suggest } from "./types.d.ts"
 */

export class CommandForm {
  /** @type {OptionField[]} */
  #fields = [];
  /** Whether the arrow keys have moved in the list. */
  #steered = false;

  /**
   * `popup` shows the lists to choose from.
   * @param {PaletteEntry} entry
   * @param {Chat} chat
   * @param {Popup} popup
   * @param {{ send: () => void, leave: () => void, suggest: Suggest }} composer
   */
  constructor(entry, chat, popup, { send, leave, suggest }) {
    this.entry = entry;
    /** @type {Chat} */
    this.chat = chat;
    this.popup = popup;
    this.send = send;
    this.leave = leave;
    this.autocomplete = new Autocomplete(suggest, popup);
    this.fields = make("span.fields");
    this.more = make("span.mores");
    this.chip = make(
      "button.chip",
      {
        type: "button",
        "aria-label": `${entry.label}: leave this command`,
        onclick: () => leave(),
      },
      entry.label,
      make("span", { "aria-hidden": "true" }, " ×"),
    );
    this.node = make(
      "div.filling",
      { role: "group", "aria-label": entry.label },
      this.chip,
      this.fields,
      this.more,
    );
    for (const option of entry.options) if (option.required) this.#add(option);
    this.#offerMore();
  }

  /** Finds the next required field that is empty. */
  next() {
    return this.#fields.find((field) => field.option.required && field.isEmpty)?.input;
  }

  first() {
    return this.next() ?? this.#fields[0]?.input;
  }

  /**
   * Returns the options, or why a field is wrong and which.
   * @returns {{ options: Record<string, OptionValue>, why?: undefined, at?: undefined } | { options?: undefined, why: string, at: HTMLInputElement }}
   */
  read() {
    /** @type {Record<string, OptionValue>} */
    const options = {};
    for (const field of this.#fields) {
      const { value, why } = field.read();
      if (why !== undefined) return { why, at: field.input };
      if (value !== undefined) options[field.option.name] = value;
    }
    return { options };
  }

  /** @param {CommandOption} option */
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

  /** @param {OptionField} field */
  #drop(field) {
    const at = this.#fields.indexOf(field);
    this.#fields.splice(at, 1);
    field.node.remove();
    this.#offerMore();
    (this.#fields[at - 1]?.input ?? this.chip).focus();
  }

  #offerMore() {
    const used = this.#fields.map((field) => field.option);
    const left = this.entry.options.filter((option) => !used.includes(option));
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

  /** @param {OptionField} field */
  #enter(field) {
    this.#steered = false;
    const { option } = field;
    const title = [option.name, option.description, option.required ? "" : "optional"]
      .filter(Boolean)
      .join(" · ");
    this.popup.enter(field.input, title, (item) => this.#choose(field, item));
    this.#offer(field, true);
  }

  /**
   * @param {OptionField} field
   * @param {boolean} atOnce
   */
  #offer(field, atOnce) {
    if (field.option.autocomplete)
      this.autocomplete.start(field, () => this.#soFar(field), { atOnce });
    else this.popup.show(field.offered());
  }

  /**
   * What has been filled in, with the field that is being typed in as it stands.
   * @param {OptionField} typing
   */
  #soFar(typing) {
    const filled = this.#fields.filter(
      (each) => each === typing || !(each.isEmpty || each.option.type === OptionType.ATTACHMENT),
    );
    /** @param {OptionField} each */
    const value = (each) => (each === typing ? each.input.value : each.draft());
    return Object.fromEntries(filled.map((each) => [each.option.name, value(each)]));
  }

  /**
   * @param {OptionField} field
   * @param {Item} item
   */
  #choose(field, item) {
    this.autocomplete.stop();
    field.settle(item);
    field.input.removeAttribute("aria-invalid");
    this.popup.hide();
    const next = this.next();
    if (next) next.focus();
    else field.input.focus();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {OptionField} field
   */
  #key(event, field) {
    if (this.popup.key(event)) {
      this.#steered = true;
      return;
    }
    const picked = this.popup.active;
    const meant =
      picked &&
      !field.picked &&
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

  /** @param {OptionField} field */
  #back(field) {
    const before = this.#fields[this.#fields.indexOf(field) - 1];
    if (before) before.input.focus();
    else this.leave();
  }
}
