/** Whom and what can be picked: members, roles, channels, and the choices that a bot gives.
 *  Everything is an item for a listbox: `{value, label, note, aside, face}`. */

import { avatar } from "./avatar.js";
import { ChannelKind, Component } from "./discord-api.js";

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

export function roles(chat) {
  return [...chat.roles.values()].map((each) => ({
    value: each.id,
    label: `@${each.name.replace(/^@/, "")}`,
    note: "Role",
  }));
}

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

function given(options) {
  return (options ?? []).map((each) => ({
    value: each.value,
    label: each.emoji?.name ? `${each.emoji.name} ${each.label}` : each.label,
    note: each.description,
  }));
}

/** What a select offers. */
export function candidates(select, chat) {
  const from = {
    [Component.STRING_SELECT]: () => given(select.options),
    [Component.USER_SELECT]: () => people(chat),
    [Component.ROLE_SELECT]: () => roles(chat),
    [Component.MENTIONABLE_SELECT]: () => [...people(chat), ...roles(chat)],
    [Component.CHANNEL_SELECT]: () => places(chat, select.channel_types),
  };
  return from[select.type]();
}
