/** Mentions in the message box: names are completed while somebody types, and sent as Discord's
 *  mentions. */

import { people, places } from "./choices.js";
import { matching } from "./listbox.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Item } from "./types.d.ts"
 */

/** @typedef {{ sign: string, typed: string, items: Item[], title: string }} Naming */

const AT_END = /(?:^|\s)([@#])([^\s@#]{0,32})$/u;

/**
 * Returns the members or channels that fit the name at the end of the text, if there is one.
 * @param {string} text
 * @param {Chat} chat
 * @returns {Naming | null}
 */
export function named(text, chat) {
  const [, sign, typed] = AT_END.exec(text) ?? [];
  if (!sign) return null;
  const channels = () => places(chat).map((each) => ({ ...each, label: each.label.slice(1) }));
  const items = matching(sign === "@" ? people(chat) : channels(), typed);
  return items.length ? { sign, typed, items, title: sign === "@" ? "Members" : "Channels" } : null;
}

/**
 * @param {string} text
 * @param {Chat} chat
 */
export function encoded(text, chat) {
  const known = [
    ...people(chat).map((each) => [`@${each.label}`, `<@${each.value}>`]),
    ...[...chat.channels.values()].map((each) => [`#${each.name}`, `<#${each.id}>`]),
  ];
  // One name may begin with another, so the longest goes first.
  known.sort((a, b) => b[0].length - a[0].length);
  return known.reduce((said, [shown, sent]) => said.replace(pattern(shown), `$1${sent}`), text);
}

/** @param {string} name */
function pattern(name) {
  const literally = name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(^|\\s)${literally}(?![\\p{L}\\p{N}_])`, "gu");
}
