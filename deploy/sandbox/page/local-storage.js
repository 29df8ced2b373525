/** Values that outlive a reload, such as who sits where. In a browser that stores nothing they last as
 *  long as the page. */

const KEY = `duelhost sandbox ${location.pathname}`;
let kept = read();

/**
 * Returns a stored value. Nothing else writes under this key, so it has the type of the default.
 * @template T
 * @param {string} what
 * @param {T} otherwise
 * @returns {T}
 */
export function recall(what, otherwise) {
  return kept[what] ?? otherwise;
}

/**
 * @param {string} what
 * @param {unknown} value
 */
export function remember(what, value) {
  // Another tab may have written since.
  kept = { ...kept, ...read(), [what]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows and full disks store nothing, and the page works without.
  }
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}
