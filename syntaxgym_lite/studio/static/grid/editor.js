/**
 * What is typed into: a text field that lies over the active cell and always has the focus, so that dead keys, input
 * methods and the clipboard work from the first key on. It is seen while a cell is being written.
 *
 * mode: null, nothing is written; "replace", typing began on the cell and arrows end it; "edit", arrows move the caret.
 */

import { h } from "../../report/dom.js";
import { oneLine } from "./clipboard.js";

/** Events: "commit", with {text}; "start"; "end". */
export class Editor extends EventTarget {
  mode = null;
  #before = "";
  #anchor; // gives the box of the active cell

  /**
   * @param {function(): HTMLElement|null} anchor - the active cell, if it is in sight
   * @param {function(): string} text - what stands in it
   */
  constructor(anchor, text) {
    super();
    this.#anchor = anchor;
    this.text = text;
    this.field = h("textarea.writing", { rows: "1", spellcheck: "false", autocomplete: "off", autocapitalize: "off", dir: "auto", "aria-label": "Cell" });
    this.field.addEventListener("input", () => {
      if (!this.mode) this.#begin("replace", this.text());
      this.place();
    });
    this.field.addEventListener("compositionstart", () => {
      if (!this.mode) this.#begin("replace", this.text());
      this.place();
    });
    this.field.addEventListener("blur", () => this.commit());
    this.field.addEventListener("keep-written", (event) => {
      event.preventDefault();
      this.keep();
    });
    this.field.addEventListener("pointerdown", () => {
      if (this.mode) this.mode = "edit";
    });
  }

  /** Write on in what stands in the cell, with the caret at its end. */
  edit() {
    if (this.mode) {
      this.mode = "edit";
      return;
    }
    const text = this.text();
    this.field.value = text;
    this.#begin("edit", text);
    this.field.setSelectionRange(text.length, text.length);
    this.place();
  }

  #begin(mode, before) {
    this.mode = mode;
    this.#before = before;
    this.field.classList.add("open");
    this.dispatchEvent(new CustomEvent("start"));
  }

  /** End writing, and keep what was written. */
  commit() {
    if (!this.mode) return;
    const text = this.field.value;
    const changed = text !== this.#before;
    this.#end();
    if (changed) this.dispatchEvent(new CustomEvent("commit", { detail: { text: oneLine(text) } }));
  }

  /** Keep what was written so far, and write on. */
  keep() {
    const text = this.field.value;
    if (!this.mode || text === this.#before) return;
    this.#before = text;
    this.dispatchEvent(new CustomEvent("commit", { detail: { text: oneLine(text) } }));
  }

  /** End writing, and leave the cell as it was, or as it was last kept. */
  cancel() {
    if (this.mode) this.#end();
  }

  #end() {
    this.mode = null;
    this.field.value = "";
    this.field.classList.remove("open");
    this.dispatchEvent(new CustomEvent("end"));
  }

  focus() {
    this.field.focus({ preventScroll: true });
  }

  /** Say what is chosen to those who hear the page. */
  label(text) {
    this.field.setAttribute("aria-label", text);
  }

  /** Put the field over the active cell, as wide as the text asks for; where it is while nothing is written is all one. */
  place() {
    if (!this.mode) return;
    const box = this.#anchor();
    const parent = this.field.offsetParent;
    if (!box || !parent) {
      this.field.classList.add("out");
      return;
    }
    this.field.classList.remove("out");
    const [cell, frame] = [box.getBoundingClientRect(), parent.getBoundingClientRect()];
    const isRtl = getComputedStyle(this.field).direction === "rtl";
    const style = this.field.style;
    style.setProperty("top", `${cell.top - frame.top}px`);
    style.setProperty("height", `${cell.height}px`);
    style.setProperty("width", `${cell.width}px`);
    const room = isRtl ? cell.right - frame.left : frame.right - cell.left;
    const width = Math.max(cell.width, Math.min(this.field.scrollWidth + 4, room - 4));
    style.setProperty("width", `${width}px`);
    style.setProperty("left", `${(isRtl ? cell.right - width : cell.left) - frame.left}px`);
  }
}
