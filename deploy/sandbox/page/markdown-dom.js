/** A tree of markdown becomes nodes. Who is mentioned and where links lead is asked of the seat. */

import { make } from "./dom.js";
import { parse } from "./markdown.js";
import { inline } from "./markdown-inline.js";
import { moment } from "./timestamps.js";

export function prose(text, seat) {
  const tree = parse(text);
  return make(onlyEmoji(text) ? "div.prose.jumbo" : "div.prose", {}, write(tree, seat));
}

/** Without blocks, as titles and names of fields are. */
export function line(text, seat) {
  return write(inline(text ?? ""), seat);
}

function write(tree, seat) {
  return tree.map((node) => WRITERS[node.kind](node, seat));
}

const wrap = (tag) => (node, seat) => make(tag, {}, write(node.inside, seat));

const WRITERS = {
  text: (node) => node.text,
  paragraph: wrap("p"),
  strong: wrap("strong"),
  em: wrap("em"),
  underline: wrap("u"),
  strike: wrap("s"),
  small: wrap("p.small"),
  quote: wrap("blockquote"),
  // Of one level: a bot begins with any, and an outline mustn't skip some.
  heading: (node, seat) => make(`h3.size-${node.level}`, {}, write(node.inside, seat)),
  code: (node) => make("code", {}, node.text),
  pre: (node) =>
    make(
      "pre",
      {
        tabindex: wide(node.text) ? 0 : null,
        "aria-label": wide(node.text) && "Code",
        role: wide(node.text) && "group",
      },
      make("code", {}, plain(node.text)),
    ),
  list: (node, seat) =>
    make(
      node.start === null ? "ul" : "ol",
      { start: node.start },
      node.items.map((item) => make("li", {}, write(item, seat))),
    ),
  spoiler: (node, seat) => spoiler(write(node.inside, seat)),
  member: ({ id }, seat) => seat.mention(id),
  role: ({ id }, seat) =>
    make(
      "span.mention",
      {},
      `@${(seat.chat.roles.get(id)?.name ?? "unknown-role").replace(/^@/, "")}`,
    ),
  all: ({ whom }) => make("span.mention", {}, `@${whom}`),
  channel: ({ id }, seat) => channel(id, seat),
  command: ({ command }, seat) =>
    make("button.mention", { type: "button", onclick: () => seat.fill(command) }, `/${command}`),
  emoji: ({ called }) => make("span.emoji", {}, `:${called}:`),
  time: ({ at, style }) => moment(at, style),
  link: (node, seat) => link(node, seat),
};

function wide(code) {
  return code.split("\n").some((each) => each.length > 40);
}

/** Colours of ```ansi don't show on phones either. */
function plain(code) {
  // eslint-disable-next-line no-control-regex
  return code.replace(/\u001b\[[\d;]*m/g, "");
}

function channel(id, seat) {
  const known = seat.chat.channels.get(id);
  if (!known) return make("span.mention", {}, "#unknown");
  return make("button.mention", { type: "button", onclick: () => seat.go(id) }, `#${known.name}`);
}

/** What is hidden isn't on the page until somebody wants to see it. */
export function spoiler(inside) {
  const cover = make(
    "button.spoiler",
    { type: "button", "aria-label": "Spoiler: show it" },
    "spoiler",
  );
  cover.addEventListener("click", () => {
    const shown = make("span.spoiler-shown", { tabindex: -1 }, inside);
    cover.replaceWith(shown);
    shown.focus();
  });
  return cover;
}

const MESSAGE_LINK = /^https?:\/\/[^/]+\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?\/?$/;

function link(node, seat) {
  const [, place, message] = MESSAGE_LINK.exec(node.url) ?? [];
  const known = place && seat.chat.channels.get(place);
  const said = node.inside && write(node.inside, seat);
  if (known) {
    const shown = said ?? `#${known.name}${message ? " › message" : ""}`;
    return make(
      "button.mention",
      { type: "button", onclick: () => seat.go(place, message) },
      shown,
    );
  }
  return outward(node.url, said);
}

/** A link says where it leads, whatever its text pretends. */
export function outward(address, said) {
  if (!URL.canParse(address)) return make("span", {}, said ?? address);
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return make("span", {}, said ?? address);
  const safely = {
    href: url.href,
    target: "_blank",
    rel: "noopener noreferrer nofollow",
    title: url.href,
  };
  return make("a", safely, said ?? address, said && make("span.host", {}, ` (${url.host})`));
}

function onlyEmoji(text) {
  return /^(?:\p{Extended_Pictographic}[\u{FE0F}\u{200D}\u{1F3FB}-\u{1F3FF}]*\s*){1,8}$/u.test(
    text,
  );
}
