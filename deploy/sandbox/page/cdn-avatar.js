/** Pictures of people have addresses at Discord. Nothing is loaded from there: whoever it is looks
 *  as they look everywhere here, and whoever has chosen no picture looks like nobody. */

import { avatar } from "./avatar.js";
import { make } from "./dom.js";

const HOST = "cdn.discordapp.com";
const CHOSEN = /^\/(?:guilds\/\d+\/users\/(?=\d+\/avatars\/)|avatars\/)(\d+)\//;
const USUAL = /^\/embed\/avatars\/(\d)\.png$/;
// Discord's own, by the number in the address.
const COLOURS = ["#5865f2", "#757e8a", "#3ba55c", "#faa61a", "#ed4245", "#eb459f"];

/** Nothing if the address is of something else. */
export function portrait(address, said, chat) {
  if (!URL.canParse(address)) return null;
  const { hostname, pathname } = new URL(address);
  const [, chosen] = CHOSEN.exec(pathname) ?? [];
  const [, usual] = USUAL.exec(pathname) ?? [];
  if (hostname !== HOST || (chosen ?? usual) === undefined) return null;
  const known = chat.members.get(chosen);
  const nobody = { id: "0", name: "?", color: COLOURS[usual ?? 1] };
  return make(
    "span.portrait",
    { role: "img", "aria-label": said || `${known ? `${known.name}'s` : "Somebody's"} picture` },
    avatar(known ?? nobody, chat),
  );
}
