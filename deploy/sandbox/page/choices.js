/** What can be chosen in a list: members, roles, channels, and the options of a bot's select menu. */

import { avatar } from "./avatar.js";
import { ChannelKind, ComponentType } from "./discord-api.js";

/**
 * @import { Chat } from "./chat.js"
 * @import { Component, Item, SelectOption } from "./types.d.ts"
 */

/**
 * @param {Chat} chat
 * @returns {Item[]}
 */
export function people(chat) {
  const here = [...chat.members.values()].filter((each) => each.here);
  return here.map((each) => ({
    value: each.id,
    label: each.name,
    note: `@${each.username}`,
    aside: each.bot ? "App" : "",
    face: () => avatar(each, chat),
  }));
}

/**
 * @param {Chat} chat
 * @returns {Item[]}
 */
export function roles(chat) {
  return [...chat.roles.values()].map((each) => ({
    value: each.id,
    label: `@${each.name.replace(/^@/, "")}`,
    note: "Role",
  }));
}

/**
 * @param {Chat} chat
 * @param {number[]} [kinds]
 * @returns {Item[]}
 */
export function places(chat, kinds) {
  return [...chat.channels.values()]
    .filter(
      (each) => each.type !== ChannelKind.DIRECT && (!kinds?.length || kinds.includes(each.type)),
    )
    .map((each) => ({
      value: each.id,
      label: `#${each.name}`,
      note: each.type === ChannelKind.THREAD ? "Thread" : each.topic,
    }));
}

/**
 * @param {SelectOption[] | undefined} options
 * @returns {Item[]}
 */
function given(options) {
  return (options ?? []).map((each) => ({
    value: each.value,
    label: each.emoji?.name ? `${each.emoji.name} ${each.label}` : each.label,
    note: each.description,
  }));
}

/**
 * Lists what a select menu offers.
 * @param {Component} select
 * @param {Chat} chat
 * @returns {Item[]}
 */
export function candidates(select, chat) {
  const from = {
    [ComponentType.STRING_SELECT]: () => given(select.options),
    [ComponentType.USER_SELECT]: () => people(chat),
    [ComponentType.ROLE_SELECT]: () => roles(chat),
    [ComponentType.MENTIONABLE_SELECT]: () => [...people(chat), ...roles(chat)],
    [ComponentType.CHANNEL_SELECT]: () => places(chat, select.channel_types),
  };
  return from[select.type]();
}
