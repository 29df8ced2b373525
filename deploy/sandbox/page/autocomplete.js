/** Choices that the bot offers while somebody types: it isn't asked at every key, and what comes too
 *  late is dropped. */

import { fold } from "./listbox.js";

// So long a pause means that somebody wants to see what there is.
const PAUSE = 200;

export class Autocomplete {
  #asked = 0;
  #timer = 0;

  /** `suggest(name, options)` asks the bot; what it says is shown in the popup. */
  constructor(suggest, popup) {
    this.suggest = suggest;
    this.popup = popup;
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asked += 1;
  }

  /** `options()` says what has been filled in when it is asked. */
  start(field, options, { atOnce }) {
    this.stop();
    // What is still listed was offered for what stood there before.
    if (!atOnce) this.popup.doubt();
    const asked = this.#asked;
    this.#timer = setTimeout(() => this.#ask(field, options(), asked), atOnce ? 0 : PAUSE);
  }

  async #ask(field, options, asked) {
    const isLate = () => asked !== this.#asked || document.activeElement !== field.input;
    try {
      const choices = await this.suggest(field.option.name, options);
      if (isLate()) return;
      const items = choices.map(({ name, value }) => ({ value, label: name }));
      const note = items.length ? "" : "No suggestions.";
      this.popup.show(items, likely(items, field.input.value), note);
    } catch (refused) {
      if (!isLate()) this.popup.show([], -1, refused.message);
    }
  }
}

/** What Enter would take. Somebody who types 1 doesn't mean 18. */
function likely(items, typed) {
  const wanted = fold(typed);
  if (!wanted) return 0;
  const exact = items.findIndex(({ value, label }) =>
    [String(value), label].some((each) => fold(each) === wanted),
  );
  if (exact >= 0 || /^\d+$/.test(wanted)) return exact;
  return items.findIndex(({ label }) => fold(label).startsWith(wanted));
}
