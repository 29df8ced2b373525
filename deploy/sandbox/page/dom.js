/** Making nodes. Text only ever becomes text here, and no attribute that could carry script or
 *  style is ever set, so whatever people write stays words. */

export function make(tag, settings = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  if (classes.length) node.classList.add(...classes);
  for (const [key, value] of Object.entries(settings)) set(node, key, value);
  node.append(...flat(children));
  return node;
}

export function refill(node, ...children) {
  node.replaceChildren(...flat(children));
  return node;
}

function set(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (typeof value === "function") node.addEventListener(key.slice(2), value);
  else if (key === "data") Object.assign(node.dataset, value);
  else node.setAttribute(key, value === true ? "" : String(value));
}

function flat(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
}

let count = 0;

/** An id for labels and descriptions to point at. */
export function name(what) {
  count += 1;
  return `${what}-${count}`;
}
