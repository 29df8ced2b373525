/** The commands that can be typed in a channel, subcommands spelt out: "/duel start". */

import { ChannelKind, CommandKind, Option } from "./discord-api.js";

/** Each `{command, path, name, label, note, options}`; an item for a listbox as it is. */
export function orders(commands, channel) {
  const place = channel?.type === ChannelKind.DIRECT ? 1 : 0;
  return commands
    .filter((each) => each.type === CommandKind.SLASH && (each.contexts?.includes(place) ?? true))
    .flatMap((each) => spelt(each, each, []));
}

function spelt(command, at, path) {
  const deeper = (at.options ?? []).filter(
    (each) => each.type === Option.SUBCOMMAND || each.type === Option.GROUP,
  );
  if (deeper.length) return deeper.flatMap((each) => spelt(command, each, [...path, each.name]));
  const name = [command.name, ...path].join(" ");
  const options = at.options ?? [];
  return {
    command,
    path,
    name,
    label: `/${name}`,
    note: at.description,
    aside: options
      .filter((each) => each.required)
      .map((each) => each.name)
      .join(" · "),
    options,
  };
}

/** Those whose words begin like the words typed, in their order. */
export function narrowed(list, typed) {
  const wanted = typed.replace(/^\//, "").toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return list;
  const rank = (order) => {
    const parts = order.name.toLowerCase().split(" ");
    if (order.name.toLowerCase().startsWith(wanted.join(" "))) return 0;
    if (wanted.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
    return wanted.every((word) => order.name.toLowerCase().includes(word)) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((wantedRank) => list.filter((order) => rank(order) === wantedRank));
}
