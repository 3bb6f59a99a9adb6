/** The pane "Design". */

import { put } from "../../report/dom.js";

/** @type {import("../suite_page.js").Pane} */
export const design = {
  id: "design",
  title: "Design",
  mount(element, store) {
    put(element);
    return () => {};
  },
};
