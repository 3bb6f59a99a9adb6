/** The grid of items, conditions and regions. */

import { h, put } from "../report/dom.js";

/** Fill an element with the grid of a suite. */
export function mountGrid(element, store) {
  const show = () => put(element, h("p.note", {}, `${store.document.items.length} items`));
  store.addEventListener("document", show);
  show();
  return () => {};
}
