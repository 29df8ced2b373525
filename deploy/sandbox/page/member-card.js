/** The card of a member, with the commands that apps offer for people, and the list of members. */

import { appTag } from "./app-tag.js";
import { avatar } from "./avatar.js";
import { usableCommands } from "./command-palette.js";
import { CommandKind } from "./discord-api.js";
import { make, name } from "./dom.js";
import { pop } from "./popover.js";
import { moment } from "./timestamps.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Member } from "./types.d.ts"
 */

/**
 * @param {Member} member
 * @param {Seat} seat
 * @param {HTMLElement} anchor
 */
export function card(member, seat, anchor) {
  const offered = (member.here ? offers(seat) : []).map((command) =>
    make(
      "button.menu-item",
      {
        type: "button",
        onclick: () => {
          shut();
          seat.use(command, member);
        },
      },
      command.name,
    ),
  );
  const title = make("h3", {}, member.name, member.bot && appTag());
  const node = make(
    "div.pop.person",
    { popover: "auto", role: "dialog", "aria-label": member.name },
    make(
      "div.person-head",
      {},
      avatar(member, seat.chat),
      make(
        "div",
        {},
        title,
        make("p", {}, `@${member.username}`, member.moderator && " · moderator"),
      ),
    ),
    !member.here && make("p.note", {}, `Has left ${seat.chat.server.name}.`),
    member.timed_out_until > Date.now() &&
      make("p.note", {}, "Timed out until ", moment(member.timed_out_until / 1000, "f"), "."),
    member.roles.length > 0 && [make("p.menu-title", {}, "Roles"), roleNames(member, seat)],
    make("p.menu-title", {}, "Apps"),
    offered.length ? offered : make("p.note", {}, "No app offers anything here."),
    make(
      "button.menu-item",
      {
        type: "button",
        onclick: () => {
          shut();
          seat.composer.say(`<@${member.id}> `);
        },
      },
      "Mention",
    ),
  );
  const shut = pop(node, anchor);
}

/**
 * @param {Seat} seat
 * @param {HTMLElement} anchor
 */
export function everybody(seat, anchor) {
  const { me, server } = seat.chat;
  const here = [...seat.chat.members.values()].filter((member) => member.here);
  const rows = here.map((member) =>
    make(
      "button.menu-item",
      {
        type: "button",
        onclick: () => {
          shut();
          card(member, seat, anchor);
        },
      },
      avatar(member, seat.chat),
      make("span", {}, member.name),
      member.id === me.id && make("span.note", {}, "you"),
      member.moderator && make("span.note", {}, "moderator"),
      member.bot && appTag(),
    ),
  );
  const why = name("why");
  const node = make(
    "div.pop.everybody",
    { popover: "auto", role: "dialog", "aria-label": "Members" },
    make("p.menu-title", {}, "Members"),
    rows,
    make("hr"),
    make(
      "button.menu-item",
      {
        type: "button",
        "aria-describedby": why,
        onclick: () => {
          shut();
          seat.leave();
        },
      },
      `Leave ${server.name}`,
    ),
    make("p.note", { id: why }, `Shows what the bot does without ${me.name}, who can come back.`),
  );
  const shut = pop(node, anchor);
}

/**
 * Makes a name open its owner's card, with either mouse button: Discord has the apps in the menu of
 * the right one.
 * @param {string} id
 * @param {Seat} seat
 */
export function meeting(id, seat) {
  /** @param {MouseEvent} event */
  const meet = (event) => {
    event.preventDefault();
    if (event.currentTarget instanceof HTMLElement) seat.meet(id, event.currentTarget);
  };
  return { onclick: meet, oncontextmenu: meet };
}

/**
 * @param {Member} member
 * @param {Seat} seat
 */
function roleNames({ roles }, { chat }) {
  const names = roles.map((each) => chat.roles.get(each)?.name ?? "unknown role");
  return make("p.note", {}, names.join(", "));
}

/**
 * Commands that this person may use on somebody here.
 * @param {Seat} seat
 */
function offers({ chat }) {
  return usableCommands(chat.commands, CommandKind.USER, chat.channels.get(chat.channel ?? ""));
}
