/** The form for a new fault: what goes wrong, what it hits, how often. */

import { make, name, refill } from "./dom.js";

/** @import { Fault, FaultKind } from "./types.d.ts" */

/** @type {Record<string, string>} */
export const WHERE = {
  answers: "its answers to commands and presses",
  posts: "messages that it posts",
  edits: "messages that it edits",
  everything: "everything that it asks of Discord",
  interactions: "what people press and type, on its way to the bot",
};

/** The kinds that last for a while. */
export const TIMED = new Set(["limit", "delay"]);

/**
 * Draws the form once, from the kinds that the sandbox knows.
 * @param {HTMLFormElement} form
 * @param {FaultKind[]} kinds
 * @param {(fault: Partial<Fault> & { times: number }) => void} set
 */
export function offer(form, kinds, set) {
  if (form.childElementCount) return;
  const on = make("select", { id: name("on") });
  const times = make("input", { id: name("times"), type: "number", min: 1, max: 1000, value: 1 });
  const seconds = make("input", {
    id: name("seconds"),
    type: "number",
    min: 0,
    max: 60,
    step: "any",
    value: 2,
  });
  const status = make(
    "select",
    { id: name("status") },
    [500, 502, 503, 504].map((code) => make("option", {}, String(code))),
  );
  /**
   * @param {string} label
   * @param {HTMLElement} input
   */
  const labelled = (label, input) =>
    make("div.fault-part", {}, make("label", { for: input.id }, label), input);
  const secondsPart = labelled("Seconds", seconds);
  const statusPart = labelled("Status", status);
  /** @param {FaultKind} kind */
  const choose = (kind) => {
    refill(
      on,
      kind.on.map((each) => make("option", { value: each }, WHERE[each] ?? each)),
    );
    secondsPart.hidden = !TIMED.has(kind.kind);
    statusPart.hidden = kind.kind !== "fail";
  };
  const radios = kinds.map((kind, at) => {
    const id = name("kind");
    const input = make("input", {
      id,
      type: "radio",
      name: "kind",
      value: kind.kind,
      checked: at === 0,
      "aria-describedby": `${id}-says`,
      onchange: () => choose(kind),
    });
    return make(
      "div.kind",
      {},
      input,
      make(
        "div",
        {},
        make("label", { for: id }, kind.label),
        make("p.note", { id: `${id}-says` }, kind.says),
      ),
    );
  });
  form.append(
    make("fieldset", {}, make("legend", {}, "What goes wrong"), radios),
    make(
      "div.fault-parts",
      {},
      labelled("What it hits", on),
      labelled("How often", times),
      secondsPart,
      statusPart,
    ),
    make("button.press.primary", { type: "submit" }, "Break it"),
  );
  choose(kinds[0]);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const kind = String(new FormData(form).get("kind"));
    set({
      kind,
      on: on.value,
      times: Number(times.value) || 1,
      ...(secondsPart.hidden ? {} : { seconds: Number(seconds.value) }),
      ...(statusPart.hidden ? {} : { status: Number(status.value) }),
    });
  });
}
