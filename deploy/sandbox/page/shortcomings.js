/** A button for what the bot has asked for in vain, because this is the sandbox and not Discord. It is
 *  there once there is anything to tell. */

import { make, refill } from "./dom.js";
import { pop } from "./popover.js";

/** @import { Page } from "./page.js" */

const TITLE = "What the bot asked for in vain";

/**
 * @param {HTMLElement} button
 * @param {Page} page
 */
export function shortcomings(button, page) {
  const { chat } = page.seats[0];

  const show = () => {
    const known = chat.shortcomings;
    button.hidden = known.length === 0;
    refill(button, make("span", { "aria-hidden": "true" }, `⚠ ${known.length}`));
    button.setAttribute("aria-label", `${TITLE}: ${known.length}`);
    button.title = TITLE;
  };

  button.addEventListener("click", () => {
    const list = make(
      "ul",
      {},
      chat.shortcomings.map((each) => make("li", {}, each)),
    );
    const title = make("p.menu-title", {}, TITLE);
    const settings = { popover: "auto", role: "dialog", "aria-label": TITLE, tabindex: -1 };
    const node = make("div.pop.shortcomings", settings, title, list);
    pop(node, button);
    node.focus();
  });
  chat.onAny(["hello", "shortcomings"], show);
  chat.on("shortcomings", () => page.tell(chat.shortcomings.at(-1) ?? ""));
}
