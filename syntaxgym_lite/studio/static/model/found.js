/** What was found: in words, as a plot, in numbers, item by item; the sections are the report's. */

import { nameOfModel } from "../../report/data.js";
import { h, name } from "../../report/dom.js";
import { fixed, interval } from "../../report/numbers.js";
import { factorSection, factorialSection, itemSection, plotSection, predictionSection, warningSection } from "../../report/suite.js";
import { unknownWords } from "../../report/unknown.js";

/** The findings on each model, in sentences; of two models, how they differ. */
export function findings(results, shown) {
  const several = shown.length > 1;
  return [
    h(
      "div.beside",
      {},
      shown.map(({ suite, one }) => h("section.found", {}, several ? h("h2", {}, name(nameOfModel(one))) : null, one.said.map((said) => h("p", {}, said)), unknownWords(suite, one))),
    ),
    several ? difference(results) : null,
  ];
}

/** Which of two models has the higher score, and which items only one passes. */
function difference({ comparison }) {
  const row = comparison?.pairs[0]?.suites[0];
  if (!row) return h("p.note", {}, "The two are not compared: no items that both could score have predictions.");
  const { model, baseline } = comparison.pairs[0];
  const way = row.difference > 0 ? "higher than" : row.difference < 0 ? "lower than" : "the same as";
  const by = row.difference ? `, by ${fixed(Math.abs(row.difference))}` : "";
  const ends = row.ci_low === null ? "" : ` (95 % interval of the difference ${interval(row.ci_low, row.ci_high)})`;
  return h(
    "p.difference",
    {},
    "The score of ",
    name(model),
    `, ${fixed(row.score)}, is ${way} that of `,
    name(baseline),
    `, ${fixed(row.baseline_score)}${by}${ends}. `,
    only(row.items_only_model, model),
    only(row.items_only_baseline, baseline),
  );
}

function only(items, model) {
  if (!items.length) return null;
  const shown = items.length > 12 ? `${items.slice(0, 10).join(", ")} and ${items.length - 10} more` : items.join(", ");
  return ["All predictions hold only on ", name(model), ` in item${items.length > 1 ? "s" : ""} ${shown}. `];
}

/** The region plots. */
export function plots(shown) {
  const [first, second] = shown;
  if (second && first.suite !== second.suite) return [first, second].map(({ suite, one }) => h("div", {}, h("h2", {}, name(nameOfModel(one))), plotSection(suite, one)));
  return plotSection(first.suite, first.one, { all: Boolean(second) });
}

/** Every item with its outcome and margins; a click leads to it. */
export function items(shown, remembered, go) {
  return suitesOf(shown).map((suite) => {
    const own = shown.find((one) => one.suite === suite);
    const linkTo = (at, one, ...content) =>
      h("button.link", { type: "button", click: () => go(own.places[at], nameOfModel(one)) }, content);
    return itemSection(suite, own.one, { linkTo, remembered, withText: false });
  });
}

/** Of a design of two factors, main effects and interaction. */
export function effects(shown) {
  return suitesOf(shown).map(factorialSection);
}

/** All else that one reads in numbers; folded away, unless it was open. */
export function numbers(shown, remembered) {
  const all = suitesOf(shown).flatMap((suite) => [predictionSection(suite), factorSection(suite), warningSection(suite)]);
  const details = h("details", { open: remembered.open }, h("summary", {}, "Shares, effects and warnings in full"), all);
  details.addEventListener("toggle", () => {
    remembered.open = details.open;
  });
  return details;
}

function suitesOf(shown) {
  return [...new Set(shown.map(({ suite }) => suite))];
}
