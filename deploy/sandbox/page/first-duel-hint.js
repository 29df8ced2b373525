/** The hint on top: the first duel step by step, until it is played or the hint is closed. A bot that
 *  has no duels has no hint. */

import { make, refill } from "./dom.js";
import { recall, remember } from "./local-storage.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { ChatEvents, Child, Command, Member } from "./types.d.ts"
 */

const TITLE = "Your first duel";

/** @param {Command} command */
const isDuel = ({ name, options = [] }) =>
  name === "duel" && options.some((each) => each.name === "start");

/**
 * @param {HTMLElement} node
 * @param {Seat[]} seats
 */
export function hint(node, seats) {
  if (recall("hint is over", false)) return;
  const [one, other] = seats;
  const done = new Set();

  let isOver = false;

  const over = () => {
    isOver = true;
    remember("hint is over", true);
    node.hidden = true;
  };

  const show = () => {
    const { me } = one.chat;
    const { me: rival } = other.chat;
    if (isOver || !one.chat.isGreeted || !other.chat.isGreeted) return;
    if (!one.chat.commands.some(isDuel)) return;
    node.setAttribute("aria-label", TITLE);
    if (me.id === rival.id) return alone(me);
    /** @type {[string, Child][]} */
    const steps = [
      [
        "start",
        [
          `As ${me.name}, type `,
          make("code", {}, "/duel start"),
          `, pick a game, pick ${rival.name}, press Enter.`,
        ],
      ],
      ["accept", [`As ${rival.name}, press `, make("strong", {}, "Accept"), "."]],
      ["move", ["The player whose move it is presses a number. That's it."]],
    ];
    const now = steps.find(([key]) => !done.has(key))?.[0];
    /** @param {string} key */
    const step = (key) => (done.has(key) ? "li.done" : key === now ? "li.now" : "li");
    refill(
      node,
      make("p.hint-title", {}, TITLE),
      make(
        "ol",
        {},
        steps.map(([key, said]) =>
          make(step(key), {}, said, done.has(key) && make("span.hidden", {}, " (done)")),
        ),
      ),
      !done.has("start") &&
        make(
          "button.press.primary",
          { type: "button", onclick: () => begin("duel start") },
          "Put ",
          make("code", {}, "/duel start"),
          ` into ${me.name}'s message box`,
        ),
      !done.has("start") && practice(),
      make("button.plain", { type: "button", onclick: over }, "Got it"),
    );
    node.hidden = false;
  };

  /** Begins a duel with the bot, if it plays. */
  const practice = () =>
    one.chat.commands.some(({ name }) => name === "practice") &&
    make(
      "button.plain",
      { type: "button", onclick: () => begin("practice") },
      "Play the bot alone",
    );

  /** @param {Member} me */
  const alone = (me) => {
    refill(
      node,
      make("p.hint-title", {}, TITLE),
      make(
        "p.hint-alone",
        {},
        `${me.name} sits on both sides. `,
        "A duel takes two: choose somebody else above one of the seats.",
      ),
      practice(),
      make("button.plain", { type: "button", onclick: over }, "Got it"),
    );
    node.hidden = false;
  };

  /** @param {string} command */
  const begin = (command) => {
    one.page.show(one);
    one.fill(command);
  };

  /** @param {ChatEvents["interaction"]} interaction */
  const happened = ({ state, source }) => {
    if (state !== "answered" || node.hidden) return;
    if (source.kind === "command" && source.name === "practice") return over();
    if (source.kind === "command" && source.name === "duel start") done.add("start");
    else if (source.kind === "press" && done.has("accept")) done.add("move");
    else if (source.kind === "press" && done.has("start")) done.add("accept");
    if (done.has("move")) over();
    else show();
  };

  for (const seat of seats) {
    seat.chat.onAny(["hello", "commands"], show);
    seat.chat.on("interaction", happened);
  }
}
