/** The pane "Model". */

import { put } from "../../report/dom.js";

/** @type {import("../suite_page.js").Pane} */
export const model = {
  id: "model",
  title: "Model",
  mount(element, store) {
    put(element);
    return () => {};
  },
};
