/** Shows whether the bot is connected. */

import { one } from "./dom.js";

/** @import { Chat } from "./chat.js" */

/** @type {Record<string, string>} */
const SAYS = { online: "online", starting: "starting", offline: "offline" };

/**
 * @param {HTMLElement} node
 * @param {Chat} chat
 */
export function botState(node, chat) {
  const show = () => {
    node.dataset.state = chat.bot;
    one(node, ".bot-name").textContent = `${chat.application.name} is`;
    one(node, ".bot-says").textContent = SAYS[chat.bot] ?? chat.bot;
  };
  chat.on("hello", show);
  chat.on("bot", show);
}
