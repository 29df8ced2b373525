/** Embeds: boxes in a message with a title, fields and pictures. */

import { make } from "./dom.js";
import { line, outward, prose } from "./markdown-dom.js";
import { picture } from "./media.js";
import { clockTime, dayOf } from "./timestamps.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Child, Embed, EmbedField } from "./types.d.ts"
 */

/**
 * @param {Embed} each
 * @param {Seat} seat
 */
export function embed(each, seat) {
  const box = make("div.embed", {
    role: "group",
    "aria-label": each.title ?? each.author?.name ?? "Embed",
  });
  if (each.color !== undefined) box.style.setProperty("--edge", colour(each.color));
  const texts = make(
    "div.embed-texts",
    {},
    each.author?.name && make("p.embed-author", {}, titled(each.author.name, each.author.url)),
    each.title && make("p.embed-title", {}, titled(line(each.title, seat), each.url)),
    each.description && prose(each.description, seat),
    each.fields &&
      each.fields.length > 0 &&
      make(
        "dl.embed-fields",
        {},
        each.fields.map((field) => fieldOf(field, seat)),
      ),
  );
  box.append(texts);
  if (each.thumbnail?.url) box.append(picture(each.thumbnail, seat, { small: true }));
  if (each.image?.url) box.append(picture(each.image, seat));
  const footer = foot(each);
  if (footer) box.append(footer);
  return box;
}

/** @param {number} number */
export function colour(number) {
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}

/**
 * @param {Child} said
 * @param {string | undefined} url
 */
function titled(said, url) {
  return url ? outward(url, said) : said;
}

/**
 * @param {EmbedField} field
 * @param {Seat} seat
 */
function fieldOf({ name, value, inline }, seat) {
  return make(
    inline ? "div.embed-field.beside" : "div.embed-field",
    {},
    make("dt", {}, line(name, seat)),
    make("dd", {}, prose(value, seat)),
  );
}

/** @param {Embed} embed */
function foot({ footer, timestamp }) {
  const date = timestamp && new Date(timestamp);
  const parts = [footer?.text, date && [dayOf(date), " ", clockTime(date)]].filter(Boolean);
  if (!parts.length) return null;
  return make("p.embed-foot", {}, parts.length > 1 ? [parts[0], " · ", parts[1]] : parts);
}
