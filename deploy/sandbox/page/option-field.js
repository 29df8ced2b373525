/** A field for one option of a command: its list of choices, and whether its value is valid. */

import { people, places, roles } from "./choices.js";
import { OptionType } from "./discord-api.js";
import { make, name } from "./dom.js";
import { fold, matching } from "./listbox.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { CommandOption, Item, OptionValue } from "./types.d.ts"
 */

/** @type {Record<number, string>} */
const HINTS = {
  [OptionType.INTEGER]: "a whole number",
  [OptionType.NUMBER]: "a number",
  [OptionType.STRING]: "text",
};

/** @typedef {{ value?: OptionValue, why?: string }} Reading */

export class OptionField {
  /** @type {Item | null} */
  #picked = null;

  /**
   * @param {CommandOption} option
   * @param {Chat} chat
   */
  constructor(option, chat) {
    this.option = option;
    this.chat = chat;
    const id = name("option");
    const isNumber = option.type === OptionType.INTEGER || option.type === OptionType.NUMBER;
    const lists = this.isListed || option.autocomplete;
    this.input = make("input", {
      id,
      type: this.#isFile ? "file" : "text",
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

  get #isFile() {
    return this.option.type === OptionType.ATTACHMENT;
  }

  get isListed() {
    const listed = [
      OptionType.BOOLEAN,
      OptionType.USER,
      OptionType.CHANNEL,
      OptionType.ROLE,
      OptionType.MENTIONABLE,
    ];
    return Boolean(this.option.choices?.length) || listed.includes(this.option.type);
  }

  /** The choice that was picked from the list, unless the text has changed since. */
  get picked() {
    return this.input.value === this.#picked?.label ? this.#picked : null;
  }

  get isEmpty() {
    return this.input.value.trim() === "";
  }

  /** @param {Item} item */
  settle(item) {
    this.#picked = item;
    this.input.value = item.label;
    this.fit();
  }

  /** Grows with what is typed. */
  fit() {
    this.input.size = Math.max(8, Math.min(28, this.input.value.length + 2));
  }

  /**
   * The choices that fit the typed text.
   * @returns {Item[]}
   */
  offered() {
    return this.picked ? this.#all() : matching(this.#all(), this.input.value);
  }

  /** The value as it is sent with a request for suggestions, unchecked. */
  draft() {
    if (this.picked) return this.picked.value;
    const { value, why } = this.read();
    return why || value === undefined ? this.input.value : value;
  }

  /**
   * Returns the value, or why it is wrong; neither for an optional field that is empty.
   * @returns {Reading}
   */
  read() {
    const { option } = this;
    const typed = this.input.value.trim();
    if (!typed)
      return option.required ? { why: `“${option.name}” is missing: ${option.description}.` } : {};
    if (this.picked) return { value: this.picked.value };
    if (this.isListed) {
      const meant = this.#all().find((item) =>
        [item.label, String(item.value)].some((each) => fold(each) === fold(typed)),
      );
      return meant
        ? { value: meant.value }
        : { why: `“${typed}” isn't one of the choices for “${option.name}”.` };
    }
    if (this.#isFile) return { value: this.input.files?.[0] };
    return option.type === OptionType.STRING ? this.#text(this.input.value) : this.#number(typed);
  }

  /**
   * @param {string} value
   * @returns {Reading}
   */
  #text(value) {
    const { name: called, min_length: least, max_length: most } = this.option;
    if (least && value.length < least)
      return { why: `“${called}” takes at least ${least} characters.` };
    if (most && value.length > most)
      return { why: `“${called}” takes at most ${most} characters.` };
    return { value };
  }

  /**
   * @param {string} typed
   * @returns {Reading}
   */
  #number(typed) {
    const { name: called, type, min_value: least, max_value: most } = this.option;
    const value = Number(typed.replace(",", "."));
    if (Number.isNaN(value))
      return { why: `“${called}” takes a number, and “${typed}” isn't one.` };
    if (type === OptionType.INTEGER && !Number.isSafeInteger(value))
      return { why: `“${called}” takes a whole number.` };
    if (least !== undefined && value < least) return { why: `“${called}” takes ${least} or more.` };
    if (most !== undefined && value > most) return { why: `“${called}” takes ${most} or less.` };
    return { value };
  }

  /** @returns {Item[]} */
  #all() {
    const { option, chat } = this;
    if (option.choices?.length)
      return option.choices.map((each) => ({ value: each.value, label: each.name }));
    /** @type {Record<number, () => Item[]>} */
    const lists = {
      [OptionType.BOOLEAN]: () => [
        { value: true, label: "True" },
        { value: false, label: "False" },
      ],
      [OptionType.USER]: () => people(chat),
      [OptionType.ROLE]: () => roles(chat),
      [OptionType.CHANNEL]: () => places(chat, option.channel_types),
      [OptionType.MENTIONABLE]: () => [...people(chat), ...roles(chat)],
    };
    return lists[option.type]?.() ?? [];
  }
}
