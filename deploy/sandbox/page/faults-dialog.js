/** The drawer "Break things": faults of the bot's requests, its connection and its process. */

import { make, name, one, oneOf, refill } from "./dom.js";
import { offer, TIMED, WHERE } from "./faults-form.js";
import { ask, whyOf } from "./sandbox-api.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Fault, FaultKind } from "./types.d.ts"
 */

const MISHAPS = [
  [
    "gateway/drop",
    "Cut its connection",
    "As if a cable was pulled. It comes back by itself and asks what it missed.",
  ],
  ["gateway/reconnect", "Ask it to reconnect", "Discord does this to every bot now and then."],
  [
    "gateway/invalidate",
    "Invalidate its session",
    "It has to begin a new one, and has missed whatever came in between.",
  ],
];

const PROCESS = [
  ["bot/kill", "Kill it", "kill -9, in the middle of whatever it does, and start it again."],
  ["bot/restart", "Restart it", "SIGTERM, as an update does: it finishes what it has begun."],
  ["bot/stop", "Stop it", "It stays away until you start it."],
  ["bot/start", "Start it", "If it was stopped."],
];

/**
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener
 * @param {Chat} chat
 */
export function faults(dialog, opener, chat) {
  const list = one(dialog, "#faults-set");
  const clear = one(dialog, "#faults-clear");
  const said = one(dialog, "#faults-said");
  const form = oneOf(HTMLFormElement, dialog, "#faults-form");
  /** @type {Record<string, string>} */
  let labels = {};

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} body
   * @param {string} success
   */
  const attempt = async (method, path, body, success) => {
    try {
      await ask(method, path, body);
      said.textContent = success;
    } catch (refused) {
      said.textContent = whyOf(refused);
    }
  };

  const showSet = () => {
    const count = chat.faults.length;
    refill(
      opener,
      "Break things",
      count > 0 && make("span.badge", { role: "img", "aria-label": `${count} set` }, String(count)),
    );
    refill(
      list,
      chat.faults.map((fault) =>
        make(
          "li",
          {},
          make(
            "span",
            {},
            make("strong", {}, labels[fault.kind] ?? fault.kind),
            ` · ${WHERE[fault.on] ?? fault.on} · ${left(fault)}`,
          ),
          make(
            "button.plain",
            {
              type: "button",
              "aria-label": `Undo: ${labels[fault.kind] ?? fault.kind}`,
              onclick: () =>
                attempt("DELETE", `faults/${encodeURIComponent(fault.id)}`, undefined, "Undone."),
            },
            "Undo",
          ),
        ),
      ),
    );
    if (!count) refill(list, make("li.note", {}, "Nothing is broken."));
    clear.hidden = count === 0;
  };

  opener.addEventListener("click", async () => {
    said.textContent = "";
    dialog.showModal();
    try {
      /** @type {{ kinds: FaultKind[] }} */
      const { kinds } = await ask("GET", "faults");
      labels = Object.fromEntries(kinds.map((each) => [each.kind, each.label]));
      offer(form, kinds, (body) => attempt("POST", "faults", body, "Set. Now play on and see."));
      showSet();
    } catch (refused) {
      said.textContent = whyOf(refused);
    }
  });
  clear.addEventListener("click", () =>
    attempt("DELETE", "faults", undefined, "Everything works again."),
  );
  /** @param {string[]} deed */
  const deed = ([path, label, says]) => {
    const note = name("note");
    const button = make(
      "button.press.secondary",
      {
        type: "button",
        "aria-describedby": note,
        onclick: () => attempt("POST", path, undefined, `${label}: done.`),
      },
      label,
    );
    return make("div.deed", {}, button, make("p.note", { id: note }, says));
  };
  refill(one(dialog, "#faults-gateway"), MISHAPS.map(deed));
  refill(one(dialog, "#faults-bot"), PROCESS.map(deed));
  chat.onAny(["faults", "hello"], showSet);
  showSet();
}

/** @param {Fault} fault */
function left({ kind, left: count, seconds, status }) {
  const times = count === 1 ? "once more" : `${count} times more`;
  return [times, TIMED.has(kind) && `${seconds} s`, kind === "fail" && String(status)]
    .filter(Boolean)
    .join(" · ");
}
