/** The first page: what is there to open, and how to begin. */

import { h, put } from "../report/dom.js";

/** Show the first page. */
export async function home(page) {
  document.title = "sglite studio";
  put(page.main, h("h1", {}, "Studio"));
}
