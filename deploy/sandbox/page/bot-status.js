/** Whether the bot is there. */

const SAYS = { online: "online", starting: "starting", offline: "offline" };

export function botState(node, chat) {
  const show = () => {
    node.dataset.state = chat.bot;
    node.querySelector(".bot-name").textContent = `${chat.application.name} is`;
    node.querySelector(".bot-says").textContent = SAYS[chat.bot] ?? chat.bot;
  };
  chat.on("hello", show);
  chat.on("bot", show);
}
