/** Turns parsed markdown into DOM nodes. The seat knows who is mentioned and where links lead. */

import { make } from "./dom.js";
import { parse } from "./markdown.js";
import { inline } from "./markdown-inline.js";
import { moment } from "./timestamps.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Child, MarkdownNode, Wrapping } from "./types.d.ts"
 */

/**
 * @param {string | null | undefined} text
 * @param {Seat} seat
 */
export function prose(text, seat) {
  const tree = parse(text);
  return make(onlyEmoji(text ?? "") ? "div.prose.jumbo" : "div.prose", {}, write(tree, seat));
}

/**
 * Text without blocks, as titles and names of fields are.
 * @param {string | null | undefined} text
 * @param {Seat} seat
 */
export function line(text, seat) {
  return write(inline(text ?? ""), seat);
}

/**
 * @param {MarkdownNode[]} tree
 * @param {Seat} seat
 * @returns {Child[]}
 */
function write(tree, seat) {
  return tree.map((node) => nodeOf(node, seat));
}

/** @type {Record<Wrapping, string>} */
const TAGS = {
  paragraph: "p",
  small: "p.small",
  quote: "blockquote",
  strong: "strong",
  em: "em",
  underline: "u",
  strike: "s",
  spoiler: "span",
};

/**
 * @param {MarkdownNode} node
 * @param {Seat} seat
 * @returns {Child}
 */
function nodeOf(node, seat) {
  switch (node.kind) {
    case "text":
      return node.text;
    case "code":
      return make("code", {}, node.text);
    case "pre":
      return codeBlock(node.text);
    // All of one level: bots begin with any, and an outline mustn't skip levels.
    case "heading":
      return make(`h3.size-${node.level}`, {}, write(node.inside, seat));
    case "list": {
      const items = node.items.map((item) => make("li", {}, write(item, seat)));
      return make(node.start === null ? "ul" : "ol", { start: node.start }, items);
    }
    case "spoiler":
      return spoiler(write(node.inside, seat));
    case "member":
      return seat.mention(node.id);
    case "role":
      return mention(
        `@${(seat.chat.roles.get(node.id)?.name ?? "unknown-role").replace(/^@/, "")}`,
      );
    case "all":
      return mention(`@${node.whom}`);
    case "channel":
      return channel(node.id, seat);
    case "command":
      return mention(`/${node.command}`, () => seat.fill(node.command));
    case "emoji":
      return make("span.emoji", {}, `:${node.called}:`);
    case "time":
      return moment(node.at, node.style);
    case "link":
      return link(node, seat);
    default:
      return make(TAGS[node.kind], {}, write(node.inside, seat));
  }
}

/** @param {string} code */
function codeBlock(code) {
  // Wide ones scroll sideways, so the keyboard has to reach them.
  const scrolls = code.split("\n").some((each) => each.length > 40);
  const settings = scrolls ? { tabindex: 0, "aria-label": "Code", role: "group" } : {};
  return make("pre", settings, make("code", {}, withoutColours(code)));
}

/** Removes the colours of ```ansi blocks, which phones don't show either. @param {string} code */
function withoutColours(code) {
  return code.replaceAll(ANSI_COLOUR, "");
}

const ANSI_COLOUR = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, "g");

/**
 * @param {string} said
 * @param {() => void} [pressed]
 */
function mention(said, pressed) {
  if (!pressed) return make("span.mention", {}, said);
  return make("button.mention", { type: "button", onclick: pressed }, said);
}

/**
 * @param {string} id
 * @param {Seat} seat
 */
function channel(id, seat) {
  const known = seat.chat.channels.get(id);
  return known ? mention(`#${known.name}`, () => seat.go(id)) : mention("#unknown");
}

/**
 * Covers its content. It isn't on the page until somebody uncovers it.
 * @param {Child} inside
 */
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

/**
 * @param {{ url: string, inside: MarkdownNode[] | null }} node
 * @param {Seat} seat
 */
function link(node, seat) {
  const [, place, message] = MESSAGE_LINK.exec(node.url) ?? [];
  const known = place && seat.chat.channels.get(place);
  const said = node.inside && write(node.inside, seat);
  if (known) {
    const shown = said ?? `#${known.name}${message ? " › message" : ""}`;
    return make(
      "button.mention",
      { type: "button", onclick: () => seat.go(known.id, message) },
      shown,
    );
  }
  return outward(node.url, said);
}

/**
 * A link says where it leads, whatever its text pretends.
 * @param {string} address
 * @param {Child} said
 */
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

/** @param {string} text */
function onlyEmoji(text) {
  return /^(?:\p{Extended_Pictographic}(?:\u{FE0F}|\u{200D}|[\u{1F3FB}-\u{1F3FF}])*\s*){1,8}$/u.test(
    text,
  );
}
