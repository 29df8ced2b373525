/** One option of a command while it is being filled in: what it takes, what it offers, and what is
 *  wrong with what stands in it. */

import { people, places, roles } from "./choices.js";
import { Option } from "./discord-api.js";
import { make, name } from "./dom.js";
import { fold, matching } from "./listbox.js";

const HINTS = {
  [Option.INTEGER]: "a whole number",
  [Option.NUMBER]: "a number",
  [Option.STRING]: "text",
};

export class OptionField {
  #picked = null;

  constructor(option, chat) {
    this.option = option;
    this.chat = chat;
    const id = name("option");
    const isNumber = option.type === Option.INTEGER || option.type === Option.NUMBER;
    const lists = this.isListed || option.autocomplete;
    this.input = make("input", {
      id,
      type: "text",
      role: lists ? "combobox" : null,
      "aria-expanded": lists ? "false" : null,
      inputmode: isNumber && !option.autocomplete ? "decimal" : null,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: option.max_length,
      size: 8,
      "aria-required": String(Boolean(option.required)),
      placeholder: this.isListed ? "choose" : HINTS[option.type],
    });
    this.node = make("span.field", {}, make("label", { for: id }, option.name), this.input);
  }

  get isListed() {
    const listed = [Option.BOOLEAN, Option.USER, Option.CHANNEL, Option.ROLE, Option.MENTIONABLE];
    return Boolean(this.option.choices?.length) || listed.includes(this.option.type);
  }

  get isSettled() {
    return this.#picked !== null && this.input.value === this.#picked.label;
  }

  get isEmpty() {
    return this.input.value.trim() === "";
  }

  settle(item) {
    this.#picked = item;
    this.input.value = item.label;
    this.fit();
  }

  /** Grows with what is typed. */
  fit() {
    this.input.size = Math.max(8, Math.min(28, this.input.value.length + 2));
  }

  /** What a list offers for what is typed. */
  offered() {
    return this.isSettled ? this.#all() : matching(this.#all(), this.input.value);
  }

  /** What goes to the bot with a request for suggestions, unchecked. */
  draft() {
    if (this.isSettled) return this.#picked.value;
    const { value, why } = this.read();
    return why || value === undefined ? this.input.value : value;
  }

  /** `{value}` or `{why}`; neither if it was left empty and may be. */
  read() {
    const { option } = this;
    const typed = this.input.value.trim();
    if (!typed)
      return option.required ? { why: `“${option.name}” is missing: ${option.description}.` } : {};
    if (this.isSettled) return { value: this.#picked.value };
    if (this.isListed) {
      const meant = this.#all().find((item) =>
        [item.label, String(item.value)].some((each) => fold(each) === fold(typed)),
      );
      return meant
        ? { value: meant.value }
        : { why: `“${typed}” isn't one of the choices for “${option.name}”.` };
    }
    if (option.type === Option.ATTACHMENT) return { why: "Files can't be sent here." };
    return option.type === Option.STRING ? this.#text(this.input.value) : this.#number(typed);
  }

  #text(value) {
    const { name: called, min_length: least, max_length: most } = this.option;
    if (least && value.length < least)
      return { why: `“${called}” takes at least ${least} characters.` };
    if (most && value.length > most)
      return { why: `“${called}” takes at most ${most} characters.` };
    return { value };
  }

  #number(typed) {
    const { name: called, type, min_value: least, max_value: most } = this.option;
    const value = Number(typed.replace(",", "."));
    if (Number.isNaN(value))
      return { why: `“${called}” takes a number, and “${typed}” isn't one.` };
    if (type === Option.INTEGER && !Number.isSafeInteger(value))
      return { why: `“${called}” takes a whole number.` };
    if (least !== undefined && value < least) return { why: `“${called}” takes ${least} or more.` };
    if (most !== undefined && value > most) return { why: `“${called}” takes ${most} or less.` };
    return { value };
  }

  #all() {
    const { option, chat } = this;
    if (option.choices?.length)
      return option.choices.map((each) => ({ value: each.value, label: each.name }));
    const lists = {
      [Option.BOOLEAN]: () => [
        { value: true, label: "True" },
        { value: false, label: "False" },
      ],
      [Option.USER]: () => people(chat),
      [Option.ROLE]: () => roles(chat),
      [Option.CHANNEL]: () => places(chat, option.channel_types),
      [Option.MENTIONABLE]: () => [...people(chat), ...roles(chat)],
    };
    return lists[option.type]?.() ?? [];
  }
}
