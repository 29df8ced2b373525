/** The light and the dark theme: the system's, or the one that somebody chose. */

import { one } from "./dom.js";
import { recall, remember } from "./local-storage.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");

/** @param {HTMLElement} button */
export function theme(button) {
  const apply = () => {
    const dark = recall("theme", DARK.matches ? "dark" : "light") === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-label", dark ? "Switch to light colours" : "Switch to dark colours");
    // The variation selector asks for a plain sign instead of a coloured emoji.
    one(button, "span").textContent = `${dark ? "☀" : "☾"}\uFE0E`;
  };
  button.addEventListener("click", () => {
    remember("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    apply();
  });
  DARK.addEventListener("change", apply);
  apply();
}
