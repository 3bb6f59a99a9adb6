/** The first view: the table of all suites, which one can filter and sort. */

import { announce } from "./dom.js";
import { counted } from "./numbers.js";
import { drawStrips } from "./strip.js";
import { arrows, copyButton, sortable, tsv } from "./table.js";

/** What a row must be like, by the choice of the filter "against chance": of the sides of its models. */
const AGAINST_CHANCE = {
  "": () => true,
  above: (sides) => sides.length > 0 && sides.every((side) => side === "above"),
  some: (sides) => sides.includes("above"),
  none: (sides) => !sides.includes("above"),
  below: (sides) => sides.includes("below"),
  silent: (sides) => sides.includes("silent") || sides.includes("tied"),
};

/**
 * Make the overview answer.
 * @param {HTMLElement} view
 * @param {(state: URLSearchParams) => void} changed - told what was asked for, for the address
 * @returns {{restore: (state: URLSearchParams) => void}}
 */
export function startOverview(view, changed) {
  drawStrips(view);
  for (const table of view.querySelectorAll("table.scores")) arrows(table);
  for (const table of view.querySelectorAll(".table table")) {
    table.closest(".table").querySelector(".bar").append(copyButton("Copy table", () => tsv(table)));
  }
  const table = view.querySelector("#suites");
  if (!table) return { restore() {} };
  const form = view.querySelector("#filters");
  const fields = [...form.querySelectorAll("input, select")];
  const count = view.querySelector("#shown");
  let sorted = null;
  const state = () => {
    const now = new URLSearchParams();
    for (const field of fields) if (field.value) now.set(field.name, field.value);
    if (sorted) now.set("sort", sorted);
    return now;
  };
  const filter = () => {
    const asked = Object.fromEntries(fields.map((field) => [field.name, field.value]));
    const words = (asked.text ?? "").toLowerCase().split(/\s+/u).filter(Boolean);
    const rows = [...table.tBodies[0].rows];
    let n = 0;
    for (const row of rows) {
      const { name, circuit, language, sides } = row.dataset;
      const fits =
        words.every((word) => `${name} ${circuit}`.toLowerCase().includes(word)) &&
        (!asked.circuit || circuit === asked.circuit) &&
        (!asked.language || language === asked.language) &&
        AGAINST_CHANCE[asked.chance ?? ""](sides ? sides.split(" ") : []);
      row.hidden = !fits;
      n += fits;
    }
    count.textContent = n === rows.length ? counted(n, "suite") : `${n} of ${counted(rows.length, "suite")}`;
    view.querySelector("#nothing").hidden = n > 0;
  };
  const sorting = sortable(table, (column, order) => {
    sorted = order === "none" ? null : `${column}-${order}`;
    changed(state());
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    filter();
    changed(state());
  });
  form.addEventListener("reset", () =>
    setTimeout(() => {
      filter();
      changed(state());
      announce("All suites are shown.");
    }),
  );
  return {
    restore(asked) {
      for (const field of fields) {
        field.value = asked.get(field.name) ?? "";
        if (field.selectedIndex === -1) field.selectedIndex = 0; // an address may ask for anything
      }
      const [, column, order] = /^(\d+)-(ascending|descending)$/u.exec(asked.get("sort") ?? "") ?? [null, 0, "none"];
      sorted = sorting.sort(Number(column), order) ? `${column}-${order}` : null;
      filter();
    },
  };
}
