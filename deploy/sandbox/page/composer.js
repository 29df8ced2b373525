/** The message box: plain messages, and commands, which are picked from a palette and filled in. */

import { CommandForm } from "./command-form.js";
import { narrowed, paletteEntries } from "./command-palette.js";
import { placeName } from "./discord-api.js";
import { make, name } from "./dom.js";
import { encoded, named } from "./mentions.js";
import { Popup } from "./popup.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Naming } from "./mentions.js"
 * @import { PaletteEntry } from "./types.d.ts"
 */

export class Composer {
  /** @type {CommandForm | null} */
  #form = null;
  #popup = new Popup();

  /**
   * @param {Seat} seat
   * @param {string} id
   */
  constructor(seat, id) {
    this.seat = seat;
    const wrong = name("wrong");
    this.text = make("textarea", {
      id,
      rows: 1,
      maxlength: 2000,
      "aria-haspopup": "listbox",
      "aria-describedby": wrong,
      autocomplete: "off",
    });
    this.wrong = make("p.wrong", { id: wrong, role: "alert" });
    this.slot = make("div.slot", {}, this.text);
    this.sendButton = make(
      "button.send",
      { type: "submit", "aria-label": "Send" },
      make("span", { "aria-hidden": "true" }, "➤"),
    );
    const slash = make(
      "button.slash",
      { type: "button", "aria-label": "Commands", onclick: () => this.say("/") },
      "/",
    );
    this.node = make(
      "form.composer",
      { novalidate: true },
      this.#popup.node,
      this.#popup.status,
      this.wrong,
      make("div.composer-row", {}, slash, this.slot, this.sendButton),
    );
    this.node.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    this.node.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.#form) this.#leave();
    });
    this.text.addEventListener("input", () => this.#typed());
    this.text.addEventListener("keydown", (event) => this.#key(event));
    this.text.addEventListener("focus", () => this.#suggest());
    this.text.addEventListener("blur", () => this.#popup.leave(this.text));
    // The bot may register its commands while one is being typed.
    seat.chat.on("commands", () => {
      if (document.activeElement === this.text) this.#typed();
    });
  }

  /** Adapts to another channel, or to another person in the seat. */
  moved() {
    const channel = this.#channel;
    const where = channel ? placeName(channel) : "";
    this.text.placeholder = `Message ${where}, or / for commands`;
    this.text.setAttribute("aria-label", `Message ${where}`);
    this.#complain("");
    const begun = this.#form?.entry.name;
    if (begun && !this.#entries().some((entry) => entry.name === begun)) this.#leave("");
  }

  focus() {
    (this.#form?.first() ?? (this.#form ? this.sendButton : this.text)).focus();
  }

  /**
   * Puts words into the field, as if typed.
   * @param {string} text
   */
  say(text) {
    if (this.#form) this.#leave("");
    this.text.value = text.startsWith("/") ? text : this.text.value + text;
    this.text.focus();
    this.#typed();
  }

  /**
   * Begins a command by its name, if it can be used here.
   * @param {string} command
   */
  fill(command) {
    const entry = this.#entries().find((each) => each.name === command);
    if (entry) this.#begin(entry);
    else this.#complain(`/${command} can't be used here, or not yet.`);
  }

  async send() {
    this.#complain("");
    if (this.#form) return this.#sendCommand(this.#form);
    const said = this.text.value.trim();
    if (!said) return undefined;
    if (said.startsWith("/"))
      return this.#complain(`There is no command “${said}” here. Type / to see them all.`);
    this.text.value = "";
    this.#fit();
    const why = await this.seat.say(encoded(said, this.seat.chat));
    if (!why) return undefined;
    this.text.value ||= said;
    return this.#complain(why);
  }

  /** @param {CommandForm} form */
  async #sendCommand(form) {
    const { entry } = form;
    // The bot may have registered the command again since, with another id.
    const entries = this.#entries();
    const current =
      entries.find((each) => each.value === entry.value) ??
      entries.find((each) => each.name === entry.name) ??
      entry;
    const { options, why, at } = form.read();
    if (why !== undefined) {
      at.focus();
      return this.#complain(why, at);
    }
    this.#popup.hide();
    const refused = await this.seat.sendCommand(current, options);
    if (refused) return this.#complain(refused);
    if (this.#form === form) this.#leave("");
    return undefined;
  }

  get #channel() {
    return this.seat.chat.channels.get(this.seat.chat.channel ?? "");
  }

  #entries() {
    return paletteEntries(this.seat.chat.commands, this.#channel);
  }

  /** @param {PaletteEntry} entry */
  #begin(entry) {
    this.#complain("");
    this.text.value = "";
    const form = new CommandForm(entry, this.seat.chat, this.#popup, {
      send: () => this.send(),
      leave: () => this.#leave(),
      suggest: (focused, options) => this.seat.suggestions(entry, options, focused),
    });
    this.#form = form;
    this.slot.replaceChildren(form.node);
    this.#popup.hide();
    this.focus();
  }

  /**
   * Goes back to plain text, by default with the palette open at the command.
   * @param {string} [text]
   */
  #leave(text = this.#form?.entry.label ?? "") {
    this.#form = null;
    this.#complain("");
    this.slot.replaceChildren(this.text);
    this.text.value = text;
    this.text.focus();
    this.#typed();
  }

  #typed() {
    this.#fit();
    this.#complain("");
    const { value } = this.text;
    const entry =
      /^\/\S.* $/.test(value) && this.#entries().find((each) => each.label === value.trimEnd());
    if (entry) this.#begin(entry);
    else this.#suggest();
  }

  /** Offers commands after a slash, members after "@" and channels after "#". */
  #suggest() {
    const { value, selectionStart } = this.text;
    const naming = named(value.slice(0, selectionStart), this.seat.chat);
    if (/^\/[^\n]*$/.test(value)) {
      const found = narrowed(this.#entries(), value);
      this.#popup.enter(this.text, "Commands", ({ value }) => {
        const entry = this.#entries().find((each) => each.value === value);
        if (entry) this.#begin(entry);
      });
      this.#popup.show(found, 0, found.length ? "" : this.#nothingFits());
    } else if (naming) {
      this.#popup.enter(this.text, naming.title, (item) => this.#complete(naming, item.label));
      this.#popup.show(naming.items);
    } else {
      this.#popup.hide();
    }
  }

  #nothingFits() {
    const { me, server } = this.seat.chat;
    if (!me.here) return `${me.name} has left ${server.name}, and can use no commands.`;
    return this.#entries().length
      ? "No command begins like this."
      : "There are no commands here, or not yet.";
  }

  /**
   * @param {Naming} naming
   * @param {string} label
   */
  #complete({ sign, typed }, label) {
    const { selectionStart: caret } = this.text;
    this.text.setRangeText(`${sign}${label} `, caret - typed.length - 1, caret, "end");
    this.#popup.hide();
    this.#fit();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || this.#popup.key(event)) return;
    const picked = this.#popup.active;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (picked) this.#popup.choose(picked);
      else this.send();
    } else if (event.key === "Tab" && !event.shiftKey && picked) {
      event.preventDefault();
      this.#popup.choose(picked);
    } else if (event.key === "Escape" && this.#popup.open) {
      event.preventDefault();
      this.#popup.hide();
    } else if (event.key === "ArrowUp" && !this.text.value) {
      event.preventDefault();
      this.seat.timeline.newestControl()?.focus();
    }
  }

  /**
   * @param {string} why
   * @param {HTMLElement} [at]
   */
  #complain(why, at = this.text) {
    this.wrong.textContent = why;
    for (const input of this.slot.querySelectorAll("input, textarea"))
      input.removeAttribute("aria-invalid");
    if (!why) return;
    at.setAttribute("aria-invalid", "true");
    at.setAttribute("aria-describedby", this.wrong.id);
  }

  #fit() {
    this.text.style.height = "auto";
    this.text.style.height = `${Math.min(this.text.scrollHeight, 160)}px`;
  }
}
