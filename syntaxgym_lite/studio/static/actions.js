/** What stands in the head of a suite: undo, redo, whether it is saved. */

import { h, put } from "../report/dom.js";
import { mountSaving } from "./keep/saving.js";

/** Fill the head. */
export function mountActions(element, store) {
  const undo = h("button", { type: "button", id: "undo", click: () => store.undo() }, "Undo");
  const redo = h("button", { type: "button", id: "redo", click: () => store.redo() }, "Redo");
  put(element, undo, redo);
  const leaveSaving = mountSaving(element, store);
  const show = () => {
    const held = [undo, redo].indexOf(document.activeElement);
    undo.disabled = !store.canUndo;
    redo.disabled = !store.canRedo;
    if (held >= 0) ([undo, redo][held].disabled ? [redo, undo][held] : [undo, redo][held]).focus(); // a disabled one would lose it
    undo.title = store.undoLabel ? `Undo: ${store.undoLabel} (Ctrl+Z)` : "Nothing to undo";
    redo.title = store.redoLabel ? `Redo: ${store.redoLabel} (Ctrl+Y)` : "Nothing to redo";
  };
  const keys = (event) => {
    const inText = event.target.closest?.("input, textarea, [contenteditable]");
    if (!(event.ctrlKey || event.metaKey) || event.altKey || inText) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) store.undo();
    else if (key === "y" || (key === "z" && event.shiftKey)) store.redo();
    else return;
    event.preventDefault();
  };
  store.addEventListener("document", show);
  document.addEventListener("keydown", keys);
  show();
  return () => {
    document.removeEventListener("keydown", keys);
    leaveSaving();
  };
}
