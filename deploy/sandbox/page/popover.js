/** Cards and menus that open beside what was pressed. */

/**
 * Shows a node beside its anchor until it loses the focus. Arrow keys move through its buttons.
 * @param {HTMLElement} node
 * @param {HTMLElement} anchor
 */
export function pop(node, anchor) {
  const shut = () => {
    node.hidePopover();
    anchor.isConnected && anchor.focus();
  };
  node.addEventListener("toggle", (event) => event.newState === "closed" && node.remove());
  node.addEventListener("keydown", (event) => {
    const { activeElement } = document;
    const items = [...node.querySelectorAll("button")];
    const at = activeElement instanceof HTMLButtonElement ? items.indexOf(activeElement) : -1;
    if (event.key === "Escape") shut();
    else if (event.key === "ArrowDown" || event.key === "ArrowRight")
      items[(at + 1) % items.length]?.focus();
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") items.at(at - 1)?.focus();
    else return;
    event.preventDefault();
  });
  document.body.append(node);
  node.showPopover();
  const box = anchor.getBoundingClientRect();
  const { width, height } = node.getBoundingClientRect();
  node.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  node.style.top = `${Math.max(8, Math.min(box.bottom + 6, innerHeight - height - 8))}px`;
  node.querySelector("button")?.focus();
  return shut;
}
