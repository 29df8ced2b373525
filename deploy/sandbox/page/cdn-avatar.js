/** Stands in for avatars with addresses at Discord's CDN, from which nothing is loaded: members have
 *  the avatar that they have everywhere here, and Discord's default avatars are a question mark. */

import { avatar } from "./avatar.js";
import { make } from "./dom.js";

/** @import { Chat } from "./chat.js" */

const HOST = "cdn.discordapp.com";
const CHOSEN = /^\/(?:guilds\/\d+\/users\/(?=\d+\/avatars\/)|avatars\/)(\d+)\//;
const USUAL = /^\/embed\/avatars\/(\d)\.png$/;
// Of Discord's default avatars, by the number in the address.
const COLOURS = ["#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f"];

/**
 * Returns null for any other address.
 * @param {string} address
 * @param {string} said
 * @param {Chat} chat
 */
export function portrait(address, said, chat) {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  const [, chosen] = CHOSEN.exec(pathname) ?? [];
  const [, usual] = USUAL.exec(pathname) ?? [];
  if (hostname !== HOST || (chosen ?? usual) === undefined) return null;
  const known = chat.members.get(chosen);
  const nobody = { id: "0", name: "?", color: COLOURS[Number(usual ?? 1)] };
  return make(
    "span.portrait",
    { role: "img", "aria-label": said || `${known ? `${known.name}'s` : "Somebody's"} picture` },
    avatar(known ?? nobody, chat),
  );
}
