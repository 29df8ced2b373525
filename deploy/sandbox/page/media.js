/** Pictures and files of a message. Only files that the sandbox itself serves are loaded. */

import { portrait } from "./cdn-avatar.js";
import { make, name } from "./dom.js";
import { enlarge } from "./lightbox.js";
import { outward, spoiler } from "./markdown-dom.js";

/**
 * @import { Seat } from "./seat.js"
 * @import { Attachment, Media } from "./types.d.ts"
 */

const OURS = new Set(["127.0.0.1", "localhost", "[::1]", location.hostname]);

/**
 * Returns a file's address on this page's origin, or null if the sandbox doesn't serve it.
 * @param {string | undefined} address
 */
function local(address) {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return OURS.has(url.hostname) ? location.origin + url.pathname + url.search : null;
}

/**
 * @param {Attachment[]} list
 * @param {Seat} seat
 */
export function attachments(list, seat) {
  return make(
    "div.attachments",
    {},
    list.map((each) => attachment(each, seat)),
  );
}

/**
 * @param {Attachment} each
 * @param {Seat} seat
 */
function attachment(each, seat) {
  const isPicture = /^image\/(?:png|jpeg|gif|webp|avif)$/.test(
    (each.content_type ?? "").split(";")[0],
  );
  if (!isPicture) return file(each);
  const hidden = each.filename?.startsWith("SPOILER_");
  return picture({ ...each, description: each.description ?? "" }, seat, { hidden });
}

/**
 * `media` is `{url, width, height, description}`.
 * @param {Media} media
 * @param {Seat} seat
 * @param {{ hidden?: boolean, small?: boolean }} [options]
 */
export function picture(media, seat, { hidden = false, small = false } = {}) {
  const source = local(media.url);
  const said = media.description ?? "";
  if (!source) {
    const face = portrait(media.url ?? "", said, seat.chat);
    if (!face) return elsewhere(media.url ?? "", said, small);
    return make(small ? "figure.thumbnail" : "figure.media", {}, hidden ? spoiler(face) : face);
  }
  const image = make("img", {
    src: source,
    alt: said,
    width: media.width,
    height: media.height,
    loading: "lazy",
    decoding: "async",
  });
  const larger = make(
    "button.picture",
    { type: "button", "aria-label": said ? `Enlarge: ${said}` : "Enlarge the picture" },
    image,
  );
  larger.addEventListener("click", () => enlarge(source, said));
  const figure = make(
    small ? "figure.thumbnail" : "figure.media",
    {},
    hidden ? spoiler(larger) : larger,
  );
  if (said && !small) figure.append(...described(said));
  return figure;
}

/** @param {string} said */
function described(said) {
  const id = name("alt");
  const caption = make("figcaption", { id, hidden: true }, said);
  const button = make(
    "button.alt",
    {
      type: "button",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-label": "Description of the picture",
    },
    "ALT",
  );
  button.addEventListener("click", () => {
    caption.hidden = !caption.hidden;
    button.setAttribute("aria-expanded", String(!caption.hidden));
  });
  return [button, caption];
}

/**
 * @param {string} address
 * @param {string} said
 * @param {boolean} small
 */
function elsewhere(address, said, small) {
  if (small) {
    return make("figure.thumbnail.elsewhere", {}, outward(address, said || "A picture elsewhere"));
  }
  return make(
    "p.elsewhere",
    {},
    said && `“${said}”. `,
    "A picture from elsewhere, which isn't loaded here: ",
    outward(address, null),
  );
}

/** @param {Attachment} each */
export function file(each) {
  const source = local(each.url);
  const label = each.filename ?? each.name ?? source?.split("/").at(-1) ?? "file";
  const size = each.size === undefined ? "" : ` ${weight(each.size)}`;
  const shown = source ? make("a", { href: source, download: label }, label) : label;
  return make(
    "p.file",
    {},
    make("span.file-sign", { "aria-hidden": "true" }, "⇩"),
    shown,
    make("span.size", {}, size),
  );
}

/** @param {number} bytes */
function weight(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2
    ? `${(bytes / 1024).toFixed(1)} KB`
    : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
}
