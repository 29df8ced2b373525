/** A picture as large as the window, with its description. */

import { make } from "./dom.js";

export function enlarge(source, said) {
  const close = make("button.plain", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = make(
    "dialog.lightbox",
    { "aria-label": said || "Picture", onclose: () => dialog.remove() },
    make("img", { src: source, alt: said }),
    make("div.lightbox-foot", {}, make("p", {}, said), close),
  );
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  close.focus();
}
