/** Where the focus goes when what had it is drawn anew. */

const CONTROLS = "button:enabled, input:enabled, select:enabled, textarea:enabled, summary, a[href]";

/**
 * Draw what may have the focus; then it is on the control of the same name, or where it is told to be.
 * @param {HTMLElement} box - holds all that is drawn
 * @param {function(): void} draw
 * @param {function(): HTMLElement|null} otherwise - if no control has that name any more
 */
export function keepFocus(box, draw, otherwise) {
  const held = box.contains(document.activeElement) ? document.activeElement : null;
  draw();
  if (!held || box.contains(document.activeElement)) return;
  const same = [...box.querySelectorAll(CONTROLS)].find((one) => nameOf(one) === nameOf(held));
  (same ?? otherwise())?.focus();
}

function nameOf(control) {
  return control.getAttribute("aria-label") ?? (control.id || control.textContent);
}
