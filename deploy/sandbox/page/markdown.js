/** Markdown as Discord reads it: text in, a tree of plain objects out. Knows no nodes.
 *  A block is `{kind, …}` with `inside`; what stands in lines is in markdown-inline.js. */

import { inline } from "./markdown-inline.js";

// Nobody means more than this, and somebody hostile would like us to go on.
const DEEPEST = 8;

const FENCE = /```(?:([a-z0-9_+\-.#]+)\n)?\n*([^\n][\s\S]*?)\n*```\n?/iy;
const QUOTE_REST = />>> ([\s\S]*)/y;
const QUOTE = /(?:> [^\n]*(?:\n|$))+/y;
const HEADING = /(#{1,3}) +([^\n]+?) *(?:\n|$)/y;
const SMALL = /-# +([^\n]+?) *(?:\n|$)/y;
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/;
const LIST = /(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))+/y;

export function parse(text) {
  return blocks(text ?? "", 0);
}

function blocks(text, depth) {
  const found = [];
  let start = 0;
  let at = 0;
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

/** Blocks begin with a line, fences anywhere. */
function nextChance(text, from) {
  const line = text.indexOf("\n", from - 1) + 1 || text.length;
  const fence = text.indexOf("```", from);
  return fence < 0 ? line : Math.min(line, fence);
}

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

function match(pattern, text, at, node) {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  return found && { node: node(found), end: at + found[0].length };
}

/** Deeper lines belong to the item above them; where numbers follow dots, another list begins. */
function lists(lines, depth) {
  const found = [];
  const margin = ITEM.exec(lines[0])[1].length;
  for (const line of lines) {
    const [, indent, mark, said] = ITEM.exec(line);
    const start = mark.endsWith(".") ? Number.parseInt(mark, 10) : null;
    const current = found.at(-1);
    if (current && indent.length > margin && depth < DEEPEST) current.items.at(-1).below.push(line);
    else if (current && (current.start === null) === (start === null))
      current.items.push({ said, below: [] });
    else found.push({ kind: "list", start, items: [{ said, below: [] }] });
  }
  const item = ({ said, below }) => [
    { kind: "paragraph", inside: inline(said, depth) },
    ...(below.length ? lists(below, depth + 1) : []),
  ];
  return found.map((list) => ({ ...list, items: list.items.map(item) }));
}
