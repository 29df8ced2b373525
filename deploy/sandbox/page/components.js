/** What can be pressed below or within a message: rows of buttons, selects, and the Components V2
 *  that lay out a whole message. */

import { make } from "./dom.js";
import { Component } from "./discord-api.js";
import { colour } from "./embed.js";
import { file, picture } from "./media.js";
import { outward, prose, spoiler } from "./markdown-dom.js";
import { select } from "./select-menu.js";

/** All of them, however deep. */
export function inside(list) {
  return list.flatMap((each) => [
    each,
    ...inside(each.components ?? []),
    ...inside(each.accessory ? [each.accessory] : []),
  ]);
}

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;

export function components(list, message, seat) {
  return make(
    "div.components",
    { onkeydown: steer },
    list.map((each) => component(each, message, seat)),
  );
}

function component(each, message, seat) {
  const draw = DRAWN[each.type];
  return draw
    ? draw(each, message, seat)
    : make("p.elsewhere", {}, "Something that this page can't show.");
}

const DRAWN = {
  [Component.ROW]: row,
  [Component.BUTTON]: button,
  [Component.STRING_SELECT]: select,
  [Component.USER_SELECT]: select,
  [Component.ROLE_SELECT]: select,
  [Component.MENTIONABLE_SELECT]: select,
  [Component.CHANNEL_SELECT]: select,
  [Component.SECTION]: (each, message, seat) =>
    make(
      "div.section",
      {},
      make(
        "div",
        {},
        each.components.map((inner) => component(inner, message, seat)),
      ),
      each.accessory && component(each.accessory, message, seat),
    ),
  [Component.TEXT]: (each, _message, seat) => prose(each.content, seat),
  [Component.THUMBNAIL]: (each, _message, seat) =>
    picture({ ...each.media, description: each.description }, seat, {
      small: true,
      hidden: each.spoiler,
    }),
  [Component.GALLERY]: (each, _message, seat) =>
    make(
      "div.gallery",
      {},
      each.items.map((item) =>
        picture({ ...item.media, description: item.description }, seat, { hidden: item.spoiler }),
      ),
    ),
  [Component.FILE]: (each) => file({ ...each, url: each.file?.url }),
  [Component.SEPARATOR]: (each) => {
    const size = each.spacing === 2 ? "large" : "small";
    return each.divider === false ? make(`div.gap.${size}`) : make(`hr.${size}`);
  },
  [Component.CONTAINER]: (each, message, seat) => {
    const inside = each.components.map((inner) => component(inner, message, seat));
    const box = make("div.container", {}, each.spoiler ? spoiler(inside) : inside);
    if (Number.isInteger(each.accent_color)) {
      box.classList.add("accented");
      box.style.setProperty("--edge", colour(each.accent_color));
    }
    return box;
  },
};

function row(each, message, seat) {
  return make(
    "div.row",
    {},
    each.components.map((inner) => component(inner, message, seat)),
  );
}

function button(each, message, seat) {
  const label = [each.emoji?.name && make("span.emoji", {}, each.emoji.name), each.label].filter(
    Boolean,
  );
  if (each.style === LINK) {
    const leading = outward(each.url ?? "", [label, " ↗\uFE0E"]);
    leading.classList.add("press", "secondary");
    return leading;
  }
  const made = make(
    `button.press.${STYLES[each.style] ?? "secondary"}`,
    { type: "button", disabled: each.disabled, data: { press: each.custom_id ?? "" } },
    label.length ? label : "Button",
  );
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-busy") !== "true") seat.press(message.id, each.custom_id);
  });
  return made;
}

/** Arrow keys go over a board as the eye does: sideways, and to the nearest above or below. */
function steer(event) {
  const from = event.target.closest("button.press, button.select");
  if (!from || !event.key.startsWith("Arrow") || event.altKey || event.ctrlKey || event.metaKey)
    return;
  const all = [
    ...this.querySelectorAll("button.press:not(:disabled), button.select:not(:disabled)"),
  ];
  const to =
    event.key.endsWith("Left") || event.key.endsWith("Right")
      ? all[all.indexOf(from) + (event.key === "ArrowRight" ? 1 : -1)]
      : nearest(from, all, event.key === "ArrowDown");
  event.preventDefault();
  to?.focus();
}

function nearest(from, all, below) {
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  const far = (node) => {
    const [otherX, otherY] = middle(node);
    const down = below ? otherY - y : y - otherY;
    return down < 4 ? Infinity : down * 1000 + Math.abs(otherX - x);
  };
  return all.filter((node) => far(node) < Infinity).sort((a, b) => far(a) - far(b))[0];
}
