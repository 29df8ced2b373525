/** Where the page begins: two people sit down, and what surrounds them comes to life. */

import { botState } from "./bot.js";
import { faults } from "./faults.js";
import { hint } from "./hint.js";
import { House } from "./house.js";
import { recall } from "./remembered.js";
import { Seat } from "./seat.js";
import { theme } from "./theme.js";
import { keepTime } from "./when.js";
import { ask } from "./wire.js";

const page = document.body;

async function begin() {
  const people = (await ask("GET", "members")).filter((each) => !each.bot);
  const sitting = (side, otherwise) => {
    const known = recall(`${side} seat`);
    return people.some((each) => each.id === known) ? known : otherwise.id;
  };
  const house = new House(page);
  const seats = [
    new Seat("left", sitting("left", people[0]), house),
    new Seat("right", sitting("right", people[1] ?? people[0]), house),
  ];
  page.querySelector("#seats").replaceChildren(...seats.map((seat) => seat.frame.node));
  house.move(seats);
  botState(page.querySelector("#bot"), seats[0].chat);
  hint(page.querySelector("#hint"), seats);
  faults(page.querySelector("#faults"), page.querySelector("#break"), seats[0].chat);
}

function dialogs() {
  const help = page.querySelector("#help");
  page.querySelector("#help-open").addEventListener("click", () => help.showModal());
  page.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select");
    if (event.key === "?" && !typing && !document.querySelector("dialog[open]")) help.showModal();
  });
  for (const dialog of page.querySelectorAll("dialog")) {
    dialog.querySelector(".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}

theme(page.querySelector("#theme"));
keepTime();
dialogs();
begin().catch((failed) => {
  const notice = page.querySelector("#seats");
  notice.textContent = `${failed.message} Reload the page to try again.`;
  if (!failed.message) throw failed;
});
