/** The numbers of Discord's API that the page knows, by name. */

/** @import { Channel, Message } from "./types.d.ts" */

export const Flag = {
  SUPPRESS_EMBEDS: 4,
  HAS_THREAD: 32,
  EPHEMERAL: 64,
  LOADING: 128,
  COMPONENTS_V2: 32768,
};
export const ChannelKind = { TEXT: 0, DIRECT: 1, THREAD: 11 };
export const MessageKind = {
  PLAIN: 0,
  PIN_NOTICE: 6,
  THREAD_NOTICE: 18,
  REPLY: 19,
  SLASH_ANSWER: 20,
  MENU_ANSWER: 23,
};
export const CommandKind = { SLASH: 1, USER: 2, MESSAGE: 3 };

export const OptionType = {
  SUBCOMMAND: 1,
  GROUP: 2,
  STRING: 3,
  INTEGER: 4,
  BOOLEAN: 5,
  USER: 6,
  CHANNEL: 7,
  ROLE: 8,
  MENTIONABLE: 9,
  NUMBER: 10,
  ATTACHMENT: 11,
};

export const ComponentType = {
  ROW: 1,
  BUTTON: 2,
  STRING_SELECT: 3,
  TEXT_INPUT: 4,
  USER_SELECT: 5,
  ROLE_SELECT: 6,
  MENTIONABLE_SELECT: 7,
  CHANNEL_SELECT: 8,
  SECTION: 9,
  TEXT: 10,
  THUMBNAIL: 11,
  GALLERY: 12,
  FILE: 13,
  SEPARATOR: 14,
  CONTAINER: 17,
  LABEL: 18,
};

/**
 * @param {Message} message
 * @param {number} flag
 */
export function has(message, flag) {
  return ((message.flags ?? 0) & flag) !== 0;
}

/** @param {Channel} channel */
export function placeName(channel) {
  return channel.type === ChannelKind.DIRECT ? `@${channel.name}` : `#${channel.name}`;
}

/**
 * Ids are numbers too large for numbers: the longer is the later.
 * @param {{ id: string }} one
 * @param {{ id: string }} other
 */
export function compareIds(one, other) {
  const [a, b] = [one.id, other.id];
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}
