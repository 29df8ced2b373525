/** Where the page begins: two people sit down, and what surrounds them comes to life. */

import { botState } from "./bot-status.js";
import { faults } from "./faults-dialog.js";
import { hint } from "./first-duel-hint.js";
import { Page } from "./page.js";
import { recall } from "./local-storage.js";
import { Seat } from "./seat.js";
import { theme } from "./theme.js";
import { keepTime } from "./timestamps.js";
import { ask } from "./sandbox-api.js";

const root = document.body;

async function begin() {
  const people = (await ask("GET", "members")).filter((each) => !each.bot);
  const sitting = (side, otherwise) => {
    const known = recall(`${side} seat`);
    return people.some((each) => each.id === known) ? known : otherwise.id;
  };
  const page = new Page(root);
  const seats = [
    new Seat("left", sitting("left", people[0]), page),
    new Seat("right", sitting("right", people[1] ?? people[0]), page),
  ];
  root.querySelector("#seats").replaceChildren(...seats.map((seat) => seat.layout.node));
  page.move(seats);
  botState(root.querySelector("#bot"), seats[0].chat);
  hint(root.querySelector("#hint"), seats);
  faults(root.querySelector("#faults"), root.querySelector("#break"), seats[0].chat);
}

function dialogs() {
  const help = root.querySelector("#help");
  root.querySelector("#help-open").addEventListener("click", () => help.showModal());
  root.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "?" && !typing && !document.querySelector("dialog[open]")) help.showModal();
  });
  for (const dialog of root.querySelectorAll("dialog")) {
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}

theme(root.querySelector("#theme"));
keepTime();
dialogs();
begin().catch((failed) => {
  const notice = root.querySelector("#seats");
  notice.textContent = `${failed.message} Reload the page to try again.`;
  if (!failed.message) throw failed;
});
