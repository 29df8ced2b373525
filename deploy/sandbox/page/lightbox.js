/** A picture as large as the window, with its description. */

import { make } from "./dom.js";

/**
 * @param {string} source
 * @param {string} said
 */
export function enlarge(source, said) {
  const close = make("button.plain", { type: "button" }, "Close");
  const dialog = make(
    "dialog.lightbox",
    { "aria-label": said || "Picture" },
    make("img", { src: source, alt: said }),
    make("div.lightbox-foot", {}, make("p", {}, said), close),
  );
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
