/** What stands within a line of Discord's markdown: emphasis, code, links, mentions, times.
 *  Text in, a list of plain objects out. */

const DEEPEST = 12;

const around =
  (kind) =>
  ([, said], depth) => ({ kind, inside: inline(said, depth + 1) });
const sign =
  (kind) =>
  ([, id]) => ({ kind, id });
const link = ([, url]) => ({ kind: "link", url, inside: null });

// By the sign it begins with; the first that fits counts.
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
    [/<@!?(\d{1,20})>/y, sign("member")],
    [/<@&(\d{1,20})>/y, sign("role")],
    [/<#(\d{1,20})>/y, sign("channel")],
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

export function inline(text, depth = 0) {
  const found = [];
  let start = 0;
  let at = 0;
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
    return { node: made, end: at + (made.length ?? found[0].length) };
  }
  return null;
}

/** Up to as many backticks as it begins with. */
function code(text, at) {
  const [marks] = /^`+/.exec(text.slice(at));
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

/** What stands for a link leads nowhere else, even if it looks like an address. */
function unlinked(tree) {
  return tree.flatMap((node) => {
    if (node.kind === "link") return node.inside ?? { kind: "text", text: node.url };
    return node.inside ? { ...node, inside: unlinked(node.inside) } : node;
  });
}

/** A link in brackets doesn't own the closing one. */
function balanced(url) {
  let open = 0;
  for (let at = 0; at < url.length; at += 1) {
    if (url[at] === "(") open += 1;
    if (url[at] === ")" && --open < 0) return url.slice(0, at);
  }
  return url;
}

const BLOCKS = new Set(["paragraph", "heading", "small", "quote"]);

/** The words of a tree alone, for previews and for ears. */
export function words(tree, name = () => "") {
  return tree
    .map((node) => {
      if (node.kind === "spoiler") return "(spoiler)";
      if (node.text !== undefined) return node.kind === "pre" ? "" : node.text;
      if (node.items) return node.items.map((item) => words(item, name)).join(" ");
      if (BLOCKS.has(node.kind)) return `${words(node.inside, name)} `;
      if (node.inside) return words(node.inside, name);
      return name(node);
    })
    .join("")
    .replace(/\s+/g, " ")
    .replace(/^ | $/g, (edge) => (tree[0] && BLOCKS.has(tree[0].kind) ? "" : edge));
}
