/** Parses markdown as Discord does: takes text, returns a tree of plain objects. Blocks are parsed
 *  here, the text within a line in markdown-inline.js. */

import { inline } from "./markdown-inline.js";

/** @import { MarkdownNode } from "./types.d.ts" */

// Quotes and lists are nested no deeper, so that hostile text can't make parsing slow.
const DEEPEST = 8;

const FENCE = /```(?:([a-z0-9_+\-.#]+)\n)?\n*([^\n][\s\S]*?)\n*```\n?/iy;
const QUOTE_REST = />>> ([\s\S]*)/y;
const QUOTE = /(?:> [^\n]*(?:\n|$))+/y;
const HEADING = /(#{1,3}) +([^\n]+?) *(?:\n|$)/y;
const SMALL = /-# +([^\n]+?) *(?:\n|$)/y;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/y;

/**
 * @param {string | null | undefined} text
 * @returns {MarkdownNode[]}
 */
export function parse(text) {
  return blocks(text ?? "", 0);
}

/**
 * @param {string} text
 * @param {number} depth
 * @returns {MarkdownNode[]}
 */
function blocks(text, depth) {
  const found = [];
  let start = 0;
  let at = 0;
  /** @param {number} end */
  const paragraph = (end) => {
    // The line break before a block belongs to neither.
    const said = text.slice(start, end).replace(end < text.length ? /\n$/ : /$^/, "");
    if (said) found.push({ kind: "paragraph", inside: inline(said, depth) });
  };
  while (at < text.length) {
    const block = blockAt(text, at, depth);
    if (block) {
      paragraph(at);
      found.push(...[block.node].flat());
      start = at = block.end;
    } else {
      at = nextChance(text, at + 1);
    }
  }
  paragraph(text.length);
  return found;
}

/**
 * Blocks begin with a line, fences anywhere.
 * @param {string} text
 * @param {number} from
 */
function nextChance(text, from) {
  const line = text.indexOf("\n", from - 1) + 1 || text.length;
  const fence = text.indexOf("```", from);
  return fence < 0 ? line : Math.min(line, fence);
}

/**
 * @param {string} text
 * @param {number} at
 * @param {number} depth
 * @returns {{ node: MarkdownNode | MarkdownNode[], end: number } | null}
 */
function blockAt(text, at, depth) {
  if (text.startsWith("```", at)) {
    if (text[at - 1] === "\\" || text[at - 1] === "`") return null;
    return match(FENCE, text, at, ([, lang, code]) => ({
      kind: "pre",
      lang: lang ?? "",
      text: code,
    }));
  }
  if (depth >= DEEPEST || (at > 0 && text[at - 1] !== "\n")) return null;
  return (
    match(QUOTE_REST, text, at, ([, said]) => ({
      kind: "quote",
      inside: blocks(said, depth + 1),
    })) ??
    match(QUOTE, text, at, ([said]) => ({
      kind: "quote",
      inside: blocks(said.replace(/\n$/, "").replace(/^> /gm, ""), depth + 1),
    })) ??
    match(HEADING, text, at, ([, marks, said]) => ({
      kind: "heading",
      level: marks.length,
      inside: inline(said, depth),
    })) ??
    match(SMALL, text, at, ([, said]) => ({ kind: "small", inside: inline(said, depth) })) ??
    match(LIST, text, at, ([said]) => lists(said.replace(/\n$/, "").split("\n"), depth))
  );
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 * @param {number} at
 * @param {(found: RegExpExecArray) => MarkdownNode | MarkdownNode[]} node
 */
function match(pattern, text, at, node) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found && { node: node(found), end: at + found[0].length };
}

/** @typedef {{ said: string, below: string[] }} Item */

/**
 * Indented lines belong to the item above them. Numbers after bullets begin another list.
 * @param {string[]} lines
 * @param {number} depth
 * @returns {MarkdownNode[]}
 */
function lists(lines, depth) {
  /** @type {{ start: number | null, items: Item[] }[]} */
  const found = [];
  const margin = /^ */.exec(lines[0])?.[0].length ?? 0;
  for (const line of lines) {
    const [, indent, mark, said] = ITEM.exec(line) ?? ["", "", "-", line];
    const start = mark.endsWith(".") ? Number.parseInt(mark, 10) : null;
    const current = found.at(-1);
    if (current && indent.length > margin && depth < DEEPEST)
      current.items.at(-1)?.below.push(line);
    else if (current && (current.start === null) === (start === null))
      current.items.push({ said, below: [] });
    else found.push({ start, items: [{ said, below: [] }] });
  }
  /**
   * @param {Item} item
   * @returns {MarkdownNode[]}
   */
  const item = ({ said, below }) => [
    { kind: "paragraph", inside: inline(said, depth) },
    ...(below.length ? lists(below, depth + 1) : []),
  ];
  return found.map(({ start, items }) => ({ kind: "list", start, items: items.map(item) }));
}
