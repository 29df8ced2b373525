/** The channels of a seat, and what in them hasn't been seen. */

import { ChannelKind } from "./discord-api.js";
import { make, refill } from "./dom.js";

const SIGNS = { [ChannelKind.DIRECT]: "@", [ChannelKind.THREAD]: "└" };

export class ChannelList {
  /** `left` is called when somebody goes to a channel. */
  constructor(seat, id, left) {
    this.seat = seat;
    this.left = left;
    this.node = make("nav.rail", { id });
    for (const news of ["hello", "look", "channels", "unread"])
      seat.chat.on(news, () => this.#draw());
  }

  #draw() {
    const { chat } = this.seat;
    const focused =
      this.node.contains(document.activeElement) && document.activeElement.dataset.channel;
    const all = [...chat.channels.values()];
    const places = nested(all);
    const direct = all.filter((each) => each.type === ChannelKind.DIRECT);
    this.node.setAttribute("aria-label", `Channels of ${chat.me.name}`);
    refill(
      this.node,
      // Nothing to those who have left it.
      places.length > 0 && [
        make("p.rail-title", {}, chat.server.name),
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
    if (focused) this.node.querySelector(`[data-channel="${CSS.escape(focused)}"]`)?.focus();
  }

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

/** Threads stand below the channel that they belong to. */
function nested(all) {
  const isThread = (each) => each.type === ChannelKind.THREAD;
  const tops = all.filter((each) => each.type !== ChannelKind.DIRECT && !isThread(each));
  const orphans = all.filter(
    (each) => isThread(each) && !tops.some(({ id }) => id === each.parent),
  );
  const below = (top) => all.filter((each) => isThread(each) && each.parent === top.id);
  return [...tops.flatMap((top) => [top, ...below(top)]), ...orphans];
}

export function badge(count) {
  const said = count === 1 ? "1 mention" : `${count} mentions`;
  return make("span.badge", { role: "img", "aria-label": said }, String(count));
}
