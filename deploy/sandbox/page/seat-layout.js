/** The layout of a seat: who sits there, the channels, the connection's banner, the conversation, and
 *  commands that aren't answered yet. */

import { avatar } from "./avatar.js";
import { badge, ChannelList } from "./channel-list.js";
import { ChannelKind, CommandKind, placeName } from "./discord-api.js";
import { make, name, refill } from "./dom.js";
import { outside } from "./left-server.js";
import { everybody } from "./member-card.js";
import { TypingLine } from "./typing.js";

/** @import { Seat } from "./seat.js" */

// Milliseconds. With attempts so far apart, the sandbox has probably been stopped.
const LONG = 4000;

export class SeatLayout {
  /** @param {Seat} seat */
  constructor(seat) {
    this.seat = seat;
    const { side, chat } = seat;
    const rail = name("channels");
    this.face = make("span.seat-face");
    this.who = make("select.who", { "aria-label": `Who sits on the ${side}` });
    this.who.addEventListener("change", () => seat.seat(this.who.value));
    this.title = make("h2.place");
    this.topic = make("p.topic");
    this.toggle = make("button.plain.rail-toggle", {
      type: "button",
      "aria-expanded": "false",
      "aria-controls": rail,
      onclick: () => this.#open(!this.node.classList.contains("rail-open")),
    });
    const members = make("button.plain", { type: "button", "aria-haspopup": "dialog" }, "Members");
    members.addEventListener("click", () => everybody(seat, members));
    this.members = members;
    this.outside = outside(seat);
    this.channels = new ChannelList(seat, rail, () => this.#open(false));
    this.banner = make("div.banner", { role: "status", hidden: true });
    this.sent = make("div.sent", { role: "status" });
    this.typing = new TypingLine(seat);
    this.node = make(
      `section.seat.${side}`,
      { id: `seat-${side}` },
      this.#skip("Skip to the message box", () => seat.composer.focus()),
      this.#skip("Skip to the other seat", () => seat.page.other(seat).composer.focus()),
      make(
        "header.seat-head",
        {},
        make("label.sitter", {}, this.face, this.who),
        this.toggle,
        make("div.where", {}, this.title, this.topic),
        members,
      ),
      make(
        "div.seat-body",
        {},
        this.channels.node,
        make(
          "div.talk",
          {},
          this.banner,
          this.outside.node,
          seat.timeline.node,
          this.sent,
          this.typing.node,
          seat.composer.node,
        ),
      ),
    );
    this.node.addEventListener("focusin", () => seat.page.entered(seat));
    this.node.addEventListener("keydown", (event) => this.#escape(event));
    chat.onAny(["hello", "members"], () => this.#sitters());
    chat.onAny(["hello", "look", "channels", "unread"], () => this.#where());
    chat.onAny(["hello", "sent", "look"], () => this.#sent());
  }

  reached() {
    this.banner.hidden = true;
    refill(this.banner);
  }

  /** @param {number} wait */
  lost(wait) {
    const seconds = Math.max(1, Math.round(wait / 1000));
    this.banner.hidden = false;
    refill(
      this.banner,
      make(
        "span",
        {},
        `The connection is lost. Trying again in ${seconds} s.`,
        wait >= LONG && " If the sandbox was started anew, its address is another one.",
      ),
      make("button.plain", { type: "button", onclick: () => this.seat.again() }, "Try now"),
    );
  }

  /**
   * @param {string} said
   * @param {() => void} go
   */
  #skip(said, go) {
    return make("button.skip", { type: "button", onclick: go }, said);
  }

  #sitters() {
    const { chat, side } = this.seat;
    const people = [...chat.members.values()].filter((each) => !each.bot);
    refill(
      this.who,
      people.map((each) =>
        make(
          "option",
          { value: each.id },
          each.name,
          each.moderator && " (moderator)",
          !each.here && " (has left)",
        ),
      ),
    );
    this.who.value = chat.me.id;
    this.members.hidden = !chat.me.here;
    refill(this.face, avatar(chat.members.get(chat.me.id) ?? chat.me, chat));
    this.node.setAttribute(
      "aria-label",
      `${side === "left" ? "Left" : "Right"} seat: ${chat.me.name}`,
    );
  }

  #where() {
    const { chat, timeline } = this.seat;
    const channel = chat.channels.get(chat.channel ?? "");
    if (!channel) return;
    this.title.textContent = placeName(channel);
    this.topic.textContent =
      channel.topic || (channel.type === ChannelKind.DIRECT ? "Only you and the bot" : "");
    timeline.list.setAttribute("aria-label", `Messages in ${placeName(channel)}`);
    const { pings } = chat.unread;
    const sign = make("span", { "aria-hidden": "true" }, " ▾");
    refill(this.toggle, placeName(channel), sign, pings > 0 && badge(pings));
  }

  #sent() {
    const { chat } = this.seat;
    const here = [...chat.sent].filter(([, each]) => each.channel === chat.channel);
    refill(
      this.sent,
      here.map(([id, { name: called, state }]) => {
        const shown = this.#called(called);
        if (state !== "failed") return make("p", {}, `Sending ${shown} …`);
        const dismiss = make(
          "button.link",
          { type: "button", onclick: () => chat.forget(id) },
          "Dismiss",
        );
        return make(
          "p.failed",
          {},
          make("strong", {}, shown),
          ": The application did not respond. ",
          dismiss,
        );
      }),
    );
  }

  /**
   * Commands in the menus of people and messages have no slash.
   * @param {string} command
   */
  #called(command) {
    const { commands } = this.seat.chat;
    const isInMenu = commands.some(
      (each) => each.type !== CommandKind.SLASH && each.name === command,
    );
    return isInMenu ? command : `/${command}`;
  }

  /** @param {boolean} open */
  #open(open) {
    this.node.classList.toggle("rail-open", open);
    this.toggle.setAttribute("aria-expanded", String(open));
  }

  /**
   * Goes from anywhere in the conversation back to the message box.
   * @param {KeyboardEvent} event
   */
  #escape(event) {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (this.node.classList.contains("rail-open")) {
      this.#open(false);
      this.toggle.focus();
    } else if (event.target instanceof Node && this.seat.timeline.node.contains(event.target)) {
      this.seat.composer.focus();
    }
  }
}
