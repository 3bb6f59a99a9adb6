/** The pane "Predictions". */

import { put } from "../../report/dom.js";

/** @type {import("../suite_page.js").Pane} */
export const predictions = {
  id: "predictions",
  title: "Predictions",
  mount(element, store) {
    put(element);
    return () => {};
  },
};
