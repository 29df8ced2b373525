/** The commands that can be typed in a channel, each subcommand by itself: "/duel start". */

import { ChannelKind, CommandKind, OptionType } from "./discord-api.js";

/** @import { Channel, Command, CommandOption, PaletteEntry } from "./types.d.ts" */

/**
 * Lists every command and subcommand that can be used in the channel.
 * @param {Command[]} commands
 * @param {Channel | undefined} channel
 * @returns {PaletteEntry[]}
 */
export function paletteEntries(commands, channel) {
  return usableCommands(commands, CommandKind.SLASH, channel).flatMap((each) =>
    subcommands(each, each, []),
  );
}

/**
 * Keeps the commands of a kind that can be used in the channel. A server's own commands can't be used
 * in direct messages.
 * @param {Command[]} commands
 * @param {number} kind
 * @param {Channel | undefined} channel
 */
export function usableCommands(commands, kind, channel) {
  const place = channel?.type === ChannelKind.DIRECT ? 1 : 0;
  return commands.filter((each) => {
    const contexts = each.guild_id ? [0] : (each.contexts ?? [0, 1]);
    return each.type === kind && contexts.includes(place);
  });
}

/**
 * @param {Command} command
 * @param {{ description?: string, options?: CommandOption[] }} at
 * @param {string[]} path
 * @returns {PaletteEntry[]}
 */
function subcommands(command, at, path) {
  const deeper = (at.options ?? []).filter(
    (each) => each.type === OptionType.SUBCOMMAND || each.type === OptionType.GROUP,
  );
  if (deeper.length)
    return deeper.flatMap((each) => subcommands(command, each, [...path, each.name]));
  const name = [command.name, ...path].join(" ");
  const options = at.options ?? [];
  const entry = {
    command,
    path,
    name,
    value: `${command.id} ${name}`,
    label: `/${name}`,
    note: at.description,
    aside: options
      .filter((each) => each.required)
      .map((each) => each.name)
      .join(" · "),
    options,
  };
  return [entry];
}

/**
 * Keeps the entries that match the typed words: best first those that begin with them.
 * @param {PaletteEntry[]} list
 * @param {string} typed
 */
export function narrowed(list, typed) {
  const wanted = typed.replace(/^\//, "").toLowerCase().split(/\s+/).filter(Boolean);
  if (!wanted.length) return list;
  /** @param {PaletteEntry} entry */
  const rank = (entry) => {
    const parts = entry.name.toLowerCase().split(" ");
    if (entry.name.toLowerCase().startsWith(wanted.join(" "))) return 0;
    if (wanted.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
    return wanted.every((word) => entry.name.toLowerCase().includes(word)) ? 2 : 3;
  };
  return [0, 1, 2].flatMap((wantedRank) => list.filter((entry) => rank(entry) === wantedRank));
}
