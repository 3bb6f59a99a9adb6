/** The lines under the grid: the chosen cell and what is said of it, and what was just done. */

import { announce, h, put } from "../../report/dom.js";
import { itemName, regionName, textAt } from "./cells.js";

/** What the chosen cell is, in words. */
export function placeSaid(store, row, region) {
  const item = store.document.items[row.item];
  return `${itemName(item)}, ${row.name}, ${regionName(region)}`;
}

/** Fill an element with what is to be known of the chosen cell. */
export function showCell(element, { store, marks, sentence }, row, region) {
  if (!row || !region) {
    put(element, h("p.note", {}, "No items yet."));
    return;
  }
  const found = [...marks.at(row.item, row.condition, region.number), ...marks.ofSentence(row.item, row.condition), ...marks.ofItem(row.item)];
  put(
    element,
    h("p.where", {}, h("bdi", {}, placeSaid(store, row, region)), textAt(store.document, row, region.number) === "" ? h("small", {}, " empty") : null),
    h("p.whole", { dir: "auto" }, sentence.text),
    found.map((mark) =>
      h(
        "p.found",
        {},
        h("span.sign", { class: `sign ${mark.kind}`, "aria-hidden": "true" }),
        mark.message,
        mark.isFixable
          ? h("button", { type: "button", click: () => document.dispatchEvent(new CustomEvent("choose-pane", { detail: "checks" })) }, "To the fix")
          : null,
      ),
    ),
  );
}

/** Say what was done, with what can be done about it. */
export function tell(element, text, ...actions) {
  put(element, text ? [h("span", {}, text), ...actions] : []);
  if (text) announce(text);
}
