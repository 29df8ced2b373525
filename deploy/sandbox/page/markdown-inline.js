/** Discord's markdown within a line: emphasis, code, links, mentions, times. Takes text, returns a
 *  list of plain objects. */

/** @import { MarkdownNode, Wrapping } from "./types.d.ts" */

const DEEPEST = 12;

/**
 * @param {Wrapping} kind
 * @returns {Maker}
 */
function around(kind) {
  return ([, said], depth) => ({ kind, inside: inline(said, depth + 1) });
}

/**
 * @param {"member" | "role" | "channel"} kind
 * @returns {Maker}
 */
function mention(kind) {
  return ([, id]) => ({ kind, id });
}

/** @type {Maker} */
const link = ([, url]) => ({ kind: "link", url, inside: null });

/** @typedef {(found: RegExpExecArray, depth: number) => MarkdownNode} Maker */

/**
 * By the character that a node begins with. The first pattern that matches counts.
 * @type {Record<string, [RegExp, Maker][]>}
 */
const RULES = {
  "\\": [[/\\([^0-9A-Za-z\s])/y, ([, kept]) => ({ kind: "text", text: kept })]],
  "*": [
    [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, around("strong")],
    [/\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/y, around("em")],
  ],
  _: [
    [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, around("underline")],
    [/_((?:__|\\[\s\S]|[^\\_])+?)_(?![\p{L}\p{N}_])/uy, around("em")],
  ],
  "~": [[/~~([\s\S]+?)~~/y, around("strike")]],
  "|": [[/\|\|([\s\S]+?)\|\|/y, around("spoiler")]],
  "@": [[/@(everyone|here)(?![\p{L}\p{N}_])/uy, ([, whom]) => ({ kind: "all", whom })]],
  "<": [
    [/<@!?(\d{1,20})>/y, mention("member")],
    [/<@&(\d{1,20})>/y, mention("role")],
    [/<#(\d{1,20})>/y, mention("channel")],
    [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, ([, command]) => ({ kind: "command", command })],
    [
      /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y,
      ([, at, style]) => ({ kind: "time", at: Number(at), style: style ?? "f" }),
    ],
    [/<a?:(\w{2,32}):(\d{1,20})>/y, ([, called]) => ({ kind: "emoji", called })],
    [/<(https?:\/\/[^\s<>]+)>/y, link],
  ],
  "[": [
    [
      /\[((?:\\.|[^[\]\\]|\[[^[\]]*\])+)\]\(\s*<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?(?:\s+["'][^"'\n]*["'])?\s*\)/y,
      ([, said, url], depth) => ({ kind: "link", url, inside: unlinked(inline(said, depth + 1)) }),
    ],
  ],
  h: [
    [
      /https?:\/\/[^\s<]+[^<.,:;"'\]\s]/y,
      ([url]) => ({ kind: "link", url: balanced(url), inside: null, length: balanced(url).length }),
    ],
  ],
};

const NEXT = /[\\`*_~|<[@]|https?:\/\//g;
const INSIDE_WORD = /[\p{L}\p{N}_]/u;

/**
 * @param {string} text
 * @param {number} [depth]
 * @returns {MarkdownNode[]}
 */
export function inline(text, depth = 0) {
  const found = [];
  let start = 0;
  let at = 0;
  /** @param {number} end */
  const plain = (end) => end > start && found.push({ kind: "text", text: text.slice(start, end) });
  while (depth < DEEPEST) {
    NEXT.lastIndex = at;
    const next = NEXT.exec(text);
    if (!next) break;
    at = next.index;
    const hit = ruleAt(text, at, depth);
    if (hit) {
      plain(at);
      found.push(hit.node);
      start = at = hit.end;
    } else {
      at += 1;
    }
  }
  plain(text.length);
  return found;
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ node: MarkdownNode, end: number } | null}
 */
function ruleAt(text, at, depth) {
  if (text[at] === "`") return code(text, at);
  // snake_case is one word.
  if (text[at] === "_" && text[at + 1] !== "_" && at > 0 && INSIDE_WORD.test(text[at - 1]))
    return null;
  for (const [pattern, node] of RULES[text[at]] ?? []) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (!found) continue;
    const made = node(found, depth);
    const length = made.kind === "link" ? made.length : undefined;
    return { node: made, end: at + (length ?? found[0].length) };
  }
  return null;
}

/**
 * Code ends with as many backticks as it begins with.
 * @param {string} text
 * @param {number} at
 * @returns {{ node: MarkdownNode, end: number }}
 */
function code(text, at) {
  const [marks] = /^`+/.exec(text.slice(at)) ?? [""];
  const runs = /`+/g;
  runs.lastIndex = at + marks.length;
  for (let run = runs.exec(text); run; run = runs.exec(text)) {
    if (run[0].length !== marks.length) continue;
    const said = text.slice(at + marks.length, run.index);
    const inside = /^ .*`|` $/s.test(said) ? said.replace(/^ | $/g, "") : said;
    return { node: { kind: "code", text: inside }, end: run.index + marks.length };
  }
  return { node: { kind: "text", text: marks }, end: at + marks.length };
}

/**
 * Takes links out of a link's text, so that it leads to one address only.
 * @param {MarkdownNode[]} tree
 * @returns {MarkdownNode[]}
 */
function unlinked(tree) {
  return tree.flatMap((node) => {
    if (node.kind === "link") return node.inside ?? { kind: "text", text: node.url };
    return "inside" in node ? { ...node, inside: unlinked(node.inside) } : node;
  });
}

/**
 * Leaves out a closing bracket that was opened before the address.
 * @param {string} url
 */
function balanced(url) {
  let open = 0;
  for (let at = 0; at < url.length; at += 1) {
    if (url[at] === "(") open += 1;
    if (url[at] === ")" && --open < 0) return url.slice(0, at);
  }
  return url;
}

const BLOCKS = new Set(["paragraph", "heading", "small", "quote"]);

/**
 * The text of a tree without its markup, for previews and screen readers.
 * @param {MarkdownNode[]} tree
 * @param {(node: MarkdownNode) => string} [name]
 * @returns {string}
 */
export function words(tree, name = () => "") {
  return tree
    .map((node) => {
      if (node.kind === "spoiler") return "(spoiler)";
      if ("text" in node) return node.kind === "pre" ? "" : node.text;
      if ("items" in node) return node.items.map((item) => words(item, name)).join(" ");
      if (!("inside" in node && node.inside)) return name(node);
      const inside = words(node.inside, name);
      return BLOCKS.has(node.kind) ? `${inside} ` : inside;
    })
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^ | $/g, (edge) => (tree[0] && BLOCKS.has(tree[0].kind) ? "" : edge));
}
