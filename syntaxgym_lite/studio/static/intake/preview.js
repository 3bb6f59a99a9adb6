/** The first items of a proposed suite, as the grid will have them, each with the sentence that will be scored. */

import { h, name } from "../../report/dom.js";

/**
 * @param {Object} suite
 * @param {function(string[])} renamed - gets the names of the regions once one was changed
 */
export function preview(suite, renamed) {
  const shown = suite.items.length < suite.n_items ? ` The first ${suite.items.length} of them:` : "";
  return [
    h(
      "p",
      {},
      `${counted(suite.n_items, "item")}; ${counted(suite.conditions.length, "condition")} (`,
      listed(suite.conditions),
      "); ",
      suite.factors.length ? [`${counted(suite.factors.length, "factor")} (`, listed(suite.factors), "); "] : null,
      `${counted(suite.regions.length, "region")}. `,
      suite.predictions.length ? `${counted(suite.predictions.length, "prediction")}. ` : null,
      shown,
    ),
    h(
      "div.scroll",
      {},
      h(
        "table.preview",
        {},
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Item"), h("th", { scope: "col" }, "Condition"), regionHeads(suite, renamed))),
        suite.items.map((item) => h("tbody", {}, item.conditions.flatMap((condition, place) => rows(suite, item, condition, place)))),
      ),
    ),
  ];
}

function regionHeads(suite, renamed) {
  const inputs = suite.regions.map((one, place) => h("input", { type: "text", value: one, "aria-label": `Name of region ${place + 1}`, title: "Name of the region", dir: "auto", size: Math.min(Math.max(one.length + 1, 6), 24) }));
  for (const input of inputs) input.addEventListener("change", () => renamed(inputs.map((one) => one.value)));
  return inputs.map((input, place) => h("th", { scope: "col" }, h("small", {}, `${place + 1} `), input));
}

function rows(suite, item, condition, place) {
  return [
    h(
      "tr",
      {},
      place === 0 ? h("th", { scope: "rowgroup", rowspan: item.conditions.length * 2 }, name(item.label)) : null,
      h("th", { scope: "row", rowspan: 2 }, name(condition.name)),
      condition.contents.map((text) => (text ? h("td", {}, h("bdi", { dir: "auto" }, text)) : h("td.empty", { title: "an empty region" }, h("span.visually-hidden", {}, "empty")))),
    ),
    h("tr.sentence", {}, h("td", { colspan: suite.regions.length, dir: "auto" }, h("bdi", {}, condition.sentence))),
  ];
}

function counted(n, what) {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

function listed(names) {
  const shown = names.slice(0, 8);
  return [...shown.map((one, place) => [place ? ", " : "", name(one)]), names.length > shown.length ? ` and ${names.length - shown.length} more` : ""];
}
