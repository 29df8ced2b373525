/** The list of channels of a seat, with their unread messages. */

import { ChannelKind } from "./discord-api.js";
import { make, one, refill } from "./dom.js";
import { serverChooser } from "./server-chooser.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Channel } from "./types.d.ts"
 */

const SIGNS = { [ChannelKind.DIRECT]: "@", [ChannelKind.THREAD]: "└" };

export class ChannelList {
  /**
   * Calls `left` when somebody goes to a channel.
   * @param {Seat} seat
   * @param {string} id
   * @param {() => void} left
   */
  constructor(seat, id, left) {
    this.seat = seat;
    this.left = left;
    this.list = make("div");
    this.node = make("nav.rail", { id }, serverChooser(seat), this.list);
    const { chat } = seat;
    chat.onAny(["hello", "look", "channels", "unread"], () => this.#draw());
  }

  #draw() {
    const { chat } = this.seat;
    const { activeElement } = document;
    const focused =
      activeElement instanceof HTMLElement && this.node.contains(activeElement)
        ? activeElement.dataset.channel
        : undefined;
    const all = [...chat.channels.values()];
    // An archived thread is out of the way, until somebody writes in it.
    const places = nested(all.filter(({ id, archived }) => !archived || id === chat.channel));
    const direct = all.filter((each) => each.type === ChannelKind.DIRECT);
    this.node.setAttribute("aria-label", `Channels of ${chat.me.name}`);
    refill(
      this.list,
      // Members who have left see no channels.
      places.length > 0 && [
        chat.servers === 1 && make("p.rail-title", {}, chat.server.name),
        make(
          "ul",
          {},
          places.map((each) => this.#place(each)),
        ),
      ],
      make("p.rail-title", {}, "Direct messages"),
      make(
        "ul",
        {},
        direct.map((each) => this.#place(each)),
      ),
    );
    if (focused) one(this.node, `[data-channel="${CSS.escape(focused)}"]`).focus();
  }

  /** @param {Channel} channel */
  #place(channel) {
    const { chat } = this.seat;
    const { messages, pings } = chat.unread.of(channel.id);
    const isShut = channel.writable === false;
    const button = make(
      "button.channel",
      {
        type: "button",
        "aria-current": channel.id === chat.channel ? "page" : null,
        title: isShut ? "The bot may not write here" : null,
        data: { channel: channel.id },
        onclick: () => {
          this.left();
          this.seat.go(channel.id);
        },
      },
      make("span.sign", { "aria-hidden": "true" }, SIGNS[channel.type] ?? "#"),
      make("span.channel-name", {}, channel.name),
      isShut &&
        make("span.closed", { role: "img", "aria-label": "the bot may not write here" }, "⊘"),
      pings > 0 && badge(pings),
    );
    button.classList.toggle("unread", messages > 0);
    return make("li", {}, button);
  }
}

/**
 * Orders threads below their channel.
 * @param {Channel[]} all
 */
function nested(all) {
  /** @param {Channel} each */
  const isThread = (each) => each.type === ChannelKind.THREAD;
  const tops = all.filter((each) => each.type !== ChannelKind.DIRECT && !isThread(each));
  const orphans = all.filter(
    (each) => isThread(each) && !tops.some(({ id }) => id === each.parent),
  );
  /** @param {Channel} top */
  const below = (top) => all.filter((each) => isThread(each) && each.parent === top.id);
  return [...tops.flatMap((top) => [top, ...below(top)]), ...orphans];
}

/** @param {number} count */
export function badge(count) {
  const said = count === 1 ? "1 mention" : `${count} mentions`;
  return make("span.badge", { role: "img", "aria-label": said }, String(count));
}
