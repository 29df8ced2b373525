/** What somebody sees who has left the server, and the way back in. */

import { make, refill } from "./dom.js";

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
      " From outside nothing of it can be seen, and none of its commands can be used.",
    );
  });
  return { node, focus: () => back.focus() };
}
