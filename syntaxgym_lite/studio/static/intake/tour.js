/** A short tour on a suite that comes with the program: each step sees by itself that it was done. */

import { post } from "../api.js";
import { go } from "./going.js";

const KEY = "sglite-tour"; // "" never asked, "done": had or refused, else the suite and step that it is at

function kept() {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "done";
  }
}

function keep(value) {
  try {
    localStorage.setItem(KEY, value);
  } catch {
    // for this time only
  }
}

/** Whether the tour may be offered unasked. */
export function mayStartTour() {
  return kept() !== "done";
}

/** Never offer it unasked again. */
export function skipTour() {
  keep("done");
}

/** Open the example, and begin. */
export async function startTour(example) {
  const { id } = await post("/example", { name: example });
  sessionStorage.setItem(KEY, JSON.stringify({ id, step: 0 }));
  keep("done");
  go(`suite/${id}`);
}
