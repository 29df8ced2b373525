/** Makes DOM nodes. Text becomes text nodes only, and no attribute that could carry script or style is
 *  set, so nothing that people write can run. */

/** @import { Child, ElementOf, Settings } from "./types.d.ts" */

/**
 * Makes an element: `make("button.plain", { type: "button" }, "Close")`.
 * @template {string} Tag
 * @param {Tag} tag
 * @param {Settings} [settings]
 * @param {...Child} children
 * @returns {ElementOf<Tag>}
 */
export function make(tag, settings = {}, ...children) {
  const [name, ...classes] = tag.split(".");
  const node = document.createElement(name || "div");
  if (classes.length) node.classList.add(...classes);
  for (const [key, value] of Object.entries(settings)) set(node, key, value);
  node.append(...flat(children));
  // The type can't follow the tag through split().
  return /** @type {ElementOf<Tag>} */ (node);
}

/**
 * @template {HTMLElement} T
 * @param {T} node
 * @param {...Child} children
 * @returns {T}
 */
export function refill(node, ...children) {
  node.replaceChildren(...flat(children));
  return node;
}

/**
 * @param {HTMLElement} node
 * @param {string} key
 * @param {unknown} value
 */
function set(node, key, value) {
  if (value === undefined || value === null || value === false) return;
  if (typeof value === "function") node.addEventListener(key.slice(2), (event) => value(event));
  else if (key === "data") Object.assign(node.dataset, value);
  else node.setAttribute(key, value === true ? "" : String(value));
}

/**
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function flat(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    return child instanceof Node || typeof child === "string" ? [child] : flat(child);
  });
}

/**
 * Finds an element that is sure to be there.
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement}
 */
export function one(root, selector) {
  return oneOf(HTMLElement, root, selector);
}

/**
 * Finds an element that is sure to be there, and to be of a kind.
 * @template {HTMLElement} T
 * @param {new () => T} kind
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {T}
 */
export function oneOf(kind, root, selector) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`There is no ${kind.name} ${selector}.`);
  return found;
}

let count = 0;

/**
 * An id for labels and descriptions to point at.
 * @param {string} what
 */
export function name(what) {
  count += 1;
  return `${what}-${count}`;
}
