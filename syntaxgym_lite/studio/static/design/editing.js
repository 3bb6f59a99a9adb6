/** Edits of the design: made by the library, with what it reports shown. */

import { announce, h, name, put } from "../../report/dom.js";

/** What the parts of the pane share. */
export class Editing {
  /** @param {import("../store.js").Store} store */
  constructor(store) {
    this.store = store;
    this.box = h("div.reported", { hidden: true });
  }

  /**
   * Have the library change the suite.
   * @param {string} label - for undo: "renaming region 2"
   * @param {Object} edit - its kind, and what it takes
   * @returns {Promise<boolean>} whether it did
   */
  async edit(label, edit) {
    try {
      const { reported } = await this.store.change(label, "/edit", { edit });
      this.tell(reported);
      return true;
    } catch (error) {
      if (error.status === undefined) throw error;
      this.tell([error.message], true);
      return false;
    }
  }

  /** Say what one should know, until the next edit. */
  tell(texts, isRefused = false) {
    this.box.hidden = !texts.length;
    this.box.classList.toggle("refused", isRefused);
    const close = h("button.small", { type: "button", "aria-label": "Close", click: () => this.tell([]) }, "Close");
    put(this.box, texts.length ? [h("ul", {}, texts.map((text) => h("li", {}, name(text)))), close] : null);
    if (texts.length) announce(texts.join(" "));
  }
}

/** A text that is taken when one leaves it, or presses Enter (Ctrl+Enter in one of several lines); Escape gives the old one back. */
export function textInput(attributes, take, { isLong = false } = {}) {
  const { value = "", ...others } = attributes;
  const input = isLong ? h("textarea", { rows: 2, ...others }, value) : h("input", { type: "text", autocomplete: "off", value, ...others });
  const done = () => {
    if (input.value !== input.defaultValue) {
      const given = input.value;
      input.defaultValue = given;
      take(given, input);
    }
  };
  input.addEventListener("change", done);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey)) done();
    else if (event.key === "Escape") input.value = input.defaultValue;
    else return;
    event.preventDefault();
  });
  return input;
}

/** Part a text at commas. */
export function parted(text) {
  return text.split(",").map((one) => one.trim()).filter(Boolean);
}
