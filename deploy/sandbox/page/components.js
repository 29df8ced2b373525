/** The components of a message: rows of buttons, select menus, and Components V2, which lay out a
 *  whole message. */

import { ComponentType } from "./discord-api.js";
import { make } from "./dom.js";
import { colour } from "./embed.js";
import { outward, prose, spoiler } from "./markdown-dom.js";
import { file, picture } from "./media.js";
import { select } from "./select-menu.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Component, Message } from "./types.d.ts"
 */

/**
 * All of them, however deep.
 * @param {Component[]} list
 * @returns {Component[]}
 */
export function inside(list) {
  return list.flatMap((each) => [
    each,
    ...inside(each.components ?? []),
    ...inside(each.accessory ? [each.accessory] : []),
  ]);
}

/** @type {Record<number, string>} */
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };
const LINK = 5;

/**
 * @param {Component[]} list
 * @param {Message} message
 * @param {Seat} seat
 */
export function components(list, message, seat) {
  return make(
    "div.components",
    { onkeydown: steer },
    list.map((each) => component(each, message, seat)),
  );
}

/**
 * @param {Component} each
 * @param {Message} message
 * @param {Seat} seat
 * @returns {HTMLElement}
 */
function component(each, message, seat) {
  const draw = DRAWN[each.type];
  return draw
    ? draw(each, message, seat)
    : make("p.elsewhere", {}, "Something that this page can't show.");
}

/** @type {Record<number, (each: Component, message: Message, seat: Seat) => HTMLElement>} */
const DRAWN = {
  [ComponentType.ROW]: row,
  [ComponentType.BUTTON]: button,
  [ComponentType.STRING_SELECT]: select,
  [ComponentType.USER_SELECT]: select,
  [ComponentType.ROLE_SELECT]: select,
  [ComponentType.MENTIONABLE_SELECT]: select,
  [ComponentType.CHANNEL_SELECT]: select,
  [ComponentType.SECTION]: (each, message, seat) =>
    make(
      "div.section",
      {},
      make(
        "div",
        {},
        (each.components ?? []).map((inner) => component(inner, message, seat)),
      ),
      each.accessory && component(each.accessory, message, seat),
    ),
  [ComponentType.TEXT]: (each, _message, seat) => prose(each.content, seat),
  [ComponentType.THUMBNAIL]: (each, _message, seat) =>
    picture({ ...each.media, description: each.description }, seat, {
      small: true,
      hidden: each.spoiler,
    }),
  [ComponentType.GALLERY]: (each, _message, seat) =>
    make(
      "div.gallery",
      {},
      (each.items ?? []).map((item) =>
        picture({ ...item.media, description: item.description }, seat, { hidden: item.spoiler }),
      ),
    ),
  [ComponentType.FILE]: (each) => file({ ...each, url: each.file?.url }),
  [ComponentType.SEPARATOR]: (each) => {
    const size = each.spacing === 2 ? "large" : "small";
    return each.divider === false ? make(`div.gap.${size}`) : make(`hr.${size}`);
  },
  [ComponentType.CONTAINER]: (each, message, seat) => {
    const inside = (each.components ?? []).map((inner) => component(inner, message, seat));
    const box = make("div.container", {}, each.spoiler ? spoiler(inside) : inside);
    if (typeof each.accent_color === "number") {
      box.classList.add("accented");
      box.style.setProperty("--edge", colour(each.accent_color));
    }
    return box;
  },
};

/**
 * @param {Component} each
 * @param {Message} message
 * @param {Seat} seat
 * @returns {HTMLElement}
 */
function row(each, message, seat) {
  return make(
    "div.row",
    {},
    (each.components ?? []).map((inner) => component(inner, message, seat)),
  );
}

/**
 * @param {Component} each
 * @param {Message} message
 * @param {Seat} seat
 */
function button(each, message, seat) {
  const emoji = each.emoji?.name && make("span.emoji", {}, each.emoji.name);
  const label = [emoji, each.label];
  if (each.style === LINK) {
    const leading = outward(each.url ?? "", [label, " ↗\uFE0E"]);
    leading.classList.add("press", "secondary");
    return leading;
  }
  const customId = each.custom_id ?? "";
  const made = make(
    `button.press.${STYLES[each.style ?? 0] ?? "secondary"}`,
    { type: "button", disabled: each.disabled, data: { press: customId } },
    emoji || each.label ? label : "Button",
  );
  made.addEventListener("click", () => {
    if (made.getAttribute("aria-busy") !== "true") seat.press(message.id, customId);
  });
  return made;
}

/**
 * Arrow keys move over a board: to the next button sideways, to the nearest above or below.
 * @param {KeyboardEvent} event
 */
function steer(event) {
  const { currentTarget: board, target } = event;
  if (!(board instanceof HTMLElement && target instanceof Element)) return;
  const from = target.closest("button.press, button.select");
  if (
    !(from instanceof HTMLElement) ||
    !event.key.startsWith("Arrow") ||
    event.altKey ||
    event.ctrlKey ||
    event.metaKey
  )
    return;
  /** @type {NodeListOf<HTMLElement>} */
  const enabled = board.querySelectorAll(".press:enabled, .select:enabled");
  const all = [...enabled];
  const to =
    event.key.endsWith("Left") || event.key.endsWith("Right")
      ? all[all.indexOf(from) + (event.key === "ArrowRight" ? 1 : -1)]
      : nearest(from, all, event.key === "ArrowDown");
  event.preventDefault();
  to?.focus();
}

/**
 * @param {HTMLElement} from
 * @param {HTMLElement[]} all
 * @param {boolean} below
 */
function nearest(from, all, below) {
  /**
   * @param {Element} node
   * @returns {[number, number]}
   */
  const middle = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  /** @param {Element} node */
  const far = (node) => {
    const [otherX, otherY] = middle(node);
    const down = below ? otherY - y : y - otherY;
    return down < 4 ? Infinity : down * 1000 + Math.abs(otherX - x);
  };
  return all.filter((node) => far(node) < Infinity).sort((a, b) => far(a) - far(b))[0];
}
