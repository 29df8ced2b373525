/** Avatars: an initial on a colour, in a shape of its own so that people can be told apart without
 *  seeing colours. */

import { make } from "./dom.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Person } from "./types.d.ts"
 */

const SHAPES = ["circle", "triangle", "diamond", "hexagon", "square"];

/**
 * @param {Person} person
 * @param {Chat} chat
 */
export function avatar(person, chat) {
  const shape = person.bot ? "plate" : SHAPES[placeOf(person, chat) % SHAPES.length];
  const face = make(
    `span.avatar.${shape}`,
    { "aria-hidden": "true" },
    make("span", {}, initials(person)),
  );
  const chosen = person.color ?? "";
  const colour = /^#[0-9a-f]{6}$/i.test(chosen) ? chosen : "#9aa0c3";
  face.style.setProperty("--tint", colour);
  face.style.setProperty("--on-tint", isLight(colour) ? "#15172a" : "#ffffff");
  return face;
}

/**
 * @param {Person} person
 * @param {Chat} chat
 */
function placeOf(person, chat) {
  const place = [...chat.members.keys()].indexOf(person.id);
  return place < 0 ? Number(person.id.slice(-3)) : place;
}

/** @param {Person} person */
function initials(person) {
  const name = person.name ?? person.global_name ?? person.username ?? "?";
  return [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
}

/** @param {string} colour */
function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 120;
}
