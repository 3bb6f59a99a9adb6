/** The pane "Save and export". */

import { put } from "../../report/dom.js";

/** @type {import("../suite_page.js").Pane} */
export const keep = {
  id: "keep",
  title: "Export",
  mount(element, store) {
    put(element);
    return () => {};
  },
};
