/** Light and dark: as the system has it, or as somebody chose. */

import { recall, remember } from "./local-storage.js";

const DARK = matchMedia("(prefers-color-scheme: dark)");

export function theme(button) {
  const apply = () => {
    const dark = (recall("theme") ?? (DARK.matches ? "dark" : "light")) === "dark";
    document.documentElement.dataset.theme = dark ? "dark" : "light";
    button.setAttribute("aria-label", dark ? "Switch to light colours" : "Switch to dark colours");
    // In the text's own font: some have a coloured sun.
    button.querySelector("span").textContent = `${dark ? "☀" : "☾"}\uFE0E`;
  };
  button.addEventListener("click", () => {
    remember("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
    apply();
  });
  DARK.addEventListener("change", apply);
  apply();
}
