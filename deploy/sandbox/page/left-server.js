/** The banner for a member who has left the server, with the button to come back. */

import { make, refill } from "./dom.js";

/** @import { Seat } from "./seat.js" */

/** @param {Seat} seat */
export function outside(seat) {
  const { chat } = seat;
  const said = make("p");
  const back = make(
    "button.press.primary",
    { type: "button", onclick: () => seat.comeBack() },
    "Come back",
  );
  const node = make("div.outside", { role: "group", hidden: true }, said, back);
  chat.on("hello", () => {
    const { me, server } = chat;
    const left = `${me.name} has left ${server.name}.`;
    node.hidden = me.here;
    node.setAttribute("aria-label", left);
    refill(
      said,
      make("strong", {}, left),
      " Its channels can't be seen and its commands can't be used from outside.",
    );
  });
  return { node, focus: () => back.focus() };
}
