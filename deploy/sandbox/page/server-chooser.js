/** The control with which a seat chooses its server, where there are several. */

import { choicePanel } from "./choice-panel.js";
import { make } from "./dom.js";
import { ask, whyOf } from "./sandbox-api.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Item } from "./types.d.ts"
 */

/** @param {Seat} seat */
export function serverChooser(seat) {
  const { chat } = seat;
  const shown = make("span.select-text");
  const node = make(
    "button.select.server",
    {
      type: "button",
      hidden: true,
      "aria-haspopup": "dialog",
      "aria-expanded": "false",
      onclick: () =>
        choicePanel(node, {
          title: "Server",
          find: (typed) => named(typed, seat),
          values: [chat.server.id],
          take: ([server]) => seat.visit(server),
        }),
    },
    shown,
    make("span.select-sign", { "aria-hidden": "true" }, "▾"),
  );
  chat.on("hello", () => {
    node.hidden = chat.servers === 1;
    if (node.hidden) return;
    shown.textContent = chat.server.name;
    node.setAttribute("aria-label", `Server: ${chat.server.name}`);
  });
  return node;
}

/**
 * Finds servers by a part of their names. The sandbox returns no more than a list can show.
 * @param {string} typed
 * @param {Seat} seat
 * @returns {Promise<Item[]>}
 */
async function named(typed, seat) {
  try {
    /** @type {{ id: string, name: string }[]} */
    const servers = await ask("GET", `servers?name=${encodeURIComponent(typed)}`);
    return servers.map(({ id, name }) => ({ value: id, label: name }));
  } catch (refused) {
    seat.page.tell(whyOf(refused));
    return [];
  }
}
