/** Autocomplete: asks the bot for choices when somebody pauses while typing, and drops late answers. */

import { fold } from "./listbox.js";
import { whyOf } from "./sandbox-api.js";

/**
 * @import { OptionField } from "./option-field.js"
 * @import { Popup } from "./popup.js"
 * @import { Item, OptionValue, Suggest } from "./types.d.ts"
 */

// Milliseconds without a key before the bot is asked.
const PAUSE = 200;

export class Autocomplete {
  #asked = 0;
  #timer = 0;

  /**
   * @param {Suggest} suggest
   * @param {Popup} popup
   */
  constructor(suggest, popup) {
    this.suggest = suggest;
    this.popup = popup;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /**
   * `options()` is read when the bot is asked.
   * @param {OptionField} field
   * @param {() => Record<string, OptionValue>} options
   * @param {{ atOnce: boolean }} when
   */
  start(field, options, { atOnce }) {
    this.stop();
    // The list still shows choices for the text as it was.
    if (!atOnce) this.popup.doubt();
    const asked = this.#asked;
    this.#timer = setTimeout(() => this.#ask(field, options(), asked), atOnce ? 0 : PAUSE);
  }

  /**
   * @param {OptionField} field
   * @param {Record<string, OptionValue>} options
   * @param {number} asked
   */
  async #ask(field, options, asked) {
    const isLate = () => asked !== this.#asked || document.activeElement !== field.input;
    try {
      const choices = await this.suggest(field.option.name, options);
      if (isLate()) return;
      const items = choices.map(({ name, value }) => ({ value, label: name }));
      const note = items.length ? "" : "No suggestions.";
      this.popup.show(items, likely(items, field.input.value), note);
    } catch (refused) {
      if (!isLate()) this.popup.show([], -1, whyOf(refused));
    }
  }
}

/**
 * Finds the choice that Enter takes. Somebody who types 1 doesn't mean 18.
 * @param {Item[]} items
 * @param {string} typed
 */
function likely(items, typed) {
  const wanted = fold(typed);
  if (!wanted) return 0;
  const exact = items.findIndex(({ value, label }) =>
    [String(value), label].some((each) => fold(each) === wanted),
  );
  if (exact >= 0 || /^\d+$/.test(wanted)) return exact;
  return items.findIndex(({ label }) => fold(label).startsWith(wanted));
}
