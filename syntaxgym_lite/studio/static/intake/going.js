/** From what the studio answers to the page that it means, and from what it refuses to words. */

import { announce, h, put } from "../../report/dom.js";

/** Go to a page: "", "suite/3", "import/1", "results/1". */
export function go(where) {
  location.hash = where;
}

/** Show what was opened. */
export function opened(answer) {
  if (answer.id !== undefined) go(`suite/${answer.id}`);
  else if (answer.import !== undefined) go(`import/${answer.import}`);
  else if (answer.report !== undefined) go(`results/${answer.report}`);
}

/**
 * Do something, and say beside it why it cannot be done.
 * @param {HTMLElement} problem - where to say so
 * @param {function(): Promise<any>} work
 */
export async function shownIn(problem, work) {
  put(problem);
  document.body.classList.add("busy");
  try {
    return await work();
  } catch (error) {
    if (error.status === undefined) throw error;
    put(problem, h("div.warned", {}, error.message.split("\n").map((line) => h("p", {}, line))));
    problem.scrollIntoView({ block: "nearest" });
    announce(error.message);
    return undefined;
  } finally {
    document.body.classList.remove("busy");
  }
}
