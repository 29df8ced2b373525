/** What somebody looks like: initials on their own colour in their own shape, so that people can be
 *  told apart without seeing colours. */

import { make } from "./dom.js";

const SHAPES = ["circle", "triangle", "diamond", "hexagon", "square"];

export function avatar(person, chat) {
  const shape = person.bot ? "plate" : SHAPES[placeOf(person, chat) % SHAPES.length];
  const face = make(
    `span.avatar.${shape}`,
    { "aria-hidden": "true" },
    make("span", {}, initials(person)),
  );
  const colour = /^#[0-9a-f]{6}$/i.test(person.color ?? "") ? person.color : "#9aa0c3";
  face.style.setProperty("--tint", colour);
  face.style.setProperty("--on-tint", isLight(colour) ? "#15172a" : "#ffffff");
  return face;
}

function placeOf(person, chat) {
  const place = [...chat.members.keys()].indexOf(person.id);
  return place < 0 ? Number(person.id.slice(-3)) : place;
}

function initials(person) {
  const name = person.name ?? person.global_name ?? person.username ?? "?";
  return [...name.trim()][0]?.toLocaleUpperCase() ?? "?";
}

function isLight(colour) {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return 0.3 * red + 0.59 * green + 0.11 * blue > 120;
}
