/** Starts the page: two seats, and the controls around them. */

import { botState } from "./bot-status.js";
import { one, oneOf } from "./dom.js";
import { faults } from "./faults-dialog.js";
import { hint } from "./first-duel-hint.js";
import { recall } from "./local-storage.js";
import { Page } from "./page.js";
import { ask, whyOf } from "./sandbox-api.js";
import { Seat } from "./seat.js";
import { shortcomings } from "./shortcomings.js";
import { theme } from "./theme.js";
import { keepTime } from "./timestamps.js";

/** @import { Member } from "./types.d.ts" */

const root = document.body;

async function begin() {
  /** @type {Member[]} */
  const members = await ask("GET", "members");
  const people = members.filter((each) => !each.bot);
  /**
   * @param {"left" | "right"} side
   * @param {Member} otherwise
   */
  const sitting = (side, otherwise) => {
    const known = recall(`${side} seat`, otherwise.id);
    return people.some((each) => each.id === known) ? known : otherwise.id;
  };
  const page = new Page(root);
  const seats = [
    new Seat("left", sitting("left", people[0]), page),
    new Seat("right", sitting("right", people[1] ?? people[0]), page),
  ];
  one(root, "#seats").replaceChildren(...seats.map((seat) => seat.layout.node));
  page.move(seats);
  botState(one(root, "#bot"), seats[0].chat);
  shortcomings(one(root, "#shortcomings"), page);
  hint(one(root, "#hint"), seats);
  faults(oneOf(HTMLDialogElement, root, "#faults"), one(root, "#break"), seats[0].chat);
}

function dialogs() {
  const help = oneOf(HTMLDialogElement, root, "#help");
  one(root, "#help-open").addEventListener("click", () => help.showModal());
  root.addEventListener("keydown", (event) => {
    const { target } = event;
    const typing = target instanceof Element && target.closest("input, textarea, select");
    if (event.key === "?" && !typing && !document.querySelector("dialog[open]")) help.showModal();
  });
  for (const dialog of root.querySelectorAll("dialog")) {
    one(dialog, ".close").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
}

theme(one(root, "#theme"));
keepTime();
dialogs();
begin().catch((failed) => {
  one(root, "#seats").textContent = `${whyOf(failed)} Reload the page to try again.`;
});
