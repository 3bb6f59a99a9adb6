/** The pane "Checks". */

import { put } from "../../report/dom.js";

/** @type {import("../suite_page.js").Pane} */
export const checks = {
  id: "checks",
  title: "Checks",
  mount(element, store) {
    put(element);
    return () => {};
  },
};
