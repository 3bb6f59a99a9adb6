/** The parts of a file and what each was taken for; a column can be said to be something else. */

import { h, name } from "../../report/dom.js";

/** What a column can be said to be, by the option of the library that says so. */
export const ROLES = [
  ["item_column", "item"],
  ["condition_column", "condition"],
  ["factors", "factor of the condition"],
  ["regions", "region"],
  ["sentence", "sentence"],
  ["conditions", "one condition (a row is an item)"],
  ["good", "good sentence"],
  ["bad", "bad sentence"],
  ["ignore", "not read"],
];
const LISTS = new Set(["factors", "regions", "conditions", "ignore"]);

/** @returns {HTMLElement} */
export function columnTable(proposal, change) {
  const { columns } = proposal;
  if (!columns?.length) return h("div");
  const canChoose = columns.some((one) => one.column);
  const n_regions = columns.filter((one) => one.option === "regions").length;
  const rows = columns.map((one, place) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, name(one.part)),
      h("td.role", {}, one.column ? roleChoice(proposal, one, place, change) : name(one.role), one.option === "regions" ? regionPlace(proposal, one, n_regions, change) : null),
      h("td.note", {}, name(one.why)),
      h("td.example", {}, h("bdi", { dir: "auto" }, one.example)),
    ),
  );
  return h(
    "section",
    { "aria-labelledby": "columns-head" },
    h("h2", { id: "columns-head" }, canChoose ? "Its columns" : "Its parts"),
    h("div.scroll", {}, h("table.columns", {}, h("thead", {}, h("tr", {}, ["Part", "Taken for", "Because of", "Example"].map((one) => h("th", { scope: "col" }, one)))), h("tbody", {}, rows))),
  );
}

function roleChoice(proposal, one, place, change) {
  const left = one.option ? "leave it to the studio" : one.role || "not said yet";
  const ofPairs = proposal.columns.some((column) => column.option === "good");
  const roles = ROLES.filter(([value]) => ofPairs || value === one.option || !["good", "bad"].includes(value) || !one.role);
  const select = h(
    "select",
    { id: `column-${place}`, "aria-label": `${one.column} is taken for` },
    h("option", { value: "" }, left),
    roles.map(([value, label]) => h("option", { value }, label)),
  );
  select.value = one.option;
  select.addEventListener("change", () => change(withRole(proposal.options, proposal.columns, one.column, select.value)));
  return select;
}

function regionPlace(proposal, one, n_regions, change) {
  const move = (step) => () => change(withMove(proposal.options, proposal.columns, one.column, step));
  return h(
    "span.place",
    {},
    ` ${one.region || ""} `,
    h("button", { type: "button", disabled: one.region <= 1, "aria-label": `Region ${one.column} earlier in the sentence`, title: "Earlier in the sentence", click: move(-1) }, "↑"),
    h("button", { type: "button", disabled: one.region >= n_regions, "aria-label": `Region ${one.column} later in the sentence`, title: "Later in the sentence", click: move(1) }, "↓"),
  );
}

/** Columns that are said, or taken, to be this: regions in their order. */
function taken(columns, option) {
  const own = columns.filter((one) => one.option === option);
  if (option === "regions") own.sort((one, other) => one.region - other.region);
  return own.map((one) => one.column);
}

/**
 * Say that a column is something else: what it was, and what it becomes, are both said from then on.
 * @returns {Object} options
 */
export function withRole(options, columns, column, role) {
  const next = { ...options };
  const before = columns.find((one) => one.column === column)?.option ?? "";
  if (LISTS.has(before)) {
    next[before] = taken(columns, before).filter((one) => one !== column);
    if (!next[before].length) delete next[before];
  } else if (before) delete next[before];
  if (LISTS.has(role)) {
    const places = columns.map((one) => one.column);
    const list = taken(columns, role);
    const behind = list.findIndex((one) => places.indexOf(one) > places.indexOf(column));
    next[role] = behind < 0 ? [...list, column] : [...list.slice(0, behind), column, ...list.slice(behind)];
  } else if (role) next[role] = column;
  return next;
}

/** Put a region one place earlier or later in the sentence. */
export function withMove(options, columns, column, step) {
  const list = taken(columns, "regions");
  const at = list.indexOf(column);
  const to = at + step;
  if (to < 0 || to >= list.length) return options;
  [list[at], list[to]] = [list[to], list[at]];
  return { ...options, regions: list };
}
