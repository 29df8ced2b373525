/** Names of people and channels in what somebody types: completed while typing, and turned into
 *  Discord's mentions when sent. */

import { people, places } from "./choices.js";
import { matching } from "./listbox.js";

const AT_END = /(?:^|\s)([@#])([^\s@#]{0,32})$/u;

/** Who could be meant by the name that the text ends in, if it ends in one. */
export function named(text, chat) {
  const [, sign, typed] = AT_END.exec(text) ?? [];
  if (!sign) return null;
  const channels = () => places(chat).map((each) => ({ ...each, label: each.label.slice(1) }));
  const items = matching(sign === "@" ? people(chat) : channels(), typed);
  return items.length ? { sign, typed, items, title: sign === "@" ? "Members" : "Channels" } : null;
}

export function encoded(text, chat) {
  const known = [
    ...people(chat).map((each) => [`@${each.label}`, `<@${each.value}>`]),
    ...[...chat.channels.values()].map((each) => [`#${each.name}`, `<#${each.id}>`]),
  ];
  // The longest first: one name may begin with another.
  known.sort((a, b) => b[0].length - a[0].length);
  return known.reduce((said, [shown, sent]) => said.replace(pattern(shown), `$1${sent}`), text);
}

function pattern(name) {
  const literally = name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(^|\\s)${literally}(?![\\p{L}\\p{N}_])`, "gu");
}
