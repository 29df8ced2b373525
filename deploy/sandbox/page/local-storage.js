/** What outlives a reload: who sits where, who looks at what. A browser that keeps nothing is fine,
 *  then it lasts as long as the page. */

const KEY = `duelhost sandbox ${location.pathname}`;
let kept = read();

export function recall(what, otherwise) {
  return kept[what] ?? otherwise;
}

export function remember(what, value) {
  // Another tab may have written since.
  kept = { ...kept, ...read(), [what]: value };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Private windows and full disks: it's a convenience.
  }
}

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}
