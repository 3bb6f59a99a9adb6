/** What is about to be added: as a formula, in an item; or what is wrong with it. */

import { h, put } from "../../report/dom.js";
import { coloured, problemOf } from "./colour.js";
import { exampleOf } from "./example.js";

/** Show what the studio said of a prediction that was not added yet. */
export function preview(element, store, answer, { withProblem = true } = {}) {
  if (!answer || (!answer.formula && !answer.problem)) {
    put(element);
    return;
  }
  if (answer.problem) {
    put(element, withProblem ? problemOf(answer.problem) : null);
    return;
  }
  put(
    element,
    h("p", {}, coloured(answer.formula)),
    exampleOf(store, answer.comparisons),
  );
}
