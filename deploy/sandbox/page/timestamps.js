/** Times in words: Discord's timestamp styles, relative times that stay true, and dates. */

import { make } from "./dom.js";

const LOCALE = "en-GB";
/** @param {Intl.DateTimeFormatOptions} options */
const format = (options) => new Intl.DateTimeFormat(LOCALE, options);

/** @type {Record<string, Intl.DateTimeFormat>} */
const STYLES = {
  t: format({ timeStyle: "short" }),
  T: format({ timeStyle: "medium" }),
  d: format({ dateStyle: "short" }),
  D: format({ dateStyle: "long" }),
  f: format({ dateStyle: "long", timeStyle: "short" }),
  F: format({ dateStyle: "full", timeStyle: "short" }),
};
const FULL = format({ dateStyle: "full", timeStyle: "long" });
const AGES = new Intl.RelativeTimeFormat("en", { numeric: "always" });
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const SPANS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];

/**
 * `seconds` since 1970, as bots write it.
 * @param {number} seconds
 * @param {string} style
 */
export function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return make("span", {}, "Invalid Date");
  const shown = style === "R" ? age(seconds) : STYLES[style].format(date);
  const node = make(
    "time.moment",
    { datetime: date.toISOString(), title: FULL.format(date) },
    shown,
  );
  if (style === "R") node.dataset.since = String(seconds);
  return node;
}

/** @param {Date} date */
export function clockTime(date) {
  if (Number.isNaN(date.getTime())) return make("span");
  return make(
    "time",
    { datetime: date.toISOString(), title: FULL.format(date) },
    STYLES.t.format(date),
  );
}

/** @param {Date} date */
export function dayOf(date) {
  if (Number.isNaN(date.getTime())) return "";
  return format({ weekday: "long", day: "numeric", month: "long", year: "numeric" }).format(date);
}

/** @param {number} seconds */
function age(seconds) {
  const left = Math.round(seconds - Date.now() / 1000);
  const [unit, length] = SPANS.find(([, each]) => Math.abs(left) >= each) ?? ["second", 1];
  // Away from zero would say "in 2 hours" for 90 minutes.
  return AGES.format(Math.round(left / length), unit);
}

/** Keeps every age on the page true. */
export function keepTime() {
  setInterval(() => {
    /** @type {NodeListOf<HTMLElement>} */
    const ages = document.querySelectorAll("time[data-since]");
    for (const node of ages) {
      const now = age(Number(node.dataset.since));
      if (node.textContent !== now) node.textContent = now;
    }
  }, 1000);
}
