/** Where somebody types: plain messages, and commands, which are picked from a palette and then filled
 *  in. */

import { placeName } from "./discord-api.js";
import { make, name } from "./dom.js";
import { CommandForm } from "./command-form.js";
import { encoded, named } from "./mentions.js";
import { narrowed, orders } from "./command-palette.js";
import { Popup } from "./popup.js";

export class Composer {
  #form = null;
  #popup = new Popup();

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
  }

  /** Another channel, or another person. */
  moved() {
    const channel = this.#channel;
    const where = channel ? placeName(channel) : "";
    this.text.placeholder = `Message ${where}, or / for commands`;
    this.text.setAttribute("aria-label", `Message ${where}`);
    this.#complain("");
    if (this.#form && !this.#orders().some((order) => order.name === this.#form.order.name))
      this.#leave("");
  }

  focus() {
    (this.#form?.first() ?? (this.#form ? this.sendButton : this.text)).focus();
  }

  /** Puts words into the field, as if typed. */
  say(text) {
    if (this.#form) this.#leave("");
    this.text.value = text.startsWith("/") ? text : this.text.value + text;
    this.text.focus();
    this.#typed();
  }

  /** Begins a command by its name, if it can be used here. */
  fill(command) {
    const order = this.#orders().find((each) => each.name === command);
    if (order) this.#begin(order);
    else this.#complain(`/${command} can't be used here, or not yet.`);
  }

  async send() {
    this.#complain("");
    if (this.#form) return this.#sendCommand();
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

  async #sendCommand() {
    const { order } = this.#form;
    // A bot that has started again may have registered it anew.
    const current = this.#orders().find((each) => each.name === order.name) ?? order;
    const { options, why, at } = this.#form.read();
    if (why) {
      at.focus();
      return this.#complain(why, at);
    }
    this.#popup.hide();
    const refused = await this.seat.order(current, options);
    if (refused) return this.#complain(refused);
    if (this.#form?.order === order) this.#leave("");
    return undefined;
  }

  get #channel() {
    return this.seat.chat.channels.get(this.seat.chat.channel);
  }

  #orders() {
    return orders(this.seat.chat.commands, this.#channel);
  }

  #begin(order) {
    this.#complain("");
    this.text.value = "";
    this.#form = new CommandForm(order, this.seat.chat, this.#popup, {
      send: () => this.send(),
      leave: () => this.#leave(),
      suggest: (focused, options) => this.seat.suggestions(order, options, focused),
    });
    this.slot.replaceChildren(this.#form.node);
    this.#popup.hide();
    this.focus();
  }

  /** Back to plain text, by default with the palette where it was. */
  #leave(text = this.#form.order.label) {
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
    const order =
      /^\/\S.* $/.test(value) && this.#orders().find((each) => each.label === value.trimEnd());
    if (order) this.#begin(order);
    else this.#suggest();
  }

  /** Commands for what begins with a slash, people and channels for what is being mentioned. */
  #suggest() {
    const { value, selectionStart } = this.text;
    const naming = named(value.slice(0, selectionStart), this.seat.chat);
    if (/^\/[^\n]*$/.test(value)) {
      const found = narrowed(this.#orders(), value);
      this.#popup.enter(this.text, "Commands", (order) => this.#begin(order));
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
    return this.#orders().length
      ? "No command begins like this."
      : "There are no commands here, or not yet.";
  }

  #complete({ sign, typed }, label) {
    const { selectionStart: caret } = this.text;
    this.text.setRangeText(`${sign}${label} `, caret - typed.length - 1, caret, "end");
    this.#popup.hide();
    this.#fit();
  }

  #key(event) {
    if (event.isComposing || this.#popup.key(event)) return;
    const picked = this.#popup.active;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      if (picked) this.#popup.list.choose(picked);
      else this.send();
    } else if (event.key === "Tab" && !event.shiftKey && picked) {
      event.preventDefault();
      this.#popup.list.choose(picked);
    } else if (event.key === "Escape" && this.#popup.open) {
      event.preventDefault();
      this.#popup.hide();
    } else if (event.key === "ArrowUp" && !this.text.value) {
      event.preventDefault();
      this.seat.timeline.newestControl()?.focus();
    }
  }

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
