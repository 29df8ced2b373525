/** The menu of a message: the commands that apps offer for messages. */

import { usableCommands } from "./command-palette.js";
import { CommandKind, Flag, has } from "./discord-api.js";
import { make } from "./dom.js";
import { pop } from "./popover.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Message } from "./types.d.ts"
 */

/**
 * Makes the right mouse button, or the menu key, open the menu, if there is something in it.
 * @param {Message} message
 * @param {Seat} seat
 */
export function menu(message, seat) {
  /** @param {MouseEvent} event */
  const open = (event) => {
    const { chat } = seat;
    const here = chat.channels.get(message.channel_id);
    const offered = usableCommands(chat.commands, CommandKind.MESSAGE, here);
    if (event.defaultPrevented || !offered.length || has(message, Flag.EPHEMERAL)) return;
    if (!(event.currentTarget instanceof HTMLElement)) return;
    event.preventDefault();
    const items = offered.map((command) =>
      make(
        "button.menu-item",
        {
          type: "button",
          onclick: () => {
            shut();
            seat.use(command, message);
          },
        },
        command.name,
      ),
    );
    const node = make(
      "div.pop",
      { popover: "auto", role: "dialog", "aria-label": "Message" },
      make("p.menu-title", {}, "Apps"),
      items,
    );
    const shut = pop(node, event.currentTarget);
  };
  return { oncontextmenu: open };
}
